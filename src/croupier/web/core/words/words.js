// English is written in the pages themselves; another language has a table from those words to its own.
import {prefs} from "../prefs.js";

/** @typedef {{words: Record<string, string>, phrases: [RegExp, string][]}} Tongue */

/** @type {Tongue | null} */
let tongue = null;

/** Fetch what the chosen language needs, before anything is drawn in it. */
export async function learn() {
  tongue = prefs.get("language") === "zh" ? (await import("./zh.js")).default : null;
}

/** @type {Record<string, () => Promise<Tongue>>} */
const GAMES = {
  "rws-poker": () => import("./zh-poker.js"),
  "rws-multilink": () => import("./zh-multilink.js"),
  "mbs-freebet": () => import("./zh-freebet.js"),
};
const taught = new Set();

/** Are the words of a game's tables here? @param {string} game */
export function knows(game) {
  return !tongue || !GAMES[game] || taught.has(game);
}

/** What is said at the tables of a game, before the first of them is drawn. @param {string} game */
export async function learnGame(game) {
  if (knows(game)) return;
  const fresh = await GAMES[game]().catch(() => null);
  if (taught.has(game)) return; // with everything else meanwhile
  taught.add(game);
  if (!tongue || !fresh) return;
  Object.assign(tongue.words, fresh.words);
  tongue.phrases.unshift(...fresh.phrases);
}

/** Words of other pages, of what opens at a table, and of what seldom happens: a table is there before them. */
export async function learnMore() {
  await learn();
  if (tongue)
    await import("./zh-pages.js").then(
      ({teach}) => {
        teach(/** @type {Tongue} */ (tongue));
        for (const game of Object.keys(GAMES)) taught.add(game);
      },
      () => {},
    );
}

/** Reasons for refusing something are many and come seldom: their words are fetched before the first one is told. */
export async function learnRefusals() {
  if (tongue)
    await import("./zh-refusals.js").then(
      ({teach}) => teach(/** @type {Tongue} */ (tongue)),
      () => {},
    );
}

export function isEnglish() {
  return !tongue;
}

/** Words of a page, with what stands in braces filled in. @param {string} english @param {Record<string, unknown>} [values] */
export function t(english, values) {
  const said = tongue?.words[english] ?? english;
  return values ? said.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? "")) : said;
}

/** What the house says in a sentence of its own: an announcement, a sign, an offer. @param {string} english @returns {string} */
export function told(english) {
  if (!tongue || !english) return english;
  const whole = tongue.words[english] ?? tongue.words[english[0].toLowerCase() + english.slice(1)];
  if (whole) return whole;
  for (const [pattern, said] of tongue.phrases) {
    const found = pattern.exec(english);
    if (found) return said.replace(/\$(\d)/g, (_, number) => told(found[number] ?? ""));
  }
  return english;
}
