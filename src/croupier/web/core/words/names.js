// People have ids on the wire and names at the table. Who has left is remembered, so that the log still names them.

/** @type {Map<string, string>} */
const known = new Map();
let heard = 0;

/** @param {import("../types.js").TableLine | null | undefined} table */
export function remember(table) {
  for (const seat of table?.seats ?? []) {
    if (known.get(seat.player) === seat.name) continue;
    known.set(seat.player, seat.name);
    heard += 1;
  }
}

/** Grows with every name that is new: what was said with fewer names may be said better now. */
export function namesHeard() {
  return heard;
}

/** What was said can be said better now: words have come. */
export function sayAgain() {
  heard += 1;
}

/** @param {string} player */
export function nameOf(player) {
  return known.get(player) ?? player;
}

/** Words with names instead of ids. @param {string} words */
export function named(words) {
  let said = words;
  for (const [id, name] of known) if (id && said.includes(id)) said = said.replaceAll(id, name);
  return said;
}

/** What has happened as it was called out, by name. @param {import("../types.js").Happening} happening */
export function announced({said, words}) {
  return named(said || words);
}
