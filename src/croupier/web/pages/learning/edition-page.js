import {h} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {edition} from "../../core/rules.js";
import {capital, gameName, plain} from "../../core/words/say.js";
import {inForceFrom} from "../../core/words/say-more.js";
import {t, told} from "../../core/words/words.js";
import {citesOf} from "../../elements/cite-chip.js";
import {heads, scrolled} from "../../elements/table.js";

/** One edition: paragraphs, pay tables, what the House may set, readings. */
class EditionPage extends Page {
  /** @type {any} */
  book = null;
  search = "";

  async load() {
    this.book = await edition(this.params.edition);
    const at = this.query.get("at");
    if (at) setTimeout(() => document.getElementById("p" + at)?.scrollIntoView({block: "center"}), 50);
  }

  look() {
    const book = this.book;
    if (!book)
      return h(
        "div",
        {class: "pad"},
        h("h1", null, this.params.edition),
        this.refusal() ?? h("p", {class: "quiet"}, t("Opening the book…")),
      );
    const wanted = this.search.toLowerCase();
    const found = book.paragraphs.filter(
      (/** @type {any} */ each) =>
        !wanted ||
        each.number.startsWith(wanted) ||
        (each.gist + " " + each.rules.join(" ")).toLowerCase().includes(wanted),
    );
    return h(
      "div",
      {class: "pad edition"},
      h("h1", null, told(`${gameName(book.game)}, version ${book.version}`)),
      h(
        "p",
        {class: "quiet"},
        `${book.title} · ${book.operator} · ${t("from {day}", {day: inForceFrom(book.effective)})}`,
      ),
      h(
        "p",
        {class: "row wrap"},
        ["paragraphs", "pay-tables", "settings", "readings"].map((part) =>
          h(
            "button",
            {type: "button", key: part, onclick: () => document.getElementById(part)?.scrollIntoView()},
            t(capital(part.replace("-", " "))),
          ),
        ),
        h("a", {class: "button", href: `/par/${encodeURIComponent(book.id)}.html`}, t("Par sheet")),
        h("a", {class: "button", href: link("/lab/:edition", book.id)}, t("Lab")),
      ),
      h("h2", {id: "paragraphs"}, t("Paragraphs")),
      h(
        "label",
        {class: "field"},
        h("span", null, t("Find by number or word")),
        h("input", {
          type: "search",
          value: this.search,
          oninput: (/** @type {any} */ event) => {
            this.search = event.target.value;
            this.redraw();
          },
        }),
      ),
      h(
        "p",
        {class: "quiet", role: "status"},
        t("{count} of {all}", {count: found.length, all: book.paragraphs.length}),
      ),
      h(
        "dl",
        {class: "paragraphs"},
        found.map((/** @type {any} */ each) =>
          h(
            "div",
            {key: each.number, id: "p" + each.number, class: this.query.get("at") === each.number ? "current" : ""},
            h("dt", null, each.number),
            h(
              "dd",
              null,
              each.gist,
              " ",
              h("span", {class: "tag"}, told(plain(each.kind))),
              each.readings.map((/** @type {string} */ id) => h("span", {class: "tag", key: id}, id)),
            ),
          ),
        ),
      ),
      h("h2", {id: "pay-tables"}, t("Pay tables")),
      h(
        "div",
        {class: "pay-tables"},
        book.paytables.map((/** @type {any} */ table) => this.payTable(table)),
      ),
      this.settings(book),
      h("h2", {id: "readings"}, t("Readings")),
      h(
        "dl",
        {class: "paragraphs"},
        book.readings.map((/** @type {any} */ each) =>
          h(
            "div",
            {key: each.id},
            h("dt", null, each.id),
            h("dd", null, h("strong", null, each.title + ". "), each.taken, " ", citesOf(book.id, each.paragraphs)),
          ),
        ),
      ),
    );
  }

  /** @param {any} table */
  payTable(table) {
    return h(
      "table",
      {key: table.name},
      h("caption", null, told(capital(plain(table.name))), " ", citesOf(this.book.id, [table.paragraph])),
      h(
        "tbody",
        null,
        table.lines.map((/** @type {any} */ line) =>
          h(
            "tr",
            {key: line.key},
            h("th", {scope: "row"}, line.words || told(capital(plain(line.key)))),
            h("td", null, told(line.pays)),
          ),
        ),
      ),
    );
  }

  /** @param {any} book */
  settings(book) {
    return [
      h("h2", {id: "settings"}, t("What the House may set")),
      scrolled(
        t("Settings"),
        h(
          "table",
          null,
          heads(["Setting", "Usually", "Bounds", "Paragraphs"], t),
          h(
            "tbody",
            null,
            book.settings.map((/** @type {any} */ each) =>
              h(
                "tr",
                {key: each.name},
                h(
                  "th",
                  {scope: "row"},
                  told(capital(plain(each.name))),
                  h("br"),
                  h("span", {class: "quiet"}, each.words),
                ),
                h("td", null, told(plain(each.default))),
                h(
                  "td",
                  null,
                  each.choices.length
                    ? each.choices.map((/** @type {string} */ one) => told(plain(one))).join(", ")
                    : t("{least} to {most}", {least: each.minimum ?? "…", most: each.maximum ?? "…"}),
                ),
                h("td", null, citesOf(book.id, each.paragraphs)),
              ),
            ),
          ),
        ),
      ),
    ];
  }
}
customElements.define("edition-page", EditionPage);
