import {Drawn, html} from "../core/draw.js";
import {Refused} from "../core/api.js";
import {link} from "../core/router.js";
import {lookUp} from "../core/rules.js";
import {t} from "../core/words/words.js";
import {citesOf} from "./cite-chip.js";

/** The gist of one paragraph, in a dialog over the page. */
export class RuleSheet extends Drawn {
  /** @type {import("../core/types.js").Citation | null} */
  cite = null;
  /** @type {any} */
  found = null;
  /** @type {any} */
  reading = null;
  problem = "";

  /** @param {import("../core/types.js").Citation} cite */
  async open(cite) {
    this.cite = cite;
    this.found = this.reading = null;
    this.problem = "";
    this.redraw();
    await Promise.resolve();
    const dialog = this.querySelector("dialog");
    if (dialog && !dialog.open) dialog.showModal();
    try {
      ({found: this.found, reading: this.reading} = await lookUp(cite));
    } catch (error) {
      this.problem = error instanceof Refused ? error.reason : String(error);
    }
    this.redraw();
  }

  look() {
    const {edition: id = "", paragraph: number = ""} = this.cite ?? {};
    const close = () => this.querySelector("dialog")?.close();
    const backdrop = (/** @type {MouseEvent} */ event) => event.target === event.currentTarget && close();
    return html`<dialog class="sheet" aria-labelledby="rule-title" onclick=${backdrop}>
      <div class="sheet-body">
        <h2 id="rule-title">${t("Paragraph {number}", {number})}</h2>
        <p class="quiet">${id}</p>
        ${
          this.problem
            ? html`<p class="problem">${this.problem}</p>`
            : this.found
              ? this.gist()
              : html`<p>${t("Looking it up…")}</p>`
        }
        <p class="row end">
          <a class="button" href=${link("/rules/:edition", id) + `?at=${encodeURIComponent(number)}`} onclick=${close}>
            ${t("In the rule book")}
          </a>
          <button type="button" class="primary" autofocus onclick=${close}>${t("Close")}</button>
        </p>
      </div>
    </dialog>`;
  }

  gist() {
    const {gist, kind, elsewhere = []} = this.found;
    const others = elsewhere.filter((/** @type {any} */ each) => each.edition !== this.cite?.edition);
    return [
      html`<p class="gist">${gist}</p>`,
      this.reading
        ? html`<div class="reading">
          <strong>${t("Reading {id}:", {id: this.reading.id}) + ` ${this.reading.title ?? ""} `}</strong>
          ${this.reading.taken}
        </div>`
        : null,
      html`<p class="quiet">
        ${t("Kind: {kind}. In our own words; the document itself is the authority.", {kind})}
      </p>`,
      others.length
        ? html`<p class="quiet">
          ${t("Elsewhere:") + " "}
          ${others.map((/** @type {any} */ each) => [
            html`<span>${each.edition + " "}</span>`,
            citesOf(each.edition, each.paragraphs ?? [each.number]),
            " ",
          ])}
        </p>`
        : null,
    ];
  }
}
customElements.define("rule-sheet", RuleSheet);
