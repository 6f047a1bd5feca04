// What the three layouts share: people at places, spots that can be bet on, results.
import {h} from "../core/draw.js";
import {nameOf as known} from "../core/words/names.js";
import {isLaid, optionKey, purposeOf, spotOf} from "../core/table/purpose.js";
import {gain, money, optionWords} from "../core/words/say.js";
import {t, told} from "../core/words/words.js";
import {pile} from "../elements/felt/chip-stack.js";

/** @typedef {import("../core/types.js").Scene & {outcome?: import("./outcome.js").Outcome | null, said?: Record<number, string>}} Scene */
/** @typedef {import("../core/types.js").Option} Option */

const HUES = ["#5d6f3a", "#6a5d9c", "#4a6aa3", "#8f6b2e", "#9a4b55", "#7d5068", "#3f6f8f", "#4f7d73"];

/** Who sits there, as the lobby names them. @param {Scene} scene @param {number} place */
export function seatAt(scene, place) {
  return scene.table.seats.find((seat) => seat.place === place) ?? null;
}

/** A person's name where a game only knows the id. @param {Scene} scene @param {string} player */
export function nameOf(scene, player) {
  return scene.table.seats.find((seat) => seat.player === player)?.name ?? known(player);
}

/** @param {Scene} scene @param {number} place */
export function isYou(scene, place) {
  return scene.you.place !== null && scene.you.place === place;
}

/** The offer to lay a bet on a spot of the layout. @param {Scene} scene @param {number} place @param {string} spot */
export function betOn(scene, place, spot) {
  return (
    scene.options.find(
      (option) =>
        purposeOf(option) === "bet" &&
        option.place === place &&
        spotOf(option) === spot &&
        (isLaid(option) || option.costs),
    ) ?? null
  );
}

/** An offer that stands for a spot without being a bet before the cards: insurance. @param {Scene} scene @param {string} purpose @param {number} place */
export function offerAt(scene, purpose, place) {
  return scene.options.find((option) => purposeOf(option) === purpose && option.place === place) ?? null;
}

/**
 * A place on the felt for one kind of bet. With an offer it is a button: a tap lays the chosen chip there.
 * @param {any} host the layout, which tells "choose-option"
 * @param {{name: string, cents?: number, option?: Option | null, className?: string, key?: string, account?: string, result?: number, isNext?: boolean, more?: any}} spot
 */
export function betSpot(
  host,
  {name, cents = 0, option = null, className = "", key, account, result, isNext = false, more = null},
) {
  const inside = [
    h("span", {class: "spot-name"}, t(name)),
    cents ? h("chip-stack", {cents, label: t(name), key: "chips"}) : null,
    result === undefined ? null : won(result),
    more,
  ];
  const shape = ["spot", className, cents ? "filled" : "", isNext ? "next" : "", result === undefined ? "" : "settled"]
    .filter(Boolean)
    .join(" ");
  if (!option) return h("div", {class: shape, key: key ?? name, "data-account": account}, inside);
  const label = told(optionWords(option)) + (cents ? t("; {amount} there now", {amount: money(cents)}) : "");
  const choose = () => host.tell("choose-option", option);
  return h(
    "button",
    {
      type: "button",
      class: shape + " can",
      key: (key ?? name) + "!",
      "aria-label": label,
      "data-account": account,
      "data-option": optionKey(option),
      "data-command": option.command,
      onclick: choose,
    },
    inside,
  );
}

/** What a spot or a person won or lost, on the felt. @param {number} cents */
export function won(cents) {
  return h(
    "b",
    {class: "res " + (cents > 0 ? "w" : cents < 0 ? "l" : "even"), key: "res"},
    cents ? gain(cents) : t("push"),
  );
}

/** The first letters of a name on a coin of its own colour. @param {string} name @param {number} [size] */
export function avatar(name, size = 38) {
  const initials = name
    .split(/\s+/)
    .map((part) => part[0])
    .join("")
    .slice(0, 2)
    .toUpperCase();
  const hue = HUES[[...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % HUES.length];
  return h("span", {class: "ava", style: {"--hue": hue, "--a": `${size}px`}, "aria-hidden": "true"}, initials);
}

/** Little marks after a name. @param {Scene} scene @param {number} place */
export function presence(scene, place) {
  const seat = seatAt(scene, place);
  if (!seat) return null;
  if (seat.is_bot) return h("span", {class: "tag bot", title: t("A bot of the house")}, t("bot"));
  if (!seat.is_connected) return h("span", {class: "tag warn"}, t("no connection"));
  if (seat.is_away) return h("span", {class: "tag"}, t("away"));
  return null;
}

/**
 * Somebody at a place: coin, name, chips; and what is to be said beside it.
 * @param {Scene} scene @param {number} place @param {{name: string, chips: number | undefined, more?: any, right?: any, account?: string, size?: number}} who
 */
export function pod(scene, place, {name, chips, more = null, right = null, size = 38}) {
  const isOwn = isYou(scene, place);
  return h(
    "div",
    {class: "plate", "data-account": `stack/${place}`},
    avatar(isOwn ? scene.you.name || name : name, size),
    h(
      "div",
      {class: "who"},
      h("span", {class: "name", title: name}, h("span", {class: "number"}, place), " ", isOwn ? t("You") : name),
      chips === undefined ? null : h("span", {class: "stack"}, money(chips)),
    ),
    more,
    right ? h("div", {class: "right"}, right) : null,
  );
}

/** An empty place: a way to sit down if there is one. @param {any} host @param {Scene} scene @param {number} place @param {string} word */
export function emptyPlace(host, scene, place, word = "Seat") {
  if (scene.you.place !== null || scene.you.role !== "player")
    return h("span", {class: "free"}, t(`${word} {number}`, {number: place}));
  return h(
    "button",
    {type: "button", class: "free sit", onclick: () => host.tell("sit", place)},
    t("Sit at {number}", {number: place}),
  );
}

/** Cards for which there is a place but which are not there yet; those that come later stay where they are. @param {number} all @param {number} [there] */
export function slots(all, there = 0) {
  return Array.from({length: Math.max(0, all - there)}, (_, index) =>
    h("i", {class: "slot", key: `slot${there + index}`, "aria-hidden": "true"}),
  );
}

export {pile};

/**
 * Where the places of a game against the house lie: true order, the first at the right, along an arc; your own is wider and stands upright.
 * @param {number} count @param {number | null} own @param {{wide: number, narrow: number, top: number, depth: number}} shape
 * @returns {Record<number, Record<string, string | number>>} custom properties by place
 */
export function arc(count, own, {wide, narrow, top, depth}) {
  const order = Array.from({length: count}, (_, index) => count - index);
  const widths = order.map((place) => (place === own ? wide : narrow));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const gap = Math.min(36, (1030 - total) / (count - 1 || 1));
  let left = 554 - (total + gap * (count - 1)) / 2;
  return Object.fromEntries(
    order.map((place, index) => {
      const there = left + widths[index] / 2;
      const x = place === own ? 554 + (there - 554) * 0.95 : there; // the wide one keeps clear of the rail
      left += widths[index] + gap;
      const off = (x - 554) / 500;
      const y = top + depth * (1 - off * off) - (place === own ? 70 * Math.abs(off) : 0);
      return [
        place,
        {
          "--dx": Math.round(x),
          "--dy": Math.round(y),
          "--turn": place === own ? "0deg" : `${(-off * 13).toFixed(1)}deg`,
          "--at": index,
          "--of": count,
        },
      ];
    }),
  );
}
