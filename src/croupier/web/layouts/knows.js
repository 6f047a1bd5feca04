// What only a game knows of its own view. Pages ask here and never look into a view themselves.
import {prefs} from "../core/prefs.js";
import {presets} from "../core/table/presets.js";
import {t} from "../core/words/words.js";

/** @typedef {import("../core/types.js").Scene} Scene */
/** @typedef {import("../core/types.js").Ask} Ask */
/** @typedef {import("../core/types.js").Happening} Happening */
/** @typedef {import("../core/types.js").PokerView} PokerView */
/** @typedef {import("../core/types.js").MultilinkView} MultilinkView */
/** @typedef {import("../core/types.js").FreebetView} FreebetView */
/** @typedef {{chips: number | null, isAway: boolean, isExpectedBack: boolean, isRelocated: boolean, missed: string[], missedTurns: number, due: number}} Sitting */

/** @type {Sitting} */
const UNKNOWN = {
  chips: null,
  isAway: false,
  isExpectedBack: true,
  isRelocated: false,
  missed: [],
  missedTurns: 0,
  due: 0,
};

/** A game of which nothing is known but what it offers. */
const plain = {
  hasBlinds: false,
  /** Do players take turns with chips over a line, so that words stand beside them and one may choose beforehand? */
  hasTurns: false,
  /** Is a Hand played in steps that are shown in the dock? */
  hasSteps: false,
  /** What lies on your own place before the cards. @param {Scene} scene @returns {{spot: string, cents: number}[]} */
  ownBets: (scene) => [],
  /** Are bets being taken? @param {Scene} scene */
  isBetting: (scene) => false,
  /** Bets before the cards are open again, and the cards of the last Round still lie there. @param {Scene} scene */
  isOver: (scene) => false,
  /** What is known of whoever sits there. @param {Scene} scene @param {number} place @returns {Sitting} */
  sitting: (scene, place) => UNKNOWN,
  /** May one who is not asked choose beforehand? @param {Scene} scene */
  mayAdvance: (scene) => false,
  /** What stands beside "your turn". @param {Scene} scene */
  standing: (scene) => "",
  /** Sizes worth a button, for a raise. @param {Scene} scene @param {Ask} ask @returns {[string, number][] | null} */
  sizes: (scene, ask) => null,
  /** By what - and + go. @param {Scene} scene */
  step: (scene) => 0,
};
/** @typedef {typeof plain} Knowledge */

/** @type {Partial<Knowledge>} */
const poker = {
  hasBlinds: true,
  hasTurns: true,
  isBetting: ({view}) => view.phase === "betting",
  sitting({view}, place) {
    const seat = /** @type {PokerView} */ (view).seats[place];
    if (!seat) return UNKNOWN;
    return {
      chips: seat.chips,
      isAway: seat.is_away,
      isExpectedBack: seat.is_expected_back,
      isRelocated: seat.is_relocated,
      missed: seat.missed,
      missedTurns: seat.missed_turns,
      due: seat.due,
    };
  },
  mayAdvance({view, you}) {
    const seat = /** @type {PokerView} */ (view).seats[you.place ?? -1];
    return Boolean(seat?.is_active && !seat.is_all_in && view.phase === "betting");
  },
  /** What somebody has set: parts of the pot as it would be after a call; before the flop, so many times what was bet. */
  sizes({view}, ask) {
    const {turn, pot, current_bet: lies, signage, board} = /** @type {PokerView} */ (view);
    if (!turn) return null;
    const [after, bet] = [pot + turn.to_call, Math.max(lies, signage.big_blind)];
    const size = (/** @type {number} */ cents) => {
      const whole = ask.minimum + Math.round((cents - ask.minimum) / ask.step) * ask.step;
      return Math.max(ask.minimum, Math.min(ask.maximum, whole));
    };
    const wanted = presets(prefs.get(board.length ? "presets-later" : "presets-first"));
    const sizes = wanted.map(({name, share, times}) => [name, size(times ? bet * times : lies + after * share)]);
    return /** @type {[string, number][]} */ ([[t("Min"), ask.minimum], ...sizes]);
  },
  step: ({view}) => /** @type {PokerView} */ (view).signage.big_blind,
};

/** @type {Partial<Knowledge>} */
const multilink = {
  hasSteps: true,
  ownBets({view, you}) {
    const box = /** @type {MultilinkView} */ (view).boxes[you.place ?? -1];
    return box?.player === you.id ? Object.entries(box.bets).map(([spot, cents]) => ({spot, cents})) : [];
  },
  isBetting: ({view}) => view.phase === "betting",
  isOver: ({view}) => view.phase === "betting",
  sitting: ({view}, place) => ({...UNKNOWN, chips: /** @type {MultilinkView} */ (view).chips[place] ?? null}),
};

