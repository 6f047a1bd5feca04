import {Drawn, h} from "../../core/draw.js";
import {cents, money} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";

/** How much: parts of the pot at a touch, a slider, one step more or less, or typed. Tells "amount" with cents. */
export class BetSizer extends Drawn {
  /** @type {import("../../core/types.js").Ask | null} */
  ask = null;
  value = 0;
  /** Names of sizes and what they come to. @type {[string, number][]} */
  presets = [];
  step = 0; // of - and +; the ask's own if nothing is said
  label = "Amount";

  /** @param {number} value */
  choose(value) {
    if (!this.ask) return;
    const {minimum, maximum, step} = this.ask;
    if (value === Infinity) return this.tell("amount", value); // all of it, even between two steps
    const whole = minimum + Math.round((value - minimum) / step) * step;
    this.tell("amount", Math.max(minimum, Math.min(maximum, whole)));
  }

  look() {
    const {ask} = this;
    if (!ask) return null;
    const value = Math.min(this.value, ask.maximum);
    const by = Math.max(ask.step, this.step);
    const steps = Math.max(1, Math.floor((ask.maximum - ask.minimum) / ask.step));
    const share = ask.maximum > ask.minimum ? (value - ask.minimum) / (ask.maximum - ask.minimum) : 1;
    const chosen = this.presets.findIndex(([, size]) => size === this.value); // two sizes may come to the same
    const type = (/** @type {any} */ event) => {
      const typed = cents(event.target.value);
      if (typed !== null) this.choose(typed);
    };
    const slide = (/** @type {any} */ event) => this.choose(ask.minimum + Number(event.target.value) * ask.step);
    return h(
      "div",
      {class: "size", role: "group", "aria-label": t(this.label)},
      h(
        "div",
        {class: "presets"},
        this.presets.map(([name, size], index) =>
          h(
            "button",
            {type: "button", key: name, "aria-pressed": String(index === chosen), onclick: () => this.choose(size)},
            t(name),
          ),
        ),
      ),
      h(
        "div",
        {class: "slide"},
        h(
          "button",
          {
            type: "button",
            class: "step",
            "aria-label": t("Less"),
            disabled: value <= ask.minimum,
            onclick: () => this.choose(value - by),
          },
          "−",
        ),
        h("input", {
          type: "range",
          min: 0,
          max: steps,
          step: 1,
          value: String(Math.round((value - ask.minimum) / ask.step)),
          "aria-label": t("{label} by slider", {label: t(this.label)}),
          "aria-valuetext": money(value),
          style: {"--share": share.toFixed(3)},
          oninput: slide,
        }),
        h(
          "button",
          {
            type: "button",
            class: "step",
            "aria-label": t("More"),
            disabled: value >= ask.maximum,
            onclick: () => this.choose(value + by),
          },
          "+",
        ),
        h("input", {
          type: "text",
          class: "typed",
          inputmode: "decimal",
          "aria-label": t(this.label),
          value: money(value),
          onchange: type,
          autocomplete: "off",
        }),
      ),
    );
  }
}
customElements.define("bet-sizer", BetSizer);
