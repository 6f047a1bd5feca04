import {get, path} from "../../core/api.js";
import {Drawn, html} from "../../core/draw.js";
import {isAbout, isAbsence} from "../../core/table/about.js";
import {knows, placesOf} from "../../layouts/knows.js";
import {capital, money, plain} from "../../core/words/say.js";
import {clockOrDate} from "../../core/words/say-more.js";
import {cites, citesOf} from "../cite-chip.js";
import "../dock/action-bar.js";
import {t} from "../../core/words/words.js";

/** @typedef {import("../../core/types.js").Scene} Scene */
/** @typedef {import("../../core/types.js").Citation} Citation */
/** @typedef {import("../../layouts/knows.js").Place} Place */

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
      this.acted = new Map(found.map((one) => [one.player, one.last_acted]));
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
        ? html`<ul class="absences">${out.map((place) => this.away(scene, place))}</ul>`
        : html`<p class="all-well" role="status">
          ${knows(scene).hasBlinds ? t("Nobody is away, and nobody owes a blind.") : t("Nobody is away.")}
        </p>`,
      this.document(scene),
      here.length
        ? html`<section aria-labelledby="present">
          <h3 id="present">At the table</h3>
          <ul class="absences">${here.map((place) => this.present(scene, place))}</ul>
        </section>`
        : null,
    ];
  }

  /** @param {Scene} scene @param {Place} place */
  away(scene, place) {
    const {seat, isAway, isExpectedBack, missed, missedTurns, due} = place;
    const since = this.happenings.findLast((each) => each.empties === place.number);
    const acted = this.acted.get(seat?.player ?? "");
    const fact = (/** @type {string} */ name, /** @type {any} */ value) =>
      html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
    return html`<li class="absence" key=${place.number} data-place=${place.number}>
      <h3>
        ${capital(plain(scene.table.place_word))} ${place.number} ${seat?.name} ${isAway ? html`<span class="tag warn">away</span>` : html`<span class="tag">back</span>`}
      </h3>
      <dl class="signage">
        ${
          isAway && (since || !acted)
            ? fact(t("Since"), since ? clockOrDate(since.at) : t("before this page was opened"))
            : null
        }
        ${isAway && acted ? fact(t("Last acted"), clockOrDate(acted)) : null}
        ${isAway ? fact(t("Left"), isExpectedBack ? t("saying they return") : t("without a word")) : null}
        ${missed.length ? fact(t("Missed"), missed.map((blind) => capital(plain(blind))).join(", ")) : null}
        ${missedTurns ? fact(t("Turns missed"), missedTurns) : null}
        ${due ? fact(t("Owes now"), money(due)) : null}
      </dl>
      ${since ? cites(since.citations) : null}
      ${this.actions(scene, place)}
    </li>`;
  }

  /** @param {Scene} scene @param {Place} place */
  present(scene, place) {
    return html`<li class="absence" key=${place.number} data-place=${place.number}>
      <h4>${capital(plain(scene.table.place_word))} ${place.number} ${place.seat?.name}</h4>
      ${this.actions(scene, place) ?? html`<p class="quiet">Not to be reported absent at this moment.</p>`}
    </li>`;
  }

  /** @param {Scene} scene @param {Place} place */
  actions(scene, place) {
    const options = scene.options.filter((option) => isAbsence(option) && isAbout(option, place));
    if (options.length)
      return html`<action-bar options=${options} label="For ${place.seat?.name}" isBusy=${this.isBusy} isLive=${this.isLive}
          isQuiet />`;
    return place.isAway
      ? html`<p class="quiet">Nothing to be done yet: the seat is kept, or a person above you decides.</p>`
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
    return html`<section class="panel" aria-labelledby="absent-rules">
      <h3 id="absent-rules">What the document says</h3>
      <dl class="paragraphs">
        ${found.map(
          (/** @type {any} */ each) =>
            html`<div key=${each.number}><dt>${citesOf(scene.table.edition, [each.number])}</dt><dd>${each.gist}</dd></div>`,
        )}
      </dl>
    </section>`;
  }
}
customElements.define("absence-list", AbsenceList);
