// Bets before the cards: what lies on your own place, what you laid last time, and the way back one step at a time.
import {knows} from "../../layouts/knows.js";
import {isLaid, moneyAsk, purposeOf, spotOf} from "./purpose.js";

/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {{spot: string, cents: number}} Bet */
/** What is to be given to the house, one after the other. @typedef {{purpose: string, spot: string, cents: number}} Step */

/** What you have on your own place now. @param {Scene} scene @returns {Bet[]} */
export function ownBets(scene) {
  return knows(scene)
    .ownBets(scene)
    .filter(({cents}) => cents);
}

/** @param {Bet[]} bets */
export function total(bets) {
  return bets.reduce((sum, {cents}) => sum + cents, 0);
}

/** May bets be laid on your own place now? @param {Scene} scene */
export function isOpen(scene) {
  return scene.options.some((option) => isLaid(option) && option.place === scene.you.place);
}

/** Is there something to choose between, once the cards lie there? @param {Scene} scene */
export function isDecision(scene) {
  const own = scene.options.filter(({group, place}) => group === "play" && place === scene.you.place);
  return own.length > 1 && !isOpen(scene);
}

/** What the house offers for one step. @param {Scene} scene @param {Step} step */
export function offered(scene, {purpose, spot}) {
  const own = scene.options.filter((option) => purposeOf(option) === purpose && option.place === scene.you.place);
  return (
    own.find((option) => spotOf(option) === spot) ??
    (purpose === "withdraw" ? own.find((option) => !option.fixed.bet) : undefined) ??
    null
  );
}

/** What a chip comes to on a spot: at least what the spot asks for, at most what it takes. @param {Option} option @param {number} cents */
export function fitting(option, cents) {
  const ask = moneyAsk(option);
  if (!ask) return Number(option.fixed.amount ?? option.costs);
  const whole = ask.minimum + Math.ceil(Math.max(0, cents - ask.minimum) / ask.step) * ask.step;
  return Math.max(ask.minimum, Math.min(ask.maximum, whole));
}

/** A bet to be laid, as the spot takes it: what a button shows is what is laid. @param {Scene} scene @param {Bet} bet @returns {Step} */
function laid(scene, bet) {
  const step = {purpose: "bet", ...bet};
  const option = offered(scene, step); // some spots open once another bet lies there
  return option ? {...step, cents: fitting(option, bet.cents)} : step;
}

/** One place's memory: taps of this Round, and what lay there when the bets of the last one were closed. */
export class BetBook {
  /** @type {Bet[]} */
  taps = [];
  /** @type {Bet[]} */
  last = [];
  /** @type {Bet[]} */
  placed = [];

  /** @param {string} table */
  constructor(table) {
    this.key = `croupier.bets.${table}`;
    try {
      this.last = JSON.parse(sessionStorage.getItem(this.key) ?? "[]");
    } catch {
      this.last = [];
    }
  }

  /** Look at every scene: when bets close, what lies there is what was bet. @param {Scene} scene */
  see(scene) {
    if (isOpen(scene)) {
      this.placed = ownBets(scene);
      if (!this.placed.length) this.taps = [];
    } else if (this.placed.length) {
      this.last = this.placed;
      this.placed = this.taps = [];
      sessionStorage.setItem(this.key, JSON.stringify(this.last));
    }
  }

  /** @param {string} spot @param {number} cents */
  tapped(spot, cents) {
    this.taps.push({spot, cents});
  }

  /** The same bets again, or the least there is. @param {Scene} scene @returns {Step[]} */
  again(scene) {
    if (this.last.length) return this.last.map((bet) => laid(scene, bet));
    const first = scene.options.find((option) => isLaid(option) && option.place === scene.you.place);
    return first ? [{purpose: "bet", spot: spotOf(first), cents: fitting(first, 0)}] : [];
  }

  /** What lies there once more on top of it. @param {Scene} scene @returns {Step[]} */
  doubled(scene) {
    return ownBets(scene)
      .map((bet) => laid(scene, bet))
      .filter((step) => offered(scene, step));
  }

  /** Everything back. @param {Scene} scene @returns {Step[]} */
  cleared(scene) {
    const taken = scene.options.filter(
      (option) => purposeOf(option) === "withdraw" && option.place === scene.you.place,
    );
    return taken.map((option) => ({purpose: "withdraw", spot: spotOf(option), cents: 0}));
  }

  /** The last tap back: what it was laid on is taken off, and the rest laid again. @param {Scene} scene @returns {Step[]} */
  undone(scene) {
    const tap = this.taps.at(-1);
    if (!tap) return [];
    const isWhole = scene.options.some(
      (option) => purposeOf(option) === "withdraw" && option.place === scene.you.place && !option.fixed.bet,
    );
    const rest = ownBets(scene)
      .map((bet) => (bet.spot === tap.spot ? {...bet, cents: bet.cents - tap.cents} : bet))
      .filter(({spot, cents}) => cents > 0 && (isWhole || spot === tap.spot));
    return [{purpose: "withdraw", spot: tap.spot, cents: 0}, ...rest.map((bet) => ({purpose: "bet", ...bet}))];
  }
}
