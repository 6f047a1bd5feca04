import {Drawn, h} from "../core/draw.js";
import {hasBlinds, placeWord, placesOf} from "../core/places.js";
import {capital, money, plain} from "../core/say.js";
import {cites} from "./cite-chip.js";
import "./action-bar.js";

/** @typedef {import("../core/types.js").Option} Option */
/** @typedef {import("../core/types.js").Scene} Scene */

const SITTING = ["SitDown", "TakeSeat"];
const LEAVING = ["LeaveGame", "LeaveTable", "LeaveSeat"];
const INTENTS = /** @type {Record<string, string>} */ ({returning: "Sit out and come back", without_a_word: "Walk away without a word"});

/** Your seat: chips, sitting out, another seat, leaving, complaints. Tells "give", "leave", "stay" and "move-to". */
export class OwnAffairs extends Drawn {
  /** @type {Scene | null} */
  scene = null;
  isBusy = false;
  isLive = true;
  wanted = 0; // the place one would rather have

  get own() {
    return this.scene ? placesOf(this.scene).find(({number}) => number === this.scene?.you.place) ?? null : null;
  }

  /** @param {string} group @returns {Option[]} */
  options(group) {
    return (this.scene?.options ?? []).filter((option) => option.group === group && !SITTING.includes(option.command));
  }

  /** Going away for a while; in Poker it asks what for, elsewhere nobody does it by a word. */
  get away() {
    return this.options("house").find((option) => option.command === "LeaveSeat" && option.asks.length) ?? null;
  }

  look() {
    if (!this.scene || !this.own) return null;
    const back = this.options("house").find((option) => option.command === "ReturnToSeat") ?? null;
    const rest = this.options("house").filter((option) => option !== this.away && option !== back && !LEAVING.includes(option.command));
    const wrong = this.options("irregularity");
    return h(
      "details",
      {class: "affairs panel"},
      h("summary", null, "Chips, seat and complaints"),
      rest.length ? this.section("Chips and words", this.bar("house", rest)) : null,
      this.away || back ? this.section("Sitting out", this.sittingOut(back)) : null,
      this.section("Another " + placeWord(this.scene.table.game), this.moving()),
      this.section("Leaving", this.leaving()),
      wrong.length ? this.section("Something is wrong", this.bar("wrong", wrong)) : null,
    );
  }

  /** @param {string} title @param {any} inside */
  section(title, inside) {
    return h("section", {class: "affair", key: title, "aria-label": title}, h("h3", null, title), inside);
  }

  /** @param {string} key @param {Option[]} options */
  bar(key, options) {
    return h("action-bar", {key, options, isBusy: this.isBusy, isLive: this.isLive, place: this.scene?.you.place, isQuiet: true, label: capital(key)});
  }

  get isOff() {
    return this.isBusy || !this.isLive;
  }

  /** @param {Option | null} back */
  sittingOut(back) {
    const {missed = [], due = 0, isAway = false} = this.own ?? {};
    const give = (/** @type {Option} */ option, /** @type {Record<string, any>} */ values) => () => this.tell("give", {option, values});
    const intents = this.away?.asks[0]?.choices ?? [];
    return [
      h("p", {class: "quiet"}, isAway ? "You sit out: no cards for you until you are back. " : "You are dealt in. ", missed.length ? `Missed: ${missed.map(plain).join(", ")}. ` : hasBlinds(/** @type {Scene} */ (this.scene)) ? "No blind missed. " : "", due ? `You owe ${money(due)} before the next cards.` : ""),
      h(
        "div",
        {class: "row"},
        back ? h("button", {type: "button", class: "primary", disabled: this.isOff, onclick: give(back, {})}, "I am back") : null,
        this.away && !isAway ? intents.map((intent) => h("button", {type: "button", key: intent, disabled: this.isOff, onclick: give(/** @type {Option} */ (this.away), {intent})}, INTENTS[intent] ?? capital(plain(intent)))) : null,
        cites((back ?? this.away)?.citations ?? []),
      ),
    ];
  }

  /** Changing one's place is leaving and sitting down again, so it is possible when leaving is. */
  moving() {
    const {table} = /** @type {Scene} */ (this.scene);
    const word = placeWord(table.game);
    const taken = new Set(table.seats.map((seat) => seat.place));
    const free = Array.from({length: table.places}, (_, index) => index + 1).filter((place) => !taken.has(place));
    if (!free.length) return h("p", {class: "quiet"}, "Every place is taken.");
    const canGo = this.options("house").some((option) => LEAVING.includes(option.command) && option !== this.away);
    if (!canGo) return h("p", {class: "quiet"}, "Between Rounds, when you have nothing on the table.");
    if (!free.includes(this.wanted)) this.wanted = free[0];
    const choose = (/** @type {any} */ event) => { this.wanted = Number(event.target.value); this.redraw(); };
    return h(
      "div",
      {class: "row"},
      h("label", {class: "field inline"}, h("span", null, capital(word)), h("select", {onchange: choose}, free.map((place) => h("option", {key: place, value: String(place), selected: place === this.wanted}, String(place))))),
      h("button", {type: "button", disabled: this.isOff, onclick: () => this.tell("move-to", {place: this.wanted, chips: this.own?.chips ?? 0})}, "Move there with my chips"),
    );
  }

  leaving() {
    if (!this.scene?.you.is_leaving) return h("button", {type: "button", disabled: this.isOff, onclick: () => this.tell("leave")}, "Leave the table");
    return h("div", {class: "row"}, h("p", {class: "leaving", role: "status"}, "You leave as soon as the rules let you."), h("button", {type: "button", disabled: this.isOff, onclick: () => this.tell("stay")}, "Stay after all"));
  }
}
customElements.define("own-affairs", OwnAffairs);
