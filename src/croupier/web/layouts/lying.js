// The cards of a Round lie on the felt until the next one begins, as at a real table: whoever was paid or has lost sees for what.
// The house has put them away by then; so they are those that it showed last, and chips are never taken from there.

/** @type {Record<string, (now: any, last: any) => any>} */
const LYING = {
  "rws-poker": (now, last) => ({...now, marker: last.marker, board: last.board, seats: each(now.seats, (seat, number) => hand(seat, last.seats[number]))}),
  "mbs-freebet": (now, last) => ({...now, dealer: last.dealer, dealer_total: last.dealer_total, areas: each(last.areas, (area) => ({controller: null, wagers: [], sides: [], insurances: [], hands: area.hands.map((/** @type {any} */ one) => ({...one, stakes: []}))}))}),
};

/** What is there now, with the cards that lay there at the end. @param {string} game @param {any} now @param {any} last */
export function lying(game, now, last) {
  return LYING[game]?.(now, last) ?? now;
}

/** The hand of whoever still sits there. @param {any} seat @param {any} last */
function hand(seat, last) {
  if (last?.player !== seat.player) return seat;
  const {is_in, is_active, cards, card_count, ranking} = last;
  return {...seat, is_in, is_active, cards, card_count, ranking};
}

/** @param {Record<string, any>} all @param {(one: any, key: string) => any} change */
function each(all, change) {
  return Object.fromEntries(Object.entries(all).map(([key, one]) => [key, change(one, key)]));
}
