// Pages by the part of the address after "#": the server needs to know nothing about them, and links keep working.

import {t} from "./words/words.js";

/** @typedef {{page: string, file: string, title: string, styles: string[], params: Record<string, string>, query: URLSearchParams, hash: string}} Place */

/** @type {{pattern: RegExp, names: string[], file: string, title: string, styles: string[]}[]} */
const routes = [];
const STYLES = ["desk", "play", "side", "clock", "log", "pages", "staff", "felt-watched", "shapes"];

/** @param {string} shape such as "/table/:id" @param {string} file of a custom element that is called like it @param {string} title @param {string[]} [styles] besides those of every page */
export function route(shape, file, title, styles = STYLES) {
  const names = [...shape.matchAll(/:(\w+)/g)].map((match) => match[1]);
  routes.push({pattern: new RegExp("^" + shape.replace(/:\w+/g, "([^/]+)") + "$"), names, file, title, styles});
}

/** @returns {Place} */
export function here() {
  const {hash} = location;
  const [address, query = ""] = (hash.slice(1) || "/").split("?");
  for (const {pattern, names, file, title, styles} of routes) {
    const found = pattern.exec(address);
    if (!found) continue;
    const params = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1])]));
    return {page: file.replace(/.*\//, ""), file, title, styles, params, query: new URLSearchParams(query), hash};
  }
  const page = "nowhere-page";
  return {page, file: page, title: t("Not here"), styles: STYLES, params: {}, query: new URLSearchParams(), hash};
}

/** @param {string} address */
export function go(address) {
  location.hash = address;
}

/** @param {string} shape @param {...string} parts */
export function link(shape, ...parts) {
  let index = 0;
  return "#" + shape.replace(/:\w+/g, () => encodeURIComponent(parts[index++] ?? ""));
}

// What a page is made of is fetched at once, not file after file as each names the next. A test holds the lists true.
/** @type {Record<string, string>} */
const PARTS = {
  "lobby-page":
    "core/table/purpose core/words/say-more core/table/signs elements/cite-chip elements/felt/chip-stack elements/felt/deck elements/felt/meter-display elements/felt/mini-table elements/felt/playing-card elements/sign-age layouts/common pages/lobby-page",
  "table-page":
    "core/table/bets core/table/habits core/table/presets core/table/purpose core/table/socket core/table/table-view elements/connection-state elements/dock/advice-panel elements/felt/chip-stack elements/felt/deck elements/dock/play-dock layouts/common layouts/index layouts/knows pages/table-page",
};

/** Somebody is on the way to this page. @param {string} page */
export function ahead(page) {
  for (const part of PARTS[page]?.split(" ") ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = `/${part}.js`;
    document.head.append(link);
  }
  delete PARTS[page];
}
