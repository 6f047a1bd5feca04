import {Drawn, html} from "../../core/draw.js";
import {capital, choiceName, optionWords} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";
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
      if (ask.kind === "money" || ask.kind === "integer") this.values[ask.field] = startOf(ask) ?? ask.minimum;
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
    return html`<form class="option-form" onsubmit=${submit} onkeydown=${keys} aria-label=${optionWords(option)}>
      ${option.asks.map((ask) => this.blank(ask))}
      ${
        this.refusal
          ? html`<p class="problem" role="alert">
            ${t("Not done: {reason}", {reason: this.refusal.reason})} ${cites(this.refusal.citations)}
          </p>`
          : null
      }
      <div class="row">
        <button type="submit" class="primary" disabled=${!this.isComplete || this.isBusy}>
          ${this.confirmWords || this.words(option)}
        </button>
        <button type="button" onclick=${() => this.tell("cancel")}>${t("Cancel")}</button>
        ${cites(option.citations, 4)}
      </div>
    </form>`;
  }

  /** What the button says; cards stand in their line, a second time they would only make it long. @param {import("../../core/types.js").Option} option */
  words(option) {
    return option.asks.some(({kind}) => kind === "cards") ? option.label : optionWords(option, this.values);
  }

  /** @param {Ask} ask */
  blank(ask) {
    const label = ask.label ?? t("Amount");
    const key = ask.field;
    const type = (/** @type {Typed} */ event) => this.fill(ask.field, event.target.value.trim() || null);
    if (ask.kind === "money")
      return html`<amount-picker key=${key} ask=${ask} label=${label} start=${startOf(ask) ?? null}
          onamount=${(/** @type {Told} */ event) => this.fill(ask.field, event.detail)} />`;
    if (ask.kind === "cards")
      return html`<card-entry key=${key} ask=${ask} label=${label}
          oncards=${(/** @type {Told} */ event) => this.fill(ask.field, event.detail)} />`;
    if (ask.kind === "integer") {
      const count = (/** @type {Typed} */ event) =>
        this.fill(ask.field, event.target.validity.valid && event.target.value ? Number(event.target.value) : null);
      const bounds = t("{label} ({least} to {most})", {label, least: ask.minimum, most: ask.maximum});
      return html`<label key=${key} class="field">
        <span>${bounds}</span>
        <input type="number" min=${ask.minimum} max=${ask.maximum} value=${String(this.values[ask.field] ?? "")}
            oninput=${count} />
      </label>`;
    }
    if (ask.kind === "choice") {
      return html`<fieldset key=${key} class="choices">
        <legend>${label}</legend>
        ${ask.choices.map(
          (choice) =>
            html`<label class="choice" key=${choice}>
              <input type="radio" name=${ask.field} value=${choice} checked=${this.values[ask.field] === choice}
                  onchange=${() => this.fill(ask.field, choice)} />
              ${capital(choiceName(ask, choice))}
            </label>`,
        )}
      </fieldset>`;
    }
    return html`<label key=${key} class="field">
      <span>${label}</span>
      <input type="text" oninput=${type} autocomplete="off" />
    </label>`;
  }
}
/** Where a page has an amount begin, if not at the least. @param {Ask & {start?: number}} ask */
const startOf = (ask) => ask.start;

customElements.define("option-form", OptionForm);
