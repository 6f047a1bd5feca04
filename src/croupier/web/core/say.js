// How money, cards, roles and options are said to a person.
import {gameOf} from "./games.js";
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

/** A table as one tells it from others: two editions of a game have the same title. @param {{title: string, edition: string}} table */
export function tableName({title, edition}) {
  return `${title}, ${versionName(edition)}`;
}

/**
 * The words of an option with what has been filled in so far; blanks not yet filled are shown as dots.
 * @param {import("./types.js").Option} option @param {Record<string, any>} [values]
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

const FIELDS = /** @type {Record<string, string>} */ ({
  exposed: "Which card of the deal, counted from the first",
  exposed_too: "Which other card of the deal, counted from the first",
  count: "How many",
  looked: "Has anybody looked?",
  problem: "What is wrong",
  fault: "What is wrong",
  matter: "What has happened",
  error: "What went wrong",
  position: "Where to cut: how many cards from the top",
  first_cards: "Cards",
  wagers: "How many wagers",
  text: "Words",
  meter: "The meter should show",
  reset_value: "Reset value",
  amount: "Amount",
  reason: "Reason, for the record",
});

/** What a blank asks for. @param {string} field */
export function fieldName(field) {
  return FIELDS[field] ?? capital(plain(field));
}

/** @param {number} at */
export function time(at) {
  return CLOCK.format(at);
}

/** @param {number} at */
export function dateAndTime(at) {
  return new Date(at).toLocaleString([], {dateStyle: "medium", timeStyle: "medium"});
}

/** The time of today, and the date with it on any other day. @param {number} at */
export function clockOrDate(at) {
  return new Date(at).toDateString() === new Date().toDateString() ? time(at) : dateAndTime(at);
}

const ACCOUNTS = /** @type {Record<string, string>} */ ({
  bank: "the House",
  rake: "the rake",
  cage: "the cage",
  pot: "the pot",
});

/** An account of the table as a person knows it. @param {string} account */
function accountName(account) {
  const [kind, ...rest] = account.split("/");
  if (ACCOUNTS[account]) return ACCOUNTS[account];
  if (kind === "stack") return `seat ${rest[0]}`;
  return [plain(kind), ...rest].join(" ");
}

/** Where chips went: "Ada’s chips → the Pot $37". @param {import("./types.js").Transfer} move */
export function moved(move) {
  return `${move.source_words ?? accountName(move.source)} → ${move.target_words ?? accountName(move.target)} ${money(move.cents)}`;
}

/** "poker-7.12" is "Round 12": what is before the point is the table. @param {string} id */
export function roundName(id) {
  return "Round " + id.slice(id.lastIndexOf(".") + 1);
}

/** "mbs-freebet" is "Free Bet". @param {string} game */
export function shortGame(game) {
  return gameOf(game).short_title;
}

/** "mbs-freebet@3" is "Free Bet 3", where there is little room. @param {string} edition */
export function shortName(edition) {
  const [game, version] = edition.split("@");
  return `${shortGame(game)} ${version}`;
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** From when a document is in force, on its own clock and not on this device's: "2 June 2025, 09:00 (+08:00)". @param {string} moment */
export function inForceFrom(moment) {
  const [, year, month, day, clock, zone] = /^(\d+)-(\d+)-(\d+)T(\d+:\d+)[^+Z-]*(.*)$/.exec(moment) ?? [];
  if (!year) return moment;
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}, ${clock} (${zone === "Z" || !zone ? "UTC" : zone})`;
}

/** A number with its thousands apart. @param {number} number */
export function whole(number) {
  return WHOLE.format(number);
}

/** In the order of their numbers: "Table 2" is before "Table 10". @param {{title: string, id: string}} one @param {{title: string, id: string}} other */
export function byTitle(one, other) {
  return one.title.localeCompare(other.title, "en", {numeric: true}) || one.id.localeCompare(other.id);
}

/** "1 Round", "2 Rounds". @param {number} count @param {string} name */
export function counted(count, name) {
  return `${WHOLE.format(count)} ${name}${count === 1 ? "" : "s"}`;
}
