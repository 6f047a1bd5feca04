// What an offer is about: a place, whoever is not there, a matter that is open. For the lists of staff.

/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../../layouts/knows.js").Place} Place */

// What reports a player who is not there, and what follows from it.
const ABSENCE = new Set(["absent", "present", "seating"]);

/** Does an option speak of this place or of who sits there? @param {Option} option @param {Place} place */
export function isAbout(option, {number, seat}) {
  const {fixed} = option;
  if (seat && fixed.player === seat.player) return true;
  return (
    (fixed.seat ?? fixed.box ?? fixed.area) === number && (fixed.player === undefined || fixed.player === seat?.player)
  );
}

/** Does an option speak of any one place or player? @param {Option} option */
export function isAboutOne({fixed}) {
  return Boolean(fixed.seat ?? fixed.box ?? fixed.area ?? fixed.player);
}

/** @param {Option} option */
export function isAbsence(option) {
  return ABSENCE.has(option.purpose);
}

/** Does it bring a player from another table? @param {Option} option */
export function isRelocation(option) {
  return option.purpose === "relocate";
}

/** Does it answer an open decision? Those have a list of their own. @param {Option} option */
export function isRuling(option) {
  return option.purpose === "ruling";
}
