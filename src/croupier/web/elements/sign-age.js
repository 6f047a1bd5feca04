import {Drawn, html} from "../core/draw.js";
import {brief} from "../core/table/signs.js";
import {citesOf} from "./cite-chip.js";

// In the lobby; the table shows all of it.
const SHORT = 5;

/** What the document requires a table to display: limits, stakes, rake and cap, the progressive amount. */
export class SignAge extends Drawn {
  /** @type {import("../core/types.js").TableLine | null} */
  table = null;
  isShort = false;

  look() {
    const table = this.table;
    if (!table) return null;
    return html`<dl class="signage">
      ${brief(table.signage)
        .slice(0, this.isShort ? SHORT : Infinity)
        .map(
          (sign) =>
            html`<div key=${sign.name} title=${sign.words}>
              <dt>${sign.title}</dt>
              <dd>
                ${sign.value}
                ${this.isShort ? null : [" ", citesOf(table.edition, sign.paragraphs.slice(0, 1))]}
              </dd>
            </div>`,
        )}
    </dl>`;
  }
}
customElements.define("sign-age", SignAge);
