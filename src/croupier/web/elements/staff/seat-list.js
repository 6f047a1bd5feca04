import {Drawn, h} from "../../core/draw.js";
import {isAbout, isRelocation} from "../../core/table/about.js";
import {placesOf} from "../../core/table/places.js";
import {capital, money} from "../../core/words/say.js";
import {cites} from "../cite-chip.js";
import "../dock/action-bar.js";

/** @typedef {import("../../core/types.js").Scene} Scene */
/** @typedef {import("../../core/table/places.js").Place} Place */
/** Somebody at another table of the same game. @typedef {{player: string, name: string, place: number, table: string, title: string}} Elsewhere */

/** Every place at the table: who sits there, with what, and what the House may do about it. Tells "give" and "relocate". */
export class SeatList extends Drawn {
  /** @type {Scene | null} */
  scene = null;
  /** @type {Elsewhere[]} */
  elsewhere = [];
  isBusy = false;
  isLive = true;
  moving = 0; // the place somebody is being brought to

  look() {
    const scene = this.scene;
    if (!scene) return null;
    return h(
      "ol",
      {class: "seat-rows"},
      placesOf(scene).map((place) => this.row(scene, place)),
    );
  }

  /** @param {Scene} scene @param {Place} place */
  row(scene, place) {
    const name = capital(scene.table.place_word);
    const {number, seat} = place;
    const options = scene.options.filter(
      (option) => option.group === "house" && !isRelocation(option) && isAbout(option, place),
    );
    return h(
      "li",
      {class: "seat-row" + (seat ? "" : " free-seat"), key: number, "data-place": number},
      h(
        "h3",
        null,
        h("span", {class: "number"}, `${name} ${number}`),
        seat ? ` ${seat.name}` : h("span", {class: "quiet"}, " free"),
      ),
      seat
        ? h(
            "p",
            null,
            place.chips === null ? null : h("strong", {class: "stack"}, money(place.chips)),
            " ",
            marks(place),
          )
        : this.relocation(scene, number),
      options.length
        ? h("action-bar", {
            options,
            label: `For ${name.toLowerCase()} ${number}`,
            isBusy: this.isBusy,
            isLive: this.isLive,
            isQuiet: true,
          })
        : null,
    );
  }

  /** A player of another table, where the document provides for it. @param {Scene} scene @param {number} number */
  relocation(scene, number) {
    const option = scene.options.find((each) => isRelocation(each) && each.place === number);
    if (!option) return null;
    const isOpen = this.moving === number;
    const toggle = () => {
      this.moving = isOpen ? 0 : number;
      this.tell("look-around");
      this.redraw();
    };
    return [
      h(
        "span",
        {class: "action"},
        h(
          "button",
          {
            type: "button",
            class: "relocate",
            "aria-expanded": String(isOpen),
            disabled: this.isBusy || !this.isLive,
            onclick: toggle,
          },
          "Relocate a player here",
        ),
        cites(option.citations),
      ),
      isOpen ? this.choosing(number) : null,
    ];
  }

  /** @param {number} number */
  choosing(number) {
    const bring = (/** @type {Elsewhere} */ one) => () => {
      this.moving = 0;
      this.tell("relocate", {player: one.player, source: one.table, place: number});
      this.redraw();
    };
    if (!this.elsewhere.length)
      return h("p", {class: "quiet", role: "status"}, "Nobody sits at another table of this game.");
    return h(
      "ul",
      {class: "row", "aria-label": "Who comes, with all chips from the other table"},
      this.elsewhere.map((one) =>
        h(
          "li",
          {key: one.player},
          h("button", {type: "button", onclick: bring(one)}, `${one.name}, from seat ${one.place} of ${one.title}`),
        ),
      ),
    );
  }
}
customElements.define("seat-list", SeatList);

/** What is to be known about who sits there. @param {Place} place */
export function marks({seat, isAway, isExpectedBack, isRelocated, missed, missedTurns, due}) {
  const tag = (/** @type {string} */ words, /** @type {string} */ kind = "") =>
    h("span", {class: "tag " + kind}, words);
  return [
    seat?.is_bot ? tag("bot") : null,
    seat && !seat.is_bot && !seat.is_connected ? tag("no connection", "warn") : null,
    isAway ? tag(isExpectedBack ? "away, returning" : "away without a word", "warn") : null,
    seat?.is_leaving ? tag("leaves when the rules allow it") : null,
    isRelocated ? tag("relocated") : null,
    missed.length ? tag("missed " + missed.map((blind) => blind.replace("_", " ")).join(" and "), "warn") : null,
    missedTurns ? tag(`${missedTurns} turn${missedTurns > 1 ? "s" : ""} missed`, "warn") : null,
    due ? tag(`owes ${money(due)} now`, "warn") : null,
  ];
}
