import {Drawn, h} from "../core/draw.js";
import {capital, plain} from "../core/say.js";
import {cites} from "./cite-chip.js";

/** What waits for a ruling: the question, whose it is, the paragraph that gives it to them. Tells "rule". */
export class DecisionList extends Drawn {
  /** @type {import("../core/types.js").Decision[]} */
  decisions = [];
  /** @type {import("../core/types.js").Option[]} */
  options = [];
  isBusy = false;

  look() {
    if (!this.decisions.length) return null;
    return h("section", {class: "decisions", "aria-label": "Decisions waiting"}, this.decisions.map((each) => this.one(each)));
  }

  /** @param {import("../core/types.js").Decision} decision */
  one(decision) {
    const option = this.options.find((each) => each.command === "GiveRuling" && each.fixed.decision === decision.key);
    const offered = option?.asks.find((ask) => ask.field === "choice")?.choices ?? decision.choices;
    const others = option?.asks.filter((ask) => ask.field !== "choice") ?? [];
    const give = (/** @type {string} */ choice) => () => option && this.tell("give", {option, values: {choice, ...this.reason(others)}});
    return h(
      "article",
      {class: "decision" + (decision.is_yours ? " yours" : ""), key: decision.key},
      h("p", {class: "who"}, h("strong", null, capital(plain(decision.role))), decision.is_yours ? " decides: that is you" : " decides", decision.seat ? ` · seat ${decision.seat}` : ""),
      h("p", null, decision.question, " ", cites(decision.citations)),
      decision.is_yours && option
        ? [
            others.some((ask) => ask.field === "reason") ? h("label", {class: "field"}, h("span", null, "Reason"), h("input", {type: "text", name: "reason", autocomplete: "off"})) : null,
            h("div", {class: "row"}, offered.map((choice) => h("button", {type: "button", class: "do", key: choice, disabled: this.isBusy, onclick: give(choice)}, capital(plain(choice))))),
          ]
        : h("p", {class: "quiet"}, "Possible: " + decision.choices.map(plain).join(", ")),
    );
  }

  /** @param {import("../core/types.js").Ask[]} asks */
  reason(asks) {
    const text = /** @type {HTMLInputElement | null} */ (this.querySelector("input[name=reason]"))?.value.trim();
    return asks.some((ask) => ask.field === "reason") ? {reason: text || "as the paragraph says"} : {};
  }
}
customElements.define("decision-list", DecisionList);
