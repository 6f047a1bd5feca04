// Small drawn signs; every one stands beside words or has a name where it is used.
import {html} from "../core/draw.js";

/** @type {Record<string, string>} */
const SHAPES = {
  back: "M15 5 8 12l7 7",
  menu: "M4 7h16M4 12h16M4 17h16",
  log: "M4 5h16v11H10l-4 4v-4H4Z",
  sound: "M4 10v4h4l5 4V6L8 10ZM16 9q2 3 0 6M18.5 7q3.500 5 0 10",
  mute: "M4 10v4h4l5 4V6L8 10ZM16.500 10l4 4M20.500 10l-4 4",
  book: "M4 5q4-1 8 1 4-2 8-1v13q-4-1-8 1-4-2-8-1ZM12 6v13",
  undo: "M8 6 4 10l4 4M4 10h10a5 5 0 0 1 0 10h-3",
  stay: "M8 6 4 10l4 4M4 10h11a5 5 0 0 1 0 10h-4",
  leave: "M14 4H6v16h8M11 12h10M17 8l4 4-4 4",
  star: "m12 4 2.400 5 5.600.700-4.100 3.800 1.100 5.500L12 16.300 7 19l1.100-5.500L4 9.700 9.600 9Z",
  play: "M8 5v14l11-7Z",
  pause: "M8 5v14M16 5v14",
};

/** @param {string} name @param {number} [size] @param {Record<string, string>} [shapes] of pages that have their own */
export function icon(name, size = 20, shapes = SHAPES) {
  return html`<svg class=${"icon icon-" + name} viewBox="0 0 24 24" width=${size} height=${size} aria-hidden="true">
    <path d=${shapes[name] ?? SHAPES[name] ?? ""} />
  </svg>`;
}

/** 中文, drawn: who wants to switch to it may look at a machine that has no letters for it. */
export function chineseSign() {
  return html`<svg class="icon icon-chinese" viewBox="0 0 50 24" width="34" height="16" aria-hidden="true">
    <path d="M3 7h18v8H3ZM12 2v21M30 6h18M39 2v4M33 7c2 7 7 12 14 15M45 7c-2 7-7 12-14 15" />
  </svg>`;
}
