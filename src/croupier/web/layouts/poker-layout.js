import {Drawn, h} from "../core/draw.js";
import {capital, money, plain} from "../core/say.js";
import {cards} from "../elements/playing-card.js";
import {chips} from "../elements/chip-stack.js";
import {emptyPlace, isYou, nameOf, presence} from "./common.js";

/** @typedef {import("../core/types.js").Scene} Scene */

/** The poker table: seats clockwise from the Dealer's left, the betting line, the button, board and pots. */
export class PokerLayout extends Drawn {
  /** @type {Scene | null} */
  scene = null;

  look() {
    const scene = this.scene;
    if (!scene?.view?.seats) return null;
    const places = scene.table.places || 10;
    const numbers = Array.from({length: places}, (_, index) => index + 1);
    return h(
      "div",
      {class: "felt poker", "data-phase": scene.view.phase},
      h("div", {class: "betting-line", "aria-hidden": "true"}),
      h("div", {class: "dealer-place"}, "Dealer", scene.table.dealer === "person" && scene.table.dealer_name ? `: ${scene.table.dealer_name}` : ""),
      this.middle(scene),
      h("ol", {class: "seats", "aria-label": "Seats, clockwise from the dealer’s left"}, numbers.map((number) => this.seat(scene, number, places))),
    );
  }

  /** @param {Scene} scene */
  middle(scene) {
    const {view} = scene;
    const board = view.board ?? [];
    return h(
      "div",
      {class: "middle"},
      h("div", {class: "marker", "data-marker": view.marker}, view.marker),
      h("div", {class: "board"}, cards(board, {label: board.length ? "community cards" : "no community cards yet"}), h("span", {class: "slots", "aria-hidden": "true"}, Array.from({length: 5 - board.length}, () => h("i", {class: "slot"})))),
      view.exposed?.length ? h("div", {class: "exposed"}, "Exposed: ", cards(view.exposed, {size: "small", label: "cards seen by accident"})) : null,
      h("div", {class: "pots"}, this.pots(scene)),
    );
  }

  /** @param {Scene} scene */
  pots({view}) {
    const pots = view.pots ?? []; // what is still in front of the players is not in the middle yet
    return pots.map((/** @type {any} */ pot, /** @type {number} */ index) =>
      h(
        "div",
        {class: "pot", key: index},
        h("span", {class: "spot-name"}, pots.length > 1 ? (index ? `Side pot ${index}` : "Main pot") : "Pot"),
        chips(pot.amount, "Pot"),
        pots.length > 1 ? h("small", null, `seats ${pot.eligible.join(", ")}`) : null,
      ),
    );
  }

  /** @param {Scene} scene @param {number} number @param {number} places */
  seat(scene, number, places) {
    const {view} = scene;
    const angle = (number / (places + 1)) * 2 * Math.PI;
    const style = {"--x": Math.sin(angle).toFixed(4), "--y": (-Math.cos(angle)).toFixed(4)};
    const seat = view.seats[number];
    if (!seat) return h("li", {class: "seat empty", key: number, style}, emptyPlace(this, scene, number));
    const isTurn = scene.awaited.includes(number);
    const state = [isTurn ? "turn" : "", isYou(scene, number) ? "you" : "", seat.is_in && !seat.is_active ? "out" : "", seat.is_away ? "away" : ""].join(" ");
    const note = !seat.is_in ? "not in this Round" : !seat.is_active ? "folded" : seat.is_all_in ? "all in" : seat.ranking;
    return h(
      "li",
      {class: "seat " + state, key: number, style, "data-seat": number, "aria-current": isTurn ? "true" : undefined},
      seat.is_active || seat.cards.length ? cards(seat.cards, {count: seat.card_count, size: isYou(scene, number) ? "" : "small", isDim: !seat.is_active, label: `cards of seat ${number}`}) : null,
      h(
        "div",
        {class: "plate"},
        h("span", {class: "name"}, h("span", {class: "number"}, number), " ", isYou(scene, number) ? "You" : nameOf(scene, seat.player)),
        h("span", {class: "stack"}, money(seat.chips)),
        this.marks(scene, number),
        presence(scene, number),
        note && note !== "not in this Round" ? h("span", {class: "note"}, capital(plain(note))) : null,
        seat.missed?.length ? h("span", {class: "tag warn"}, "missed " + seat.missed.map(plain).join(", ")) : null,
        seat.due ? h("span", {class: "tag warn"}, `owes ${money(seat.due)}`) : null,
      ),
      h("div", {class: "bet"}, chips(seat.bet, `bet of seat ${number}`)),
    );
  }

  /** @param {Scene} scene @param {number} number */
  marks({view}, number) {
    return [
      view.button === number ? h("span", {class: "puck", role: "img", title: "The button", "aria-label": "has the button"}, "D") : null,
      view.small_blind_seat === number ? h("span", {class: "tag", title: "Small blind"}, "SB") : null,
      view.big_blind_seat === number ? h("span", {class: "tag", title: "Big blind"}, "BB") : null,
    ];
  }
}
customElements.define("poker-layout", PokerLayout);
