// The dealer's tablet at a table with real cards and chips: it follows, it never leads. One screen for what everybody does.
import {Drawn, html} from "../../core/draw.js";
import {capital, gain, gameName, money, optionWords, plain, versionName} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";
import {hourAndMinute} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {inOrder, isRaise, keyOf, lookOf, moneyAsk, optionKey} from "../../core/table/purpose.js";
import {isRuling} from "../../core/table/about.js";
import {Ahead} from "../../core/table/ahead.js";
import {placesOf} from "../../layouts/knows.js";
import {pile} from "../felt/chip-stack.js";
import {icon} from "../icon.js";
import "../house-clock.js";
import {CHIPS} from "../felt/deck.js";
import {cardName} from "../felt/playing-card.js";
import {hasChips} from "../staff/pay-and-take.js";
import {RANKS, SUITS, cardPad, seenOn} from "./card-pad.js";
import {
  cardGoesTo,
  done,
  dueWords,
  placeWords,
  playsAt,
  potRaise,
  realFelt,
  toDecide,
} from "../../layouts/real-felt.js";
import "../staff/decision-list.js";
import "../staff/option-form.js";
import {troubles} from "../staff/trouble-sheet.js";

/** @typedef {import("../../core/types.js").Scene} Scene */
/** @typedef {import("../../core/types.js").Option} Option */
/** @typedef {import("../../core/types.js").Ask} Ask */
/** What is written down: an option with its blanks filled in, and when that was, if it is sent later. @typedef {{option: Option, values: Record<string, any>, then?: Option | null, seen?: import("../../core/table/socket.js").Seen, id?: string, at?: number}} Entry */

/** What was touched because it lies wrong. @typedef {{kind: import("../../core/types.js").Subject["kind"], place: number, part: string, card: string}} Touched */

