import {Drawn, html} from "../../core/draw.js";
import {isAbout, isRelocation} from "../../core/table/about.js";
import {placesOf} from "../../layouts/knows.js";
import {capital, money, plain} from "../../core/words/say.js";
import {cites} from "../cite-chip.js";
import "../dock/action-bar.js";
import {counted, t} from "../../core/words/words.js";

/** @typedef {import("../../core/types.js").Scene} Scene */
/** @typedef {import("../../layouts/knows.js").Place} Place */
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
    return html`<ol class="seat-rows">${placesOf(scene).map((place) => this.row(scene, place))}</ol>`;
  }

  /** @param {Scene} scene @param {Place} place */
  row(scene, place) {
    const name = capital(plain(scene.table.place_word));
    const {number, seat} = place;
    const options = scene.options.filter(
      (option) => option.group === "house" && !isRelocation(option) && isAbout(option, place),
    );
    return html`<li class=${"seat-row" + (seat ? "" : " free-seat")} key=${number} data-place=${number}>
      <h3>
        <span class="number">${name} ${number}</span>
        ${seat ? ` ${seat.name}` : html`<span class="quiet"> free</span>`}
      </h3>
      ${
        seat
          ? html`<p>
            ${place.chips === null ? null : html`<strong class="stack">${money(place.chips)}</strong>`} ${marks(place)}
          </p>`
          : this.relocation(scene, number)
      }
      ${
        options.length
          ? html`<action-bar options=${options} label="For ${name.toLowerCase()} ${number}" isBusy=${this.isBusy}
              isLive=${this.isLive} isQuiet />`
          : null
      }
    </li>`;
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
      html`<span class="action">
        <button type="button" class="relocate" aria-expanded=${String(isOpen)} disabled=${this.isBusy || !this.isLive}
            onclick=${toggle}>Relocate a player here</button>
        ${cites(option.citations)}
      </span>`,
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
      return html`<p class="quiet" role="status">Nobody sits at another table of this game.</p>`;
    return html`<ul class="row" aria-label="Who comes, with all chips from the other table">
      ${this.elsewhere.map(
        (one) =>
          html`<li key=${one.player}>
            <button type="button" onclick=${bring(one)}>${one.name}, from seat ${one.place} of ${one.title}</button>
          </li>`,
      )}
    </ul>`;
  }
}
customElements.define("seat-list", SeatList);

/** What is to be known about who sits there. @param {Place} place */
export function marks({seat, isAway, isExpectedBack, isRelocated, missed, missedTurns, due}) {
  const tag = (/** @type {string} */ words, /** @type {string} */ kind = "") =>
    html`<span class=${"tag " + kind}>${words}</span>`;
  return [
    seat?.is_bot ? tag(t("bot")) : null,
    seat && !seat.is_bot && !seat.is_connected ? tag(t("no connection"), "warn") : null,
    isAway ? tag(isExpectedBack ? t("away, returning") : t("away without a word"), "warn") : null,
    seat?.is_leaving ? tag(t("leaves when the rules allow it")) : null,
    isRelocated ? tag(t("relocated")) : null,
    missed.length ? tag(t("missed {blinds}", {blinds: missed.map(plain).join(", ")}), "warn") : null,
    missedTurns ? tag(counted(missedTurns, "{count} turn missed", "{count} turns missed"), "warn") : null,
    due ? tag(t("owes {amount} now", {amount: money(due)}), "warn") : null,
  ];
}
