import {Drawn, html} from "../../core/draw.js";
import {keyOf, optionKey} from "../../core/table/purpose.js";
import {money, optionWords} from "../../core/words/say.js";
import {cites} from "../cite-chip.js";
import "../staff/option-form.js";
import {t} from "../../core/words/words.js";

/** @typedef {import("../../core/types.js").Option} Option */

/** A letter for each option, the same in every language: that of its purpose, or one of the command's own name, initials first. @param {Option[]} options @returns {Map<string, string>} */
export function shortcuts(options) {
  const taken = new Map();
  const used = new Set();
  for (const option of options.slice(0, 20)) {
    const initials = [...option.command].filter((letter) => letter >= "A" && letter <= "Z");
    const letters = [keyOf(option), ...initials.join("").toLowerCase(), ...option.command.toLowerCase()];
    const letter = letters.find((each) => each.length === 1 && each >= "a" && each <= "z" && !used.has(each));
    if (!letter) continue;
    used.add(letter);
    taken.set(optionKey(option), letter);
  }
  return taken;
}

/** What you may do now, exactly as the house offers it. Tells "give" with {option, values}. */
export class ActionBar extends Drawn {
  /** @type {Option[]} */
  options = [];
  isBusy = false;
  /** @type {number | null} */
  place = null;
  empty = t("Nothing to decide for you right now.");
  label = t("Your actions");
  chosen = "";
  isLive = true;
  isQuiet = false; // no keys: those belong to the main bar
  /** Why the house did not take what the open form gave. @type {{reason: string, citations: any[]} | null} */
  refusal = null;
  #given = 0; // each form that was taken makes room for a fresh one

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (this.isQuiet || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]"))
      return;
    if (target.closest("input, textarea, select")) return;
    const letter = event.key.toLowerCase();
    const found = this.sorted().find((option) => shortcuts(this.sorted()).get(optionKey(option)) === letter);
    if (!found || this.isBusy || !this.isLive) return;
    event.preventDefault();
    this.choose(found);
  }

  /** From here or from a spot on the layout. @param {Option} option */
  choose(option) {
    this.refusal = null;
    if (!option.asks.length) return this.give(option, {});
    if (this.chosen === optionKey(option)) this.leave();
    else this.chosen = optionKey(option);
    this.redraw();
  }

  leave() {
    this.chosen = "";
    this.refusal = null;
    this.redraw();
  }

  /** What was filled in stays until the house has taken it. @param {Option} option @param {Record<string, any>} values */
  give(option, values) {
    const key = optionKey(option);
    if (!option.asks.length) this.chosen = "";
    const done = (/** @type {any} */ answer) => {
      const isOpen = this.chosen === key && this.options.some((each) => optionKey(each) === key);
      if (isOpen && answer && !answer.ok) {
        this.refusal = {reason: answer.reason, citations: answer.citations ?? []};
        this.redraw();
        return true;
      }
      // The events may have come before the answer: a form that has opened since for something else stays as it is.
      if (this.chosen === key) {
        this.chosen = "";
        this.#given += 1;
      }
      this.refusal = null;
      this.redraw();
      return false;
    };
    this.refusal = null;
    this.tell("give", {option, values, done});
    this.redraw();
  }

  /** The option whose blanks are being filled in. @param {Option[]} options */
  opened(options) {
    if (!options.some((option) => optionKey(option) === this.chosen)) {
      this.chosen = "";
      this.refusal = null;
    }
    return options.find((option) => optionKey(option) === this.chosen);
  }

  /** Own place first: at a table where one may bet on others' areas there are dozens. */
  sorted() {
    const isOwn = (/** @type {Option} */ option) => this.isOwn(option);
    return [...this.options.filter(isOwn), ...this.options.filter((option) => !isOwn(option))];
  }

  /** @param {Option} option */
  isOwn(option) {
    return this.place === null || !option.place || option.place === this.place;
  }

  /** Nobody has to be told which seat is their own. @param {Option} option */
  words(option) {
    const isClear = this.place !== null && option.place === this.place;
    return optionWords(isClear && option.words_here ? {...option, words: option.words_here} : option);
  }

  look() {
    const options = this.sorted();
    const letters = this.isQuiet ? new Map() : shortcuts(options);
    const chosen = this.opened(options);
    const own = options.filter((option) => this.isOwn(option));
    const first = own.length ? own : options;
    const more = own.length ? options.slice(own.length) : [];
    const button = (/** @type {Option} */ option) => this.button(option, letters.get(optionKey(option)));
    return html`<section class="action-bar" aria-label=${this.label}>
      ${options.length ? null : html`<p class="quiet">${this.empty}</p>`}
      ${
        chosen
          ? html`<option-form key="form${this.#given}${this.chosen}" option=${chosen} refusal=${this.refusal}
              isBusy=${this.isBusy || !this.isLive} ongive=${(/** @type {Told} */ event) => {
                event.stopPropagation();
                this.give(chosen, event.detail);
              }} oncancel=${() => this.leave()} />`
          : null
      }
      <div class="actions" role="group" aria-label="Actions">${first.map(button)}</div>
      ${
        more.length
          ? html`<details class="more">
            <summary>At other places (${more.length})</summary>
            <div class="actions">${more.map(button)}</div>
          </details>`
          : null
      }
    </section>`;
  }

  /** @param {Option} option @param {string | undefined} letter */
  button(option, letter) {
    const key = optionKey(option);
    const hasForm = option.asks.length > 0;
    return html`<span class="action" key=${key}>
      <button type="button" class=${"do" + (key === this.chosen ? " chosen" : "")}
          disabled=${this.isBusy || !this.isLive} data-command=${option.command}
          aria-expanded=${hasForm ? String(key === this.chosen) : undefined} aria-keyshortcuts=${letter}
          onclick=${() => this.choose(option)}>
        ${this.words(option)}
        ${option.costs ? ` ${money(option.costs)}` : null}
        ${letter ? html`<kbd aria-hidden="true">${letter}</kbd>` : null}
      </button>
      ${cites(option.citations.slice(0, 1))}
    </span>`;
  }
}
customElements.define("action-bar", ActionBar);
