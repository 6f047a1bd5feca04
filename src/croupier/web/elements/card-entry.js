import {Drawn, h} from "../core/draw.js";
import {cards as cardRow} from "./playing-card.js";

const RANKS = "A23456789TJQK";
const SUITS = "shdc";

/** Cards from what a dealer types or a scanner sends: "as 10d,KH" or "asTdkh". @param {string} text @returns {string[] | null} */
export function readCards(text) {
  const clean = text.toUpperCase().replaceAll("10", "T").replace(/[♠]/g, "S").replace(/[♥]/g, "H").replace(/[♦]/g, "D").replace(/[♣]/g, "C").replace(/[\s,;.-]+/g, "");
  if (!/^([A23456789TJQK][SHDC])*$/.test(clean)) return null;
  return (clean.match(/../g) ?? []).map((card) => card[0] + card[1].toLowerCase());
}

/** Physical cards, named as they come. Typing is enough: two keys a card, Enter when complete. */
export class CardEntry extends Drawn {
  /** @type {import("../core/types.js").Ask | null} */
  ask = null;
  label = "Cards";
  text = "";

  /** @param {string} text */
  take(text) {
    this.text = text;
    const found = readCards(text);
    const isGood = found && this.ask && found.length >= this.ask.minimum && found.length <= this.ask.maximum;
    this.tell("cards", isGood ? found : null);
    this.redraw();
  }

  look() {
    const ask = this.ask;
    if (!ask) return null;
    const found = readCards(this.text) ?? readCards(this.text.trim().slice(0, -1)) ?? [];
    const wanted = ask.minimum === ask.maximum ? `${ask.minimum}` : `${ask.minimum} to ${ask.maximum}`;
    const type = (/** @type {any} */ event) => this.take(event.target.value);
    const add = (/** @type {string} */ part) => () => this.take(this.text + part);
    return h(
      "div",
      {class: "card-entry"},
      h(
        "label",
        {class: "field"},
        h("span", null, `${this.label} (${wanted}): rank then suit, such as As Td 2c`),
        h("input", {type: "text", value: this.text, oninput: type, autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "done"}),
      ),
      h("div", {class: "entered"}, cardRow(found, {count: Math.max(found.length, ask.minimum), size: "small", label: `${found.length} of ${wanted} cards named`})),
      h(
        "div",
        {class: "keypad"},
        [...RANKS].map((rank) => h("button", {type: "button", onclick: add(rank)}, rank === "T" ? "10" : rank)),
        [...SUITS].map((suit) => h("button", {type: "button", class: "suit-key " + suit, onclick: add(suit), "aria-label": {s: "spades", h: "hearts", d: "diamonds", c: "clubs"}[suit]}, {s: "♠", h: "♥", d: "♦", c: "♣"}[suit])),
        h("button", {type: "button", onclick: () => this.take(this.text.trim().slice(0, -1))}, "⌫"),
      ),
    );
  }
}
customElements.define("card-entry", CardEntry);
