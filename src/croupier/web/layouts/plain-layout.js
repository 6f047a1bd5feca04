import {Drawn, html} from "../core/draw.js";
import {spotOf} from "../core/table/purpose.js";
import {capital, plain} from "../core/words/say.js";
import {t} from "../core/words/words.js";
import {cards} from "../elements/felt/playing-card.js";
import {betOn, betSpot, emptyPlace, isYou, nameOf, pod, slots, won} from "./common.js";

/** @typedef {import("./common.js").Scene} Scene */
/** @typedef {{player: string, chips: number, bets: Record<string, number>, cards: string[], card_count: number}} PlaceView */

/** Any game that has no layout of its own: against the House the Dealer and the places; else its view as a list. */
export class PlainLayout extends Drawn {
  /** @type {Scene | null} */
  scene = null;
  /** What spots are called, where their names are not enough; an element that builds on this one says more. @type {Record<string, string>} */
  titles = {};

  look() {
    const view = this.scene?.view;
    if (!this.scene || !view) return null;
    const isHouse = view.dealer_count !== undefined && view.seats;
    return html`<div class="felt plain" data-phase=${view.phase}>${isHouse ? this.table(this.scene) : value(view)}</div>`;
  }

  /** @param {Scene} scene */
  table(scene) {
    const {view, table} = scene;
    const numbers = Array.from({length: table.places || 6}, (_, index) => index + 1);
    return html`<div class="plain-dealer" data-account="bank">
        <span>${t("Dealer")}</span>
        ${cards(view.dealer, {count: view.dealer_count, label: t("the dealer’s hand")})}
        ${slots(1, view.dealer_count)}
      </div>
      <ol class="plain-places" aria-label=${t("Places, clockwise from the dealer’s left")}>
        ${numbers.map((number) => this.place(scene, number, view.seats[number]))}
      </ol>`;
  }

  /** @param {Scene} scene @param {number} number @param {PlaceView | undefined} seat */
  place(scene, number, seat) {
    if (!seat)
      return html`<li class="plain-place" key=${number} data-seat=${number}>${emptyPlace(this, scene, number)}</li>`;
    const isTurn = scene.awaited.includes(number);
    const net = scene.outcome?.nets[number];
    const offered = scene.options.filter(
      (option) => option.place === number && betOn(scene, number, spotOf(option)) === option,
    );
    const spots = new Set([...Object.keys(seat.bets), ...offered.map(spotOf)]);
    const state = ["plain-place", isYou(scene, number) ? "you" : "", isTurn ? "turn" : ""].filter(Boolean).join(" ");
    return html`<li class=${state} key=${number} data-seat=${number} aria-current=${isTurn ? "true" : undefined}>
      ${cards(seat.cards, {count: seat.card_count, label: t("the hand of seat {number}", {number})})}
      <div class="plain-spots">${[...spots].map((spot) => this.spot(scene, number, spot, seat.bets[spot] ?? 0))}</div>
      ${pod(scene, number, {name: nameOf(scene, seat.player), chips: seat.chips, size: 28})}
      ${net === undefined ? null : won(net)}
    </li>`;
  }

  /** @param {Scene} scene @param {number} number @param {string} spot @param {number} cents */
  spot(scene, number, spot, cents) {
    return betSpot(this, {
      name: this.titles[spot] ?? capital(plain(spot)),
      cents,
      option: betOn(scene, number, spot),
      key: spot,
      account: `${spot}/${number}`,
      result: scene.outcome?.spots[`${number}/${spot}`],
      columns: 1,
    });
  }
}
customElements.define("plain-layout", PlainLayout);

/** @param {any} each @returns {any} */
function value(each) {
  if (each === null || typeof each !== "object") return String(each ?? "");
  const entries = Object.entries(each);
  return html`<dl>
    ${entries.map(
      ([name, inside]) => html`<div key=${name}><dt>${capital(plain(name))}</dt><dd>${value(inside)}</dd></div>`,
    )}
  </dl>`;
}
