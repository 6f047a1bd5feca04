import {Drawn, html} from "../../core/draw.js";
import {late} from "../../core/late.js";
import {wear} from "../../core/styles.js";
import {t} from "../../core/words/words.js";

late("advice-figures", () => Promise.all([import("./advice-figures.js"), wear("desk")]));
const KEY = "?";
const KEPT = "croupier.advice";

/** Are the odds in sight, as far as this window remembers? */
export function isAdviceOpen() {
  return sessionStorage.getItem(KEPT) === "open";
}

/** Odds and best play at a practice table: the house works them out from what you see, and only when asked. */
export class AdvicePanel extends Drawn {
  /** What the coach knows of this moment. @type {Record<string, any>} */
  known = {};
  isOpen = isAdviceOpen();

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key !== KEY || target.closest("input, textarea, select") || document.querySelector("dialog[open]"))
      return;
    event.preventDefault();
    this.toggle();
  }

  toggle() {
    this.isOpen = !this.isOpen;
    sessionStorage.setItem(KEPT, this.isOpen ? "open" : "");
    this.redraw();
    this.tell("advice");
  }

  look() {
    return html`<section class="advice" aria-label=${t("Odds and best play")}>
      <button type="button" aria-label=${t("Odds and best play")} aria-expanded=${String(this.isOpen)}
          aria-keyshortcuts=${KEY} onclick=${() => this.toggle()}>
        <span class="advice-long">${t("Odds and best play") + " "}</span>
        <span class="advice-short" aria-hidden="true">${KEY}</span>
      </button>
      ${this.isOpen ? html`<advice-figures key="figures" ...${this.known} />` : null}
    </section>`;
  }
}
customElements.define("advice-panel", AdvicePanel);
