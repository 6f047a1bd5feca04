import {get, path} from "../core/api.js";
import {Drawn, html} from "../core/draw.js";
import {link} from "../core/router.js";
import {t} from "../core/words/words.js";

/** The situation of a table in one line: to be read, copied, and played on from. */
class PositionLine extends Drawn {
  position = "";
  /** The table to ask for it, each time somebody opens the line or the table moves on while it is open. */
  table = "";
  seq = 0;
  /** Who you would be: a player where nothing else is said. */
  as = "player";
  /** @type {number | null} */
  place = null;
  isCopied = false;
  isOpen = false;
  #asked = -1;

  async ask() {
    if (!this.table || !this.isOpen || this.#asked === this.seq) return;
    this.#asked = this.seq;
    const found = await get(path("tables", this.table, "position"), {as: this.as}).catch(() => null);
    if (found) this.position = found.position;
    this.redraw();
  }

  drawn() {
    this.ask();
  }

  async copy() {
    const line = this.querySelector("code");
    try {
      await navigator.clipboard.writeText(this.position);
    } catch {
      if (line) getSelection()?.selectAllChildren(line); // no clipboard without a secure page: it is marked, to be copied by hand
    }
    this.isCopied = true;
    this.redraw();
    setTimeout(() => this.keep({isCopied: false}), 2_000);
  }

  look() {
    if (!this.position && !this.table) return null;
    const to =
      link("/position") +
      `?as=${this.as}${this.place ? `&place=${this.place}` : ""}&position=${encodeURIComponent(this.position)}`;
    const toggled = (/** @type {Typed} */ event) => this.keep({isOpen: event.target.open});
    return html`<details class="panel position" ontoggle=${toggled}>
      <summary>${t("Position")}</summary>
      <p class="quiet">${t("This moment in one line. Cards that you cannot see are ??.")}</p>
      ${
        this.position
          ? html`<code tabindex="0" role="textbox" aria-readonly="true" aria-label=${t("Position")}>${this.position}</code>`
          : null
      }
      <p class="row wrap" role="status">
        <button type="button" onclick=${() => this.copy()}>${this.isCopied ? t("Copied") : t("Copy")}</button>
        <a class="button" href=${to}>${t("Play on from here")}</a>
      </p>
    </details>`;
  }
}
customElements.define("position-line", PositionLine);
