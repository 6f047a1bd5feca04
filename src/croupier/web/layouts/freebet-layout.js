import {Drawn, h} from "../core/draw.js";
import {money} from "../core/say.js";
import {cards} from "../elements/playing-card.js";
import {betSpot, emptyPlace, isYou, optionFor, presence, seatAt} from "./common.js";

/** @typedef {import("../core/types.js").Scene} Scene */

const SIDES = /** @type {[string, string][]} */ ([["pair", "Pair"], ["busted", "Busted"], ["pot_of_gold", "Pot of Gold"]]);

/** Free Bet Blackjack: playing areas with their side wagers, the insurance line, Free Bet Markers beside the wager. */
export class FreebetLayout extends Drawn {
  /** @type {Scene | null} */
  scene = null;

  look() {
    const scene = this.scene;
    if (!scene?.view?.areas) return null;
    const {view} = scene;
    const numbers = Array.from({length: scene.table.places || 7}, (_, index) => index + 1);
    return h(
      "div",
      {class: "felt freebet", "data-phase": view.phase},
      h(
        "div",
        {class: "house-side"},
        h("div", {class: "dealer-hand"}, h("span", {class: "spot-name"}, "Dealer"), cards(view.dealer, {label: "the dealer’s hand"}), view.dealer.length ? h("strong", {class: "total"}, view.dealer_total) : h("i", {class: "slot", "aria-hidden": "true"})),
        h("div", {class: "shoe"}, h("span", {class: "spot-name"}, "Card shoe"), h("span", null, `${view.cards_left} cards`), view.shuffle_due ? h("span", {class: "tag warn"}, "shuffle due") : null),
        view.next_cards?.length ? h("div", {class: "exposed"}, "Next: ", cards(view.next_cards, {size: "small", label: "cards that come next"})) : null,
        view.disclosed?.length ? h("div", {class: "exposed"}, "Disclosed: ", cards(view.disclosed, {size: "small", label: "disclosed cards"})) : null,
      ),
      h("div", {class: "insurance-line" + (view.phase === "insurance" ? " open" : "")}, h("span", null, "Insurance line"), view.phase === "insurance" ? h("strong", null, " open") : null),
      h("ol", {class: "areas", "aria-label": "Playing areas, clockwise from the dealer’s left"}, numbers.map((number) => this.area(scene, number))),
      this.standing(scene, numbers.length),
    );
  }

