import {Drawn, h} from "../../core/draw.js";
import {late} from "../../core/late.js";
import {wear} from "../../core/styles.js";
import {t} from "../../core/words/words.js";

late("advice-figures", () => Promise.all([import("./advice-figures.js"), wear("desk")]));
const KEY = "?";
const KEPT = "croupier.advice";

/** Odds and best play at a practice table: the house works them out from what you see, and only when asked. */
export class AdvicePanel extends Drawn {
  table = "";
  /** The Round and what may be done in it: another moment has another answer. */
  moment = "";
  isTurn = false;
  isOpen = sessionStorage.getItem(KEPT) === "open";

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
  }

  look() {
    return h(
      "section",
      {class: "advice", "aria-label": t("Odds and best play")},
      h(
        "button",
        {
          type: "button",
          "aria-label": t("Odds and best play"),
          "aria-expanded": String(this.isOpen),
          "aria-keyshortcuts": KEY,
          onclick: () => this.toggle(),
        },
        h("span", {class: "advice-long"}, t("Odds and best play") + " "),
        h("span", {class: "advice-short", "aria-hidden": "true"}, KEY),
      ),
      this.isOpen
        ? h("advice-figures", {key: "figures", table: this.table, moment: this.moment, isTurn: this.isTurn})
        : null,
    );
  }
}
customElements.define("advice-panel", AdvicePanel);
