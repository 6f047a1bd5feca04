// Days as the house counts them: they begin and end where the documents' houses stand, wherever a page is read.

const DAY_MS = 86_400_000;
const HOUSE_TIME_MS = 8 * 3_600_000;

/** Today, or so many days later. */
export function houseDay(later = 0) {
  return dayOf(Date.now() + HOUSE_TIME_MS + later * DAY_MS);
}

/** @param {string} day @param {number} days */
export function daysAfter(day, days) {
  return dayOf(Date.parse(day) + days * DAY_MS);
}

/** @param {number} at */
function dayOf(at) {
  return new Date(at).toISOString().slice(0, 10);
}
