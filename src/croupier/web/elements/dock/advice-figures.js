import {get, path, Refused} from "../../core/api.js";
import {Drawn, h} from "../../core/draw.js";
import {capital} from "../../core/words/say.js";
import {t, told} from "../../core/words/words.js";
import {cites} from "../cite-chip.js";

/** What is best now and what each choice is worth, as the house worked it out. */
export class AdviceFigures extends Drawn {
  table = "";
  /** The Round and what may be done in it: another moment has another answer. */
  moment = "";
  isTurn = false;
  /** @type {any} */
  advice = null;
  problem = "";
  isAsking = false;
  /** The moment last asked about. @type {string | null} */
  asked = null;

  drawn() {
    // What others do changes nothing here until the decision is ours.
    if (!this.isAsking && this.asked !== this.moment && (this.isTurn || this.asked === null)) this.ask();
  }

  async ask() {
    this.isAsking = true;
    this.asked = this.moment;
    try {
      this.advice = await get(path("tables", this.table, "advice"));
      this.problem = "";
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.advice = null;
      this.problem = error.reason;
    }
    this.isAsking = false;
    this.redraw();
  }

  look() {
    return h("div", {class: "advice-body", role: "status"}, this.waits() ?? this.figures());
  }

  /** Why there is nothing to read yet. */
  waits() {
    if (this.problem) return h("p", {class: "quiet"}, told(capital(this.problem)), ".");
    if (this.asked !== this.moment && !this.isTurn) return h("p", {class: "quiet"}, t("When it is your turn again."));
    if (!this.advice || this.asked !== this.moment) return h("p", {class: "quiet"}, t("The house is working it out…"));
    return null;
  }

  figures() {
    const {words, choices, facts, method, citations} = this.advice;
    return [
      h("p", {class: "advice-words"}, h("strong", null, told(words)), " ", cites(citations.slice(0, 2))),
      h(
        "div",
        {class: "advice-figures"},
        choices.length ? this.choices() : null,
        facts.length
          ? h(
              "dl",
              {class: "advice-facts"},
              facts.map((/** @type {any} */ fact) =>
                h("div", {key: fact.name}, h("dt", null, told(capital(fact.name))), h("dd", null, told(fact.value))),
              ),
            )
          : null,
      ),
      method ? h("p", {class: "quiet"}, told(method)) : null,
    ];
  }

  choices() {
    const {choices, unit} = this.advice;
    const places = unit.startsWith("dollars") ? 2 : 3;
    return h(
      "table",
      {class: "advice-choices"},
      h(
        "caption",
        null,
        unit.startsWith("dollars")
          ? t("Expected, in {unit}", {unit: told(unit)})
          : t("Expected, in units of {unit}", {unit: told(unit)}),
      ),
      h(
        "tbody",
        null,
        choices.map((/** @type {any} */ each) =>
          h(
            "tr",
            {key: each.command, class: each.is_best ? "best" : ""},
            h("th", {scope: "row"}, told(capital(each.words)), each.is_best ? " — " + t("best") : ""),
            h("td", {title: each.exact ?? undefined}, expected(each.value, places)),
          ),
        ),
      ),
    );
  }
}
customElements.define("advice-figures", AdviceFigures);

/** With a sign, so that gain and loss cannot be mistaken. @param {number} value @param {number} places */
function expected(value, places) {
  const text = Math.abs(value).toFixed(places);
  return Number(text) === 0 ? text : (value > 0 ? "+" : "−") + text;
}
