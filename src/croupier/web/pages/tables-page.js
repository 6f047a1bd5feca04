import {alertTo} from "../core/alert.js";
import {html} from "../core/draw.js";
import {hearFrames} from "../core/frames.js";
import {Page} from "../core/page.js";
import {link} from "../core/router.js";
import {t} from "../core/words/words.js";

const MOST = 4;

/** Several tables side by side, each a page of its own: what happens at one holds up no other. */
class TablesPage extends Page {
  /** No longer hear what the tables have to say. */
  unhear = () => {};

  connectedCallback() {
    super.connectedCallback();
    this.unhear = hearFrames((words, where) => alertTo(`${words} · ${where}`, where));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.unhear();
  }

  get tables() {
    return [...new Set(this.params.ids.split("+"))].slice(0, MOST);
  }

  look() {
    const {tables} = this;
    return html`<div class=${"many-tables of" + tables.length}>
      ${tables.map(
        (id) => html`<iframe key=${id} src=${"/" + link("/table/:id", id)} title=${t("Table {name}", {name: id})} />`,
      )}
    </div>`;
  }
}
customElements.define("tables-page", TablesPage);
