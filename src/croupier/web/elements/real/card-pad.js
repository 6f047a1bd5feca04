// Cards by one touch each: spades, hearts, diamonds, clubs. A scanner does what its key does.
import {html} from "../../core/draw.js";
import {cardName} from "../felt/playing-card.js";

export const RANKS = [..."A23456789TJQK"];
export const SUITS = [..."shdc"];
const SIGNS = /** @type {Record<string, string>} */ ({s: "♠", h: "♥", d: "♦", c: "♣"});

/**
 * All cards of a deck as keys; those of which every copy is out are off.
 * @param {(card: string) => void} take @param {(card: string) => boolean} isOut
 */
export function cardPad(take, isOut) {
  return html`<div class="card-keys" role="group" key="pad">
    ${SUITS.map((suit) =>
      RANKS.map(
        (rank) =>
          html`<button type="button" class=${"k suit-" + suit} key=${rank + suit} data-card=${rank + suit}
              disabled=${isOut(rank + suit)} aria-label=${cardName(rank + suit)} onclick=${() => take(rank + suit)}>
<span>${rank === "T" ? "10" : rank}<i>${SIGNS[suit]}</i></span></button>`,
      ),
    )}
  </div>`;
}

/** Every card that is known to lie on the table, as often as it does. @param {unknown} view @returns {Map<string, number>} */
export function seenOn(view) {
  /** @type {Map<string, number>} */
  const found = new Map();
  const walk = (/** @type {unknown} */ value) => {
    if (typeof value === "string") {
      if (/^[2-9TJQKA][shdc]$/.test(value)) found.set(value, (found.get(value) ?? 0) + 1);
    } else if (value && typeof value === "object") for (const each of Object.values(value)) walk(each);
  };
  walk(view);
  return found;
}