/** @type {Partial<Knowledge>} */
const freebet = {
  ownBets({view, you}) {
    const area = /** @type {FreebetView} */ (view).areas[you.place ?? -1];
    const mine = (/** @type {{place: number}} */ each) => each.place === you.place;
    const wagers = (area?.wagers ?? []).filter(mine).map(({amount}) => ({spot: "main", cents: amount}));
    return [...wagers, ...(area?.sides ?? []).filter(mine).map(({bet, amount}) => ({spot: bet, cents: amount}))];
  },
  isBetting: ({view}) => view.phase === "betting",
  isOver: ({view}) => view.phase === "betting",
  sitting({view}, place) {
    const player = /** @type {FreebetView} */ (view).players[place];
    return player ? {...UNKNOWN, chips: player.chips, isAway: player.is_absent} : UNKNOWN;
  },
  standing({view}) {
    const {areas, in_play: at, dealer: shown, dealer_total: dealer} = /** @type {FreebetView} */ (view);
    const hands = at ? (areas[at[0]]?.hands ?? []) : [];
    if (!at || !hands.length) return "";
    const mine = hands[at[1]]?.total ?? "";
    const against =
      shown.length === 1 && shown[0][0] === "A"
        ? t("{mine} against an Ace", {mine})
        : t("{mine} against {dealer}", {mine, dealer});
    return hands.length > 1
      ? t("Hand {number} of {count}", {number: at[1] + 1, count: hands.length}) + " · " + against
      : against;
  },
};

/** A game that begins from the base for games against the House. @type {Partial<Knowledge>} */
const againstHouse = {
  ownBets({view, you}) {
    const bets = /** @type {Record<string, number>} */ (view.seats[you.place ?? -1]?.bets ?? {});
    return Object.entries(bets).map(([spot, cents]) => ({spot, cents}));
  },
  isBetting: ({view}) => view.phase === "betting",
  isOver: ({view}) => view.phase === "betting",
  sitting: ({view}, place) => ({...UNKNOWN, chips: view.seats[place]?.chips ?? null}),
};
const AGAINST_HOUSE = {...plain, ...againstHouse};

/** @type {Record<string, Knowledge>} */
const KNOWN = {
  "rws-poker": {...plain, ...poker},
  "rws-multilink": {...plain, ...multilink},
  "mbs-freebet": {...plain, ...freebet},
};

/** What the game of a table knows. @param {Scene} scene @returns {Knowledge} */
export const knows = (scene) =>
  KNOWN[scene.table.game] ?? (scene.view?.dealer_count !== undefined && scene.view.seats ? AGAINST_HOUSE : plain);

/** Cards come with it. @param {Happening} each */
export const hasCards = ({event}) => Boolean(event.cards?.length || event.hands);

/** Something is shown, paid, taken or awarded: what comes of it is drawn. @param {Happening} each */
export const isTelling = ({event, ends_round}) =>
  ends_round || event.won || event.results || event.ranking || event.winnings !== undefined;

/** The place whose bets it settles. @param {Happening} each @returns {number | undefined} */
export const settledAt = ({event}) => event.area ?? event.box ?? event.seat;

/** Who sits where: seats, boxes and areas look alike to the pit. */
/** @typedef {{number: number, seat: import("../core/types.js").SeatLine | null} & Sitting} Place */

/** @param {Scene} scene @returns {Place[]} */
export function placesOf(scene) {
  const {table} = scene;
  const seats = new Map(table.seats.map((seat) => [seat.place, seat]));
  const last = Math.max(table.places, ...seats.keys());
  return Array.from({length: last}, (_, index) => {
    const number = index + 1;
    return {number, seat: seats.get(number) ?? null, ...knows(scene).sitting(scene, number)};
  });
}

const SAID_MOST = 18; // letters on a seat

/** The last word of each seat in this Betting Round: "calls 10". @param {Happening[]} happenings of the Round */
export function lastWords(happenings) {
  /** @type {Record<number, string>} */
  let found = {};
  for (const {event, aside} of happenings) {
    if (event.cards?.length && !event.seat) found = {};
    if (aside && !event.ranking && aside.words.length <= SAID_MOST) found[aside.place] = aside.words;
  }
  return found;
}
