import {Drawn, html} from "../../core/draw.js";
import {t, words} from "../../core/words/words.js";
import "./deck.js";

/** @type {Record<string, string>} */
const RANKS = words({
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  9: "nine",
  8: "eight",
  7: "seven",
  6: "six",
  5: "five",
  4: "four",
  3: "three",
  2: "two",
});
/** @type {Record<string, string>} */
const SUITS = words({s: "spades", h: "hearts", d: "diamonds", c: "clubs"});

/** "As" is "ace of spades". @param {string} card */
export function cardName(card) {
  return card && card !== "??"
    ? t("{rank} of {suit}", {rank: RANKS[card[0]], suit: SUITS[card[1]]})
    : t("card face down");
}

/** One card, face up or (without `card`) face down. One that was face down is turned over. */
export class PlayingCard extends Drawn {
  card = "";
  size = "";
  isDim = false;
  isBest = false;
  label = "";
  #was = "";
  #turned = "";

  look() {
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", this.label || cardName(this.card));
    this.dataset.card = this.card || "down";
    if (this.#was === "down" && this.card) this.#turned = "turned";
    this.#was = this.card || "down";
    this.className = [
      "card",
      this.card ? "up" : "down",
      this.size,
      this.isDim ? "dim" : "",
      this.isBest ? "best" : "",
      this.#turned,
    ]
      .filter(Boolean)
      .join(" ");
    return html`<svg viewBox="0 0 100 140" aria-hidden="true"><use href=${this.card ? `#${this.card}` : "#card-back"} /></svg>`;
  }
}
customElements.define("playing-card", PlayingCard);

/**
 * Cards in a row. `count` adds backs for those that exist but may not be known; `best` are lifted, the others dimmed.
 * @param {string[] | null | undefined} cards
 * @param {{count?: number, size?: string, isDim?: boolean, label?: string, best?: Set<string> | null}} [more]
 */
export function cards(cards, more = {}) {
  const known = (cards ?? []).filter(Boolean);
  const down = Math.max(0, (more.count ?? known.length) - known.length);
  const all = [...known, ...Array(down).fill("")];
  const {best = null} = more;
  return html`<span class="cards" role="group" aria-label=${more.label ?? t(all.length ? "cards" : "no cards")}>
    ${all.map(
      (card, index) =>
        html`<playing-card card=${card} size=${more.size ?? ""} isDim=${more.isDim || Boolean(best && !best.has(card))}
            isBest=${Boolean(best?.has(card))} key=${index} style=${{"--i": index}} />`,
    )}
  </span>`;
}
