import {Drawn, h} from "../core/draw.js";
import {bestFive, madeOf} from "../core/table/hands.js";
import {wear} from "../core/styles.js";
import {gain, money, plain} from "../core/words/say.js";
import {t, told} from "../core/words/words.js";
import {chips, pile} from "../elements/felt/chip-stack.js";
import {cards} from "../elements/felt/playing-card.js";
import {emptyPlace, isYou, nameOf, pod, presence, slots} from "./common.js";

/** @typedef {import("./common.js").Scene} Scene */

// Where seats and their bets lie, clockwise from you, on the three shapes of the felt: x, y, x and y of the bet.
const DESK = [
  [554, 668, 554, 458],
  [282, 606, 378, 500],
  [96, 458, 252, 420],
  [96, 226, 258, 268],
  [262, 94, 366, 186],
  [446, 84, 446, 150],
  [662, 66, 622, 168],
  [846, 94, 742, 186],
  [1012, 226, 850, 268],
  [1012, 458, 856, 420],
  [826, 606, 730, 500],
];
const PHONE = [
  [195, 552, 195, 376],
  [49, 462, 74, 404],
  [47, 366, 122, 346],
  [47, 168, 128, 192],
  [84, 70, 128, 131],
  [195, 56, 195, 119],
  [306, 70, 262, 131],
  [343, 168, 262, 192],
  [343, 366, 268, 346],
  [341, 462, 316, 404],
];
const WIDE = [
  [422, 297, 540, 176],
  [214, 273, 283, 229],
  [86, 221, 197, 194],
  [67, 128, 184, 132],
  [172, 44, 226, 84],
  [586, 31, 548, 76],
  [694, 60, 646, 98],
  [780, 128, 662, 132],
  [760, 222, 648, 194],
  [630, 273, 561, 229],
];
const STREETS = ["Pre-flop", "Flop", "Turn", "River"];
const ROYAL = 9;

/** @param {number} index @param {number} count */
function potName(index, count) {
  return t(index ? "Side" : "Main") + (index && count > 2 ? ` ${index}` : "");
}

/** Which cards make a hand, its own and those of the board. @param {string[]} hand @param {string[]} board */
function fiveOf(hand, board) {
  return new Set(bestFive([...hand, ...board])?.five ?? []);
}

/** The poker table, turned so that you sit at the bottom; bets in front, pots and board in the middle, the outcome over them. */
export class PokerLayout extends Drawn {
  /** @type {Scene | null} */
  scene = null;

  look() {
    const scene = this.scene;
    if (!scene?.view?.seats) return null;
    const places = scene.table.places || 10;
    const numbers = Array.from({length: places}, (_, index) => index + 1);
    const own = scene.you.place ?? Math.ceil(places / 2);
    const winners = Object.keys(scene.outcome?.wins ?? {}).map(Number);
    const best = this.best(scene, winners);
    const round = places + 1; // the dealer's tray has a place of its own
    const tray = DESK[Math.round((((round - own) % round) * DESK.length) / round) % DESK.length];
    return h(
      "div",
      {class: "felt poker", "data-phase": scene.view.phase},
      h(
        "div",
        {class: "stage"},
        h("div", {class: "rim", "aria-hidden": "true"}, h("div", {class: "cloth"})),
        h(
          "div",
          {
            class: "tray",
            style: {"--x": tray[0], "--y": tray[1]},
            role: "img",
            "aria-label": t("Dealer"),
            "data-account": "rake",
          },
          ["#23262c", "#1f8a55", "#c4303c", "#c4303c", "#eef0ee"].map((colour) => h("i", {style: {"--c": colour}})),
        ),
        this.middle(scene, winners, best),
        h(
          "ol",
          {class: "seats", "aria-label": t("Seats, clockwise from the dealer’s left")},
          numbers.map((number) => this.seat(scene, number, (number - own + round) % round, places, winners, best)),
        ),
      ),
    );
  }

  /** The five cards of the best winning hand that may be seen. @param {Scene} scene @param {number[]} winners */
  best(scene, winners) {
    const {view} = scene;
    const known = winners
      .map((seat) => view.seats[seat]?.cards ?? [])
      .filter((hand) => hand.length === 2 && hand.every(Boolean));
    const found = known.map((hand) => bestFive([...hand, ...view.board])).filter((each) => each !== null);
    return found.sort((one, other) => other.kind - one.kind)[0] ?? null;
  }

