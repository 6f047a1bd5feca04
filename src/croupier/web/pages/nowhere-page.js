import {h} from "../core/draw.js";
import {Page} from "../core/page.js";
import {t} from "../core/words/words.js";

class NowherePage extends Page {
  look() {
    return h(
      "div",
      {class: "pad"},
      h("h1", null, t("Nothing here")),
      h("p", null, t("That address leads nowhere.")),
      h("p", null, h("a", {class: "button primary", href: "#/"}, t("Back to the lobby"))),
    );
  }
}
customElements.define("nowhere-page", NowherePage);
