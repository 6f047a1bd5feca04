import {Drawn, h} from "../../core/draw.js";
import {money} from "../../core/words/say.js";
import {CHIPS} from "./deck.js";

const MOST_KINDS = 6; // of chips in the rack

const COLUMN = 5;
const COLUMNS_MOST = 3;

/** The fewest chips for an amount, largest first; only so many that a stack can be seen. @param {number} cents @returns {number[]} */
function chipsFor(cents) {
  const found = [];
  let rest = cents;
  for (const [value] of CHIPS) {
    while (rest >= value && found.length < COLUMN * COLUMNS_MOST) {
      found.push(value);
      rest -= value;
    }
  }
  return found;
}

/** A stack as a picture: columns of five, the largest chips at the bottom. @param {number} cents */
export function pile(cents) {
  const all = chipsFor(cents);
  const columns = Array.from({length: Math.ceil(all.length / COLUMN)}, (_, index) =>
    all.slice(index * COLUMN, index * COLUMN + COLUMN),
  );
  const tallest = Math.max(0, ...columns.map((column) => column.length));
  const height = 24 + 6 * Math.max(0, tallest - 1);
  return h(
    "svg",
    {
      class: "pile",
      viewBox: `0 0 ${Math.max(1, columns.length) * 42 - 2} ${height}`,
      style: {"--columns": columns.length || 1, "--height": height},
      "aria-hidden": "true",
    },
    columns.map((column, index) =>
      column.map((value, level) =>
        h("use", {href: `#disc-${value}`, x: index * 42, y: height - 24 - level * 6, width: 40, height: 24}),
      ),
    ),
  );
}

/** An amount in chips. What it says is the amount; the chips are decoration. */
export class ChipStack extends Drawn {
  cents = 0;
  label = "";

  look() {
    this.className = "chips" + (this.cents ? "" : " empty");
    this.dataset.cents = String(this.cents);
    return [
      pile(this.cents),
      h(
        "span",
        {class: "amount"},
        this.label ? h("span", {class: "hidden"}, this.label + " ") : null,
        money(this.cents),
      ),
    ];
  }
}
customElements.define("chip-stack", ChipStack);

/** @param {number | null | undefined} cents @param {string} [label] */
export function chips(cents, label = "") {
  return cents ? h("chip-stack", {cents, label}) : null;
}

/** The chips of a table with these bets, the smallest first. @param {number} least @param {number} most */
export function chipsBetween(least, most) {
  return CHIPS.map(([cents]) => cents)
    .filter((cents) => cents >= least && cents <= most)
    .reverse()
    .slice(0, MOST_KINDS);
}
