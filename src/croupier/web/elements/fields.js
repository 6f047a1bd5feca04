// Fields of forms: what a form asks for, in one line each.
import {html} from "../core/draw.js";
import {t} from "../core/words/words.js";

const MONEY = "\\$?[0-9,]+(\\.[0-9]{1,2})?";

/** A blank with its name. @param {string} words @param {string} name @param {Record<string, any>} [more] attributes of the input */
export function field(words, name, more = {}) {
  return html`<label class="field" key=${name}>
    <span>${words}</span>
    <input name=${name} autocomplete="off" ...${more} />
  </label>`;
}

/** @param {string} words @param {string} name @param {[string, string][]} values each with what it is called @param {Record<string, any>} [more] attributes of the select */
export function choice(words, name, values, more = {}) {
  return html`<label class="field" key=${name}>
    <span>${words}</span>
    <select name=${name} ...${more}>
      ${values.map(([value, title]) => html`<option value=${value} key=${value}>${title}</option>`)}
    </select>
  </label>`;
}

export const amount = () => field(t("Amount"), "amount", {inputmode: "decimal", required: true, pattern: MONEY});

/** @param {string} words @param {boolean} [isRequired] */
export const reason = (words, isRequired = false) => field(words, "reason", {required: isRequired, maxlength: 200});

/** A form that opens when it is asked for. @param {string} title @param {(event: any) => void} onsubmit @param {any} inside @param {string} button @param {string} [kind] */
export function folded(title, onsubmit, inside, button, kind = "") {
  return html`<details key=${title} class=${kind}>
    <summary>${title}</summary>
    <form onsubmit=${onsubmit}>${inside}<button type="submit" class="primary">${button}</button></form>
  </details>`;
}
