// What the three layouts share: people at places, spots that can be bet on, results.
import {html} from "../core/draw.js";
import {isLaid, optionKey, purposeOf, spotOf} from "../core/table/purpose.js";
import {gain, money, optionWords} from "../core/words/say.js";
import {t} from "../core/words/words.js";
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
  return scene.table.seats.find((seat) => seat.player === player)?.name ?? player;
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
 * @param {{name: string, cents?: number, option?: Option | null, className?: string, key?: string, account?: string, result?: number, isNext?: boolean, columns?: number, more?: any}} spot
 */
export function betSpot(
  host,
  {name, cents = 0, option = null, className = "", key, account, result, isNext = false, columns = 3, more = null},
) {
  const inside = [
    html`<span class="spot-name" style=${fitted(name)}>${name}</span>`,
    cents ? html`<chip-stack cents=${cents} label=${name} columns=${columns} key="chips" />` : null,
    result === undefined ? null : won(result),
    more,
  ];
  const shape = ["spot", className, cents ? "filled" : "", isNext ? "next" : "", result === undefined ? "" : "settled"]
    .filter(Boolean)
    .join(" ");
  const style = fitted(money(cents));
  if (!option)
    return html`<div class=${shape} key=${key ?? name} data-account=${account} style=${style}>${inside}</div>`;
  const ask = option.asks.find(({kind}) => kind === "money");
  const bounds = ask ? `, ${t("{least} to {most}", {least: money(ask.minimum), most: money(ask.maximum)})}` : "";
  const laid = ask && host.scene?.laying ? {[ask.field]: host.scene.laying(option)} : {}; // what a press lays there
  const label = optionWords(option, laid) + bounds + (cents ? t("; {amount} there now", {amount: money(cents)}) : "");
  const choose = () => host.tell("choose-option", option);
  return html`<button type="button" class=${shape + " can"} key=${(key ?? name) + "!"} aria-label=${label} data-account=${account}
      style=${style} data-option=${optionKey(option)} data-command=${option.command} onclick=${choose}>
    ${inside}
  </button>`;
}

/** What a spot or a person won or lost, on the felt. @param {number} cents */
export function won(cents) {
  return html`<b class=${"res " + (cents > 0 ? "w" : cents < 0 ? "l" : "even")} key="res" style=${fitted(gain(cents))}>
    ${cents ? gain(cents) : t("push")}
  </b>`;
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
  return html`<span class="ava" style=${{"--hue": hue, "--a": `${size}px`}} aria-hidden="true">${initials}</span>`;
}

/** So many characters, for styles that make them fit their box. @param {string} words */
export function fitted(words) {
  const wide = [...words].reduce((sum, letter) => sum + (letter > "\u2e80" ? 1.8 : 1), 0); // Chinese characters are nearly twice as wide
  return {"--n": Math.max(1, Math.ceil(wide))};
}

/** Why nobody is to be expected to act there, in words. @param {Scene} scene @param {number} place */
export function absence(scene, place) {
  const seat = seatAt(scene, place);
  return !seat || seat.is_bot ? "" : !seat.is_connected ? t("no connection") : seat.is_away ? t("away") : "";
}

/**
 * Somebody at a place: coin, name, chips; and what is to be said beside it.
 * @param {Scene} scene @param {number} place @param {{name: string, chips: number | undefined, more?: any, right?: any, account?: string, size?: number}} who
 */
export function pod(scene, place, {name, chips, more = null, right = null, size = 38}) {
  const isOwn = isYou(scene, place);
  return html`<div class="plate" data-account="stack/${place}">
    ${size ? avatar(isOwn ? scene.you.name || name : name, size) : null}
    <div class="who">
      <span class="name" title=${name}><span class="number">${place}</span> ${isOwn ? t("You") : name}</span>
      ${chips === undefined ? null : html`<span class="stack" style=${fitted(money(chips))}>${money(chips)}</span>`}
    </div>
    ${more}
    ${right ? html`<div class="right">${right}</div>` : null}
  </div>`;
}

/** An empty place: a way to sit down if there is one. @param {any} host @param {Scene} scene @param {number} place @param {string} [words] */
export function emptyPlace(host, scene, place, words = t("Seat {number}", {number: place})) {
  if (scene.you.place !== null || scene.you.role !== "player") return html`<span class="free">${words}</span>`;
  return html`<button type="button" class="free sit" onclick=${() => host.tell("sit", place)}>
    ${t("Sit at {number}", {number: place})}
  </button>`;
}

/** Cards for which there is a place but which are not there yet; those that come later stay where they are. @param {number} all @param {number} [there] */
export function slots(all, there = 0) {
  return Array.from(
    {length: Math.max(0, all - there)},
    (_, index) => html`<i class="slot" key="slot${there + index}" aria-hidden="true" />`,
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
          "--at": index,
          "--of": count,
        },
      ];
    }),
  );
}
