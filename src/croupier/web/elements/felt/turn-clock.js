import {Drawn, html} from "../../core/draw.js";
import {play} from "../../core/sound.js";
import {t} from "../../core/words/words.js";

const SHORT_S = 5;
const TICK_S = 3;
const AROUND = 157; // of a circle with a radius of 25

/** Who has how long, by the server's time: a ring with seconds, and a line along the upper edge of the dock. */
export class TurnClock extends Drawn {
  /** @type {import("../../core/types.js").Clock | null} */
  clock = null;
  /** @type {() => number} */
  now = Date.now;
  /** @type {number | null} */
  place = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again = undefined;
  #ticked = 0;

  look() {
    clearTimeout(this.#again);
    if (!this.clock) return html`<span class="no-clock" aria-hidden="true" />`;
    const {ends_at, bank_ms, bank_seconds} = this.clock;
    const inBank = this.now() >= ends_at && this.now() < ends_at + bank_ms;
    const left = Math.max(0, ends_at + (inBank ? bank_ms : 0) - this.now());
    if (left || bank_ms) this.#again = setTimeout(() => this.redraw(), 250);
    const banks = Math.ceil(left / (bank_seconds * 1000 || 1)); // with the one that is being used
    const shown = inBank ? left - (banks - 1) * bank_seconds * 1000 : left;
    const seconds = Math.ceil(shown / 1000);
    const share = Math.max(0, Math.min(1, shown / ((inBank ? bank_seconds : this.clock.seconds) * 1000 || 1)));
    const isShort = seconds <= SHORT_S || inBank;
    const isYours = this.place !== null && this.clock.places.includes(this.place);
    if (isYours && seconds === TICK_S && this.#ticked !== this.clock.ends_at) {
      this.#ticked = this.clock.ends_at;
      play("hurry");
    }
    const who = isYours
      ? t("You have {seconds} seconds", {seconds})
      : this.clock.places.length > 1
        ? t("Players have {seconds} seconds", {seconds})
        : t("Seat {place} has {seconds} seconds", {place: this.clock.places[0], seconds});
    return html`<div class=${"clock" + (isShort ? " short" : "") + (isYours ? " yours" : "")} role="timer"
        aria-label=${who} title=${who}>
      <span class="time" aria-hidden="true" style=${{"--share": share.toFixed(3)}} />
      <svg class="ring" viewBox="0 0 58 58" aria-hidden="true">
        <circle class="all" cx="29" cy="29" r="25" />
        <circle class="left" cx="29" cy="29" r="25" stroke-dasharray="${(share * AROUND).toFixed(1)} ${AROUND}" />
      </svg>
      <b class="seconds">${seconds}<span class="unit"> s</span></b>
      ${
        isYours && inBank
          ? html`<span class="bank" role="img" aria-label=${t("{count} time banks left", {count: banks})}>
              ${Array.from({length: banks}, (_, index) => html`<i key=${index} class=${index ? "" : "on"} />`)}
            </span>`
          : null
      }
      ${
        isYours && isShort
          ? html`<span class="dock-line warn"><b>${
              bank_ms && (!inBank || banks > 1)
                ? t("At 0 a time bank begins.")
                : t("At 0 the dealer goes on without you.")
            }</b></span>`
          : null
      }
    </div>`;
  }
}
customElements.define("turn-clock", TurnClock);
