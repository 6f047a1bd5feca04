// Days as the house counts them: they begin and end where the documents' houses stand, wherever a page is read.

export const DAY_MS = 86_400_000;
/** Where the house stands, for every time that a page says. */
export const ZONE = "Asia/Singapore";
export const ZONE_NAME = "SGT";
const HOUSE_TIME_MS = 8 * 3_600_000;

/** Today, or so many days later. */
export function houseDay(later = 0) {
  return dayOf(Date.now() + HOUSE_TIME_MS + later * DAY_MS);
}

/** The day of the house in which a moment falls. @param {number} at */
export function houseDayOf(at) {
  return dayOf(at + HOUSE_TIME_MS);
}

/** When a day begins, in milliseconds; the next one begins `DAY_MS` later. @param {string} day */
export function houseMidnight(day) {
  return Date.parse(day) - HOUSE_TIME_MS;
}

/** @param {string} day @param {number} days */
export function daysAfter(day, days) {
  return dayOf(Date.parse(day) + days * DAY_MS);
}

/** @param {number} at */
function dayOf(at) {
  return new Date(at).toISOString().slice(0, 10);
}
