// How money, names and options are said to a person.
import {ZONE} from "../days.js";
import {gameOf} from "../games.js";
import {t, whole, words} from "./words.js";

const CLOCK = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZone: ZONE,
});

/** @param {number} cents */
export function money(cents) {
  const sign = cents < 0 ? "−" : "";
  const all = Math.abs(cents) || 0; // nothing lost is no minus nothing
  const rest = all % 100;
  return `${sign}$${whole(Math.floor(all / 100))}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
}

/** With a plus sign: what somebody gained or lost. @param {number} cents */
export function gain(cents) {
  return cents > 0 ? "+" + money(cents) : cents < 0 ? money(cents) : "±$0";
}

/** Cents from what a person typed, or null. @param {string} text */
export function cents(text) {
  const clean = text.replace(/[$,\s]/g, "");
  const found = /^(\d+)(?:\.(\d{1,2}))?$/.exec(clean);
  return found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}

/** What the house calls by a name of one word: roles, and how things stand. @type {Record<string, string>} */
const NAMES = words({
  player: "player",
  dealer: "dealer",
  pit_supervisor: "pit supervisor",
  pit_manager: "pit manager",
  shift_manager: "shift manager",
  auditor: "auditor",
  system: "system",
  seat: "seat",
  box: "box",
  area: "area",
  place: "place",
  small_blind: "small blind",
  big_blind: "big blind",
  open: "open",
  paused: "paused",
  closed: "closed",
  interrupted: "interrupted",
  concluded: "concluded",
  void: "void",
});

/** "pit_supervisor" is "pit supervisor". @param {unknown} name */
export function plain(name) {
  return NAMES[String(name)] ?? String(name).replaceAll("_", " ");
}

/** @param {string} text */
export function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}

/** @param {string} game */
export function gameName(game) {
  return gameOf(game).title;
}

/** The game's name, unless the table's title says it already. @param {string} title @param {string} game */
export function gameAfter(title, game) {
  const bare = (/** @type {string} */ text) => text.replace(/[’']/g, "").toLowerCase();
  return bare(title).startsWith(bare(gameName(game))) ? "" : gameName(game) + ", ";
}

/** "rws-poker@7" is "version 7". @param {string} edition */
export function versionName(edition) {
  return t("version {number}", {number: edition.split("@")[1]});
}

/** The words of an option with what has been filled in so far; blanks are dots. @param {{words: string, asks: import("../types.js").Ask[]}} option @param {Record<string, any>} [values] */
export function optionWords({words, asks}, values = {}) {
  const blanks = new Map(asks.map((ask) => [ask.field, ask]));
  const said = words.replace(/\{(\w+)\}/g, (_, field) => {
    const ask = blanks.get(field);
    if (!(field in values)) return ask ? "…" : "";
    const value = values[field];
    if (ask?.kind === "money") return money(value);
    return Array.isArray(value) ? value.join(" ") : choiceName(ask, value);
  });
  return capital(said.trim());
}

/** @param {{choices: string[], labels: string[]} | undefined} ask @param {any} choice */
export const choiceName = (ask, choice) => ask?.labels[ask.choices.indexOf(choice)] ?? String(choice);

/** House time, "21:52:07". @param {number} at */
export function time(at) {
  return CLOCK.format(at);
}

/** Where chips went: "Ada’s chips → the Pot $37". @param {import("../types.js").Movement} move */
export function moved(move) {
  return `${move.source_words} → ${move.target_words} ${money(move.cents)}`;
}

/** "mbs-freebet" is "Free Bet". @param {string} game */
export function shortGame(game) {
  return gameOf(game).short_title;
}
