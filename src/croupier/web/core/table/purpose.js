// How an offer looks, which key takes it and where it stands: by what it is for, never by its name or its words.

/** @typedef {import("../types.js").Option} Option */
/** @typedef {"quiet"|"danger"|"neutral"|"primary"|"free"} Look */

/** What gives up, what costs nothing or only matches, what puts money in. @type {Record<string, Look>} */
const LOOKS = {
  fold: "danger",
  surrender: "danger",
  muck: "danger",
  leave: "danger",
  bet: "primary",
  raise: "primary",
  all_in: "primary",
  split: "primary",
  insure: "primary",
  post: "primary",
  ready: "primary",
  buy: "primary",
  return: "primary",
  show: "primary",
  look: "primary",
};

/** The same key means the same in every game. @type {Record<string, string>} */
const KEYS = {
  fold: "f",
  surrender: "f",
  muck: "f",
  check: "c",
  call: "c",
  bet: "r",
  raise: "r",
  all_in: "a",
  hit: "h",
  stand: "s",
  double: "d",
  split: "p",
  insure: "i",
  decline: "c",
  even_money: "v",
  look: "l",
  show: "s",
  post: "Enter",
  ready: "Enter",
  return: "Enter",
  withdraw: "x",
  buy: "b",
  sit_out: "o",
};

/** From left to right: what gives up, what costs nothing, what puts money in. */
const ORDER = /** @type {Look[]} */ (["quiet", "danger", "neutral", "primary", "free"]);

/** @param {Option} option */
export function purposeOf(option) {
  return option.purpose ?? "conduct";
}

/** The place on the layout that a bet goes to: "ante", "pair"; nothing for one that is just put in. @param {Option} option @returns {string} */
export function spotOf(option) {
  return option.spot || option.fixed.bet || "";
}

/** Doubled or split with a marker of the House. @param {Option} option */
export function isFree(option) {
  return ["double", "split"].includes(purposeOf(option)) && !option.asks.length && !option.costs;
}

/** Doubled with chips of one's own, where the House also doubles for nothing. @param {Option} option */
export function isPaidDouble(option) {
  return purposeOf(option) === "double" && !isFree(option);
}

/** @param {Option} option @returns {Look} */
export function lookOf(option) {
  if (isPaidDouble(option)) return "quiet";
  return isFree(option) ? "free" : (LOOKS[purposeOf(option)] ?? "neutral");
}

/** @param {Option} option */
export function keyOf(option) {
  return isPaidDouble(option) ? "" : (KEYS[purposeOf(option)] ?? ""); // chips are not put in by a slip of a finger
}

/** @param {Option[]} options */
export function inOrder(options) {
  return [...options].sort((one, other) => ORDER.indexOf(lookOf(one)) - ORDER.indexOf(lookOf(other)));
}

/** Is it about a bet that is laid on a spot of the layout before the cards? @param {Option} option */
export function isLaid(option) {
  return (
    purposeOf(option) === "bet" && Boolean(spotOf(option)) && (moneyAsk(option) !== null || "amount" in option.fixed)
  );
}

/** The amount an option asks for. @param {Option} option */
export function moneyAsk(option) {
  return option.asks.find(({kind}) => kind === "money") ?? null;
}

/** A bet or raise of a size one chooses at one's turn. @param {Option} option */
export function isRaise(option) {
  return ["bet", "raise"].includes(purposeOf(option)) && !spotOf(option) && moneyAsk(option) !== null;
}

/** Same option as before, although it came in a new message? @param {Pick<Option, "command" | "fixed"> & {recorded?: number}} option */
export function optionKey(option) {
  return option.command + JSON.stringify(option.fixed) + (option.recorded ?? "");
}
