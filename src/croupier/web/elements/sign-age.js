import {Drawn, h} from "../core/draw.js";
import {capital, plain} from "../core/say.js";
import {citesOf} from "./cite-chip.js";

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
      table.signage.map((sign) =>
        h("div", {key: sign.name, title: sign.words}, h("dt", null, capital(plain(sign.name))), h("dd", null, plain(sign.value), this.isShort ? null : [" ", citesOf(table.edition, sign.paragraphs.slice(0, 1))])),
      ),
    );
  }
}
customElements.define("sign-age", SignAge);
