// What a table displays, in fewer lines: "main min" and "main max" are one sign "Main $25 to $1,000".
import {capital, plain} from "./say.js";

/** @typedef {{name: string, words: string, value: string, paragraphs: string[]}} Sign */

/** "1,000.00" is money; anything else stays. @param {string} value */
function shown(value) {
  return /^[\d,]+\.\d\d$/.test(value) ? "$" + value.replace(/\.00$/, "") : plain(value);
}

/** @param {Sign[]} signs @returns {Sign[]} */
export function brief(signs) {
  const byName = new Map(signs.map((sign) => [sign.name, sign]));
  return signs.flatMap((sign) => {
    if (sign.name.endsWith("_max") && byName.has(sign.name.replace(/_max$/, "_min"))) return [];
    const top = sign.name.endsWith("_min") ? byName.get(sign.name.replace(/_min$/, "_max")) : undefined;
    const name = capital(plain(top ? sign.name.replace(/_min$/, "") : sign.name)).replace(/ seconds$/, "");
    const value = shown(sign.value) + (sign.name.endsWith("_seconds") ? " s" : "");
    const words = top ? `${sign.words} ${top.words}` : sign.words;
    return [{...sign, name, words, value: top ? `${value} to ${shown(top.value)}` : value}];
  });
}

const LIMITS = /** @type {Record<string, (of: (name: string) => string) => string>} */ ({
  "rws-poker": (of) => `${of("small_blind")} / ${twice(of("small_blind"))}`,
  "rws-multilink": (of) => `${of("ante_min")} – ${of("ante_max")}`,
  "mbs-freebet": (of) => `${of("main_min")} – ${of("main_max")}`,
});

/** What one plays for, in a few figures: "$5 / $10". @param {{game: string, signage: Sign[]}} table */
export function limitsOf({game, signage}) {
  const of = (/** @type {string} */ name) => shown(signage.find((sign) => sign.name === name)?.value ?? "");
  return LIMITS[game]?.(of) ?? "";
}

/** @param {string} amount */
function twice(amount) {
  const found = Number(amount.replace(/[$,]/g, ""));
  return found ? `$${(found * 2).toLocaleString("en-US")}` : "";
}
