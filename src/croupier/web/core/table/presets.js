import {t} from "../words/words.js";
// Sizes of a bet that one sets for oneself: "3x" is so many times what was bet, "2/3", "pot" and "150%" are parts of the pot.

const MOST = 4;
const NAMES = /** @type {Record<string, string>} */ ({
  "1/2": t("{part} pot", {part: "½"}),
  "3/4": t("{part} pot", {part: "¾"}),
  "1/3": t("{part} pot", {part: "⅓"}),
  "2/3": t("{part} pot", {part: "⅔"}),
  pot: t("Pot"),
});

/** @typedef {{name: string, share: number, times: number}} Preset */

/** What one word says; null if it is no size. @param {string} word @returns {Preset | null} */
export function presetOf(word) {
  const times = /^(\d{1,3}(?:\.\d{1,2})?)x$/.exec(word);
  if (times) return Number(times[1]) > 0 ? {name: word, share: 0, times: Number(times[1])} : null;
  const parts = /^(\d{1,2})\/(\d{1,2})$/.exec(word);
  const percent = /^(\d{1,3})%$/.exec(word);
  const share =
    word === "pot" ? 1 : parts ? Number(parts[1]) / Number(parts[2]) : percent ? Number(percent[1]) / 100 : 0;
  return share > 0 && share <= 10 ? {name: NAMES[word] ?? word, share, times: 0} : null;
}

/** The first four that are sizes. @param {string} words @returns {Preset[]} */
export function presets(words) {
  return words
    .toLowerCase()
    .split(/\s+/)
    .map(presetOf)
    .filter((preset) => preset !== null)
    .slice(0, MOST);
}
