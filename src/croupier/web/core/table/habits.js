// What somebody has asked to be done at their seat without being asked each time: blinds, chips, hands at the showdown.
import {prefs} from "../prefs.js";
import {knows, placesOf} from "../../layouts/knows.js";
import {purposeOf} from "./purpose.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {{option: Option, values: Record<string, any>}} Given */

const LOW = 0.4; // of what one wants before oneself: below it chips are added
const REST = "croupier.rest-at-blind."; // before the name of a table

/** Does somebody want to sit out instead of posting the next blind here? @param {string} table */
export const restsAtBlind = (table) => sessionStorage.getItem(REST + table) === "yes";

/** @param {string} table @param {boolean} isWanted */
export function restAtBlind(table, isWanted) {
  if (isWanted) sessionStorage.setItem(REST + table, "yes");
  else sessionStorage.removeItem(REST + table);
}

/** What is to be done now, unasked. @param {Scene} scene @param {boolean} isPosting @returns {Given | null} */
export function habit(scene, isPosting) {
  const own = scene.options.filter((option) => option.place === scene.you.place);
  const find = (/** @type {string} */ purpose) => own.find((option) => purposeOf(option) === purpose);
  const given = (/** @type {Option | undefined} */ option, /** @type {any} */ values = {}) =>
    option ? {option, values} : null;
  const [post, away] = [find("post"), find("sit_out")];
  if (post && away && restsAtBlind(scene.table.id)) {
    restAtBlind(scene.table.id, false);
    return given(away, Object.fromEntries(away.asks.map(({field, choices}) => [field, choices?.[0]])));
  }
  if (post && isPosting) return given(post);
  const [show, muck] = [find("show"), find("muck")];
  if (muck && prefs.isOn("muck")) return given(muck); // only a hand that need not be shown may be mucked
  if (show && !show.asks.length && !scene.awaited.length && prefs.isOn("show-uncalled")) return given(show);
  return chips(scene, find("buy"));
}

/** Chips up to what one wants to have before oneself. @param {Scene} scene @param {Option | undefined} buy @returns {Given | null} */
function chips(scene, buy) {
  const wanted = prefs.get("top-up");
  const ask = buy?.asks.find(({kind}) => kind === "money");
  const has = placesOf(scene).find(({number}) => number === scene.you.place)?.chips ?? null;
  if (!buy || !ask || has === null || wanted === "off") return null;
  const target = wanted === "most" ? has + ask.maximum : Number(wanted) * knows(scene).step(scene);
  if (!target || has >= target * LOW) return null;
  const whole = ask.minimum + Math.floor(Math.max(0, target - has - ask.minimum) / ask.step) * ask.step;
  return {option: buy, values: {[ask.field]: Math.min(whole, ask.maximum)}};
}