  /** @param {Scene} scene @param {number[]} winners @param {any} best */
  middle(scene, winners, best) {
    const {view} = scene;
    const board = view.board ?? [];
    const laid = Math.max(board.length, view.board_count ?? 0); // a street may lie face down by mistake
    const street = STREETS[Math.max(0, board.length - 2)] ?? "";
    const isOver = view.marker === "SHOWDOWN" && Boolean(scene.round);
    const total = (view.pots ?? []).reduce((/** @type {number} */ sum, /** @type {any} */ pot) => sum + pot.amount, 0);
    return h(
      "div",
      {class: "middle" + (winners.length ? " over" : "")},
      winners.length
        ? this.banner(scene, winners, best)
        : h(
            "div",
            {class: "potline", key: "pots", "data-account": "pot"},
            total
              ? [pile(total), h("strong", {class: "total"}, h("span", {class: "hidden"}, t("Pot") + " "), money(total))]
              : null,
            this.pots(scene),
          ),
      h(
        "div",
        {class: "board", key: "board"},
        cards(board, {
          count: laid,
          label: t(board.length ? "community cards" : "no community cards yet"),
          best: best && winners.length ? new Set(best.five) : null,
        }),
        slots(5, laid),
      ),
      h(
        "div",
        {class: "street", key: "street"},
        STREETS.map((name) =>
          h(
            "span",
            {
              key: name,
              class: !isOver && scene.round && name === street ? "marker" : "",
              "data-marker": name === street ? view.marker : undefined,
            },
            t(name),
          ),
        ),
        isOver ? h("span", {class: "marker", key: "showdown", "data-marker": view.marker}, t("Showdown")) : null,
      ),
      view.exposed?.length
        ? h(
            "div",
            {class: "exposed", key: "exposed"},
            t("Exposed:"),
            " ",
            cards(view.exposed, {size: "small", label: t("cards seen by accident")}),
          )
        : null,
    );
  }

  /** Who won, with what; a line for each pot if there is more than one. @param {Scene} scene @param {number[]} winners @param {any} best */
  banner(scene, winners, best) {
    const {outcome, view} = scene;
    const pots = outcome?.pots ?? [];
    const name = (/** @type {number} */ seat) =>
      isYou(scene, seat) ? t("You") : nameOf(scene, view.seats[seat]?.player ?? "");
    const line = (/** @type {number[]} */ seats) => {
      const shown = seats.map((seat) => outcome?.hands[seat] || view.seats[seat]?.ranking).filter(Boolean)[0];
      return {names: seats.map(name).join(", "), words: told(shown ?? "")};
    };
    const royal = best?.kind === ROYAL ? " royal" : "";
    if (royal) wear("royal");
    if (pots.length < 2) {
      const {words: made, names} = line(winners);
      const words = royal ? t("Royal flush") : made;
      return h(
        "div",
        {class: "handname" + royal, key: "banner", role: "status"},
        words ? `${words} · ${names}` : t("{names} takes the pot", {names}),
      );
    }
    return h(
      "div",
      {class: "potswon" + royal, key: "banner", role: "status"},
      pots.map((pot, index) => {
        const {words, names} = line(Object.keys(pot.won).map(Number));
        const [made, ...rest] = words.split(/(?=, |，)/);
        return h(
          "div",
          {class: "potwon", key: index},
          h("span", null, potName(index, pots.length)),
          h("b", null, money(pot.amount - pot.rake)),
          h("strong", null, made, h("i", null, rest.join("")), made ? " · " : "", names),
        );
      }),
    );
  }

  /** @param {Scene} scene */
  pots({view}) {
    const pots = view.pots ?? []; // what is still in front of the players is not in the middle yet
    if (pots.length < 2) return null;
    return h(
      "span",
      {class: "parts"},
      pots.map((/** @type {any} */ pot, /** @type {number} */ index) =>
        h(
          "span",
          {class: "pot", key: index, title: t("seats {seats}", {seats: pot.eligible.join(", ")})},
          potName(index, pots.length),
          " ",
          h("b", null, money(pot.amount)),
        ),
      ),
    );
  }

