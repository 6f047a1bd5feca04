// What a table displays, in fewer lines: "main min" and "main max" are one sign "Main $25 to $1,000".
import {t} from "../words/words.js";

/** @typedef {{name: string, title: string, words: string, value: string, paragraphs: string[]}} Sign */

/** "1,000.00" is money; anything else stays. @param {string} value */
function shown(value) {
  return /^[\d,]+\.\d\d$/.test(value) ? "$" + value.replace(/\.00$/, "") : value;
}

/** @param {Sign[]} signs @returns {Sign[]} */
export function brief(signs) {
  const byName = new Map(signs.map((sign) => [sign.name, sign]));
  return signs.flatMap((sign) => {
    if (sign.name.endsWith("_max") && byName.has(sign.name.replace(/_max$/, "_min"))) return [];
    const top = sign.name.endsWith("_min") ? byName.get(sign.name.replace(/_min$/, "_max")) : undefined;
    const value = shown(sign.value) + (sign.name.endsWith("_seconds") ? " s" : "");
    const words = top ? `${sign.words} ${top.words}` : sign.words;
    return [{...sign, words, value: top ? t("{least} to {most}", {least: value, most: shown(top.value)}) : value}];
  });
}