const UNKNOWN = "??";
/** What can be touched, in words. @type {Record<string, string>} */
const TOUCHED = {
  burn: t("Burnt Card"),
  board: t("Board"),
  hand: t("Cards"),
  dealer: t("Dealer’s cards"),
  discard: t("Discards"),
  chips: t("Chips"),
  player: t("A player"),
  device: t("Shoe"),
  table: t("Table"),
};
const BUY_INS = [10_000, 20_000, 50_000, 100_000, 200_000, 500_000];
const ROOM_FOR_CHIPS = 5;
const WHATEVER = 99; // as much as can be wrong
const MENU_BOXES = 6; // of 150 by 56
const [MENU_WIDTH, MENU_HEIGHT, MENU_GAP] = [478, 134, 10];
const SCANNED_MS = 40; // between the keys of one card
const HALF_READ_MS = 1_000;
const SCANNER = {off: t("Scanner off"), on: t("Scanner on"), unread: t("Card not read")};
const SHUFFLE = "ShuffleCards"; // of every game
const SCAN = {scan: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16"};
const WARNING = {warning: "M12 4 2.500 20h19ZM12 10v5M12 17.500v.500"};

/** Is a card asked for that can be seen? Those face down are entered by nobody. @param {Option} option */
const cardsAsk = (option) => option.asks.find(({kind}) => kind === "cards") ?? null;

/** What can be done with one touch, blanks that have one answer included. @param {Option} option */
const isWhole = (option) => option.asks.every(({kind}) => kind === "choice");

/** @param {Option} option */
function onlyAnswers(option) {
  return Object.fromEntries(
    option.asks.filter(({kind}) => kind === "choice").map(({field, choices}) => [field, choices[0]]),
  );
}

/** Cards that come first and that nobody sees: burns, hands, packets. A street from a shoe is named as it is dealt. @param {Ask} ask */
function faceDown({unseen = 0, minimum, destinations}) {
  if (unseen < minimum) return unseen;
  const burns = destinations.filter(({kind}) => kind === "burn").length;
  return destinations.every(({kind}) => kind === "burn" || kind === "board") ? burns : unseen;
}

/** Of what is doubled it is nearly always all. @param {Option} option */
function most(option) {
  return Object.fromEntries(
    option.asks.filter(({kind}) => kind === "money").map(({field, maximum}) => [field, maximum]),
  );
}

/** Tells "give" with an entry, "dealer" to deal here, "menu". */
export class RealConsole extends Drawn {
  /** @type {Scene | null} */
  scene = null;
  /** @type {import("../../core/table/socket.js").TableSocket | null} */
  socket = null;
  /** The last word of each seat. @type {Record<number, string>} */
  said = {};
  /** What the next step pays and takes. @type {(import("../../layouts/real-felt.js").Due & {place: number})[]} */
  foretold = [];
  /** Entries that the house has not answered yet. @type {Entry[]} */
  waiting = [];
  acting = "dealer";
  isLive = true;
  isBusy = false;
  place = 0; // touched by hand; 0 for whose turn it is
  amount = 0;
  chip = 0;
  isTyping = false;
  /** A chair's chips are bought, brought along, or nobody counts them. @type {"cash" | "chips" | "open"} */
  pays = "cash";
  /** The cards of this step, each in its slot; "" where one is still to come. @type {string[]} */
  named = [];
  /** The slots in the order they were filled. @type {number[]} */
  filled = [];
  aim = -1; // a slot that was touched; -1 for the next one
  rank = "";
  /** What is known of a scanner that types: a card comes faster than by hand. @type {"off" | "on" | "unread"} */
  scanner = "off";
  #typedAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #half = undefined;
  asked = 0; // a plate that was touched out of turn
  /** Cards that were touched before the house asks for them: to hit, or faster than it answers. @type {string[]} */
  ahead = [];
  /** Places that have been paid. @type {Set<number>} */
  paid = new Set();
  isWrong = false;
  /** @type {Touched | null} */
  touched = null;
  /** @type {{left: number, top: number} | null} */
  menuAt = null;
  heldAt = 0;
  #for = ""; // what amount and cards in hand belong to
  #course = new Ahead();
  /** @type {{scene: Scene | null, waiting: Entry[], found: import("../../core/table/ahead.js").Expected | null}} */
  #forecast = {scene: null, waiting: [], found: null};

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog")) return;
    if (event.key === "/") this.somethingWrong();
    else if (event.key === "Escape") this.leave();
    else if (this.isWrong) return;
    else if (this.toName || (this.hit && (this.rank || RANKS.includes(event.key.toUpperCase().replace("0", "T")))))
      this.type(event.key);
    else if (event.key === "z") this.undo();
    else if (event.key === "Enter" && !event.repeat) this.next()?.go?.();
    else {
      const found = this.acts.find((option) => keyOf(option) === event.key.toLowerCase());
      if (!found) return;
      if (isWhole(found)) this.give(found);
      else this.reach(found);
    }
    event.preventDefault();
  }

  /** A card by rank and suit, as a scanner sends it too. @param {string} key */
  type(key) {
    const letter = key.toUpperCase().replace("0", "T");
    this.scan(key, letter);
    if (key === "Enter") return this.next()?.go?.();
    if (key === "Backspace" && this.filled.length) this.takeBack();
    else if (this.rank && SUITS.includes(key.toLowerCase())) this.take(this.rank + key.toLowerCase());
    else if (RANKS.includes(letter)) this.rank = letter;
    else if (key.toLowerCase() === "z") this.undo();
    else if (key.toLowerCase() === "m") this.acts.find((each) => each.purpose === "muck" && this.give(each));
    this.redraw();
  }

  /** Rank and suit within a few milliseconds are a scanner's; a card that it reads only half is said. @param {string} key @param {string} letter */
  scan(key, letter) {
    const isFast = performance.now() - this.#typedAt < SCANNED_MS;
    this.#typedAt = performance.now();
    if (this.rank && isFast) this.scanner = SUITS.includes(key.toLowerCase()) ? "on" : "unread";
    clearTimeout(this.#half);
    if (this.scanner === "off" || !RANKS.includes(letter)) return;
    this.#half = setTimeout(() => {
      if (!this.rank) return;
      this.scanner = "unread";
      this.redraw();
    }, HALF_READ_MS);
  }

  // What there is to do

  get offered() {
    return (this.forecast?.options ?? this.scene?.options ?? []).filter((option) => !isRuling(option));
  }

  /** What players can do that is written down here. */
  get recorded() {
    return this.offered.filter((option) => option.recorded !== undefined);
  }

  /** Without a network the game goes on: what can be entered after all that waits. */
  get forecast() {
    const {scene, waiting} = this;
    if (this.isLive || !scene || !waiting.length) return null;
    if (this.#forecast.scene !== scene || this.#forecast.waiting !== waiting) {
      const to = (/** @type {Option} */ option, /** @type {number} */ place) =>
        moved(scene.table.place_word, option, place);
      this.#forecast = {scene, waiting, found: this.#course.from(scene, waiting, to)};
    }
    return this.#forecast.found;
  }

  get awaited() {
    return this.forecast?.awaited ?? this.scene?.awaited ?? [];
  }

  /** The place that is spoken of: the one that was touched, or whose turn it is. */
  get at() {
    return this.place || (this.awaited[0] ?? 0);
  }

  /** What the player of this place can do in the Round. Who decides has looked at the cards, unless the place was touched. */
  get acts() {
    const place = this.at;
    const isAct = (/** @type {Option} */ {recorded, group, spot, asks, purpose}) =>
      recorded === place &&
      group === "play" &&
      !(spot && asks.length) &&
      purpose !== "ready" &&
      (this.place || purpose !== "look");
    return inOrder(this.recorded.filter(isAct));
  }

  /** Chips, seats and leaving: for a place that was touched. */
  get affairs() {
    if (!this.place) return [];
    const kinds = ["sit", "buy", "leave", "sit_out", "return"];
    return this.recorded.filter((option) => option.recorded === this.place && kinds.includes(option.purpose));
  }

  get course() {
    return this.offered.filter(
      (option) => option.recorded === undefined && option.group === "play" && option.purpose === "routine",
    );
  }

  /** The next step of the dealer; what could be done instead comes after it. */
  get step() {
    return this.offered.find((option) => option.is_next) ?? null;
  }

  /** Before a Round the deck is shuffled and the Round is called: one touch for both. */
  get call() {
    const isShuffle = !this.scene?.round && this.step?.command === SHUFFLE;
    return isShuffle ? (this.course.find((each) => !each.is_next && isWhole(each)) ?? null) : null;
  }

  /** What cards are to be named for now. @returns {{option: Option, ask: Ask} | null} */
  get toName() {
    if (this.isWrong || !this.scene || this.scene.decisions.length) return null;
    const options = [...this.acts.filter(cardsAsk), ...(this.place && this.affairs.length ? [] : [this.step])];
    const option = options.find((each) => each && cardsAsk(each)) ?? null;
    const ask = option && cardsAsk(option);
    return option && ask && faceDown(ask) < ask.minimum ? {option, ask} : null;
  }

  get raise() {
    if (this.hit) return null;
    return this.acts.find(isRaise) ?? this.acts.find((each) => moneyAsk(each)) ?? null;
  }

  /** Who may take another card: the card itself says that they do. */
  get hit() {
    return this.acts.find((each) => each.purpose === "hit") ?? null;
  }

  get buying() {
    return this.affairs.find((each) => ["sit", "buy"].includes(each.purpose) && moneyAsk(each)) ?? null;
  }

  // What a touch does

  /** @param {Option} option @param {Record<string, any>} [values] @param {Option | null} [then] once that is done @param {import("../../core/table/socket.js").Seen} [seen] */
  give(option, values = {}, then = null, seen = {}) {
    const look = this.place
      ? null
      : this.recorded.find((each) => each.purpose === "look" && each.recorded === option.recorded);
    if (look && option.group === "play" && option !== look) this.tell("give", {option: look, values: {}});
    this.rest();
    this.tell("give", {option, values: {...onlyAnswers(option), ...values}, then, seen});
    this.redraw();
    return true;
  }

  /** Everybody who has not decided yet checks. @param {Option} check */
  allCheck(check) {
    const [, ...others] = toDecide(/** @type {Scene} */ (this.scene), this.at);
    this.give(check);
    for (const place of others)
      this.tell("give", {option: moved(this.scene?.table.place_word ?? "", check, place), values: {}});
  }

  /** Nothing is in hand any more. */
  rest() {
    this.place = this.amount = this.asked = 0;
    this.pays = "cash";
    this.clear();
    this.rank = "";
    this.isTyping = false;
    this.paid = new Set();
  }

  leave() {
    this.rest();
    this.isWrong = false;
    this.touched = this.menuAt = null;
    this.ahead = [];
    this.redraw();
  }

  /** A plate is touched. While somebody is to decide, that of another who plays is a question first. @param {number} place */
  choose(place) {
    const {scene, awaited} = this;
    const isBeside = scene && awaited.length && !awaited.includes(place) && playsAt(scene, place) && scene.round;
    this.asked = isBeside && this.asked !== place ? place : 0;
    this.place = isBeside || this.place === place ? 0 : place;
    this.amount = 0;
    this.redraw();
  }

  /** @param {Option} option an amount has to be said for it */
  reach(option) {
    this.amount = moneyAsk(option)?.minimum ?? 0;
    this.redraw();
  }

  /** The chip in hand goes onto a spot of the layout. @param {Option} option */
  bet(option) {
    const ask = moneyAsk(option);
    this.place = 0;
    const cents = ask ? Math.max(ask.minimum, Math.min(ask.maximum, this.chip || ask.minimum)) : 0;
    this.give(option, ask ? {[ask.field]: cents} : {});
  }

  /** The next card, by key, touch or scanner; the last one gives them all. @param {string} card */
  take(card) {
    const now = this.toName;
    if (this.isBusy) this.ahead.push(card);
    else if (!now && this.hit && this.give(this.hit)) this.ahead = [card];
    if (!now || this.isBusy) return;
    const {option, ask} = now;
    const slot = this.goal;
    this.rank = "";
    if (!this.named.length)
      this.named = Array.from({length: ask.minimum}, (_, index) => (index < this.unseen ? UNKNOWN : ""));
    this.named = this.named.with(slot, card);
    this.filled = [...this.filled.filter((each) => each !== slot), slot];
    this.aim = -1;
    if (this.named.every(Boolean)) this.give(option, {[ask.field]: this.named});
    this.redraw();
  }

  /** So many of the cards to be named lie face down. */
  get unseen() {
    const now = this.toName;
    return now && now.option.recorded === undefined ? faceDown(now.ask) : 0;
  }

  /** Where the next card goes: the slot that was touched, or the first that is empty. */
  get goal() {
    if (this.aim >= 0) return this.aim;
    return this.named.length ? this.named.indexOf("") : this.unseen;
  }

  /** @param {number} index a slot, or a card in it that is replaced */
  glow(index) {
    this.aim = index;
    this.rank = "";
    this.redraw();
  }

  clear() {
    this.named = [];
    this.filled = [];
    this.aim = -1;
  }

  /** The card that was named last. */
  takeBack() {
    const slot = this.filled.at(-1) ?? 0;
    this.filled = this.filled.slice(0, -1);
    this.named = this.filled.length ? this.named.with(slot, "") : [];
    this.aim = -1;
    this.redraw();
  }

  /** The last entry, if it can be struck; a card in hand goes first, and what has not been sent is not sent. */
  undo() {
    if (this.filled.length) return this.takeBack();
    const kept = this.kept;
    if (kept) return this.tell("takeback", kept);
    const strike = this.struck;
    if (strike) this.give(strike);
  }

  /** The last entry that waits for a network. */
  get kept() {
    return this.isLive ? null : (this.waiting.at(-1) ?? null);
  }

  get struck() {
    return this.isLive
      ? (this.offered.find((option) => "record" in option.fixed && !option.asks.length) ?? null)
      : null;
  }

  /** It lifts, and what can be wrong with it stands beside it. @param {Partial<Touched>} what @param {EventTarget | null} target */
  touch(what, target) {
    this.touched = {kind: "table", place: 0, part: "", card: "", ...what};
    const [here, felt] = [target, this.querySelector(".real-felt")].map(
      (each) => each instanceof Element && each.getBoundingClientRect(),
    );
    const frame = this.getBoundingClientRect();
    this.menuAt = here && felt ? beside(here, felt, frame) : null;
    this.redraw();
  }

  somethingWrong() {
    this.isWrong = !this.isWrong;
    this.touched = this.menuAt = null;
    this.heldAt = Date.now();
    this.redraw();
  }

  // The one next step

  /** @returns {{words: string, small?: string, go?: () => void}} */
  next() {
    const {step, raise, buying, toName} = this;
    if (buying && this.amount) return this.sized(buying);
    if (toName) {
      const left = toName.ask.minimum - this.unseen - this.filled.length;
      const words = toName.option.recorded
        ? t("Seat {place} shows", {place: toName.option.recorded})
        : this.words(toName.option);
      return {words, small: t("{count} to go", {count: left})};
    }
    if (raise && this.amount) return this.sized(raise);
    if (step && (!this.place || !this.acts.length)) {
      const ask = cardsAsk(step);
      if (ask)
        return {
          words: this.words(step),
          small: t("face down"),
          go: () => this.give(step, {[ask.field]: Array(ask.minimum).fill(UNKNOWN)}),
        };
      if (isWhole(step)) {
        const call = this.call;
        const go = () => {
          if (this.isLive || !call) return this.give(step, {}, call);
          this.give(step);
          this.give(call);
        };
        if (call) return {words: this.words(call), small: this.words(step), go};
        return hasChips(this.foretold)
          ? {words: t("All paid and taken"), small: this.words(step), go}
          : {words: this.words(step), go};
      }
    }
    const stand = this.hit && this.acts.find((each) => each.purpose === "stand");
    if (stand)
      return {words: this.words(stand), small: t("or touch the card that is drawn"), go: () => this.give(stand)};
    const check = this.acts.find((each) => each.purpose === "check" && isWhole(each));
    const left = this.scene && check ? toDecide(this.scene, this.at).length : 0;
    if (check && left > 1)
      return {words: t("All others check"), small: t("{count} to go", {count: left}), go: () => this.allCheck(check)};
    const only = this.acts.filter((each) => isWhole(each) && lookOf(each) === "primary");
    if (only.length === 1 && !raise) return {words: this.words(only[0]), go: () => this.give(only[0])};
    if (this.scene && this.at && this.awaited.includes(this.at)) {
      return {words: decides(this.scene.table.place_word, this.at), small: t("touch what is done")};
    }
    return {words: t("Nothing comes next"), small: t("touch a place")};
  }

  /** With the amount in hand. @param {Option} option */
  sized(option) {
    const values = {[/** @type {Ask} */ (moneyAsk(option)).field]: this.amount};
    const words = this.words(option, this.pays === "open" ? {} : values);
    if (this.pays === "cash") return {words, go: () => this.give(option, values)};
    const small = this.pays === "open" ? t("with chips that nobody counts") : t("with chips brought along");
    return {words, small, go: () => this.give(option, values, null, {has_chips: true})};
  }

  /** @param {Option} option @param {Record<string, any>} [values] */
  words(option, values = {}) {
    return Object.keys(values).length ? optionWords(option, values) : capital(option.words_bare ?? option.words);
  }

  // What is drawn

  look() {
    const {scene} = this;
    if (!scene) return null;
    if (this.isLive && !this.waiting.length) this.#course.see(scene);
    const now = this.raise ?? this.buying ?? this.toName?.option;
    const key = `${scene.seq}${now ? optionKey(now) + now.recorded : ""}`;
    if (this.#for !== key && this.isLive) {
      if (this.named.length && !this.toName) this.clear();
      this.#for = key;
    }
    return html`<div class="real">
      ${this.bar(scene)}
      ${realFelt(scene, this.hands(scene))}
      ${this.isWrong ? [this.sheet(scene), this.menu(scene)] : null}
      <div class="real-dock" key="dock">
        <div class="A">${this.who(scene)}${this.undoing()}</div>
        <div class="B">${this.tool(scene)}</div>
        <div class="C">${this.steps()}</div>
      </div>
    </div>`;
  }

  drawn() {
    if (this.ahead.length && this.toName && !this.isBusy) this.take(/** @type {string} */ (this.ahead.shift()));
  }

  /** @param {Scene} scene @returns {import("../../layouts/real-felt.js").Hands} */
  hands(scene) {
    const act = (/** @type {string[]} */ ...purposes) =>
      this.place || this.toName || this.isWrong
        ? null
        : (this.acts.find((each) => purposes.includes(each.purpose) && isWhole(each)) ?? null);
    const [fold, call] = [act("fold", "surrender"), act("check", "call")];
    return {
      place: this.at,
      slots: this.slots,
      half: this.rank,
      kept: this.keptCards,
      ghost: this.raise ? this.amount : 0,
      told: Object.fromEntries(this.foretold.map((each) => [each.place, each])),
      said: this.said,
      isWrong: this.isWrong,
      picked: this.touched,
      choose: (place) => this.choose(place),
      bet: (option) => this.bet(option),
      glow: (index) => this.glow(index),
      fold: fold && (() => this.give(fold)),
      call: call && (() => this.give(call)),
      wrong: (what, target) => this.touch(what, target),
    };
  }

  /** The cards of this step that lie face up, and where they go: as the house has it in its plan. @returns {import("../../layouts/real-felt.js").Slot[]} */
  get slots() {
    const {toName: now, scene} = this;
    if (!now || !scene) return [];
    const {option, ask} = now;
    const spot = (/** @type {number} */ index) =>
      option.recorded ? "hand" : spotOn(ask.destinations[index]) || cardGoesTo(scene);
    return Array.from({length: ask.minimum}, (_, index) => index)
      .slice(this.unseen)
      .map((index) => ({index, spot: spot(index), card: this.named[index] ?? "", isGoal: index === this.goal}));
  }

  /** Cards of entries that wait for a network. @returns {Record<string, string[]>} */
  get keptCards() {
    /** @type {Record<string, string[]>} */
    const found = {};
    for (const {option, values} of this.isLive ? [] : this.waiting) {
      const ask = cardsAsk(option);
      const named = ask ? /** @type {string[]} */ (values[ask.field] ?? []) : [];
      named.forEach((card, index) => {
        const spot = option.recorded ? `place ${option.recorded}` : spotOn(ask?.destinations[index]);
        if (card !== UNKNOWN) found[spot] = [...(found[spot] ?? []), card];
      });
    }
    return found;
  }

  /** @param {Scene} scene */
  bar(scene) {
    const {table} = scene;
    const link = this.isLive
      ? html`<span class="link live">${t("Live")}</span>`
      : html`<span class="link">${t("No network: {count} entries wait", {count: this.waiting.length})}</span>`;
    return html`<header class="real-bar" key="bar">
      <a class="brand" href="#/pit" aria-label=${t("Pit")}>♠</a>
      <div class="where"><h1>${table.title} · ${gameName(table.game)} ${table.stakes}</h1>
        <span>${[t("Real table"), versionName(table.edition), scene.round && t("round {number}", {number: scene.round.split(".").at(-1) ?? ""})].filter(Boolean).join(" · ")}</span></div>
      <div class="tools">
        ${link}
        <span class=${"scanner " + this.scanner} role="status" key="scanner">${icon("scan", 18, SCAN)}${SCANNER[this.scanner]}</span>
        <house-clock key="clock" />
        ${
          table.dealer_name
            ? html`<span class="dealt-by" key="dealer"><i aria-hidden="true">${table.dealer_name[0]}</i><span><b>${table.dealer_name}</b><small>${t("Dealer")}</small></span></span>`
            : null
        }
        ${
          table.dealer_name === session.me?.name
            ? null
            : html`<button type="button" class="deal-here" key="here" onclick=${() => this.tell("dealer")}>${t("I deal here")}</button>`
        }
        <button type="button" class=${"wrong" + (this.isWrong ? " held" : "")} aria-expanded=${String(this.isWrong)} key="wrong"
            onclick=${() => this.somethingWrong()}>${this.isWrong ? [icon("pause"), t("On hold")] : [icon("warning", 20, WARNING), t("Something went wrong")]}</button>
        <button type="button" class="menu-button" key="menu" aria-label=${t("Menu")} onclick=${() => this.tell("menu")}>${icon("menu")}</button>
      </div>
    </header>`;
  }

  /** Who is spoken of. @param {Scene} scene */
  who(scene) {
    if (this.isWrong)
      return html`<div class="tbox warn" key="who"><b>${icon("pause", 30)} ${t("On hold")}</b><span>${t("since {time}", {time: hourAndMinute(this.heldAt)})}</span>
        <p>${t("Touch any card, chip or player that is not right.")}</p></div>`;
    const place = this.at;
    const seat = placesOf(scene).find((each) => each.number === place);
    if (!place || !seat)
      return html`<div class="tbox" key="who"><b>${scene.decisions.length ? t("A ruling is open") : scene.round ? t("Dealer") : t("Between Rounds")}</b>
        <p>${this.toName ? t("The place that glows is next.") : t("Touch a place to seat somebody, or for chips.")}</p></div>`;
    const call = this.acts.find((each) => each.purpose === "call" && each.costs);
    return html`<div class="tbox gold" key="who">
      <span class="no">${place}</span><b>${seat.seat?.name ?? t("Nobody yet")}</b>
      <span>${call ? t("{amount} to call", {amount: money(call.costs)}) : this.toName?.option.recorded ? t("turns up") : ""}</span>
      <p>${seat.chips === null ? "" : t("Has {amount} in front", {amount: money(seat.chips)})}</p>
    </div>`;
  }

  undoing() {
    const card = this.named[this.filled.at(-1) ?? -1];
    const {kept, struck} = this;
    const words = card ? cardName(card) : kept ? this.words(kept.option, kept.values) : (struck?.label ?? "");
    return html`<button type="button" class="take-back" key="undo" disabled=${!card && !kept && !struck} onclick=${() => this.undo()}>
      ${icon("undo", 22)}<span>${t("Undo")}<small>${words ? capital(words) : t("nothing to take back")}</small></span>
    </button>`;
  }

  /** The tool of the moment. @param {Scene} scene */
  tool(scene) {
    if (this.isWrong) return null;
    if (scene.decisions.length)
      return html`<div class="scroll rulings" key="rulings"><decision-list decisions=${scene.decisions} options=${scene.options}
          socket=${this.socket} acting=${this.acting} table=${scene.table.id} isBusy=${this.isBusy || !this.isLive}
          ongive=${(/** @type {Told} */ event) => this.pass(event)} /></div>`;
    if (this.asked) return this.beside(scene, this.asked);
    if (this.buying) return this.amounts(this.buying, BUY_INS);
    if (this.toName || this.hit) return cardPad((card) => this.take(card), this.isOut(scene));
    if (this.raise) return this.amounts(this.raise, null);
    if (!this.place && hasChips(this.foretold)) return this.toPay(scene);
    const others = this.acts.filter((each) => !isWhole(each) && !moneyAsk(each) && !cardsAsk(each));
    if (others.length) return this.form(others[0]);
    if (this.recorded.some((option) => option.spot && option.group === "play" && moneyAsk(option)))
      return this.betting();
    if (this.step && !isWhole(this.step) && !cardsAsk(this.step)) return this.form(this.step);
    return this.tiles(scene);
  }

  /** A plate was touched although another place is to decide: what happened there? @param {Scene} scene @param {number} place */
  beside(scene, place) {
    const word = scene.table.place_word;
    const [where, whose] = [placeWords(word, place), placeWords(word, this.at)];
    const wrong = () => {
      this.rest();
      this.somethingWrong();
      this.touch({kind: "player", place}, this.querySelector(`.pod[data-place="${place}"]`));
    };
    const chips = () => {
      this.asked = 0;
      this.place = place;
      this.redraw();
    };
    const box = (/** @type {string} */ key, /** @type {string} */ words, /** @type {() => void} */ go) =>
      html`<button type="button" class="tile act" key=${key} data-beside=${key} onclick=${go}><strong>${words}</strong></button>`;
    return html`<div class="beside" key="beside"><h3>${t("{where} out of turn, or was {whose} forgotten?", {where, whose})}</h3>
      <div class="tiles">
        ${box("turn", t("{where} acted out of turn", {where}), wrong)}
        ${box("forgotten", t("{whose} was forgotten", {whose}), () => this.leave())}
        ${box("chips", t("Chips or leaving"), chips)}
      </div></div>`;
  }

  /** @param {Told} event */
  pass(event) {
    event.stopPropagation();
    this.give(event.detail.option, event.detail.values);
  }

  /** @param {Option} option with blanks of its own */
  form(option) {
    return html`<div class="scroll" key="form"><option-form key=${optionKey(option)} option=${option} isBusy=${this.isBusy}
        ongive=${(/** @type {Told} */ event) => {
          event.stopPropagation();
          this.give(option, event.detail);
        }} /></div>`;
  }

  /** @param {Scene} scene */
  isOut(scene) {
    const seen = seenOn(scene.view);
    for (const card of [...this.named, ...Object.values(this.keptCards).flat()])
      seen.set(card, (seen.get(card) ?? 0) + 1);
    const decks = scene.table.game === "mbs-freebet" ? 6 : 1;
    return (/** @type {string} */ card) => (seen.get(card) ?? 0) >= decks;
  }

  /** Amounts worth a touch, and chips that add up. @param {Option} option @param {number[] | null} sizes */
  amounts(option, sizes) {
    const ask = /** @type {Ask} */ (moneyAsk(option));
    const set = (/** @type {number} */ cents) => () => {
      this.amount = Math.max(ask.minimum, Math.min(ask.maximum, cents));
      this.redraw();
    };
    const pot = this.scene ? potRaise(this.scene) : 0;
    const wanted = sizes ?? [ask.minimum, ask.minimum * 2, ask.minimum * 3, pot || ask.minimum * 4];
    const within = [...new Set(wanted.map((cents) => Math.round(cents / ask.step) * ask.step))].filter(
      (cents) => cents >= ask.minimum && cents <= ask.maximum,
    );
    const six = [...new Set([...within.slice(0, 5), ask.maximum])].sort((one, other) => one - other).slice(0, 6);
    const kinds = CHIPS.map(([cents]) => cents).filter((cents) => cents % ask.step === 0 && cents <= ask.maximum);
    const type = (/** @type {Typed} */ event) => set(Math.round(Number(event.target.value) * 100))();
    return html`<div class="amts" key=${"amounts" + optionKey(option)}>
      <h3>${option.label} <b>${this.amount && this.pays !== "open" ? money(this.amount) : "–"}</b>
        ${option === this.buying ? this.ways(option) : html`<span>${t("Touch an amount, or the chips that are pushed in")}</span>`}</h3>
      <div class="six">
        ${six.map(
          (cents) =>
            html`<button type="button" class=${cents === this.amount ? "on" : ""} key=${cents} data-cents=${cents} onclick=${set(cents)}>
              ${cents === ask.maximum && !sizes ? html`<small>${t("All in")}</small>` : cents === ask.minimum ? html`<small>${t("Smallest")}</small>` : null}
              ${money(cents)}
            </button>`,
        )}
      </div>
      <div class="chiprow">
        ${kinds
          .slice(-ROOM_FOR_CHIPS)
          .reverse()
          .map(
            (cents) =>
              html`<button type="button" key=${cents} aria-label="+${money(cents)}" onclick=${set((this.amount || 0) + cents)}>${disc(cents)}</button>`,
          )}
        ${
          this.isTyping
            ? html`<label class="typed"><span class="hidden">${t("Amount")}</span><input type="text" inputmode="decimal" onchange=${type} /></label>`
            : html`<button type="button" onclick=${() => {
                this.isTyping = true;
                this.redraw();
              }}>${t("Type")}</button>`
        }
        <button type="button" onclick=${() => {
          this.amount = 0;
          this.redraw();
        }}>${t("Clear")}</button>
      </div>
    </div>`;
  }

  /** Cash goes into the box; chips that are brought along do not. At games against the House nobody need count them. @param {Option} option */
  ways(option) {
    const open = option.purpose === "sit" ? (this.scene?.table.open_stack ?? 0) : 0;
    const ways = /** @type {["cash" | "chips" | "open", string][]} */ ([
      ["cash", t("Cash")],
      ["chips", t("Chips brought along")],
      ...(open ? [["open", t("Not counted")]] : []),
    ]);
    const pay = (/** @type {"cash" | "chips" | "open"} */ way) => () => {
      if (way === "open") this.amount = open;
      else if (this.pays === "open") this.amount = 0;
      this.pays = way;
      this.redraw();
    };
    return html`<span class="ways" role="group" aria-label=${t("What is paid with")}>
      ${ways.map(([way, words]) => html`<button type="button" key=${way} data-way=${way} aria-pressed=${String(this.pays === way)} onclick=${pay(way)}>${words}</button>`)}
    </span>`;
  }

  /** A chip is picked up once, and laid on as many spots as it takes. */
  betting() {
    const asks = this.recorded.filter((option) => option.spot).flatMap((option) => moneyAsk(option) ?? []);
    const [least, most] = [Math.min(...asks.map((ask) => ask.minimum)), Math.max(...asks.map((ask) => ask.maximum))];
    const kinds = CHIPS.map(([cents]) => cents)
      .filter((cents) => cents <= most && asks.some((ask) => cents % ask.step === 0))
      .slice(-7)
      .reverse();
    if (!this.chip) this.chip = kinds.find((cents) => cents >= least) ?? kinds[0] ?? 0;
    const back = this.recorded.filter(
      (option) => option.purpose === "withdraw" && (!this.place || option.recorded === this.place),
    );
    return html`<div class="amts" key="betting">
      <h3>${t("Chip in hand")} <b>${money(this.chip)}</b><span>${t("Touch the spots where chips lie")}</span></h3>
      <div class="six">
        ${back.slice(0, 6).map((option) => html`<button type="button" key=${optionKey(option) + option.recorded} onclick=${() => this.give(option)}><small>${this.words(option)}</small></button>`)}
      </div>
      <div class="chiprow">
        ${kinds.map(
          (cents) =>
            html`<button type="button" class=${cents === this.chip ? "on" : ""} key=${cents} aria-pressed=${String(cents === this.chip)}
                aria-label=${money(cents)} onclick=${() => {
                  this.chip = cents;
                  this.redraw();
                }}>${disc(cents)}</button>`,
        )}
      </div>
    </div>`;
  }

  /** What to hand out and what to take in, place by place. @param {Scene} scene */
  toPay(scene) {
    return html`<div class="tiles" key="pay" aria-label=${t("What to pay and take")}>
      ${this.foretold.map((each) => {
        const seat = scene.table.seats.find(({place}) => place === each.place);
        const isDone = this.paid.has(each.place);
        const cents = each.gets || each.pays || each.takes;
        const tick = () => {
          this.paid.add(each.place);
          this.redraw();
        };
        return html`<button type="button" class=${"tile" + (isDone ? " done" : "")} key=${each.place} onclick=${tick}>
          <b class="no">${each.place}</b><i>${seat?.name ?? ""}</i>
          ${cents ? pile(cents) : null}
          <strong class=${each.pays || each.gets ? "pays" : "takes"}>${isDone ? t("Done") : dueWords(each)}</strong>
        </button>`;
      })}
    </div>`;
  }

  /** Everybody at the table, with what they do next or did last. @param {Scene} scene */
  tiles(scene) {
    const wholes = this.acts.filter(isWhole);
    if (wholes.length > 2)
      return html`<div class="tiles" key="acts">
        ${wholes.map(
          (
            option,
          ) => html`<button type="button" class=${"tile act " + lookOf(option)} key=${optionKey(option)} data-command=${option.command} onclick=${() => this.give(option)}>
          <strong>${option.label || plain(option.words_here || option.words)}</strong>${option.costs ? html`<small>${money(option.costs)}</small>` : null}
        </button>`,
        )}
      </div>`;
    return html`<div class="tiles" key="tiles">
      ${placesOf(scene).map(({number, seat}) => {
        const isAsked = this.at === number && this.awaited.includes(number);
        const {words = "", cents = 0} = isAsked ? {words: t("Decides")} : done(scene, number);
        return html`<button type="button" class=${"tile" + (isAsked ? " awaited" : "") + (seat && playsAt(scene, number) ? "" : " idle")} key=${number}
            onclick=${() => this.choose(number)}>
          <b class="no">${number}</b><i>${seat?.name ?? t("empty")}</i>
          ${cents ? pile(cents) : null}
          <strong>${cents ? `${words} ${money(cents)}` : words}</strong>
        </button>`;
      })}
    </div>`;
  }

  /** Two boxes over the one next step. */
  steps() {
    if (this.isWrong)
      return [
        html`<button type="button" class="sec wide" key="right" onclick=${() => this.somethingWrong()}>${t("Nothing is wrong, play on")}</button>`,
        html`<button type="button" class="big off" key="big" disabled>${t("What does the book say?")}<small>${t("touch what is wrong")}</small></button>`,
      ];
    const {words, small, go} = this.next();
    const totals = hasChips(this.foretold) && !this.place && !this.toName ? this.totals() : null;
    const main = this.hit
      ? this.acts.filter((option) => !["hit", "stand"].includes(option.purpose))
      : this.acts.filter((option) => isWhole(option) && option.purpose !== "all_in");
    const wholes = this.place && this.affairs.length ? this.affairs.filter(isWhole) : main;
    const others = this.call
      ? [/** @type {Option} */ (this.step)]
      : this.course.filter((each) => !each.is_next && isWhole(each));
    const boxes = [...wholes.slice(0, 2), ...others].slice(0, 2);
    return [
      totals ??
        boxes.map(
          (
            option,
          ) => html`<button type="button" class=${"sec " + lookOf(option)} key=${"sec" + optionKey(option) + option.recorded}
              data-command=${option.command} disabled=${this.isBusy} onclick=${() => this.give(option, most(option))}>
            ${option.label || this.words(option)} ${option.costs ? money(option.costs) : ""}
          </button>`,
        ),
      totals || boxes.length > 1
        ? null
        : Array.from({length: 2 - boxes.length}, (_, index) => html`<span class="sec off" key=${"off" + index} />`),
      html`<button type="button" class=${"big" + (go ? "" : " off")} key="big" disabled=${!go || this.isBusy} onclick=${() => go?.()}>
        ${words}${small ? html`<small>${small}</small>` : null}
      </button>`,
    ];
  }

  totals() {
    const sum = (/** @type {"pays" | "takes" | "gets"} */ field) =>
      this.foretold.reduce((all, each) => all + (each[field] ?? 0), 0);
    const [pays, takes, gets] = [sum("pays"), sum("takes"), sum("gets")];
    const cell = (/** @type {string} */ name, /** @type {number} */ cents, said = money) =>
      html`<span><small>${name}</small><b>${said(cents)}</b></span>`;
    return html`<div class="info" key="totals">
      ${gets ? cell(t("Push"), gets) : [cell(t("Pay"), pays), cell(t("Take"), takes), cell(t("Tray"), takes - pays, gain)]}
    </div>`;
  }

  /** What can have gone wrong now, with what was touched. @param {Scene} scene */
  possible(scene) {
    const {touched} = this;
    return this.offered.filter(
      (option) => option.group === "irregularity" && (!touched || speaksOf(scene, option, touched)),
    );
  }

  /** Six boxes beside what was touched: what is most likely wrong with it, and the way out. @param {Scene} scene */
  menu(scene) {
    const {touched, menuAt} = this;
    if (!touched || !menuAt) return null;
    const found = troubles(this.possible(scene), new Set()).sort((one, other) => breadth(one) - breadth(other));
    const begin = (/** @type {import("../staff/trouble-sheet.js").Trouble} */ trouble) => () => {
      this.menuAt = null;
      this.redraw();
      /** @type {import("../staff/trouble-sheet.js").TroubleSheet} */ (this.querySelector("trouble-sheet")).begin(
        trouble,
      );
    };
    const close = () => {
      this.touched = this.menuAt = null;
      this.redraw();
    };
    return html`<div class="wrong-menu" key="menu" role="group" aria-label=${t("What is wrong with it?")} style=${{left: `${menuAt.left}px`, top: `${menuAt.top}px`}}>
      ${found.slice(0, MENU_BOXES - 1).map((each) => html`<button type="button" key=${each.key} data-command=${each.options[0].command} onclick=${begin(each)}>${each.words}</button>`)}
      <button type="button" class="close-it" key="close" onclick=${close}>${t("Nothing, close")}</button>
    </div>`;
  }

  /** Touch what is wrong: then only what can be wrong with it is listed. @param {Scene} scene */
  sheet(scene) {
    const {touched} = this;
    return html`<section class="wrong-sheet" key="wrong" aria-label=${t("Something went wrong")}>
      <p class="touch-it">${touched ? t("Touched: {what}", {what: touchedWords(scene, touched)}) : t("Touch on the table what lies wrong, or find it here.")}</p>
      <trouble-sheet key="trouble" seq=${scene.seq} options=${this.possible(scene)}
          course=${this.course} socket=${this.socket} isLive=${this.isLive} ongive=${(/** @type {Told} */ event) => {
            this.isWrong = false;
            this.pass(event);
          }} />
    </section>`;
  }
}
customElements.define("real-console", RealConsole);

