import {Drawn, html} from "../../core/draw.js";
import {knows, placesOf} from "../../layouts/knows.js";
import {capital, choiceName, money, plain} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";
import {restAtBlind, restsAtBlind} from "../../core/table/habits.js";
import {cites} from "../cite-chip.js";
import "./action-bar.js";

/** @typedef {import("../../core/types.js").Option} Option */
/** @typedef {import("../../core/types.js").Scene} Scene */

/** Your seat: chips, sitting out, another seat, complaints; the way out is always on the felt. Tells "give" and "move-to". */
export class OwnAffairs extends Drawn {
  /** @type {Scene | null} */
  scene = null;
  isBusy = false;
  isLive = true;
  wanted = 0; // the place one would rather have

  get own() {
    return this.scene ? (placesOf(this.scene).find(({number}) => number === this.scene?.you.place) ?? null) : null;
  }

  /** @param {string} group @returns {Option[]} */
  options(group) {
    return (this.scene?.options ?? []).filter((option) => option.group === group && option.purpose !== "sit");
  }

  /** Going away for a while; in Poker it asks what for, elsewhere nobody does it by a word. */
  get away() {
    return this.options("house").find((option) => option.purpose === "sit_out") ?? null;
  }

  look() {
    if (!this.scene || !this.own) return null;
    const back = this.options("house").find((option) => option.purpose === "return") ?? null;
    const rest = this.options("house").filter(
      (option) => option !== this.away && option !== back && option.purpose !== "leave",
    );
    const wrong = this.options("irregularity");
    return html`<div class="affairs panel">
      ${rest.length ? this.section(t("Chips and words"), this.bar("house", rest)) : null}
      ${this.away || back ? this.section(t("Sitting out"), this.sittingOut(back)) : null}
      ${this.section(t("Another " + this.scene.table.place_word), this.moving())}
      ${wrong.length ? this.section(t("Something is wrong"), this.bar("wrong", wrong)) : null}
    </div>`;
  }

  /** @param {string} title @param {any} inside */
  section(title, inside) {
    return html`<section class="affair" key=${title} aria-label=${title}><h3>${title}</h3>${inside}</section>`;
  }

  /** @param {string} key @param {Option[]} options */
  bar(key, options) {
    return html`<action-bar key=${key} options=${options} isBusy=${this.isBusy} isLive=${this.isLive}
        place=${this.scene?.you.place} isQuiet label=${capital(key)} />`;
  }

  get isOff() {
    return this.isBusy || !this.isLive;
  }

  /** @param {Option | null} back */
  sittingOut(back) {
    const {missed = [], due = 0, isAway = false} = this.own ?? {};
    const give = (/** @type {Option} */ option, /** @type {Record<string, any>} */ values) => () =>
      this.tell("give", {option, values});
    const intents = this.away?.asks[0]?.choices ?? [];
    return [
      html`<p class="quiet">
        ${isAway ? t("You sit out: no cards for you until you are back.") + " " : t("You are dealt in.") + " "}
        ${
          missed.length
            ? t("Missed: {blinds}.", {blinds: missed.map(plain).join(", ")}) + " "
            : knows(/** @type {Scene} */ (this.scene)).hasBlinds
              ? t("No blind missed.") + " "
              : ""
        }
        ${due ? t("You owe {amount} before the next cards.", {amount: money(due)}) : ""}
      </p>`,
      this.away && !isAway && knows(/** @type {Scene} */ (this.scene)).hasBlinds ? this.resting() : null,
      html`<div class="row">
        ${
          back
            ? html`<button type="button" class="primary" disabled=${this.isOff} onclick=${give(back, {})}>
              ${t("I am back")}
            </button>`
            : null
        }
        ${
          this.away && !isAway
            ? intents.map(
                (intent) =>
                  html`<button type="button" key=${intent} disabled=${this.isOff}
                      onclick=${give(/** @type {Option} */ (this.away), {intent})}>
                    ${capital(choiceName(this.away?.asks[0], intent))}
                  </button>`,
              )
            : null
        }
        ${cites((back ?? this.away)?.citations ?? [])}
      </div>`,
    ];
  }

  /** Going away when the next blind would be due: nothing is paid, and nothing missed before. */
  resting() {
    const {id} = /** @type {Scene} */ (this.scene).table;
    return html`<label class="check" key="resting">
      <input type="checkbox" checked=${restsAtBlind(id)}
          onchange=${(/** @type {Typed} */ event) => restAtBlind(id, event.target.checked)} />
      ${t("Sit out when my next blind is due")}
    </label>`;
  }

  /** Changing one's place is leaving and sitting down again, so it is possible when leaving is. */
  moving() {
    const {table} = /** @type {Scene} */ (this.scene);
    const word = table.place_word;
    const taken = new Set(table.seats.map((seat) => seat.place));
    const free = Array.from({length: table.places}, (_, index) => index + 1).filter((place) => !taken.has(place));
    if (!free.length) return html`<p class="quiet">${t("Every place is taken.")}</p>`;
    const canGo = this.options("house").some((option) => option.purpose === "leave");
    if (!canGo) return html`<p class="quiet">${t("Between Rounds, when you have nothing on the table.")}</p>`;
    if (!free.includes(this.wanted)) this.wanted = free[0];
    const choose = (/** @type {Typed} */ event) => this.keep({wanted: Number(event.target.value)});
    return html`<div class="row">
      <label class="field inline">
        <span>${capital(plain(word))}</span>
        <select onchange=${choose}>
          ${free.map(
            (place) =>
              html`<option key=${place} value=${String(place)} selected=${place === this.wanted}>${String(place)}</option>`,
          )}
        </select>
      </label>
      <button type="button" disabled=${this.isOff}
          onclick=${() => this.tell("move-to", this.wanted)}>
        ${t("Move there with my chips")}
      </button>
    </div>`;
  }
}
customElements.define("own-affairs", OwnAffairs);
