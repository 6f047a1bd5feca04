import {Drawn, html} from "../core/draw.js";
import {Refused} from "../core/api.js";
import {link} from "../core/router.js";
import {lookUp} from "../core/rules.js";
import {t} from "../core/words/words.js";
import {icon} from "./icon.js";

/** @typedef {import("../core/types.js").Citation} Citation */

/** The book beside the felt: one paragraph at a time, why something is as it is. It never lies over the table. */
export class BookPanel extends Drawn {
  /** What it is about, and the paragraphs behind it, the telling one first. @type {{words: string, citations: Citation[]} | null} */
  about = null;
  /** @type {Citation | null} */
  cite = null;
  /** @type {any} */
  found = null;
  /** @type {any} */
  reading = null;
  problem = "";
  /** @type {any} */
  #asked = null;

  drawn() {
    if (this.about === this.#asked) return;
    this.#asked = this.about;
    if (this.about?.citations.length) this.open(this.about.citations[0]);
  }

  /** @param {Citation} cite */
  async open(cite) {
    this.cite = cite;
    this.problem = "";
    try {
      const {found, reading} = await lookUp(cite);
      if (this.cite !== cite) return;
      this.found = found;
      this.reading = reading;
    } catch (error) {
      this.problem = error instanceof Refused ? error.reason : String(error);
    }
    this.redraw();
  }

  look() {
    const {cite, about} = this;
    if (!about) return null;
    const close = () => this.tell("close-book");
    return html`<section class="book open" aria-label=${t("The book")} aria-live="polite">
      <h3>
        ${icon("book", 16)}
        <span>${t("Why?") + " · " + about.words}</span>
        <button type="button" class="close" aria-label=${t("Close")} onclick=${close}>×</button>
      </h3>
      ${this.problem ? html`<p class="problem">${this.problem}</p>` : null}
      ${
        cite && this.found && !this.problem
          ? [
              html`<p class="gist"><strong>¶ ${cite.paragraph} </strong>${this.found.gist}</p>`,
              this.reading
                ? html`<p class="quiet">
                  ${t("Reading {id}:", {id: this.reading.id})} ${this.reading.taken ?? this.reading.title ?? ""}
                </p>`
                : null,
              html`<p class="more">
                ${this.others()}
                <a href=${link("/rules/:edition", cite.edition) + `?at=${encodeURIComponent(cite.paragraph)}`}>
                  ${t("Open in the book")}
                </a>
              </p>`,
            ]
          : null
      }
    </section>`;
  }

  others() {
    const seen = new Set([this.cite?.paragraph]);
    const rest = (this.about?.citations ?? [])
      .filter(({paragraph}) => !seen.has(paragraph) && seen.add(paragraph))
      .slice(0, 4);
    return rest.length
      ? [
          html`<span class="quiet">${t("also") + " "}</span>`,
          rest.map(
            (cite) =>
              html`<button type="button" class="also" key=${cite.paragraph} onclick=${() => this.open(cite)}>
                ${cite.paragraph}
              </button>`,
          ),
        ]
      : null;
  }
}
customElements.define("book-panel", BookPanel);
