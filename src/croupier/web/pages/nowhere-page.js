import {html} from "../core/draw.js";
import {Page} from "../core/page.js";
import {t} from "../core/words/words.js";

class NowherePage extends Page {
  look() {
    return html`<div class="pad">
      <h1>${t("Nothing here")}</h1>
      <p>${t("That address leads nowhere.")}</p>
      <p><a class="button primary" href="#/">${t("Back to the lobby")}</a></p>
    </div>`;
  }
}
customElements.define("nowhere-page", NowherePage);
