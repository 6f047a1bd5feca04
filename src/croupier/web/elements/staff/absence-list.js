import {get, path} from "../../core/api.js";
import {Drawn, h} from "../../core/draw.js";
import {isAbout, isAbsence} from "../../core/table/about.js";
import {hasBlinds, placesOf} from "../../core/table/places.js";
import {capital, money, plain} from "../../core/words/say.js";
import {clockOrDate} from "../../core/words/say-more.js";
import {cites} from "../cite-chip.js";
import "../dock/action-bar.js";

/** @typedef {import("../../core/types.js").Scene} Scene */
/** @typedef {import("../../core/types.js").Citation} Citation */
/** @typedef {import("../../core/table/places.js").Place} Place */

/** Who is not at the table: since when, what they have missed and owe, and what the document provides. Tells "give". */
export class AbsenceList extends Drawn {
  /** @type {Scene | null} */
  scene = null;
  /** @type {import("../../core/types.js").Happening[]} */
  happenings = [];
  /** The edition, for its gists. @type {any} */
  book = null;
  isBusy = false;
  isLive = true;
  /** When each player last did something, as far as the house remembers. @type {Map<string, number | null>} */
  acted = new Map();
  #asked = "";

  /** @param {string} table @param {Place[]} out */
  async ask(table, out) {
    const asked = JSON.stringify([table, ...out.map((place) => [place.seat?.player, place.isAway])]);
    if (!out.length || asked === this.#asked) return;
    this.#asked = asked;
    try {
      const found = await get(path("tables", table, "attendance"));
      this.acted = new Map(found.map((/** @type {any} */ one) => [one.player, one.last_acted]));
      this.redraw();
    } catch {
      this.#asked = ""; // asked for again with the next thing that happens
    }
  }

  look() {
    const scene = this.scene;
    if (!scene) return null;
    const places = placesOf(scene).filter((place) => place.seat);
    const out = places.filter((place) => place.isAway || place.missed.length || place.missedTurns || place.due);
    this.ask(scene.table.id, out);
    const here = places.filter((place) => !out.includes(place));
    return [
      out.length
        ? h(
            "ul",
            {class: "absences"},
            out.map((place) => this.away(scene, place)),
          )
        : h(
            "p",
            {class: "all-well", role: "status"},
            hasBlinds(scene) ? "Nobody is away, and nobody owes a blind." : "Nobody is away.",
          ),
      this.document(scene),
      here.length
        ? h(
            "section",
            {"aria-labelledby": "present"},
            h("h3", {id: "present"}, "At the table"),
            h(
              "ul",
              {class: "absences"},
              here.map((place) => this.present(scene, place)),
            ),
          )
        : null,
    ];
  }

  /** @param {Scene} scene @param {Place} place */
  away(scene, place) {
    const {seat, isAway, isExpectedBack, missed, missedTurns, due} = place;
    const since = this.happenings.findLast((each) => each.empties === place.number);
    const acted = this.acted.get(seat?.player ?? "");
    const fact = (/** @type {string} */ name, /** @type {any} */ value) =>
      h("div", null, h("dt", null, name), h("dd", null, value));
    return h(
      "li",
      {class: "absence", key: place.number, "data-place": place.number},
      h(
        "h3",
        null,
        `${capital(scene.table.place_word)} ${place.number} ${seat?.name}`,
        " ",
        isAway ? h("span", {class: "tag warn"}, "away") : h("span", {class: "tag"}, "back"),
      ),
      h(
        "dl",
        {class: "signage"},
        isAway && (since || !acted)
          ? fact("Since", since ? clockOrDate(since.at) : "before this page was opened")
          : null,
        isAway && acted ? fact("Last acted", clockOrDate(acted)) : null,
        isAway ? fact("Left", isExpectedBack ? "saying they return" : "without a word") : null,
        missed.length ? fact("Missed", missed.map((blind) => capital(plain(blind))).join(" and ")) : null,
        missedTurns ? fact("Turns missed", missedTurns) : null,
        due ? fact("Owes now", money(due)) : null,
      ),
      since ? cites(since.citations) : null,
      this.actions(scene, place),
    );
  }

  /** @param {Scene} scene @param {Place} place */
  present(scene, place) {
    return h(
      "li",
      {class: "absence", key: place.number, "data-place": place.number},
      h("h4", null, `${capital(scene.table.place_word)} ${place.number} ${place.seat?.name}`),
      this.actions(scene, place) ?? h("p", {class: "quiet"}, "Not to be reported absent at this moment."),
    );
  }

  /** @param {Scene} scene @param {Place} place */
  actions(scene, place) {
    const options = scene.options.filter((option) => isAbsence(option) && isAbout(option, place));
    if (options.length)
      return h("action-bar", {
        options,
        label: `For ${place.seat?.name}`,
        isBusy: this.isBusy,
        isLive: this.isLive,
        isQuiet: true,
      });
    return place.isAway
      ? h("p", {class: "quiet"}, "Nothing to be done yet: the seat is kept, or a person above you decides.")
      : null;
  }

  /** What the paragraphs behind these actions say, in our words. @param {Scene} scene */
  document(scene) {
    const numbers = new Set(
      scene.options.filter(isAbsence).flatMap((option) => option.citations.map((cite) => cite.paragraph)),
    );
    const found = (this.book?.paragraphs ?? []).filter(
      (/** @type {any} */ each) =>
        numbers.has(each.number) ||
        [...numbers].some(
          (number) => each.number.startsWith(number) && /^[a-z]$/.test(each.number.slice(number.length)),
        ),
    );
    if (!found.length) return null;
    return h(
      "section",
      {class: "panel", "aria-labelledby": "absent-rules"},
      h("h3", {id: "absent-rules"}, "What the document says"),
      h(
        "dl",
        {class: "paragraphs"},
        found.map((/** @type {any} */ each) =>
          h(
            "div",
            {key: each.number},
            h("dt", null, cites([{edition: scene.table.edition, paragraph: each.number}])),
            h("dd", null, each.gist),
          ),
        ),
      ),
    );
  }
}
customElements.define("absence-list", AbsenceList);
