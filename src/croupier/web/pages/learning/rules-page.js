import {h} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {editions} from "../../core/rules.js";
import {gameName, versionName} from "../../core/words/say.js";
import {inForceFrom} from "../../core/words/say-more.js";
import {t, told} from "../../core/words/words.js";

/** The shelf of rule books. */
class RulesPage extends Page {
  /** @type {any[]} */
  found = [];

  async load() {
    this.found = await editions();
  }

  look() {
    const games = [...new Set(this.found.map((each) => each.game))];
    return h(
      "div",
      {class: "pad"},
      h("h1", null, t("Rule books")),
      this.refusal(),
      h("p", {class: "quiet"}, t("Every paragraph in our own words. The operators’ documents are the authority.")),
      games.map((game) => {
        const books = this.found.filter((each) => each.game === game);
        return h(
          "section",
          {key: game, "aria-labelledby": "book-" + game},
          h("h2", {id: "book-" + game}, told(gameName(game))),
          h(
            "ul",
            {class: "tiles shelf"},
            books.map((book) => this.book(book, books)),
          ),
        );
      }),
    );
  }

  /** @param {any} book @param {any[]} books */
  book(book, books) {
    const older = books.filter((each) => each.version < book.version).at(-1);
    return h(
      "li",
      {class: "tile " + book.game, key: book.id},
      h(
        "div",
        {class: "tile-head"},
        h("h3", null, told(versionName(book.id))),
        book.is_in_force ? h("span", {class: "tag"}, t("in force")) : null,
      ),
      h("p", {class: "quiet"}, `${book.operator} · ${t("from {day}", {day: inForceFrom(book.effective)})}`),
      h(
        "div",
        {class: "row"},
        h(
          "a",
          {class: "button primary", href: link("/rules/:edition", book.id), "aria-label": `Read ${book.id}`},
          t("Read"),
        ),
        h(
          "a",
          {class: "button", href: `/par/${encodeURIComponent(book.id)}.html`, "aria-label": `Par sheet of ${book.id}`},
          t("Par sheet"),
        ),
        older
          ? h(
              "a",
              {class: "button", href: link("/rules/:edition/changes/:other", older.id, book.id)},
              t("What changed since {version}", {version: told(versionName(older.id))}),
            )
          : null,
      ),
    );
  }
}
customElements.define("rules-page", RulesPage);