  /** @param {Scene} scene @param {number} number @param {number} turn how far clockwise from you @param {number} places @param {number[]} winners @param {any} best */
  seat(scene, number, turn, places, winners, best) {
    const {view} = scene;
    const own = scene.you.place ?? Math.ceil(places / 2);
    const index = (number - own + places) % places;
    const [d, p, w] = [
      DESK[Math.round((turn * DESK.length) / (places + 1)) % DESK.length],
      PHONE[Math.round((index * PHONE.length) / places) % PHONE.length],
      WIDE[Math.round((index * WIDE.length) / places) % WIDE.length],
    ];
    const style = {
      "--dx": d[0],
      "--dy": d[1],
      "--dbx": d[2],
      "--dby": d[3],
      "--px": p[0],
      "--py": p[1],
      "--pbx": p[2],
      "--pby": p[3],
      "--lx": w[0],
      "--ly": w[1],
      "--lbx": w[2],
      "--lby": w[3],
      "--inward": p[0] > 195 ? -1 : 1,
      "--aside": w[0] > 690 ? -1 : 1,
    };
    const seat = view.seats[number];
    if (!seat) return h("li", {class: "seat empty", key: number, style}, emptyPlace(this, scene, number));
    const isTurn = scene.awaited.includes(number);
    const hasWon = winners.includes(number);
    const isOwn = isYou(scene, number);
    const isLoser = winners.length > 0 && !hasWon;
    const state = [
      "seat",
      isTurn ? "turn" : "",
      isOwn ? "you" : "",
      !seat.is_active && !hasWon ? "out" : "",
      seat.is_away ? "away" : "",
      hasWon ? "won" : "",
      seat.cards.length && !isOwn ? "shows" : "",
      turn > 7 || turn < 4 ? "low" : "",
    ]
      .filter(Boolean)
      .join(" ");
    const net = scene.outcome?.nets[number];
    return h(
      "li",
      {class: state, key: number, style, "data-seat": number, "aria-current": isTurn ? "true" : undefined},
      seat.is_active || seat.cards.length
        ? h(
            "div",
            {class: "hole" + (seat.cards.length && !isOwn ? " up" : "")},
            cards(seat.cards, {
              count: seat.card_count,
              isDim: !seat.is_active || (isLoser && !isOwn),
              best: hasWon && best && seat.cards.length ? fiveOf(seat.cards, view.board) : null,
              label: t("cards of seat {number}", {number}),
            }),
          )
        : null,
      pod(scene, number, {
        name: isOwn ? scene.you.name : nameOf(scene, seat.player),
        chips: seat.chips,
        more: [presence(scene, number), this.owing(seat).map((words) => h("span", {class: "tag warn owing"}, words))],
        right: isOwn ? this.holding(scene, seat) : null,
      }),
      hasWon && !isOwn ? null : this.said(scene, number, seat, isLoser),
      this.marks(scene, number),
      h("div", {class: "bet", "data-takes": `stack/${number}`}, chips(seat.bet, t("bet of seat {number}", {number}))),
      net !== undefined && winners.length && (hasWon || isOwn) && net
        ? h("strong", {class: "gain" + (net > 0 ? "" : " lost")}, gain(net))
        : null,
    );
  }

  /** What your cards make. @param {Scene} scene @param {any} seat */
  holding(scene, seat) {
    if (!seat.is_active) return seat.is_in ? h("b", {class: "note"}, t("Folded")) : null;
    const made = madeOf([...seat.cards, ...scene.view.board]);
    return made ? [h("i", null, t("You hold")), h("b", null, t(made))] : null;
  }

  /** What a seat has missed or owes. @param {any} seat @returns {string[]} */
  owing(seat) {
    return [
      seat.missed?.length ? t("missed {blinds}", {blinds: seat.missed.map(plain).join(", ")}) : "",
      seat.due ? t("owes {amount}", {amount: money(seat.due)}) : "",
    ].filter(Boolean);
  }

  /** What a seat did last, or shows at the end. @param {Scene} scene @param {number} number @param {any} seat @param {boolean} isLoser */
  said(scene, number, seat, isLoser) {
    const shown = seat.cards.length && !isYou(scene, number) ? scene.outcome?.hands[number] || seat.ranking : "";
    const words = shown && isLoser ? shown.split(",")[0] : seat.is_all_in ? "all in" : (scene.said?.[number] ?? "");
    return words ? h("span", {class: "said"}, told(words)) : null;
  }

  /** @param {Scene} scene @param {number} number */
  marks({view}, number) {
    const disc = (/** @type {string} */ kind, /** @type {string} */ letters, /** @type {string} */ words) =>
      h("span", {class: "mark " + kind, key: kind, role: "img", title: words, "aria-label": words}, letters);
    const owing = this.owing(view.seats[number]).join(", ");
    return h(
      "span",
      {class: "marks"},
      view.button === number ? disc("d", "D", t("has the button")) : null,
      view.small_blind_seat === number ? disc("sb", "SB", t("Small blind")) : null,
      view.big_blind_seat === number ? disc("bb", "BB", t("Big blind")) : null,
      owing ? disc("owing", "!", owing) : null, // where there is no room for a tag
    );
  }
}
customElements.define("poker-layout", PokerLayout);
