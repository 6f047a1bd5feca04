import {Drawn, html} from "../core/draw.js";
import {bestFive, madeOf} from "../core/table/hands.js";
import {wear} from "../core/styles.js";
import {gain, money, plain} from "../core/words/say.js";
import {t} from "../core/words/words.js";
import {chips, pile} from "../elements/felt/chip-stack.js";
import {cards} from "../elements/felt/playing-card.js";
import {absence, emptyPlace, fitted, isYou, nameOf, pod, slots} from "./common.js";

/** @typedef {import("./common.js").Scene} Scene */

// Where a seat's parts lie, clockwise from you, on each shape of the felt: its plate; the point where its cards begin and the way
// they go from there, as backs and as a shown hand; its bet; and on which side of the plate its line stands.
/** @typedef {[number, number]} Spot */
/** @typedef {[number, number, number, number]} Ray x, y, and which way: -1, 0 or 1 across and down */
/** @typedef {{at: Spot, backs: Ray, shown: Ray, bet: Spot, line: 1 | -1}} Where */

/** @param {Spot} at @param {Ray} cards @param {Spot} bet @param {1 | -1} [line] @param {Ray} [shown] @returns {Where} */
const seatAt = (at, cards, bet, line = 1, shown = cards) => ({at, backs: cards, shown, bet, line});

/** The other side of a felt. @param {number} width @param {Where} where @returns {Where} */
function mirrored(width, {at: [x, y], backs, shown, bet: [bx, by], line}) {
  const ray = ([hx, hy, ux, uy] = /** @type {Ray} */ (backs)) => /** @type {Ray} */ ([width - hx, hy, -ux, uy]);
  return {at: [width - x, y], backs: ray(backs), shown: ray(shown), bet: [width - bx, by], line};
}

/** You, the left side upwards, perhaps somebody above, the right side downwards. @param {number} width @param {Where} you @param {Where[]} left @param {Where[]} [above] */
const around = (width, you, left, above = []) => [
  you,
  ...left,
  ...above,
  ...left.map((each) => mirrored(width, each)).reverse(),
];

const DESK = around(1108, seatAt([554, 668], [554, 556, 0, 0], [554, 456], -1), [
  seatAt([282, 606], [282, 576, 0, -1], [376, 488]),
  seatAt([96, 440], [184, 440, 1, 0], [238, 374]),
  seatAt([96, 258], [184, 258, 1, 0], [238, 332]),
  seatAt([262, 94], [262, 124, 0, 1], [332, 207], -1),
  seatAt([446, 84], [446, 114, 0, 1], [480, 207], -1),
]);
const TABLET = around(
  820,
  seatAt([410, 874], [410, 758, 0, 0], [410, 660], -1),
  [
    seatAt([82, 712], [166, 712, 1, 0], [312, 622]),
    seatAt([82, 590], [166, 590, 1, 0], [312, 580]),
    seatAt([82, 308], [166, 308, 1, 0], [312, 308]),
    seatAt([82, 196], [166, 196, 1, 0], [312, 196]),
  ],
  [seatAt([364, 66], [364, 96, 0, 1], [410, 250], -1)],
);
const PHONE = around(
  390,
  seatAt([195, 556], [195, 468, 0, 0], [195, 389], -1),
  [
    seatAt([46, 489], [64, 467, 0, -1], [143, 364], 1, [46, 467, 0, -1]),
    seatAt([46, 368], [64, 346, 0, -1], [143, 338], 1, [92, 368, 1, 0]),
    seatAt([46, 150], [64, 128, 0, -1], [143, 142], 1, [92, 150, 1, 0]),
    seatAt([46, 46], [92, 46, 1, 0], [143, 117]),
  ],
  [seatAt([195, 66], [213, 44, 0, -1], [195, 167], 1, [195, 108, 0, 1])],
);
const WIDE_LEFT = [
  seatAt([66, 262], [122, 258, 1, 0], [186, 212]),
  seatAt([58, 172], [114, 168, 1, 0], [209, 168]),
  seatAt([58, 94], [114, 91, 1, 0], [209, 126]),
  seatAt([226, 22], [226, 60, 0, 1], [340, 30]),
];
const WIDE = around(844, seatAt([422, 297], [422, 217, 0, 0], [556, 196], -1), WIDE_LEFT);
WIDE.splice(1, 0, seatAt([262, 282], [262, 261, 0, -1], [288, 210]));

