// What tables of figures have in common.
import {html} from "../core/draw.js";

/** Where a table is too wide for the page it scrolls in a box of its own, by keys too. @param {string} label @param {import("../core/draw.js").Piece} table @param {any} [key] where several have one label */
export function scrolled(label, table, key = label) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label} key=${key}>${table}</div>`;
}

/** The heads of the columns. @param {any[]} names @param {string[]} [figures] columns of numbers */
export function heads(names, figures = []) {
  const head = (/** @type {any} */ name, /** @type {number} */ index) =>
    html`<th scope="col" key=${index} class=${figures.includes(name) ? "figure" : undefined}>${name}</th>`;
  return html`<thead><tr>${names.map(head)}</tr></thead>`;
}
