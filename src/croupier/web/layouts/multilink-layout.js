import {Drawn, h} from "../core/draw.js";
import {capital, money, plain} from "../core/say.js";
import {cards} from "../elements/playing-card.js";
import {betSpot, emptyPlace, isYou, nameOf, optionFor, presence} from "./common.js";
import "../elements/meter-display.js";

/** @typedef {import("../core/types.js").Scene} Scene */

// The boxes of one Hand, from the dealer's side outwards; the coin spot lies above them.
const SPOTS = /** @type {[string, string, string][]} */ ([
  ["flop", "Flop", "PlaceFlop"], ["turn", "Turn", "PlaceTurn"], ["river", "River", "PlaceRiver"], ["ante", "Ante", "PlaceAnte"], ["bonus", "Bonus", "PlaceBonus"],
]);

/** Multi-Link: a row of betting boxes with lit coin spots, the community cards and the Dealer's Hand above. */
export class MultilinkLayout extends Drawn {
  /** @type {Scene | null} */
  scene = null;

  look() {
    const scene = this.scene;
    if (!scene?.view?.boxes) return null;
    const {view} = scene;
    const numbers = Array.from({length: scene.table.places || 7}, (_, index) => index + 1);
    const board = view.board ?? [];
    return h(
      "div",
      {class: "felt multilink", "data-phase": view.phase},
      h(
        "div",
        {class: "house-side"},
        h("div", {class: "meter" + (view.is_jackpot_open ? "" : " off")}, h("span", {class: "spot-name"}, "Progressive Jackpot"), this.meter(scene)),
        h("div", {class: "dealer-hand"}, h("span", {class: "spot-name"}, "Dealer’s Hand"), cards(view.dealer, {count: view.dealer_count, label: view.dealer.length ? "the dealer’s hand" : view.dealer_count ? "the dealer’s hand, face down" : "no dealer’s hand yet"}), h("span", {class: "slots", "aria-hidden": "true"}, Array.from({length: Math.max(0, 2 - view.dealer_count)}, () => h("i", {class: "slot"})))),
        h("div", {class: "board"}, h("span", {class: "spot-name"}, "Flop · Turn · River"), cards(board, {label: board.length ? "community cards" : "no community cards yet"}), h("span", {class: "slots", "aria-hidden": "true"}, Array.from({length: 5 - board.length}, () => h("i", {class: "slot"})))),
      ),
      view.notice ? h("p", {class: "house-notice", role: "status"}, view.notice) : null,
      h("ol", {class: "boxes", "aria-label": "Betting boxes, clockwise from the dealer’s left"}, numbers.map((number) => this.box(scene, number))),
    );
  }

  /** Live while the table is on a link; in a replay, what the display said then. @param {Scene} scene */
  meter(scene) {
    if (scene.table.link && scene.table.meter != null) return h("strong", null, h("meter-display", {jackpot: scene.table.link, display: scene.table.meter, status: scene.view.is_jackpot_open ? "open" : "closed"}));
    return h("strong", null, money(scene.view.jackpot));
  }

  /** @param {Scene} scene @param {number} number */
  box(scene, number) {
    const {view} = scene;
    const box = view.boxes[number];
    const bets = box?.bets ?? {};
    const isTurn = view.to_decide === number || scene.awaited.includes(number);
    const state = [isTurn ? "turn" : "", isYou(scene, number) ? "you" : "", box && box.status !== "in" ? "out" : ""].join(" ");
    const coin = optionFor(scene, "PlaceProgressive", {box: number});
    return h(
      "li",
      {class: "box " + state, key: number, "data-box": number, "aria-current": isTurn ? "true" : undefined},
      betSpot(this, {name: "Jackpot", cents: bets.progressive ?? 0, option: coin, className: "coin" + (bets.progressive ? " lit" : ""), key: "coin"}),
      box?.card_count ? cards(box.cards, {count: box.card_count, size: isYou(scene, number) ? "" : "small", isDim: box.status !== "in", label: `hole cards of box ${number}`}) : h("span", {class: "no-cards", "aria-hidden": "true"}),
      h(
        "div",
        {class: "spots"},
        SPOTS.map(([key, name, command]) => betSpot(this, {name, cents: bets[key] ?? 0, option: optionFor(scene, command, {box: number}), className: key, key})),
      ),
      this.plate(scene, number, box),
    );
  }

  /** @param {Scene} scene @param {number} number @param {any} box */
  plate(scene, number, box) {
    const sitter = scene.view.names[number];
    const chips = scene.view.chips[number];
    const bettor = box && Object.keys(box.bets).length && box.player !== sitter ? box.player : "";
    const guest = bettor === scene.you.id ? "you" : nameOf(scene, bettor);
    if (!sitter && !bettor) return h("div", {class: "plate"}, emptyPlace(this, scene, number));
    return h(
      "div",
      {class: "plate"},
      h("span", {class: "name"}, h("span", {class: "number"}, number), " ", isYou(scene, number) ? "You" : sitter ? nameOf(scene, sitter) : "free"),
      chips === undefined ? null : h("span", {class: "stack"}, money(chips)),
      sitter ? presence(scene, number) : null,
      bettor ? h("span", {class: "tag"}, `bet of ${guest}`) : null,
      box && box.status !== "in" ? h("span", {class: "note"}, capital(plain(box.status))) : box?.bets.flop ? h("span", {class: "note"}, "In For The Finish") : null,
    );
  }
}
customElements.define("multilink-layout", MultilinkLayout);
