import {Drawn, h} from "../core/draw.js";
import {capital} from "../core/say.js";
import {t, told} from "../core/words.js";
import {cites} from "./cite-chip.js";

/** What is best now and what each choice is worth, as the house worked it out. */
export class AdviceFigures extends Drawn {
  /** @type {any} */
  advice = null;

  look() {
    if (!this.advice) return null;
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
