import {Drawn, h} from "../core/draw.js";
import {suit} from "./suit.js";

const RANKS = /** @type {Record<string, string>} */ ({
  A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two",
});
const SUITS = /** @type {Record<string, string>} */ ({s: "spades", h: "hearts", d: "diamonds", c: "clubs"});

/** "As" is "ace of spades". @param {string} card */
export function cardName(card) {
  return card ? `${RANKS[card[0]]} of ${SUITS[card[1]]}` : "card face down";
}

/** One card, face up or (without `card`) face down. */
export class PlayingCard extends Drawn {
  card = "";
  size = "";
  isDim = false;
  label = "";

  look() {
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", this.label || cardName(this.card));
    this.dataset.card = this.card || "down";
    this.className = ["card", this.card ? "up" : "down", this.size, this.isDim ? "dim" : "", "hd".includes(this.card[1]) ? "red" : ""].join(" ");
    if (!this.card) return null;
    const rank = this.card[0] === "T" ? "10" : this.card[0];
    return [h("span", {class: "corner", "aria-hidden": "true"}, h("b", null, rank), suit(this.card[1])), suit(this.card[1], "middle")];
  }
}
customElements.define("playing-card", PlayingCard);

/**
 * Cards in a row. `count` adds backs for those that exist but may not be known.
 * @param {string[] | null | undefined} cards @param {{count?: number, size?: string, isDim?: boolean, label?: string}} [more]
 */
export function cards(cards, more = {}) {
  const known = (cards ?? []).filter(Boolean);
  const down = Math.max(0, (more.count ?? known.length) - known.length);
  const all = [...known, ...Array(down).fill("")];
  return h(
    "span",
    {class: "cards", role: "group", "aria-label": more.label ?? (all.length ? "cards" : "no cards")},
    all.map((card, index) => h("playing-card", {card, size: more.size ?? "", isDim: more.isDim ?? false, key: `${index}${card}`})),
  );
}