/** What the styles need of a place, for one shape. @param {string} shape @param {Where} where @param {boolean} isShown */
function placed(shape, {at, backs, shown, bet, line}, isShown) {
  const [x, y, ux, uy] = isShown ? shown : backs;
  const values = {x: at[0], y: at[1], hx: x, hy: y, ux, uy, bx: bet[0], by: bet[1], line, away: Math.sign(at[0] - x)};
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${shape}-${name}`, value]));
}
const STREETS = [t("Pre-flop"), t("Flop"), t("Turn"), t("River")];
const ROYAL = 9;
const BET_CHARACTERS = 7; // "$12,480": with more, a phone has room for the amount alone

/** @param {any} view @returns {any[]} */
const seats = (view) => Object.values(view.seats);

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
    return html`<div class="felt poker" data-phase=${scene.view.phase}>
      <div class="stage">
        <div class="rim" aria-hidden="true"><div class="cloth" /></div>
        <div class="tray" style=${{"--x": tray.at[0], "--y": tray.at[1]}} role="img" aria-label=${t("Dealer")}
            data-account="rake">
          ${["#23262c", "#1f8a55", "#c4303c", "#c4303c", "#eef0ee"].map((colour) => html`<i style=${{"--c": colour}} />`)}
        </div>
        ${this.middle(scene, winners, best)}
        <ol class="seats" aria-label=${t("Seats, clockwise from the dealer’s left")}>
          ${numbers.map((number) => this.seat(scene, number, (number - own + round) % round, places, winners, best))}
        </ol>
      </div>
    </div>`;
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
    const pots = view.pots ?? []; // what is in the middle; the whole pot counts what lies in front of the players as well
    const total = [...pots.map((/** @type {any} */ pot) => pot.amount), ...seats(view).map(({bet}) => bet)].reduce(
      (sum, cents) => sum + cents,
      0,
    );
    return html`<div class=${"middle" + (winners.length ? " over" : "")}>
      ${
        winners.length
          ? this.banner(scene, winners, best)
          : html`<div class=${"potline" + (pots.length > 1 ? " split" : "")} key="pots" data-account="pot">
            ${
              total
                ? [pile(total, 2), html`<strong class="total"><small>${t("Pot")}</small> ${money(total)}</strong>`]
                : null
            }
            ${this.parts(pots)}
          </div>`
      }
      <div class="board" key="board">
        ${cards(board, {
          count: laid,
          label: t(board.length ? "community cards" : "no community cards yet"),
          best: best && winners.length ? new Set(best.five) : null,
        })}
        ${slots(5, laid)}
      </div>
      <div class="street" key="street">
        ${STREETS.map(
          (name) =>
            html`<span key=${name} class=${!isOver && scene.round && name === street ? "marker" : ""}
                data-marker=${name === street ? view.marker : undefined}>${name}</span>`,
        )}
        ${isOver ? html`<span class="marker" key="showdown" data-marker=${view.marker}>${t("Showdown")}</span>` : null}
      </div>
      ${
        view.exposed?.length
          ? html`<div class="exposed" key="exposed">
            ${t("Exposed:")} ${cards(view.exposed, {size: "small", label: t("cards seen by accident")})}
          </div>`
          : null
      }
    </div>`;
  }

  /** Who won, with what; a line for each pot if there is more than one. @param {Scene} scene @param {number[]} winners @param {any} best */
  banner(scene, winners, best) {
    const {outcome, view} = scene;
    const pots = outcome?.pots ?? [];
    const name = (/** @type {number} */ seat) =>
      isYou(scene, seat) ? t("You") : nameOf(scene, view.seats[seat]?.player ?? "");
    const line = (/** @type {number[]} */ seats) => {
      const shown = seats.map((seat) => outcome?.hands[seat] || view.seats[seat]?.ranking).filter(Boolean)[0];
      return {names: seats.map(name).join(", "), words: shown ?? ""};
    };
    const royal = best?.kind === ROYAL ? " royal" : "";
    if (royal) wear("royal");
    if (pots.length < 2) {
      const {words: made, names} = line(winners);
      const words = royal ? t("Royal flush") : made;
      return html`<div class=${"handname" + royal} key="banner" role="status">
        ${
          words
            ? [html`<b>${words}</b>`, " · ", html`<span class="name">${names}</span>`]
            : html`<span class="name">${t("{names} takes the pot", {names})}</span>`
        }
      </div>`;
    }
    return html`<div class=${"potswon" + royal} key="banner" role="status" style=${{"--pots": pots.length}}>
      ${pots.map((pot, index) => {
        const won = Object.keys(pot.won).map(Number);
        const {words, names} = line(won);
        const made = words ? madeOf(view.seats[won[0]]?.cards ?? [], view.board) : "";
        return html`<div class="potwon" key=${index} style=${fitted(potName(index, pots.length) + money(pot.amount) + words)}>
          <span>${potName(index, pots.length)}</span>
          <b>${money(pot.amount - pot.rake)}</b>
          <strong><i>${words}</i><em>${made}</em>${words ? " · " : ""}</strong>
          <span class="name">${names}</span>
        </div>`;
      })}
    </div>`;
  }

  /** Main and Side Pots, once there is more than one. @param {{amount: number, eligible: number[]}[]} pots */
  parts(pots) {
    if (pots.length < 2) return null;
    const words = pots.map(({amount}, index) => potName(index, pots.length) + money(amount)).join("__");
    return html`<span class="parts" style=${fitted(words)}>
      ${pots.map(
        (pot, index) =>
          html`<span class="pot" key=${index} title=${t("seats {seats}", {seats: pot.eligible.join(", ")})}>
            ${potName(index, pots.length)} <b>${money(pot.amount)}</b>
          </span>`,
      )}
    </span>`;
  }

  /** @param {Scene} scene @param {number} number @param {number} turn how far clockwise from you @param {number} places @param {number[]} winners @param {any} best */
  seat(scene, number, turn, places, winners, best) {
    const {view} = scene;
    const own = scene.you.place ?? Math.ceil(places / 2);
    const index = (number - own + places) % places;
    const seat = view.seats[number];
    const isOwn = isYou(scene, number);
    const isShown = Boolean(seat?.cards.length) && !isOwn;
    const nth = (/** @type {Where[]} */ shape, /** @type {number} */ at, /** @type {number} */ of) =>
      shape[Math.round((at * shape.length) / of) % shape.length];
    const style = {
      ...placed("d", nth(DESK, turn, places + 1), isShown),
      ...placed("t", nth(TABLET, index, places), isShown),
      ...placed("p", nth(PHONE, index, places), isShown),
      ...placed("w", nth(WIDE, index, places), isShown),
    };
    if (!seat) return html`<li class="seat empty" key=${number} style=${style}>${emptyPlace(this, scene, number)}</li>`;
    const isTurn = scene.awaited.includes(number);
    const hasWon = winners.includes(number);
    const isLoser = winners.length > 0 && !hasWon;
    const state = [
      "seat",
      isTurn ? "turn" : "",
      isOwn ? "you" : "",
      !seat.is_active && !hasWon ? "out" : "",
      seat.is_away ? "away" : "",
      hasWon ? "won" : "",
      isShown ? "shows" : "",
      index === 0 && !isOwn ? "front" : "", // where you would sit
    ]
      .filter(Boolean)
      .join(" ");
    const marks = this.marks(scene, number);
    return html`<li class=${state} key=${number} style=${style} data-seat=${number} aria-current=${isTurn ? "true" : undefined}>
      ${
        seat.is_active || seat.cards.length
          ? html`<div class=${"hole" + (isShown ? " up" : "")}>
            ${cards(seat.cards, {
              count: seat.card_count,
              isDim: !seat.is_active || isLoser,
              best: hasWon && best && seat.cards.length ? fiveOf(seat.cards, view.board) : null,
              label: t("cards of seat {number}", {number}),
            })}
          </div>`
          : null
      }
      ${pod(scene, number, {
        name: isOwn ? scene.you.name : nameOf(scene, seat.player),
        chips: seat.chips,
        more: marks.length ? html`<span class="marks" style=${{"--marks": marks.length}}>${marks}</span>` : null,
        right: isOwn ? this.holding(scene, number, seat, winners) : null,
      })}
      ${this.line(scene, number, seat, winners)}
      <div class=${"bet" + (money(seat.bet).length > BET_CHARACTERS ? " long" : "")} data-takes="stack/${number}">
        ${chips(seat.bet, t("bet of seat {number}", {number}), 2)}
      </div>
    </li>`;
  }

  /** What your cards make; where there is no room beside your plate, at the end what you won or lost. @param {Scene} scene @param {number} number @param {any} seat @param {number[]} winners */
  holding(scene, number, seat, winners) {
    const net = winners.length ? scene.outcome?.nets[number] : 0;
    const result = net ? html`<b class="net" style=${fitted(gain(net))}>${gain(net)}</b>` : null;
    const owing = this.owing(seat).join(", ");
    const made = seat.is_active ? madeOf(seat.cards, scene.view.board) : "";
    if (!seat.is_active && seat.is_in) return [result, html`<b class="note made-of">${t("Folded")}</b>`];
    if (made) return [result, html`<i class="made-of">${t("You hold")}</i>`, html`<b class="made-of">${made}</b>`];
    return result ?? (owing ? html`<b class="note">${owing}</b>` : null);
  }

  /** What a seat has missed or owes. @param {any} seat @returns {string[]} */
  owing(seat) {
    return [
      seat.missed?.length ? t("missed {blinds}", {blinds: seat.missed.map(plain).join(", ")}) : "",
      seat.due ? t("owes {amount}", {amount: money(seat.due)}) : "",
    ].filter(Boolean);
  }

  /** The line beside a plate: what was said there; at the end, what the hand was and what it won or lost. @param {Scene} scene @param {number} number @param {any} seat @param {number[]} winners */
  line(scene, number, seat, winners) {
    const net = winners.length ? (scene.outcome?.nets[number] ?? 0) : 0;
    const isOwn = isYou(scene, number);
    if (winners.length && isOwn)
      return net
        ? html`<strong class=${"gain" + (net > 0 ? "" : " lost")} style=${fitted(gain(net))}>${gain(net)}</strong>`
        : null;
    if (winners.length && (seat.is_in || net)) {
      const words = seat.cards.length
        ? madeOf(seat.cards, scene.view.board)
        : t(seat.is_active ? "Not shown" : "Folded");
      return html`<span class=${"said outcome" + (winners.includes(number) ? " won" : "")}
          style=${fitted(words + gain(net) + "__")}><i>${words}</i><b>${net ? gain(net) : money(0)}</b></span>`;
    }
    if (isOwn) return null; // your own buttons have said it
    const said = seat.is_all_in ? t("all in") : (scene.said?.[number] ?? "");
    const words = said || this.owing(seat).join(", ") || absence(scene, number);
    return words ? html`<span class=${"said" + (said ? "" : " owes")} style=${fitted(words)}>${words}</span>` : null;
  }

  /** Pucks at the end of a plate. @param {Scene} scene @param {number} number */
  marks({view}, number) {
    const disc = (/** @type {string} */ kind, /** @type {string} */ letters, /** @type {string} */ words) =>
      html`<span class=${"mark " + kind} key=${kind} role="img" title=${words} aria-label=${words}>${letters}</span>`;
    const owing = this.owing(view.seats[number]).join(", ");
    return [
      view.button === number ? disc("d", "D", t("has the button")) : null,
      view.small_blind_seat === number ? disc("sb", "SB", t("Small blind")) : null,
      view.big_blind_seat === number ? disc("bb", "BB", t("Big blind")) : null,
      owing ? disc("owing", "!", owing) : null,
    ].filter(Boolean);
  }
}
customElements.define("poker-layout", PokerLayout);
