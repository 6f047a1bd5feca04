// Where there is nothing yet: what will be here, and what one does first.
import {h} from "../core/draw.js";
import {icon} from "./icon.js";

/** @param {string} sign a drawn sign @param {string} title @param {string} words @param {string[]} [steps] in their order */
export function blank(sign, title, words, steps = []) {
  return h(
    "div",
    {class: "blank", key: "blank"},
    icon(sign, 28),
    h(
      "div",
      null,
      h("strong", null, title),
      h("p", null, words),
      steps.length
        ? h(
            "ol",
            null,
            steps.map((step) => h("li", {key: step}, step)),
          )
        : null,
    ),
  );
}
