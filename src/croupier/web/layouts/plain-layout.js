import {Drawn, h} from "../core/draw.js";
import {capital, plain} from "../core/words/say.js";

/** Any game that has no layout of its own: its view as a list, so that nothing is hidden from anybody. */
export class PlainLayout extends Drawn {
  /** @type {import("../core/types.js").Scene | null} */
  scene = null;

  look() {
    return h("div", {class: "felt plain"}, value(this.scene?.view));
  }
}
customElements.define("plain-layout", PlainLayout);

/** @param {any} each @returns {any} */
function value(each) {
  if (each === null || typeof each !== "object") return String(each ?? "");
  const entries = Object.entries(each);
  return h(
    "dl",
    null,
    entries.map(([name, inside]) =>
      h("div", {key: name}, h("dt", null, capital(plain(name))), h("dd", null, value(inside))),
    ),
  );
}
