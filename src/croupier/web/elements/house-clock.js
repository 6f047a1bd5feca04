import {Drawn, html} from "../core/draw.js";
import {ZONE_NAME} from "../core/days.js";
import {hourAndMinute} from "../core/words/say-more.js";

const TICK_MS = 5_000;

/** The time where the house stands, whatever the clock of this device says of its own place. */
class HouseClock extends Drawn {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  ticking = undefined;

  connectedCallback() {
    super.connectedCallback();
    this.ticking = setInterval(() => this.redraw(), TICK_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.ticking);
  }

  look() {
    return html`<time><b>${hourAndMinute(Date.now())}</b> <small>${ZONE_NAME}</small></time>`;
  }
}
customElements.define("house-clock", HouseClock);
