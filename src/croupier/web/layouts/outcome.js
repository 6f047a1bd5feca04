// What a Round brought, seat by seat and spot by spot, as the house announced it; and the cards it was for, which lie on the felt
// until the next ones come. Chips are never taken from there: those are where the house says they are now.

/** @typedef {import("../core/types.js").Happening} Happening */
/**
 * @typedef {object} Outcome
 * @property {Record<number, number>} nets what came to each stack, without chips bought or cashed
 * @property {Record<string, number>} spots "box/ante", "area/place/hand/0": what was won or lost there
 * @property {Record<number, string>} hands what a place showed, in short
 * @property {Record<number, number>} wins what a seat took from the pots
 * @property {{name: string, amount: number, rake: number, won: Record<string, number>}[]} pots
 * @property {number} rake
 * @property {Record<string, string[]>} shown hands that everybody opened at the end
 */

/** @returns {Outcome} */
const nothing = () => ({nets: {}, spots: {}, hands: {}, wins: {}, pots: [], rake: 0, shown: {}});

/** @param {Happening[]} happenings of one Round @returns {Outcome} */
export function outcomeOf(happenings) {
  const found = nothing();
  for (const {event, transfers, aside} of happenings) {
    for (const move of transfers) count(found.nets, move);
    for (const [place, cards] of Object.entries(event.hands ?? {}))
      if (cards?.[0] && !cards.includes("??")) found.shown[place] = cards;
    if (event.won && event.pot !== undefined) award(found, event);
    if (aside && (event.ranking || event.results)) found.hands[aside.place] = aside.words;
    if (event.results && event.box) settleBox(found, event);
    else if (event.winnings !== undefined && event.area) settleWager(found, event);
    else if (event.winnings !== undefined && event.spot) settleSpot(found, event);
  }
  return found;
}

/** @param {Record<number, number>} nets @param {import("../core/types.js").Movement} move */
function count(nets, {source, target, cents}) {
  if (source.startsWith("cage") || target.startsWith("cage")) return;
  for (const [account, sign] of /** @type {[string, number][]} */ ([
    [source, -1],
    [target, 1],
  ])) {
    const place = /^stack\/(\d+)$/.exec(account)?.[1];
    if (place) nets[Number(place)] = (nets[Number(place)] ?? 0) + sign * cents;
  }
}

/** Cards as they came, "??" for a back, by hand; the Dealer's has the number 0. @param {Happening[]} happenings */
export function laidIn(happenings) {
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const {card, spot} of happenings.flatMap(({event}) => event.came ?? []))
    if (spot.kind === "hand" || spot.kind === "dealer") (found[spot.place] ??= []).push(card);
  return found;
}

/** @param {Outcome} found @param {any} event */
function award(found, event) {
  found.pots.push(event);
  found.rake += event.rake ?? 0;
  for (const [seat, cents] of Object.entries(event.won))
    found.wins[Number(seat)] = (found.wins[Number(seat)] ?? 0) + cents;
}

/** @param {Outcome} found @param {any} event */
function settleBox(found, event) {
  for (const {bet, taken, winnings, surplus = 0} of event.results)
    found.spots[`${event.box}/${bet}`] = winnings + surplus - taken;
}

/** @param {Outcome} found @param {any} event */
function settleWager(found, event) {
  const spot = `${event.area}/${event.place}/` + (event.bet === "main" ? `hand/${event.hand}` : event.bet);
  found.spots[spot] = (found.spots[spot] ?? 0) + event.winnings - event.taken;
}

/** At a game that begins from the base for games against the House. @param {Outcome} found @param {any} event */
function settleSpot(found, event) {
  const spot = `${event.seat}/${event.spot}`;
  found.spots[spot] = (found.spots[spot] ?? 0) + event.winnings - event.taken;
}

/** Where nobody is asked anything, a Round is dealt and over in one step: then no view had these cards. @param {any} now @param {any} last */
const againstHouse = (now, last) => {
  const left = (/** @type {string} */ number, /** @type {string[]} */ seen, /** @type {number} */ count) => {
    /** @type {string[]} */
    const laid = last.laid?.[number] ?? [];
    const cards = last.shown?.[number] ?? [...seen, ...laid.filter((card) => card !== "??")];
    return {cards, count: count + laid.length};
  };
  const dealer = left("0", last.dealer, last.dealer_count);
  return {
    ...now,
    dealer: dealer.cards,
    dealer_count: dealer.count,
    seats: each(now.seats, (seat, number) => {
      const before = last.seats[number];
      if (before?.player !== seat.player) return seat;
      const {cards, count} = left(number, before.cards, before.card_count);
      return {...seat, cards, card_count: count};
    }),
  };
};

/** @type {Record<string, (now: any, last: any) => any>} */
const LEFT_ON_FELT = {
  "rws-poker": (now, last) => ({
    ...now,
    marker: last.marker,
    board: last.board,
    seats: each(now.seats, (seat, number) => hand(seat, last.seats[number])),
  }),
  "rws-multilink": (now, last) => ({
    ...now,
    board: last.board,
    dealer: last.dealer,
    dealer_count: last.dealer_count,
    boxes: {
      ...each(last.boxes, (box, number) => ({
        ...box,
        cards: last.shown?.[number] ?? box.cards,
        bets: now.boxes[number]?.bets ?? {},
      })),
      // Who folded and has bet again is in: the hand that was given up is not the one in play.
      ...each(now.boxes, (box, number) => {
        const {status = "", cards = [], card_count = 0} = last.boxes[number] ?? {};
        const hand = status === "in" ? {cards: last.shown?.[number] ?? cards, card_count} : {cards: [], card_count: 0};
        return {...box, ...hand};
      }),
    },
  }),
  "mbs-freebet": (now, last) => ({
    ...now,
    dealer: last.dealer,
    dealer_total: last.dealer_total,
    areas: {
      ...now.areas,
      ...each(last.areas, (area, number) => ({
        ...(now.areas[number] ?? {controller: null, wagers: [], sides: [], insurances: []}),
        hands: area.hands.map((/** @type {any} */ one) => ({...one, stakes: []})),
      })),
    },
  }),
};

/** What is there now, with the cards that lay there at the end. @param {string} game @param {any} now @param {any} last */
export function withCardsLeft(game, now, last) {
  const isHouse = now.dealer_count !== undefined && now.seats && last.seats;
  return (LEFT_ON_FELT[game] ?? (isHouse ? againstHouse : null))?.(now, last) ?? now;
}

/** The hand of a player who still sits there. @param {any} seat @param {any} last */
function hand(seat, last) {
  if (last?.player !== seat.player) return seat;
  const {is_in, is_active, cards, card_count, ranking} = last;
  return {...seat, is_in, is_active, cards, card_count, ranking};
}

/** @param {Record<string, any>} all @param {(one: any, key: string) => any} change */
function each(all, change) {
  return Object.fromEntries(Object.entries(all).map(([key, one]) => [key, change(one, key)]));
}
