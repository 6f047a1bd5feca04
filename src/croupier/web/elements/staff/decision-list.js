import {Drawn, h} from "../../core/draw.js";
import {named} from "../../core/words/names.js";
import {t, told} from "../../core/words/words.js";
import {capital, plain} from "../../core/words/say.js";
import {cites} from "../cite-chip.js";
import {foreseen, isPossible} from "./foreseen.js";

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
  /** What is being looked at. @type {{key: string, choice: string, seen: any} | null} */
  chosen = null;
  reason = "";

  look() {
    if (!this.decisions.some((each) => each.key === this.chosen?.key)) this.chosen = null;
    if (!this.decisions.length) return null;
    return h(
      "section",
      {class: "decisions", "aria-label": "Decisions waiting"},
      this.decisions.map((each) => this.one(each)),
    );
  }

  /** @param {Decision} decision */
  one(decision) {
    const option = this.options.find((each) => each.purpose === "ruling" && each.fixed.decision === decision.key);
    return h(
      "article",
      {class: "decision" + (decision.is_yours ? " yours" : ""), key: decision.key},
      h(
        "p",
        {class: "who"},
        h("strong", null, told(capital(plain(decision.role)))),
        decision.is_yours ? t(" decides: that is you") : t(" decides"),
        decision.seat ? ` · seat ${decision.seat}` : "",
      ),
      h("p", null, capital(named(decision.question)), " ", cites(decision.citations)),
      decision.is_yours && option ? this.answering(decision, option) : this.needed(decision),
    );
  }

  /** Somebody else's to decide: who has to be called, and what they may say. @param {Decision} decision */
  needed(decision) {
    const isPlayers = decision.role === "player";
    const whom = isPlayers
      ? decision.seat
        ? `the player at seat ${decision.seat}`
        : "a player"
      : `a ${plain(decision.role)} or above`;
    const you =
      this.acting && this.acting !== "player" && !isPlayers ? ` You are here as ${plain(this.acting)}: call one.` : "";
    return h(
      "p",
      {class: "quiet needed"},
      `Waits for ${whom}.${you} Possible: ${decision.choices.map(plain).join(", ")}.`,
    );
  }

  /** @param {Decision} decision @param {Option} option */
  answering(decision, option) {
    const chosen = this.chosen?.key === decision.key ? this.chosen : null;
    const offered = option.asks.find((ask) => ask.field === "choice")?.choices ?? decision.choices;
    return [
      this.socket
        ? h(
            "label",
            {class: "field"},
            h("span", null, "Reason, for the record"),
            h("input", {
              type: "text",
              value: this.reason,
              maxlength: 200,
              autocomplete: "off",
              oninput: (/** @type {any} */ event) => {
                this.reason = event.target.value;
              },
            }),
          )
        : null,
      h(
        "div",
        {class: "row", role: "group", "aria-label": "Rulings"},
        offered.map((choice) =>
          h(
            "button",
            {
              type: "button",
              class: "do",
              key: choice,
              disabled: this.isBusy,
              "aria-pressed": chosen ? String(chosen.choice === choice) : undefined,
              onclick: () => this.choose(decision, option, choice),
            },
            capital(plain(choice)),
          ),
        ),
      ),
      chosen ? this.outcome(option, chosen) : null,
    ];
  }

  /** @param {Option} option @param {any} chosen */
  outcome(option, chosen) {
    if (!chosen.seen) return h("p", {class: "quiet"}, "Working out what will happen…");
    const back = () => {
      this.chosen = null;
      this.redraw();
    };
    return h(
      "div",
      {class: "trouble-one", key: "outcome"},
      foreseen(chosen.seen),
      h(
        "div",
        {class: "row"},
        h(
          "button",
          {
            type: "button",
            class: "primary sure",
            disabled: this.isBusy || !isPossible(chosen.seen),
            onclick: () => this.give(option, chosen.choice),
          },
          `Rule: ${plain(chosen.choice)}`,
        ),
        h("button", {type: "button", onclick: back}, "Back"),
      ),
    );
  }

  /** @param {Decision} decision @param {Option} option @param {string} choice */
  async choose(decision, option, choice) {
    if (!this.socket) return this.give(option, choice);
    const chosen = {key: decision.key, choice, seen: /** @type {any} */ (null)};
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
