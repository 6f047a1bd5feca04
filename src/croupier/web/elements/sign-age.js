import {Drawn, h} from "../core/draw.js";
import {brief} from "../core/table/signs.js";
import {told} from "../core/words/words.js";
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
    return h(
      "dl",
      {class: "signage"},
      brief(table.signage)
        .slice(0, this.isShort ? SHORT : Infinity)
        .map((sign) =>
          h(
            "div",
            {key: sign.name, title: sign.words},
            h("dt", null, told(sign.name)),
            h(
              "dd",
              null,
              told(sign.value),
              this.isShort ? null : [" ", citesOf(table.edition, sign.paragraphs.slice(0, 1))],
            ),
          ),
        ),
    );
  }
}
customElements.define("sign-age", SignAge);
