// What the three layouts share: names at places, spots that can be bet on, a fallback for anything else.
import {h} from "../core/draw.js";
import {nameOf as known} from "../core/names.js";
import {money, optionWords} from "../core/say.js";
import {optionKey} from "../elements/action-bar.js";
import {chips} from "../elements/chip-stack.js";

/** @typedef {import("../core/types.js").Scene} Scene */
/** @typedef {import("../core/types.js").Option} Option */

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

/** @param {Scene} scene @param {string} command @param {Record<string, any>} fixed */
export function optionFor(scene, command, fixed) {
  return scene.options.find((option) => option.command === command && Object.entries(fixed).every(([name, value]) => option.fixed[name] === value)) ?? null;
}

/**
 * A place on the felt for one kind of bet. With an option it is a button that opens it.
 * @param {any} host the layout, which tells "choose-option"
 * @param {{name: string, cents?: number, option?: Option | null, className?: string, key?: string, more?: any}} spot
 */
export function betSpot(host, {name, cents = 0, option = null, className = "", key, more = null}) {
  const inside = [h("span", {class: "spot-name"}, name), chips(cents, name), more];
  const shape = `spot ${className}` + (cents ? " filled" : "");
  if (!option) return h("div", {class: shape, key: key ?? name}, inside);
  const label = optionWords(option) + (cents ? `; ${money(cents)} there now` : "");
  return h("button", {type: "button", class: shape + " can", key: (key ?? name) + "!", "aria-label": label, "data-option": optionKey(option), onclick: () => host.tell("choose-option", option)}, inside);
}

/** Little marks after a name. @param {Scene} scene @param {number} place */
export function presence(scene, place) {
  const seat = seatAt(scene, place);
  if (!seat) return null;
  if (seat.is_bot) return h("span", {class: "tag"}, "bot");
  if (!seat.is_connected) return h("span", {class: "tag warn"}, "no connection");
  if (seat.is_away) return h("span", {class: "tag"}, "away");
  return null;
}

/** An empty place: a way to sit down if there is one. @param {any} host @param {Scene} scene @param {number} place */
export function emptyPlace(host, scene, place) {
  if (scene.you.place !== null || scene.you.role !== "player") return h("span", {class: "free"}, `Seat ${place}`);
  return h("button", {type: "button", class: "free sit", onclick: () => host.tell("sit", place)}, `Sit at ${place}`);
}
