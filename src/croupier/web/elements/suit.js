// The four suits as shapes, so that they look the same whatever fonts a machine has.
import {h} from "../core/draw.js";

/** @type {Record<string, string>} */
const SHAPES = {
  s: "M50 6C62 28 92 42 92 64a20 20 0 0 1-36 12c1 10 4 15 10 18H34c6-3 9-8 10-18A20 20 0 0 1 8 64C8 42 38 28 50 6Z",
  h: "M50 92C20 66 6 50 6 32A22 22 0 0 1 50 24 22 22 0 0 1 94 32C94 50 80 66 50 92Z",
  d: "M50 4 84 50 50 96 16 50Z",
  c: "M50 6a20 20 0 0 1 17 31 20 20 0 1 1-11 37c1 10 4 16 10 20H34c6-4 9-10 10-20A20 20 0 1 1 33 37 20 20 0 0 1 50 6Z",
};

/** @param {string} suit @param {string} [name] */
export function suit(suit, name = "") {
  return h("svg", {viewBox: "0 0 100 100", class: "suit " + name, "aria-hidden": "true"}, h("path", {d: SHAPES[suit] ?? ""}));
}
