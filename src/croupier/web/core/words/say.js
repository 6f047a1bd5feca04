// How money, cards, roles and options are said to a person.
import {gameOf} from "../games.js";
import {named} from "./names.js";

// Making one of these takes longer than all the rest of a line.
const WHOLE = new Intl.NumberFormat("en-US");
const CLOCK = new Intl.DateTimeFormat([], {hour: "2-digit", minute: "2-digit", second: "2-digit"});

/** @param {number} cents */
export function money(cents) {
  const sign = cents < 0 ? "−" : "";
  const whole = WHOLE.format(Math.floor(Math.abs(cents) / 100));
  const rest = Math.abs(cents) % 100;
  return `${sign}$${whole}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
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

/** "pit_supervisor" is "pit supervisor". @param {unknown} name */
export function plain(name) {
  return String(name).replaceAll("_", " ");
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
  return "version " + edition.split("@")[1];
}

/**
 * The words of an option with what has been filled in so far; blanks not yet filled are shown as dots.
 * @param {import("../types.js").Option} option @param {Record<string, any>} [values]
 */
export function optionWords(option, values = {}) {
  // "Report …" alone says nothing: then the command's own name does.
  const said = option.words.replace(/\{\w+\}/g, "").match(/\w{3,}/g) ?? [];
  if (
    said.length < 2 &&
    option.asks.length &&
    !option.asks.some((ask) => ask.kind === "money") &&
    !Object.keys(values).length
  )
    return commandName(option.command) + "…";
  const asks = new Map(option.asks.map((ask) => [ask.field, ask]));
  const words = option.words.replace(/\{(\w+)\}/g, (_, field) => {
    if (!(field in values)) return asks.has(field) ? "…" : "";
    const value = values[field];
    if (asks.get(field)?.kind === "money") return money(value);
    return Array.isArray(value) ? value.join(" ") : plain(value);
  });
  // "Disable the link: …" promises nothing that "Disable the link…" does not.
  return capital(
    named(
      words
        .replace(/\s+/g, " ")
        .trim()
        .replace(/ ?…: …$|: …$/, (end) => (end.startsWith(":") ? "…" : " …")),
    ),
  );
}

/** "ReportTechnicalInterruption" is "Report technical interruption". @param {string} command */
export function commandName(command) {
  return capital(command.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase());
}

/** @param {number} at */
export function time(at) {
  return CLOCK.format(at);
}

/** Where chips went: "Ada’s chips → the Pot $37". @param {import("../types.js").Transfer} move */
export function moved(move) {
  return `${move.source_words} → ${move.target_words} ${money(move.cents)}`;
}

/** "mbs-freebet" is "Free Bet". @param {string} game */
export function shortGame(game) {
  return gameOf(game).short_title;
}
