import {Drawn, html} from "../core/draw.js";
import {t} from "../core/words/words.js";

/** @typedef {import("../core/types.js").Citation} Citation */

/** The paragraph that made something happen. A click opens what it says. */
export class CiteChip extends Drawn {
  /** @type {Citation | null} */
  cite = null;

  look() {
    const {edition, paragraph, reading} = this.cite ?? {edition: "", paragraph: "", reading: null};
    const name = `¶ ${paragraph}` + (reading ? ` · ${reading}` : "");
    const label = t("Why: paragraph {paragraph} of {edition}", {paragraph, edition}) + (reading ? `, ${reading}` : "");
    const open = (/** @type {Event} */ event) => {
      event.stopPropagation();
      this.tell("open-paragraph", this.cite);
    };
    return html`<button type="button" class="cite" aria-label=${label} title=${label} onclick=${open}>${name}</button>`;
  }
}
customElements.define("cite-chip", CiteChip);

/** @param {Citation[] | null | undefined} citations @param {number} [most] */
export function cites(citations, most = 9) {
  const seen = new Map((citations ?? []).map((cite) => [`${cite.paragraph}/${cite.reading ?? ""}`, cite]));
  if (!seen.size) return null;
  const all = [...seen.entries()].map(([key, cite]) => html`<cite-chip cite=${cite} key=${key} />`);
  const rest = all.slice(most);
  return html`<span class="cites">
    ${all.slice(0, most)}
    ${
      rest.length
        ? html`<details class="more-cites">
          <summary aria-label=${t("{count} more paragraphs", {count: rest.length})}>+${rest.length}</summary>
          ${rest}
        </details>`
        : null
    }
  </span>`;
}

/** Chips for paragraph numbers of one edition. @param {string} edition @param {string[]} numbers */
export function citesOf(edition, numbers) {
  return cites((numbers ?? []).map((paragraph) => ({edition, paragraph, reading: null})));
}

/** Chips that a page rarely needs: their code comes with the first of them (`late`). */
class CiteList extends Drawn {
  /** @type {Citation[] | null} */
  citations = null;

  look() {
    return cites(this.citations);
  }
}
customElements.define("cite-list", CiteList);
