import {Drawn, h} from "../core/draw.js";

/** Who has how long, by the server's time. */
export class TurnClock extends Drawn {
  /** @type {import("../core/types.js").Clock | null} */
  clock = null;
  /** @type {() => number} */
  now = Date.now;
  /** @type {number | null} */
  place = null;

  look() {
    if (!this.clock) return null;
    const left = Math.max(0, this.clock.ends_at - this.now());
    if (left) setTimeout(() => this.redraw(), 250);
    const seconds = Math.ceil(left / 1000);
    const share = Math.max(0, Math.min(1, left / (this.clock.seconds * 1000 || 1)));
    const isYours = this.place !== null && this.clock.places.includes(this.place);
    const who = isYours ? "You have" : this.clock.places.length > 1 ? "Players have" : `Seat ${this.clock.places[0]} has`;
    return h(
      "div",
      {class: "clock" + (seconds <= 5 ? " short" : "") + (isYours ? " yours" : ""), role: "timer", "aria-label": `${who} ${seconds} seconds`},
      h("span", {class: "bar", style: {"--share": share}}),
      h("span", null, `${who} ${seconds} s`),
    );
  }
}
customElements.define("turn-clock", TurnClock);