  /** @param {Scene} scene @param {number} number */
  area(scene, number) {
    const {view} = scene;
    const area = view.areas[number] ?? {wagers: [], sides: [], insurances: [], hands: [], controller: null};
    const isTurn = view.in_play?.[0] === number || (!area.hands.length && scene.awaited.includes(number));
    const insured = area.insurances.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.amount, 0);
    return h(
      "li",
      {class: `area ${isTurn ? "turn" : ""} ${isYou(scene, number) ? "you" : ""}`, key: number, "data-area": number, "aria-current": isTurn ? "true" : undefined},
      insured || view.phase === "insurance" ? betSpot(this, {name: "Insurance", cents: insured, option: optionFor(scene, "Insure", {area: number}), className: "insurance", key: "insurance"}) : h("span", {class: "spot insurance ghost", "aria-hidden": "true"}),
      h("div", {class: "hands"}, area.hands.map((/** @type {any} */ hand, /** @type {number} */ index) => this.hand(scene, number, hand, index))),
      this.wagers(scene, number, area),
      h(
        "div",
        {class: "sides"},
        SIDES.map(([key, name]) => {
          const placed = area.sides.filter((/** @type {any} */ side) => side.bet === key);
          const cents = placed.reduce((/** @type {number} */ sum, /** @type {any} */ side) => sum + side.amount, 0);
          return betSpot(this, {name, cents, option: optionFor(scene, "PlaceSideWager", {area: number, bet: key}), className: key, key});
        }),
      ),
      this.plate(scene, number, area),
    );
  }

  /** @param {Scene} scene @param {number} number @param {any} area */
  wagers(scene, number, area) {
    const live = area.wagers.filter((/** @type {any} */ wager) => wager.is_live);
    const cents = live.reduce((/** @type {number} */ sum, /** @type {any} */ wager) => sum + wager.amount, 0);
    const markers = live.reduce((/** @type {number} */ sum, /** @type {any} */ wager) => sum + wager.markers, 0);
    const added = area.hands.flatMap((/** @type {any} */ hand) => hand.stakes).reduce((/** @type {number} */ sum, /** @type {any} */ stake) => sum + stake.added, 0);
    const more = [
      live.length > 1 ? h("small", null, live.map((/** @type {any} */ wager) => `${isYou(scene, wager.place) ? "you" : seatAt(scene, wager.place)?.name ?? wager.place} ${money(wager.amount)}`).join(" · ")) : null,
      added ? h("small", null, `+ ${money(added)}`) : null,
    ];
    return h(
      "div",
      {class: "wager-row"},
      betSpot(this, {name: "Wager", cents: cents + added, option: optionFor(scene, "PlaceWager", {area: number}), className: "main", key: "main", more}),
      markers ? h("span", {class: "markers", role: "img", "aria-label": `${markers} Free Bet Marker${markers > 1 ? "s" : ""}`}, Array.from({length: Math.min(markers, 6)}, () => h("i", {class: "free-marker"}, "FREE"))) : null,
    );
  }

  /** @param {Scene} scene @param {number} number @param {any} hand @param {number} index */
  hand(scene, number, hand, index) {
    const isPlayed = scene.view.in_play?.[0] === number && scene.view.in_play?.[1] === index;
    const points = hand.is_soft && hand.total < 21 ? `soft ${hand.total}` : String(hand.total);
    const status = {open: "", stood: "stands", bust: "bust", blackjack: "Blackjack", done: ""}[/** @type {string} */ (hand.status)] ?? hand.status;
    const free = hand.stakes.reduce((/** @type {number} */ sum, /** @type {any} */ stake) => sum + stake.markers, 0);
    return h(
      "div",
      {class: "hand " + hand.status + (isPlayed ? " played" : ""), key: hand.number},
      cards(hand.cards, {size: "small", label: `hand ${hand.number} of area ${number}`}),
      h("span", {class: "total"}, points, status ? ` · ${status}` : "", hand.is_doubled ? " · doubled" : "", free ? ` · ${free} free` : ""),
    );
  }

  /** @param {Scene} scene @param {number} number @param {any} area */
  plate(scene, number, area) {
    const player = scene.view.players[number];
    if (!player) return h("div", {class: "plate"}, emptyPlace(this, scene, number));
    const other = area.controller && area.controller !== number ? seatAt(scene, area.controller)?.name ?? `seat ${area.controller}` : "";
    return h(
      "div",
      {class: "plate"},
      h("span", {class: "name"}, h("span", {class: "number"}, number), " ", isYou(scene, number) ? "You" : seatAt(scene, number)?.name ?? player.name),
      h("span", {class: "stack"}, money(player.chips)),
      presence(scene, number),
      player.is_absent ? h("span", {class: "tag warn"}, "absent") : null,
      other ? h("span", {class: "note"}, `played by ${other}`) : null,
    );
  }

  /** @param {Scene} scene @param {number} seats */
  standing(scene, seats) {
    const standing = Object.entries(scene.view.players).filter(([place]) => Number(place) > seats);
    if (!standing.length) return null;
    const name = ([place, player] = /** @type {[string, any]} */ (["", null])) => `${isYou(scene, Number(place)) ? "You" : seatAt(scene, Number(place))?.name ?? player.name} ${money(player.chips)}`;
    return h("p", {class: "standing"}, "Standing behind: " + standing.map((each) => name(/** @type {any} */ (each))).join(" · "));
  }
}
customElements.define("freebet-layout", FreebetLayout);

