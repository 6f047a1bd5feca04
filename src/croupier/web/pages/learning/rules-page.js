import {html} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {editions} from "../../core/rules.js";
import {gameName, versionName} from "../../core/words/say.js";
import {inForceFrom} from "../../core/words/say-more.js";
import {t} from "../../core/words/words.js";

/** The shelf of rule books. */
class RulesPage extends Page {
  /** @type {any[]} */
  found = [];

  async load() {
    this.found = await editions();
  }

  look() {
    const games = [...new Set(this.found.map((each) => each.game))];
    return html`<div class="pad">
      <h1>${t("Rule books")}</h1>
      ${this.refusal()}
      <p class="quiet">${t("Every paragraph in our own words. The operators’ documents are the authority.")}</p>
      <p>
        <a class="button" href="#/rulings">${t("Something went wrong at a table: what the book says")}</a>
      </p>
      ${games.map((game) => {
        const books = this.found.filter((each) => each.game === game);
        return html`<section key=${game} aria-labelledby=${"book-" + game}>
          <h2 id=${"book-" + game}>${gameName(game)}</h2>
          <ul class="tiles shelf">${books.map((book) => this.book(book, books))}</ul>
        </section>`;
      })}
    </div>`;
  }

  /** @param {import("../../core/types.js").EditionPage} book @param {import("../../core/types.js").EditionLine[]} books */
  book(book, books) {
    const older = books.filter((each) => each.version < book.version).at(-1);
    return html`<li class=${"tile " + book.game} key=${book.id}>
      <div class="tile-head">
        <h3>${versionName(book.id)}</h3>
        ${book.is_in_force ? html`<span class="tag">${t("in force")}</span>` : null}
      </div>
      <p class="quiet">${book.operator} · ${t("from {day}", {day: inForceFrom(book.effective)})}</p>
      <div class="row">
        <a class="button primary" href=${link("/rules/:edition", book.id)} aria-label="Read ${book.id}">${t("Read")}</a>
        <a class="button" href="/par/${encodeURIComponent(book.id)}.html" aria-label="Par sheet of ${book.id}">
          ${t("Par sheet")}
        </a>
        ${
          older
            ? html`<a class="button" href=${link("/rules/:edition/changes/:other", older.id, book.id)}>
              ${t("What changed since {version}", {version: versionName(older.id)})}
            </a>`
            : null
        }
      </div>
    </li>`;
  }
}
customElements.define("rules-page", RulesPage);
