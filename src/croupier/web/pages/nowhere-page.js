import {h} from "../core/draw.js";
import {Page} from "../core/page.js";

class NowherePage extends Page {
  look() {
    return h(
      "div",
      {class: "pad"},
      h("h1", null, "Nothing here"),
      h("p", null, "That address leads nowhere."),
      h("p", null, h("a", {class: "button primary", href: "#/"}, "Back to the lobby")),
    );
  }
}
customElements.define("nowhere-page", NowherePage);
