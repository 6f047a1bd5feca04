import {Drawn, h} from "../../core/draw.js";
import {capital, optionWords, plain} from "../../core/words/say.js";
import {fieldName} from "../../core/words/say-more.js";
import {t, told} from "../../core/words/words.js";
import {cites} from "../cite-chip.js";
import "../dock/amount-picker.js";
import "./card-entry.js";

/** @typedef {import("../../core/types.js").Ask} Ask */

/** The blanks of one option, asked for and nothing else. Tells "give" with the values, "cancel", "values" on change. */
export class OptionForm extends Drawn {
  /** @type {import("../../core/types.js").Option | null} */
  option = null;
  confirmWords = "";
  isBusy = false;
  /** Why the house did not take it. @type {{reason: string, citations: any[]} | null} */
  refusal = null;
  /** @type {Record<string, any>} */
  values = {};

  connectedCallback() {
    for (const ask of this.option?.asks ?? [])
      if (ask.kind === "money" || ask.kind === "integer") this.values[ask.field] = ask.start ?? ask.minimum;
    super.connectedCallback();
    setTimeout(() => {
      // A person who is typing somewhere else goes on typing there.
      if (document.activeElement?.matches("input, textarea, select")) return;
      /** @type {HTMLElement | null} */ (this.querySelector("input[type=text], select, input"))?.focus();
    }, 0);
  }

  /** @param {string} field @param {any} value */
  fill(field, value) {
    if (value === null || value === "") delete this.values[field];
    else this.values = {...this.values, [field]: value};
    this.tell("values", this.values);
    this.redraw();
  }

  get isComplete() {
    return (this.option?.asks ?? []).every((ask) => ask.field in this.values);
  }

  look() {
    const option = this.option;
    if (!option) return null;
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (this.isComplete && !this.isBusy) this.tell("give", this.values);
    };
    const keys = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && this.tell("cancel");
    return h(
      "form",
      {class: "option-form", onsubmit: submit, onkeydown: keys, "aria-label": optionWords(option)},
      option.asks.map((ask) => this.blank(ask)),
      this.refusal
        ? h(
            "p",
            {class: "problem", role: "alert"},
            t("Not done: {reason}", {reason: told(this.refusal.reason)}),
            " ",
            cites(this.refusal.citations),
          )
        : null,
      h(
        "div",
        {class: "row"},
        h(
          "button",
          {type: "submit", class: "primary", disabled: !this.isComplete || this.isBusy},
          this.confirmWords || told(this.words(option)),
        ),
        h("button", {type: "button", onclick: () => this.tell("cancel")}, t("Cancel")),
        cites(option.citations, 4),
      ),
    );
  }

  /** What the button says; the cards stand in their line, a second time they would only make it long. @param {import("../../core/types.js").Option} option */
  words(option) {
    if (!option.asks.some(({kind}) => kind === "cards")) return optionWords(option, this.values);
    const cards = option.asks.filter(({kind}) => kind === "cards").map(({field}) => [field, ""]);
    return optionWords(option, {...this.values, ...Object.fromEntries(cards)}).replace(/( as|:| and)? ?$/, "");
  }

  /** @param {Ask} ask */
  blank(ask) {
    const label = told(fieldName(ask.field));
    const key = ask.field;
    const type = (/** @type {any} */ event) => this.fill(ask.field, event.target.value.trim() || null);
    if (ask.kind === "money")
      return h("amount-picker", {
        key,
        ask,
        label,
        start: ask.start ?? null,
        onamount: (/** @type {any} */ event) => this.fill(ask.field, event.detail),
      });
    if (ask.kind === "cards")
      return h("card-entry", {
        key,
        ask,
        label,
        oncards: (/** @type {any} */ event) => this.fill(ask.field, event.detail),
      });
    if (ask.kind === "integer") {
      const count = (/** @type {any} */ event) =>
        this.fill(ask.field, event.target.validity.valid && event.target.value ? Number(event.target.value) : null);
      const bounds = `${label} (${ask.minimum} to ${ask.maximum})`;
      return h(
        "label",
        {key, class: "field"},
        h("span", null, bounds),
        h("input", {
          type: "number",
          min: ask.minimum,
          max: ask.maximum,
          value: String(this.values[ask.field] ?? ""),
          oninput: count,
        }),
      );
    }
    if (ask.kind === "choice") {
      return h(
        "fieldset",
        {key, class: "choices"},
        h("legend", null, label),
        ask.choices.map((choice) =>
          h(
            "label",
            {class: "choice", key: choice},
            h("input", {
              type: "radio",
              name: ask.field,
              value: choice,
              checked: this.values[ask.field] === choice,
              onchange: () => this.fill(ask.field, choice),
            }),
            capital(plain(choice)),
          ),
        ),
      );
    }
    return h(
      "label",
      {key, class: "field"},
      h("span", null, label),
      h("input", {type: "text", oninput: type, autocomplete: "off"}),
    );
  }
}
customElements.define("option-form", OptionForm);
