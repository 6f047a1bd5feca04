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
    const left = Math.max(0, this.clock.ends_at - this.now());
    if (left) this.#again = setTimeout(() => this.redraw(), 250);
    const seconds = Math.ceil(left / 1000);
    const share = Math.max(0, Math.min(1, left / (this.clock.seconds * 1000 || 1)));
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
    return html`<div class=${"clock" + (seconds <= SHORT_S ? " short" : "") + (isYours ? " yours" : "")} role="timer"
        aria-label=${who} title=${who}>
      <span class="time" aria-hidden="true" style=${{"--share": share.toFixed(3)}} />
      <svg class="ring" viewBox="0 0 58 58" aria-hidden="true">
        <circle class="all" cx="29" cy="29" r="25" />
        <circle class="left" cx="29" cy="29" r="25" stroke-dasharray="${(share * AROUND).toFixed(1)} ${AROUND}" />
      </svg>
      <b class="seconds">${seconds}<span class="unit"> s</span></b>
      ${
        isYours && seconds <= SHORT_S
          ? html`<span class="dock-line warn"><b>${t("At 0 the dealer goes on without you.")}</b></span>`
          : null
      }
    </div>`;
  }
}
customElements.define("turn-clock", TurnClock);
