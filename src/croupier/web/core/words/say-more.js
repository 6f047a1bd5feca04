// What pages of text and forms say besides: dates, counts, blanks, tables among others.
import {capital, plain, shortGame, time, versionName} from "./say.js";
import {isEnglish, t} from "./words.js";

const WHOLE = new Intl.NumberFormat("en-US");

/** A table as one tells it from others: two editions of a game have the same title. @param {{title: string, edition: string}} table */
export function tableName({title, edition}) {
  return `${title}, ${versionName(edition)}`;
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
export function dateAndTime(at) {
  return new Date(at).toLocaleString(isEnglish() ? [] : "zh-CN", {dateStyle: "medium", timeStyle: "medium"});
}

/** @param {number} at */
export function hourAndMinute(at) {
  return new Date(at).toLocaleTimeString([], {hour: "2-digit", minute: "2-digit"});
}

/** The time of today, and the date with it on any other day. @param {number} at */
export function clockOrDate(at) {
  return new Date(at).toDateString() === new Date().toDateString() ? time(at) : dateAndTime(at);
}

/** "poker-7.12" is "Round 12": what is before the point is the table. @param {string} id */
export function roundName(id) {
  return "Round " + id.slice(id.lastIndexOf(".") + 1);
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
  const date = t("{day} {month} {year}", {day: Number(day), month: t(MONTHS[Number(month) - 1]), year});
  return `${date}, ${clock} (${zone === "Z" || !zone ? "UTC" : zone})`;
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
