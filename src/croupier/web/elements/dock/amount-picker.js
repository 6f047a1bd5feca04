import {Drawn, html} from "../../core/draw.js";
import {cents, money} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";

const STEPS = [100, 500, 2_500, 10_000, 50_000, 100_000, 500_000];

/** An amount within bounds: by slider, by typing, by chips. Tells "amount" with cents; null while it does not fit. */
export class AmountPicker extends Drawn {
  /** @type {import("../../core/types.js").Ask | null} */
  ask = null;
  label = t("Amount");
  /** @type {number | null} */
  value = null;
  text = "";
  isBegun = false; // a person who empties the field means it
  /** Where to begin, if not at the least. @type {number | null} */
  start = null;

  /** @param {number | null} value @param {string} [text] */
  choose(value, text) {
    this.value = value === null ? null : this.fit(value);
    this.text = text ?? (this.value === null ? this.text : money(this.value).slice(1));
    const isGood = text === undefined || (value !== null && this.value === value);
    this.tell("amount", isGood ? this.value : null);
    this.redraw();
  }

  /** @param {number} value */
  fit(value) {
    const {minimum, maximum, step} = /** @type {import("../../core/types.js").Ask} */ (this.ask);
    const whole = minimum + Math.round((value - minimum) / step) * step;
    return Math.max(minimum, Math.min(maximum, whole));
  }

  look() {
    const ask = this.ask;
    if (!ask) return null;
    if (!this.isBegun) {
      this.isBegun = true;
      this.value = this.fit(this.start ?? ask.minimum);
      this.text = money(this.value).slice(1);
    }
    const value = this.value ?? ask.minimum;
    const isOnly = ask.minimum === ask.maximum;
    const steps = STEPS.filter(
      (chip) => chip % ask.step === 0 && chip >= ask.step && chip <= ask.maximum - ask.minimum,
    ).slice(0, 5);
    const type = (/** @type {Typed} */ event) => this.choose(cents(event.target.value), event.target.value);
    const slide = (/** @type {Typed} */ event) => this.choose(ask.minimum + Number(event.target.value) * ask.step);
    const bounds =
      t("{least} to {most}", {least: money(ask.minimum), most: money(ask.maximum)}) +
      (ask.step > 1 ? t(" in steps of {step}", {step: money(ask.step)}) : "");
    const isBad = this.value === null || cents(this.text) !== this.value;
    return html`<div class="amount-picker" role="group" aria-label=${this.label}>
      <label class="field">
        <span>${this.label}</span>
        <input type="text" inputmode="decimal" value=${this.text} oninput=${type} aria-invalid=${String(isBad)}
            disabled=${isOnly} autocomplete="off" />
      </label>
      ${
        isOnly
          ? null
          : html`<input type="range" min="0" max=${Math.floor((ask.maximum - ask.minimum) / ask.step)} step="1"
              aria-label="${this.label} by slider" aria-valuetext=${money(value)}
              value=${String(Math.round((value - ask.minimum) / ask.step))} oninput=${slide} />`
      }
      ${
        isOnly
          ? null
          : html`<div class="row chips-row">
            <button type="button" onclick=${() => this.choose(ask.minimum)}>${t("Min")}</button>
            ${steps.map(
              (chip) =>
                html`<button type="button" class="chip-button" onclick=${() => this.choose(value + chip)}
                    aria-label="add ${money(chip)}">${"+" + money(chip)}</button>`,
            )}
            <button type="button" onclick=${() => this.choose(ask.maximum)}>${t("Max")}</button>
          </div>`
      }
      <small class=${isBad ? "problem" : "quiet"}>${isBad ? t("Not possible: {bounds}.", {bounds}) : bounds}</small>
    </div>`;
  }
}
customElements.define("amount-picker", AmountPicker);
