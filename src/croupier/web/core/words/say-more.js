// What pages of text and forms say besides: dates, and tables among others.
import {ZONE, ZONE_NAME, houseDay, houseDayOf} from "../days.js";
import {shortGame, time, versionName} from "./say.js";
import {locale, t} from "./words.js";

/** A table as one tells it from others: two editions of a game have the same title. @param {{title: string, edition: string}} table */
export function tableName({title, edition}) {
  return `${title}, ${versionName(edition)}`;
}

/** @param {number} at */
export function dateAndTime(at) {
  const said = new Date(at).toLocaleString(locale, {
    dateStyle: "medium",
    timeStyle: "medium",
    hour12: false,
    timeZone: ZONE,
  });
  return `${said} ${ZONE_NAME}`;
}

/** House time, "21:52". @param {number} at */
export function hourAndMinute(at) {
  return time(at).slice(0, 5);
}

/** The time of today, and the date with it on any other day. @param {number} at */
export function clockOrDate(at) {
  return houseDayOf(at) === houseDay() ? time(at) : dateAndTime(at);
}

/** "poker-7.12" is "Round 12": what is before the point is the table. @param {string} id */
export function roundName(id) {
  return t("Round {number}", {number: id.slice(id.lastIndexOf(".") + 1)});
}

/** "mbs-freebet@3" is "Free Bet 3", where there is little room. @param {string} edition */
export function shortName(edition) {
  const [game, version] = edition.split("@");
  return `${shortGame(game)} ${version}`;
}

/** From when a document is in force, on its own clock and not on this device's: "2 June 2025, 09:00 (+08:00)". @param {string} moment */
export function inForceFrom(moment) {
  const [, day, clock, zone] = /^([\d-]+)T(\d+:\d+)[^+Z-]*(.*)$/.exec(moment) ?? [];
  if (!day) return moment;
  const date = new Date(day).toLocaleDateString(locale, {dateStyle: "long", timeZone: "UTC"});
  return `${date}, ${clock} (${zone === "Z" || !zone ? "UTC" : zone})`;
}

/** In the order of their numbers: "Table 2" is before "Table 10". @param {{title: string, id: string}} one @param {{title: string, id: string}} other */
export function byTitle(one, other) {
  return one.title.localeCompare(other.title, "en", {numeric: true}) || one.id.localeCompare(other.id);
}

/** How long something took: "52 min", "3 h 5 min". @param {number} ms */
export function minutes(ms) {
  const all = Math.max(0, Math.round(ms / 60_000));
  return all < 60
    ? t("{minutes} min", {minutes: all})
    : t("{hours} h {minutes} min", {hours: Math.floor(all / 60), minutes: all % 60});
}
