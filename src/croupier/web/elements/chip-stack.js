import {Drawn, h} from "../core/draw.js";
import {money} from "../core/say.js";

// Denominations in cents with the name their colour has in the style sheet.
const CHIPS = /** @type {[number, string][]} */ ([
  [500_000, "five-thousand"], [100_000, "thousand"], [50_000, "five-hundred"], [10_000, "hundred"],
  [2_500, "twenty-five"], [500, "five"], [100, "one"], [1, "cents"],
]);
const SHOWN_MOST = 7;

/** The fewest chips for an amount, largest first. @param {number} cents @returns {string[]} */
function chipsFor(cents) {
  const found = [];
  let rest = cents;
  for (const [value, name] of CHIPS) {
    while (rest >= value && found.length < SHOWN_MOST) {
      found.push(name);
      rest -= value;
    }
    if (name !== "cents") rest %= value;
  }
  return found;
}

/** An amount in chips. What it says is the amount; the chips are decoration. */
export class ChipStack extends Drawn {
  cents = 0;
  label = "";

  look() {
    this.className = "chips" + (this.cents ? "" : " empty");
    this.dataset.cents = String(this.cents);
    const chips = chipsFor(this.cents).map((name) => h("i", {class: "chip " + name}));
    return [
      h("span", {class: "pile", "aria-hidden": "true"}, chips),
      h("span", {class: "amount"}, this.label ? h("span", {class: "hidden"}, this.label + " ") : null, money(this.cents)),
    ];
  }
}
customElements.define("chip-stack", ChipStack);

/** @param {number | null | undefined} cents @param {string} [label] */
export function chips(cents, label = "") {
  return cents ? h("chip-stack", {cents, label}) : null;
}
