// The four suits as shapes, so that they look the same with any fonts.
import {h} from "../../core/draw.js";
import {SUITS} from "./deck.js";

/** @param {string} suit @param {string} [name] */
export function suit(suit, name = "") {
  return h(
    "svg",
    {viewBox: "0 0 100 100", class: "suit " + name, "aria-hidden": "true"},
    h("path", {d: SUITS[suit] ?? ""}),
  );
}
