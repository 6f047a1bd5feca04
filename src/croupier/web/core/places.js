// Who sits where, read from the view of any of the games: seats, boxes and areas look alike to the pit.

/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./types.js").Scene} Scene */
/**
 * @typedef {object} Place
 * @property {number} number @property {import("./types.js").SeatLine | null} seat @property {number | null} chips
 * @property {boolean} isAway @property {boolean} isExpectedBack @property {boolean} isRelocated
 * @property {string[]} missed @property {number} missedTurns @property {number} due
 */

// What reports a player who is not there, and what follows from it.
const ABSENCE = new Set(["absent", "present", "seating"]);

/** Does one owe blinds at this table? @param {Scene} scene */
export function hasBlinds({view}) {
  return view?.big_blind_seat !== undefined;
}

/** @param {Scene} scene @returns {Place[]} */
export function placesOf(scene) {
  const {table, view} = scene;
  const seats = new Map(table.seats.map((seat) => [seat.place, seat]));
  const last = Math.max(table.places, ...seats.keys());
  return Array.from({length: last}, (_, index) => {
    const number = index + 1;
    const known = view?.seats?.[number] ?? view?.players?.[number] ?? {};
    return {
      number,
      seat: seats.get(number) ?? null,
      chips: known.chips ?? view?.chips?.[number] ?? null,
      isAway: Boolean(known.is_away ?? known.is_absent),
      isExpectedBack: known.is_expected_back ?? true,
      isRelocated: known.is_relocated ?? false,
      missed: known.missed ?? [],
      missedTurns: known.missed_turns ?? 0,
      due: known.due ?? 0,
    };
  });
}

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
