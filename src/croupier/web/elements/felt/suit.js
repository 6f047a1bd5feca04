// The four suits as shapes, so that they look the same with any fonts.
import {html} from "../../core/draw.js";
import {SUITS} from "./deck.js";

/** @param {string} suit @param {string} [name] */
export function suit(suit, name = "") {
  return html`<svg viewBox="0 0 100 100" class=${"suit " + name} aria-hidden="true"><path d=${SUITS[suit] ?? ""} /></svg>`;
}
