// What happened, seen moving and heard: chips on their way from where they were to where they go.
import {pile} from "../../elements/felt/chip-stack.js";
import {hasCards} from "../../layouts/knows.js";
import {draw} from "../draw.js";
import {arrive, fly, middle, scale} from "./motion.js";
import {play} from "../sound.js";

/** @typedef {import("../types.js").Happening} Happening */
/** @typedef {import("./motion.js").Point} Point */

const EACH = 6; // of what happened at once, and of the chips that each moved

/** With the next frame everything is laid out, and it is once for all that came meanwhile. @param {Element | null} felt @param {Happening[]} events */
export function show(felt, events) {
  if (document.hidden) move(felt, events);
  else requestAnimationFrame(() => move(felt, events));
}

/** @param {Element | null} felt @param {Happening[]} events */
function move(felt, events) {
  /** Where everything is, is asked before anything is put on its way: asked in between, the page would be laid out each time. @type {Map<string, Point | null>} */
  const seen = new Map();
  const find = (/** @type {string} */ selector) => {
    if (!seen.has(selector)) seen.set(selector, middle(felt?.querySelector(selector) ?? null));
    return seen.get(selector) ?? null;
  };
  const spot = (/** @type {string} */ account) => find(`[data-account="${account}"]`);
  const flights = [];
  for (const each of events.slice(-EACH)) {
    if (hasCards(each)) play("card");
    for (const {source, target, cents} of each.transfers.filter(({cents}) => cents).slice(0, EACH)) {
      const isBet = source.startsWith("stack");
      const to = (isBet ? find(`[data-takes="${source}"]`) : null) ?? spot(target);
      flights.push({
        cents,
        from: spot(source),
        to,
        kind: isBet ? "bet" : target.startsWith("stack") ? "pay" : "gather",
      });
    }
  }
  const size = flights.length ? scale() : 1;
  arrive();
  for (const {cents, from, to, kind} of flights) {
    const chips = document.createElement("div");
    draw(chips, pile(cents));
    fly(chips, from, to, kind, size);
    play("chips");
  }
}
