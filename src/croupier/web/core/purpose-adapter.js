// Until every offer on the wire says what it is for: read it from the command. This file goes when they do.

/** @type {Record<string, [string, string?]>} */
const OF = {
  PlaceAnte: ["bet", "ante"], PlaceBonus: ["bet", "bonus"], PlaceProgressive: ["bet", "progressive"], PlaceFlop: ["bet", "flop"],
  PlaceTurn: ["bet", "turn"], PlaceRiver: ["bet", "river"], WithdrawBets: ["withdraw"], FinishBetting: ["ready"], LookAtHand: ["look"],
  RefuseToShow: ["conduct"], ProveHand: ["show"], TakeSeat: ["sit"], BuyChips: ["buy"], TopUp: ["buy"], PlaceWager: ["bet", "main"],
  PlaceSideWager: ["bet"], WithdrawWager: ["withdraw"], Ready: ["ready"], Surrender: ["surrender"], PlayOn: ["decline"], Insure: ["insure"],
  InsureOther: ["insure"], DeclineInsurance: ["decline"], TakeEvenMoney: ["even_money"], Hit: ["hit"], Stand: ["stand"], Double: ["double"],
  FreeDouble: ["double"], Split: ["split"], FreeSplit: ["split"], KeepWager: ["decline"], SitDown: ["sit"], LeaveTable: ["leave"],
  LeaveGame: ["leave"], ReturnToSeat: ["return"], PostSmallBlind: ["post"], PostBigBlind: ["post"], PayToJoin: ["post"], PayMissedBlinds: ["post"],
  Check: ["check"], Call: ["call"], Bet: ["bet"], RaiseTo: ["raise"], AllIn: ["all_in"], Fold: ["fold"], ShowHand: ["show"], MuckHand: ["muck"],
  GiveRuling: ["ruling"], ChooseOption: ["choose"], RelocatePlayer: ["relocate"], ReportAbsent: ["absent"], ReportReturn: ["present"],
  ReportWalkAway: ["absent"], DeemGone: ["absent"], GiveWay: ["decline"],
};

/** @param {any} option */
export function adapt(option) {
  const [purpose = "conduct", spot = ""] = OF[option.command] ?? [];
  const going = option.command === "LeaveSeat" ? (option.asks.length ? "sit_out" : "leave") : "";
  return {
    ...option,
    purpose: going || (option.purpose ?? purpose),
    spot: option.spot ?? spot,
    place: option.place ?? option.fixed.seat ?? option.fixed.box ?? option.fixed.area ?? null,
    label: option.label ?? option.command.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase().replace(/^./, (/** @type {string} */ first) => first.toUpperCase()),
  };
}
