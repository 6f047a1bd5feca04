import {Drawn, html} from "../../core/draw.js";
import {cents, money} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";
import {fitted} from "../../layouts/common.js";

/** How much: parts of the pot at a touch, a slider, one step more or less, or typed. Tells "amount" with cents; while somebody types, "typed" with the text, and "entered". */
export class BetSizer extends Drawn {
  /** @type {import("../../core/types.js").Ask | null} */
  ask = null;
  value = 0;
  /** Names of sizes and what they come to. @type {[string, number][]} */
  presets = [];
  step = 0; // of - and +; the ask's own if nothing is said
  label = t("Amount");
  /** Exactly what stands in the field, from the first key to Enter. @type {string | null} */
  typed = null;

  /** The nearest amount that is offered. @param {number} value */
  fit(value) {
    const {minimum, maximum, step} = /** @type {import("../../core/types.js").Ask} */ (this.ask);
    const whole = minimum + Math.round((value - minimum) / step) * step;
    return value >= maximum ? maximum : Math.max(minimum, Math.min(maximum, whole));
  }

  /** @param {number} value */
  choose(value) {
    if (!this.ask) return;
    this.tell("amount", value === Infinity ? value : this.fit(value)); // all of it, even between two steps
  }

  look() {
    const {ask} = this;
    if (!ask) return null;
    const value = Math.min(this.value, ask.maximum);
    const by = Math.max(ask.step, this.step);
    const steps = Math.max(1, Math.floor((ask.maximum - ask.minimum) / ask.step));
    const share = ask.maximum > ask.minimum ? (value - ask.minimum) / (ask.maximum - ask.minimum) : 1;
    const chosen = this.presets.findIndex(([, size]) => size === this.value); // two sizes may come to the same
    const type = (/** @type {Typed} */ event) => this.tell("typed", event.target.value);
    const enter = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.tell("entered");
    };
    const amount = typeof this.typed === "string" ? cents(this.typed) : value;
    const slide = (/** @type {Typed} */ event) => this.choose(ask.minimum + Number(event.target.value) * ask.step);
    return html`<div class="size" role="group" aria-label=${this.label}>
      <div class="presets">
        ${this.presets.map(
          ([name, size], index) =>
            html`<button type="button" key=${name} style=${fitted(name)} aria-pressed=${String(index === chosen)}
                onclick=${() => this.choose(size)}>${name}</button>`,
        )}
      </div>
      <div class="slide">
        <button type="button" class="step" aria-label=${t("Less")} disabled=${value <= ask.minimum}
            onclick=${() => this.choose(value - by)}>−</button>
        <input type="range" min="0" max=${steps} step="1" value=${String(Math.round((value - ask.minimum) / ask.step))}
            aria-label=${t("{label} by slider", {label: this.label})} aria-valuetext=${money(value)}
            style=${{"--share": share.toFixed(3)}} oninput=${slide} />
        <button type="button" class="step" aria-label=${t("More")} disabled=${value >= ask.maximum}
            onclick=${() => this.choose(value + by)}>+</button>
        <input type="text" class="typed" inputmode="decimal" aria-label=${this.label}
            value=${this.typed ?? money(value)} style=${fitted(this.typed ?? money(value))}
            aria-invalid=${amount === null || this.fit(amount) !== amount ? "true" : undefined} oninput=${type}
            onkeydown=${enter} autocomplete="off" />
      </div>
    </div>`;
  }
}
customElements.define("bet-sizer", BetSizer);
