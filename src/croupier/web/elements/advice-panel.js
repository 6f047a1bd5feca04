import {get, path, Refused} from "../core/api.js";
import {Drawn, h} from "../core/draw.js";
import {late} from "../core/late.js";
import {capital} from "../core/say.js";
import {wear} from "../core/styles.js";
import {t, told} from "../core/words.js";

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
  /** @type {any} */
  advice = null;
  problem = "";
  isAsking = false;
  /** The moment last asked about. @type {string | null} */
  asked = null;
  keys = this.#press.bind(this);

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("keydown", this.keys);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.keys);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key !== KEY || target.closest("input, textarea, select") || document.querySelector("dialog[open]"))
      return;
    event.preventDefault();
    this.toggle();
  }

  toggle() {
    this.isOpen = !this.isOpen;
    sessionStorage.setItem(KEPT, this.isOpen ? "open" : "");
    this.asked = null;
    this.redraw();
  }

  drawn() {
    // What others do changes nothing here until the decision is ours.
    if (this.isOpen && !this.isAsking && this.asked !== this.moment && (this.isTurn || this.asked === null)) this.ask();
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
        ? h(
            "div",
            {class: "advice-body", role: "status"},
            this.waits() ?? h("advice-figures", {key: "figures", advice: this.advice}),
          )
        : null,
    );
  }

  /** Why there is nothing to read yet. */
  waits() {
    if (this.problem) return h("p", {class: "quiet"}, told(capital(this.problem)), ".");
    if (this.asked !== this.moment && !this.isTurn) return h("p", {class: "quiet"}, t("When it is your turn again."));
    if (!this.advice || this.asked !== this.moment) return h("p", {class: "quiet"}, t("The house is working it out…"));
    return null;
  }
}
customElements.define("advice-panel", AdvicePanel);
