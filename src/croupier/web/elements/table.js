// What tables of figures have in common.
import {h} from "../core/draw.js";

/** Where a table is too wide for the page it scrolls in a box of its own, by keys too. @param {string} label @param {any} table @param {any} [key] where several have one label */
export function scrolled(label, table, key = label) {
  return h("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": label, key}, table);
}

/** The heads of the columns. @param {string[]} names @param {(name: string) => any} [say] what is written there @param {string[]} [figures] columns of numbers */
export function heads(names, say = (name) => name, figures = []) {
  const head = (/** @type {string} */ name) =>
    h("th", {scope: "col", key: name, class: figures.includes(name) ? "figure" : undefined}, say(name));
  return h("thead", null, h("tr", null, names.map(head)));
}
