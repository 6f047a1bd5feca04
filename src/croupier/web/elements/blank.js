// Where there is nothing yet: what will be here, and what one does first.
import {html} from "../core/draw.js";
import {icon} from "./icon.js";

/** Signs of pages of text and forms. @type {Record<string, string>} */
const SIGNS = {
  chips: "M5 8c0-2 14-2 14 0s-14 2-14 0v4c0 2 14 2 14 0V8M5 12v4c0 2 14 2 14 0v-4",
  flag: "M6 21V4h11l-3 4 3 4H6",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 20c1-4 4-5 8-5s7 1 8 5",
  slip: "M6 3h12v18l-3-2-3 2-3-2-3 2ZM9 8h6M9 12h6",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3 2",
  lock: "M6 11h12v9H6ZM9 11V8a3 3 0 0 1 6 0v3M12 15v2",
  phone: "M8 3h8v18H8ZM11 18h2",
  screens: "M4 5h12v9H4ZM8 18h4M18 9h3v10h-5v-2",
  gauge: "M4 17a8 8 0 1 1 16 0M12 17l4-6",
  pen: "M5 19l1-4L16 5l3 3L9 18ZM14 7l3 3",
  mail: "M4 6h16v12H4ZM4 7l8 6 8-6",
};

/** @param {string} name @param {number} [size] */
export function sign(name, size = 22) {
  return icon(name, size, SIGNS);
}

/** @param {string} name of a drawn sign @param {string} title @param {string} words @param {string[]} [steps] in their order */
export function blank(name, title, words, steps = []) {
  return html`<div class="blank" key="blank">
    ${sign(name, 28)}
    <div>
      <strong>${title}</strong>
      <p>${words}</p>
      ${steps.length ? html`<ol>${steps.map((step) => html`<li key=${step}>${step}</li>`)}</ol>` : null}
    </div>
  </div>`;
}
