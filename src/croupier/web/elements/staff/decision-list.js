import {Drawn, html} from "../../core/draw.js";
import {t} from "../../core/words/words.js";
import {capital, choiceName, plain} from "../../core/words/say.js";
import {cites} from "../cite-chip.js";
import {foreseen, isPossible} from "./foreseen.js";
import "./ruling-here.js";

/** @typedef {import("../../core/types.js").Decision} Decision */
/** @typedef {import("../../core/types.js").Option} Option */

/** What waits for a ruling: the question, whose it is, the paragraph that gives it to them. Tells "give". */
export class DecisionList extends Drawn {
  /** @type {Decision[]} */
  decisions = [];
  /** @type {Option[]} */
  options = [];
  isBusy = false;
  /** Staff see what a ruling does before they give it; players answer at once. @type {import("../../core/table/socket.js").TableSocket | null} */
  socket = null;
  acting = "";
  /** The table, where somebody above may come and decide on this screen. */
  table = "";
  /** What is being looked at. @type {{key: string, choice: string, seen: any} | null} */
  chosen = null;
  reason = "";

  look() {
    if (!this.decisions.some((each) => each.key === this.chosen?.key)) this.chosen = null;
    if (!this.decisions.length) return null;
    return html`<section class="decisions" aria-label="Decisions waiting">${this.decisions.map((each) => this.one(each))}</section>`;
  }

  /** @param {Decision} decision */
  one(decision) {
    const option = this.options.find((each) => each.purpose === "ruling" && each.fixed.decision === decision.key);
    return html`<article class=${"decision" + (decision.is_yours ? " yours" : "")} key=${decision.key}>
      <p class="who">
        <strong>${capital(plain(decision.role))}</strong>
        ${decision.is_yours ? t(" decides: that is you") : t(" decides")}
        ${decision.seat ? " · " + t("seat {number}", {number: decision.seat}) : ""}
      </p>
      <p>${capital(decision.question)} ${cites(decision.citations)}</p>
      ${decision.is_yours && option ? this.answering(decision, option) : this.needed(decision)}
    </article>`;
  }

  /** Somebody else's to decide: who has to be called, and what they may say. @param {Decision} decision */
  needed(decision) {
    const isPlayers = decision.role === "player";
    const whom = !isPlayers
      ? t("Waits for a {role} or above.", {role: plain(decision.role)})
      : decision.seat
        ? t("Waits for the player at seat {seat}.", {seat: decision.seat})
        : t("Waits for a player.");
    const isBelow = this.acting && this.acting !== "player" && !isPlayers;
    return [
      html`<p class="quiet needed">
        ${whom} ${isBelow ? t("You are here as {role}: call one.", {role: plain(this.acting)}) : null}
        ${t("Possible: {choices}.", {choices: decision.labels.join(", ")})}
      </p>`,
      isBelow && this.table
        ? html`<ruling-here key=${"here" + decision.key} table=${this.table} decision=${decision} />`
        : null,
    ];
  }

  /** @param {Decision} decision @param {Option} option */
  answering(decision, option) {
    const chosen = this.chosen?.key === decision.key ? this.chosen : null;
    const offered = option.asks.find((ask) => ask.field === "choice")?.choices ?? decision.choices;
    return [
      this.socket
        ? html`<label class="field">
          <span>Reason, for the record</span>
          <input type="text" value=${this.reason} maxlength="200" autocomplete="off"
              oninput=${(/** @type {Typed} */ event) => {
                this.reason = event.target.value;
              }} />
        </label>`
        : null,
      html`<div class="row" role="group" aria-label="Rulings">
        ${offered.map(
          (choice) =>
            html`<button type="button" class="do" key=${choice} disabled=${this.isBusy}
                aria-pressed=${chosen ? String(chosen.choice === choice) : undefined}
                onclick=${() => this.choose(decision, option, choice)}>${capital(choiceName(decision, choice))}</button>`,
        )}
      </div>`,
      chosen ? this.outcome(option, chosen) : null,
    ];
  }

  /** @param {Option} option @param {any} chosen */
  outcome(option, chosen) {
    if (!chosen.seen) return html`<p class="quiet">Working out what will happen…</p>`;
    const back = () => {
      this.chosen = null;
      this.redraw();
    };
    return html`<div class="trouble-one" key="outcome">
      ${foreseen(chosen.seen)}
      <div class="row">
        <button type="button" class="primary sure" disabled=${this.isBusy || !isPossible(chosen.seen)}
            onclick=${() => this.give(option, chosen.choice)}>${t("Rule: {choice}", {choice: choiceName(chosen.decision, chosen.choice)})}</button>
        <button type="button" onclick=${back}>Back</button>
      </div>
    </div>`;
  }

  /** @param {Decision} decision @param {Option} option @param {string} choice */
  async choose(decision, option, choice) {
    if (!this.socket) return this.give(option, choice);
    const chosen = {key: decision.key, decision, choice, seen: /** @type {any} */ (null)};
    this.chosen = chosen;
    this.redraw();
    const seen = await this.socket.preview(option, this.values(choice));
    if (this.chosen !== chosen) return;
    chosen.seen = seen;
    this.redraw();
  }

  /** @param {Option} option @param {string} choice */
  give(option, choice) {
    this.tell("give", {option, values: this.values(choice)});
    this.chosen = null;
    this.reason = "";
    this.redraw();
  }

  /** @param {string} choice */
  values(choice) {
    const reason = this.reason.trim();
    return reason ? {choice, reason} : {choice};
  }
}
customElements.define("decision-list", DecisionList);