/** A chip from above. @param {number} cents */
function disc(cents) {
  return html`<svg class="disc" viewBox="0 0 100 100" aria-hidden="true"><use href="#chip-${cents}" /></svg>`;
}

/** @param {string} word @param {number} number */
function decides(word, number) {
  if (word === "box") return t("Box {number} decides", {number});
  return word === "area" ? t("Area {number} decides", {number}) : t("Seat {number} decides", {number});
}

/** Below what was touched, or above it where there is no room: never on it. @param {DOMRect} here @param {DOMRect} felt @param {DOMRect} frame */
function beside(here, felt, frame) {
  const isBelow = here.bottom + MENU_GAP + MENU_HEIGHT <= felt.bottom;
  const middle = here.left + here.width / 2 - MENU_WIDTH / 2;
  const left = Math.max(felt.left + MENU_GAP, Math.min(middle, felt.right - MENU_WIDTH - MENU_GAP));
  const top = isBelow ? here.bottom + MENU_GAP : here.top - MENU_GAP - MENU_HEIGHT;
  return {left: left - frame.left, top: top - frame.top};
}

/** How much has to be wrong at once for it; what can be said of anything comes last. @param {import("../staff/trouble-sheet.js").Trouble} trouble */
function breadth({options: [{fixed, about}]}) {
  return about?.some(({kind}) => kind === "table") ? WHATEVER : (fixed.facts?.length ?? 1);
}

