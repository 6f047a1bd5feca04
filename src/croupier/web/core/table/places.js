// Who sits where, read from the view of any of the games: seats, boxes and areas look alike to the pit.

/** @typedef {import("../types.js").Scene} Scene */
/**
 * @typedef {object} Place
 * @property {number} number @property {import("../types.js").SeatLine | null} seat @property {number | null} chips
 * @property {boolean} isAway @property {boolean} isExpectedBack @property {boolean} isRelocated
 * @property {string[]} missed @property {number} missedTurns @property {number} due
 */

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
