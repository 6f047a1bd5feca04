import {Drawn, html} from "../../core/draw.js";
import {capital} from "../../core/words/say.js";
import {cardName, cards as cardRow} from "../felt/playing-card.js";
import {counted, t} from "../../core/words/words.js";

const RANKS = "A23456789TJQK";
const SUITS = "shdc";
const NAMES = /** @type {Record<string, string>} */ ({s: "spades", h: "hearts", d: "diamonds", c: "clubs"});
const SIGNS = /** @type {Record<string, string>} */ ({s: "♠", h: "♥", d: "♦", c: "♣"});

const UNKNOWN = "??"; // a burn that nobody saw

/** @typedef {{cards: string[], wrong: string, rest: string}} Reading */

/**
 * Cards from what a dealer types or a scanner sends: "as 10d,KH" or "asTdkh". `wrong` is the first thing that is no
 * card, `rest` a card begun.
 * @param {string} text @returns {Reading}
 */
export function read(text) {
  const clean = text
    .toUpperCase()
    .replaceAll("10", "T")
    .replace(/♠/g, "S")
    .replace(/♥/g, "H")
    .replace(/♦/g, "D")
    .replace(/♣/g, "C")
    .replace(/[\s,;.-]+/g, "");
  /** @type {string[]} */
  const cards = [];
  let at = 0;
  for (; at + 1 < clean.length; at += 2) {
    const [rank, suit] = [clean[at], clean[at + 1].toLowerCase()];
    if (rank + suit === UNKNOWN) {
      cards.push(UNKNOWN);
      continue;
    }
    if (!RANKS.includes(rank) || !SUITS.includes(suit)) return {cards, wrong: clean.slice(at, at + 2), rest: ""};
    cards.push(rank + suit);
  }
  const rest = clean.slice(at);
  // A "1" may still become a 10, a "?" a card that nobody saw.
  return rest && !"1?".includes(rest) && !RANKS.includes(rest)
    ? {cards, wrong: rest, rest: ""}
    : {cards, wrong: "", rest};
}

/** Who types goes on typing: a button that took the focus would be pressed again by the next Space or Enter. @param {Event} event */
function stayThere(event) {
  event.preventDefault();
}

/** Physical cards, named as they come. Typing is enough: two keys a card, Enter when complete. Tells "cards". */
export class CardEntry extends Drawn {
  /** @type {import("../../core/types.js").Ask | null} */
  ask = null;
  label = t("Cards");
  text = "";

  /** @param {string} text */
  take(text) {
    this.text = text;
    const {cards, wrong, rest} = read(text);
    const isGood =
      this.ask &&
      !wrong &&
      !rest &&
      cards.lastIndexOf(UNKNOWN) < (this.ask.unseen ?? 0) &&
      cards.length >= this.ask.minimum &&
      cards.length <= this.ask.maximum;
    this.tell("cards", isGood ? cards : null);
    this.redraw();
  }

  look() {
    const ask = this.ask;
    if (!ask) return null;
    const {cards, wrong} = read(this.text);
    const wanted =
      ask.minimum === ask.maximum ? `${ask.minimum}` : t("{least} to {most}", {least: ask.minimum, most: ask.maximum});
    const over = cards.length - ask.maximum;
    const unseen = ask.unseen ?? 0;
    const problem = wrong
      ? t("“{wrong}” is no card: a rank, then a suit.", {wrong})
      : cards.lastIndexOf(UNKNOWN) >= unseen
        ? t("Only a burn may be unknown: name this one.")
        : over > 0
          ? counted(over, "{count} card too many.", "{count} cards too many.")
          : "";
    const next = problem ? "" : (ask.labels?.[cards.length] ?? "");
    const type = (/** @type {Typed} */ event) => this.take(event.target.value);
    const add = (/** @type {string} */ part) => () => this.take(this.text + part);
    const isTouched = matchMedia("(pointer: coarse)").matches; // the keypad below leaves the felt in sight
    return html`<div class="card-entry">
      <label class="field">
        <span>${this.label} (${wanted}): rank then suit, such as As Td 2c</span>
        <input type="text" value=${this.text} oninput=${type} autocomplete="off" autocapitalize="off"
            spellcheck="false" enterkeyhint="done" inputmode=${isTouched ? "none" : undefined}
            aria-invalid=${String(Boolean(problem))} />
      </label>
      <p class=${problem ? "problem" : "quiet"} role="status">
        ${problem || `${cards.length} of ${wanted} named`}
        ${next ? [". Next: ", html`<strong class="next">${next}</strong>`] : null}
      </p>
      <div class="entered">${this.entered(ask, cards, t("{count} of {wanted} cards named", {count: cards.length, wanted}))}</div>
      <div class="keypad" onmousedown=${stayThere}>
        ${[...RANKS].map((rank) => html`<button type="button" onclick=${add(rank)}>${rank === "T" ? "10" : rank}</button>`)}
        ${[...SUITS].map(
          (suit) =>
            html`<button type="button" class=${"suit-key " + suit} onclick=${add(suit)} aria-label=${NAMES[suit]}>
              ${SIGNS[suit]}
            </button>`,
        )}
        ${
          unseen
            ? html`<button type="button" class="unseen-key" disabled=${cards.length >= unseen} onclick=${add(UNKNOWN)}>
              Nobody saw it
            </button>`
            : null
        }
        <button type="button" class="back-key" aria-label="Take the last character back"
            onclick=${() => this.take(this.text.trim().slice(0, -1))}>⌫</button>
      </div>
    </div>`;
  }

  /**
   * What has been named so far: place by place where the house has said where each card goes, otherwise in a row.
   * @param {import("../../core/types.js").Ask} ask @param {string[]} cards @param {string} label
   */
  entered(ask, cards, label) {
    const labels = ask.labels ?? [];
    if (!labels.length) return cardRow(cards, {count: Math.max(cards.length, ask.minimum), size: "small", label});
    const places = ask.destinations?.length ? ask.destinations.map(({said}) => said) : labels;
    const next = places[cards.length] ?? "";
    const one = (/** @type {string} */ each, /** @type {number} */ index) => {
      const card = cards[index] === UNKNOWN ? "" : (cards[index] ?? "");
      const said = card ? cardName(card) : cards[index] ? t("unknown, face down") : t("not named yet");
      const style = {opacity: cards[index] ? "1" : "0.35"}; // one that nobody saw has been named, too
      return html`<playing-card card=${card} style=${style} size="small" label="${capital(each)}: ${said}"
          key="${index}${cards[index] ?? ""}" />`;
    };
    return html`<div class="destinations" role="group" aria-label=${label}>
      ${[...new Set(places)].map(
        (place) =>
          html`<div key=${place} class=${next === place ? "destination next" : "destination"}>
            <span class="cards">
              ${labels.map((each, index) => (places[index] === place ? one(each, index) : null))}
            </span>
            <small>${capital(place)}</small>
          </div>`,
      )}
    </div>`;
  }
}
customElements.define("card-entry", CardEntry);
