import {get, path, post, remove} from "../../core/api.js";
import {Drawn, html, notYet} from "../../core/draw.js";
import {capital, money, plain} from "../../core/words/say.js";
import {session} from "../../core/session.js";
import {cites} from "../cite-chip.js";
import "../dock/amount-picker.js";
import {t} from "../../core/words/words.js";

const USUAL_CENTS = 500_00;

/** Who waits for a seat, in order; the pit seats the next one or takes somebody off. */
export class WaitingList extends Drawn {
  /** @type {import("../../core/types.js").TableLine | null} */
  table = null;
  /** @type {import("../../core/types.js").WaitingList} */
  list = notYet;
  /** @type {any} */
  problem = null;
  isBusy = false;
  /** The player who is being seated. */
  seating = "";
  place = 0;
  /** @type {number | null} */
  cents = null;
  #seen = "";

  /** @param {() => Promise<any>} work */
  async attempt(work) {
    this.isBusy = true;
    this.problem = null;
    try {
      await work();
      this.list = await get(path("tables", this.table?.id ?? "", "waiting"));
    } catch (error) {
      this.problem = error;
    }
    this.isBusy = false;
    this.redraw();
  }

  look() {
    const table = this.table;
    if (!table) return null;
    // The line of the table says that something has changed; the list itself is asked for then.
    const now = JSON.stringify([table.waiting, table.seats.map((seat) => seat.place)]);
    if (now !== this.#seen && table.status !== "closed") {
      this.#seen = now;
      this.attempt(async () => {});
    }
    if (!this.list) return html`<p class="quiet">${this.problem?.reason ?? t("Looking up the list…")}</p>`;
    const {waiting} = this.list;
    return [
      this.problem
        ? html`<p class="problem notice" role="alert">${this.problem.reason} ${cites(this.problem.citations)}</p>`
        : null,
      waiting.length
        ? html`<ol class="seat-rows waiting">
          ${waiting.map((one, /** @type {number} */ index) => this.one(table, one, index))}
        </ol>`
        : html`<p class="all-well" role="status">Nobody waits for a seat.</p>`,
    ];
  }

  /** @param {import("../../core/types.js").TableLine} table @param {import("../../core/types.js").Waiting} one @param {number} index */
  one(table, one, index) {
    const isOpen = this.seating === one.player;
    const off = () => this.attempt(() => remove(path("tables", table.id, "waiting", one.player)));
    const open = () => {
      this.seating = isOpen ? "" : one.player;
      this.place = this.list.places[0] ?? 0;
      this.cents = this.usual();
      this.redraw();
    };
    return html`<li class="seat-row" key=${one.player}>
      <h3><span class="number">${index + 1}.</span> ${one.name}</h3>
      ${
        session.may("pit_supervisor")
          ? html`<div class="row">
            <button type="button" class=${index ? "" : "primary"} aria-expanded=${String(isOpen)}
                disabled=${this.isBusy || !this.list.places.length} onclick=${open}>Seat ${one.name}</button>
            <button type="button" disabled=${this.isBusy} onclick=${off}>Take off the list</button>
            ${this.list.places.length ? null : html`<span class="quiet">No ${plain(table.place_word)} is free.</span>`}
          </div>`
          : html`<p class="quiet">A pit supervisor or above gives seats.</p>`
      }
      ${isOpen ? this.form(table, one) : null}
    </li>`;
  }

  usual() {
    const ask = this.list.chips;
    return ask ? Math.max(ask.minimum, Math.min(ask.maximum, USUAL_CENTS)) : USUAL_CENTS;
  }

  /** @param {import("../../core/types.js").TableLine} table @param {import("../../core/types.js").Waiting} one */
  form(table, one) {
    const word = table.place_word;
    const sit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const {place, cents: chips} = this;
      if (chips === null) return;
      this.attempt(async () => {
        await post(path("tables", table.id, "waiting", one.player, "seat"), {place, chips});
        this.seating = "";
      });
    };
    return html`<form class="option-form" onsubmit=${sit} aria-label="Seat ${one.name}">
      <label class="field">
        <span>${capital(word)}</span>
        <select value=${String(this.place)} onchange=${(/** @type {Typed} */ event) => {
          this.place = Number(event.target.value);
          this.redraw();
        }}>
          ${this.list.places.map(
            (/** @type {number} */ place) =>
              html`<option value=${String(place)} key=${place} selected=${place === this.place}>
                ${capital(word)} ${place}
              </option>`,
          )}
        </select>
      </label>
      ${
        this.list.chips
          ? html`<amount-picker key=${"chips" + one.player} ask=${this.list.chips} label="Chips, from the player’s account"
              start=${this.usual()} onamount=${(/** @type {Told} */ event) => {
                this.cents = event.detail;
                this.redraw();
              }} />`
          : null
      }
      <div class="row">
        <button type="submit" class="primary" disabled=${this.isBusy || this.cents === null}>
          ${t("Seat {name} at {word} {place}", {name: one.name, word: plain(word), place: this.place})} ${this.cents === null ? "" : money(this.cents)}
        </button>
      </div>
    </form>`;
  }
}
customElements.define("waiting-list", WaitingList);
