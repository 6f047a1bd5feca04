// What the dealer pays at each place and takes there, before the chips move and, where only then the hands are open, after.
import {html} from "../../core/draw.js";
import {capital, money} from "../../core/words/say.js";
import {settledAt} from "../../layouts/knows.js";

/** What the House pays and takes at a place, or what a player gets there from the others. @typedef {{place: number, pays: number, takes: number, gets?: number}} Place */

/** Is anything to pay or to take? @param {Place[]} places */
export function hasChips(places) {
  return places.some(({pays, takes, gets}) => pays || takes || gets);
}

/** Whose chips grow, where players play each other. @param {import("../../core/types.js").Preview["players"]} players @returns {Place[]} */
export function payees(players) {
  const grown = players.filter(({before, after}) => after > before);
  return grown.map(({place, before, after}) => ({place, pays: 0, takes: 0, gets: after - before}));
}

/** @param {string} heading @param {string} word seat, box or area @param {Place[]} places */
export function payAndTake(heading, word, places) {
  return html`<section class="pay-and-take" key="pay-and-take" aria-label=${heading}>
    <p><strong>${heading}</strong></p>
    <ul>
      ${places.map((each) => html`<li key=${each.place}><b>${capital(word)} ${each.place}:</b> ${said(each)}</li>`)}
    </ul>
  </section>`;
}

/** @param {Place} place */
function said({pays, takes, gets}) {
  if (gets) return html`<span class="pays">gets ${money(gets)}</span>`;
  if (!pays && !takes) return "nothing";
  return [
    pays ? html`<span class="pays">pay ${money(pays)}</span>` : null,
    pays && takes ? ", " : null,
    takes ? html`<span class="takes">take ${money(takes)}</span>` : null,
  ];
}

/**
 * What the settlement of the last Round paid and took, by what the house announced of it.
 * @param {import("../../core/types.js").Happening[]} happenings @returns {Place[]}
 */
export function lastSettled(happenings) {
  const ofBank = happenings.filter((each) => settledAt(each) && each.transfers.some(isOfBank));
  const last = ofBank.at(-1);
  const round = happenings.findLast((each) => each.round)?.round;
  if (last?.round !== round) return []; // the last Round was not settled: nothing of an earlier one
  const places = new Map();
  for (const each of ofBank.filter(({round, command}) => round === last?.round && command === last.command)) {
    const place = settledAt(each);
    const found = places.get(place) ?? {place, pays: 0, takes: 0};
    for (const move of each.transfers) {
      if (move.source === BANK) found.pays += move.cents;
      if (move.target === BANK) found.takes += move.cents;
    }
    places.set(found.place, found);
  }
  return [...places.values()].sort((one, other) => one.place - other.place);
}

const BANK = "bank";

/** @param {import("../../core/types.js").Movement} move */
function isOfBank(move) {
  return move.source === BANK || move.target === BANK;
}