/** Where a card goes, as the felt calls its spots. @param {import("../../core/types.js").Destination | undefined} to */
function spotOn(to) {
  return to?.kind === "hand" && to.place ? `place ${to.place}` : (to?.kind ?? "");
}

/** Can this be wrong with what was touched? Of a player it is also their cards and chips. @param {Scene} scene @param {Option} option @param {Touched} touched */
function speaksOf(scene, option, {kind, place, part}) {
  const player = scene.table.seats.find((seat) => seat.place === place)?.player;
  return (option.about ?? []).some((about) => {
    if (about.kind === "table") return true; // in words of one's own
    if (kind === "player" && about.place) return about.place === place;
    if (kind === "player" && about.kind === "player") return option.fixed.player === player;
    return about.kind === kind && [0, place].includes(about.place) && ["", part].includes(about.part || part);
  });
}

/** @param {Scene} scene @param {Touched} touched */
function touchedWords(scene, {kind, place, card}) {
  const what = card ? cardName(card) : TOUCHED[kind];
  const where = place ? placeWords(scene.table.place_word, place) : "";
  return [where, kind === "player" ? "" : what].filter(Boolean).join(", ");
}

/** The same for somebody else. @param {string} word @param {Option} option @param {number} place @returns {Option} */
function moved(word, option, place) {
  const name = ["seat", "box", "area"].find((each) => each in option.fixed);
  const words = t("{where}: {what}", {where: placeWords(word, place), what: option.words_here || option.label});
  return {...option, words, place, recorded: place, fixed: name ? {...option.fixed, [name]: place} : option.fixed};
}
