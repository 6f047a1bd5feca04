// Without a network the game goes on: what comes next, as far as the last Rounds at this table have shown it.
import {actsAt, firstAfter, owes, price} from "../../layouts/real-felt.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../../elements/real/real-console.js").Entry} Entry */
/** What can be done, and by whom. @typedef {{options: Option[], awaited: number[]}} Expected */

const RAISES = new Set(["bet", "raise", "all_in"]);
const ASIDE = new Set(["look"]); // comes before a decision, and is none

/** A step of the dealer's, whatever cards it asks for. @param {Option} option */
const stepKey = (option) => option.command + JSON.stringify(option.fixed);

export class Ahead {
  /** The step that came after another one. @type {Map<string, Option>} */
  after = new Map();
  /** What the first player could do after a step that lets them act. @type {Map<string, Option[]>} */
  opens = new Map();
  /** What somebody could do who faced a bet. @type {Option[]} */
  facing = [];
  /** What somebody could do who faced none in a Round of betting. @type {Option[]} */
  checked = [];
  last = "";
  /** Who has acted since the last bet. @type {Set<number>} */
  done = new Set();
  at = 0;
  price = 0;
  /** @type {Scene | null} */
  #seen = null;

  /** While there is a network: how it goes here. @param {Scene} scene */
  see(scene) {
    if (scene === this.#seen) return;
    this.#seen = scene;
    const step = scene.options.find((option) => option.is_next);
    if (!scene.round || step) this.forget();
    if (step) {
      if (this.last && scene.round) this.after.set(this.last, step);
      this.last = stepKey(step);
    }
    const [at] = scene.awaited;
    if (!at || scene.decisions.length) return;
    const acts = scene.options.filter(({recorded, group}) => recorded === at && group === "play");
    if (!this.at) this.opens.set(this.last, acts);
    if (acts.some(({purpose}) => purpose === "call")) this.facing = acts;
    if (acts.some(({purpose}) => purpose === "check")) this.checked = acts;
    if (price(scene) !== this.price) this.done.clear();
    if (this.at && this.at !== at) this.done.add(this.at);
    [this.at, this.price] = [at, price(scene)];
  }

  forget() {
    this.done.clear();
    this.at = this.price = 0;
  }

  /** What can be entered once all this is done. @param {Scene} scene @param {Entry[]} entries @param {(option: Option, place: number) => Option} moved @returns {Expected} */
  from(scene, entries, moved) {
    let playing = scene.table.seats.map(({place}) => place).filter((place) => actsAt(scene, place));
    const turns = (/** @type {number} */ after) => [
      ...playing.filter((place) => place > after),
      ...playing.filter((place) => place <= after),
    ];
    let step = scene.options.find((option) => option.is_next) ?? null;
    let key = step ? stepKey(step) : this.last;
    const [first] = scene.awaited;
    let waits = first ? [first, ...turns(first)].filter((place, index, all) => all.indexOf(place) === index) : [];
    waits = waits.filter((place) => place === first || !this.done.has(place));
    let isRaised = false;
    let isStreet = false; // another one than the house has told of
    for (const {option} of entries) {
      const {recorded, purpose} = option;
      if (ASIDE.has(purpose) || option.group !== "play") continue;
      if (recorded === undefined && step && stepKey(option) === stepKey(step)) {
        key = stepKey(step);
        const opens = this.opens.has(key);
        waits = opens && playing.length > 1 ? turns(firstAfter(scene)) : [];
        step = opens ? null : (this.after.get(key) ?? null);
        isRaised = false;
        isStreet = true;
      } else if (recorded !== undefined) {
        waits = waits.filter((place) => place !== recorded);
        if (purpose === "fold") playing = playing.filter((place) => place !== recorded);
        if (RAISES.has(purpose)) {
          waits = turns(recorded).filter((place) => place !== recorded);
          isRaised = true;
        }
        if (!waits.length) step = playing.length > 1 ? (this.after.get(key) ?? null) : null;
      }
    }
    if (!waits.length) return {options: step ? [{...step, is_next: true}] : [], awaited: []};
    const costs = (/** @type {number} */ place) => (isRaised || isStreet ? 0 : owes(scene, place)); // a raise is not worked out
    const here = isStreet ? [] : scene.options.filter(({recorded, group}) => recorded === first && group === "play");
    const begins = here.length && !owes(scene, first) ? here : (this.opens.get(key) ?? []);
    const free = begins.some(({purpose}) => purpose === "call") ? this.checked : begins;
    const acts = (/** @type {number} */ place) => (isRaised || costs(place) ? this.facing : free);
    const as = (/** @type {Option} */ act, /** @type {number} */ place) =>
      moved(act.purpose === "call" ? {...act, costs: costs(place)} : act, place);
    return {options: waits.flatMap((place) => acts(place).map((act) => as(act, place))), awaited: waits};
  }
}
