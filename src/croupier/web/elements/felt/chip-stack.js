import {Drawn, html} from "../../core/draw.js";
import {money} from "../../core/words/say.js";
import {CHIPS} from "./deck.js";

const MOST_KINDS = 6; // of chips in the rack

const COLUMN = 5;
const COLUMNS_MOST = 3;

/** The fewest chips for an amount, largest first; only so many that a stack can be seen. @param {number} cents @param {number} columns @returns {number[]} */
function chipsFor(cents, columns) {
  const found = [];
  let rest = cents;
  for (const [value] of CHIPS) {
    while (rest >= value && found.length < COLUMN * columns) {
      found.push(value);
      rest -= value;
    }
  }
  return found;
}

/** A stack as a picture: columns of five, the largest chips at the bottom. @param {number} cents @param {number} [columnsMost] */
export function pile(cents, columnsMost = COLUMNS_MOST) {
  const all = chipsFor(cents, columnsMost);
  const columns = Array.from({length: Math.ceil(all.length / COLUMN)}, (_, index) =>
    all.slice(index * COLUMN, index * COLUMN + COLUMN),
  );
  const tallest = Math.max(0, ...columns.map((column) => column.length));
  const height = 24 + 6 * Math.max(0, tallest - 1);
  return html`<svg class="pile" viewBox="0 0 ${Math.max(1, columns.length) * 42 - 2} ${height}"
      style=${{"--columns": columns.length || 1, "--height": height}} aria-hidden="true">
    ${columns.map((column, index) =>
      column.map(
        (value, level) =>
          html`<use href="#disc-${value}" x=${index * 42} y=${height - 24 - level * 6} width="40" height="24" />`,
      ),
    )}
  </svg>`;
}

/** So many chips of one value: a column for every twenty. @param {number} worth @param {number} count */
export function columnsOf(worth, count) {
  const columns = Array.from({length: Math.min(5, Math.ceil(count / 20))}, (_, index) =>
    Math.min(COLUMN, Math.ceil(Math.min(20, count - 20 * index) / 4)),
  );
  const height = 24 + 6 * (COLUMN - 1);
  return html`<svg class="pile" viewBox="0 0 ${Math.max(1, columns.length) * 42 - 2} ${height}"
      style=${{"--columns": columns.length || 1, "--height": height}} aria-hidden="true">
    ${columns.map((chips, index) =>
      Array.from(
        {length: chips},
        (_, level) =>
          html`<use href="#disc-${worth}" x=${index * 42} y=${height - 24 - level * 6} width="40" height="24" />`,
      ),
    )}
  </svg>`;
}

/** An amount in chips. What it says is the amount; the chips are decoration. */
export class ChipStack extends Drawn {
  cents = 0;
  label = "";
  columns = COLUMNS_MOST;

  look() {
    this.className = "chips" + (this.cents ? "" : " empty");
    this.dataset.cents = String(this.cents);
    return [
      pile(this.cents, this.columns),
      html`<span class="amount">
        ${this.label ? html`<span class="hidden">${this.label + " "}</span>` : null}
        ${money(this.cents)}
      </span>`,
    ];
  }
}
customElements.define("chip-stack", ChipStack);

/** @param {number | null | undefined} cents @param {string} [label] @param {number} [columns] at most */
export function chips(cents, label = "", columns = COLUMNS_MOST) {
  return cents ? html`<chip-stack cents=${cents} label=${label} columns=${columns} />` : null;
}

/** The chips of a table with these bets, the smallest first. @param {number} least @param {number} most */
export function chipsBetween(least, most) {
  return CHIPS.map(([cents]) => cents)
    .filter((cents) => cents >= least && cents <= most)
    .reverse()
    .slice(0, MOST_KINDS);
}
