// Chips travel from where they were to where they go. One table of durations; nothing moves for people who prefer stillness.
import {prefs} from "../prefs.js";

/** Milliseconds and easing by what moves; cards are in the style sheet, with the same figures. @type {Record<string, [number, string]>} */
const MOTION = {
  bet: [220, "cubic-bezier(.2, .8, .2, 1)"],
  gather: [420, "cubic-bezier(.6, 0, .2, 1)"],
  pay: [450, "cubic-bezier(.6, 0, .2, 1)"],
};
const MOST = 12; // chips on their way at once

export function isStill() {
  return !prefs.speed || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The middle of something on the screen, or null if it is not drawn. @param {Element | null} element */
export function middle(element) {
  const box = element?.getBoundingClientRect();
  return box?.width || box?.height ? {x: box.left + box.width / 2, y: box.top + box.height / 2} : null;
}

/** @typedef {{x: number, y: number}} Point */

/**
 * A copy of `chips` flies over the page. What it stands for is drawn already: the flight holds up nothing.
 * @param {Node} chips @param {Point | null} from @param {Point | null} to @param {string} kind @param {number} size as `scale` says
 */
export function fly(chips, from, to, kind, size) {
  const host = document.body;
  if (!from || !to || isStill() || document.hidden || host.querySelectorAll(".flying").length >= MOST) return;
  const copy = document.createElement("div");
  copy.className = "flying";
  copy.setAttribute("aria-hidden", "true");
  copy.append(chips);
  host.append(copy);
  const [duration, easing] = MOTION[kind];
  const at = (/** @type {Point} */ {x, y}) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${size})`;
  copy.animate([{transform: at(from)}, {transform: at(to)}], {duration: duration * prefs.speed, easing}).finished.then(
    () => copy.remove(),
    () => copy.remove(),
  );
}

/** Chips fly as large as they lie: the felt is drawn in its own measures and scaled as a whole. */
export function scale() {
  const stage = /** @type {HTMLElement | null} */ (document.querySelector(".stage"));
  return stage?.offsetWidth ? stage.getBoundingClientRect().width / stage.offsetWidth : 1;
}

/** Everything on its way arrives now: a newer state has come. */
export function arrive() {
  for (const copy of document.querySelectorAll(".flying")) copy.remove();
}
