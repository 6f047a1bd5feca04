import {html} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {edition} from "../../core/rules.js";
import {gameName, versionName} from "../../core/words/say.js";
import {inForceFrom} from "../../core/words/say-more.js";
import {t, words} from "../../core/words/words.js";
import {citesOf} from "../../elements/cite-chip.js";
import {heads, scrolled} from "../../elements/table.js";

const PARTS = words({
  paragraphs: "Paragraphs",
  payTables: "Pay tables",
  settings: "Settings",
  readings: "Readings",
});

/** One edition: paragraphs, pay tables, what the House may set, readings. */
class EditionPage extends Page {
  /** @type {import("../../core/types.js").EditionPage | null} */
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
      return html`<div class="pad">
        <h1>${this.params.edition}</h1>
        ${this.refusal() ?? html`<p class="quiet">${t("Opening the book…")}</p>`}
      </div>`;
    const wanted = this.search.toLowerCase();
    const found = book.paragraphs.filter(
      (each) =>
        !wanted ||
        each.number.startsWith(wanted) ||
        (each.gist + " " + each.rules.join(" ")).toLowerCase().includes(wanted),
    );
    return html`<div class="pad edition">
      <h1>${`${gameName(book.game)}, ${versionName(book.id)}`}</h1>
      <p class="quiet"><span class="document">${book.title} · ${book.operator}</span> · ${t("from {day}", {day: inForceFrom(book.effective)})}</p>
      <p class="row wrap">
        ${Object.entries(PARTS).map(
          ([part, title]) =>
            html`<button type="button" key=${part} onclick=${() => document.getElementById(part)?.scrollIntoView()}>
              ${title}
            </button>`,
        )}
        <a class="button" href="/par/${encodeURIComponent(book.id)}.html">${t("Par sheet")}</a>
        <a class="button" href=${link("/lab/:edition", book.id)}>${t("Lab")}</a>
      </p>
      <h2 id="paragraphs">${t("Paragraphs")}</h2>
      <label class="field">
        <span>${t("Find by number or word")}</span>
        <input type="search" value=${this.search}
            oninput=${(/** @type {any} */ event) => this.keep({search: event.target.value})} />
      </label>
      <p class="quiet" role="status">${t("{count} of {all}", {count: found.length, all: book.paragraphs.length})}</p>
      <dl class="paragraphs">
        ${found.map(
          (each) =>
            html`<div key=${each.number} id=${"p" + each.number}
                class=${this.query.get("at") === each.number ? "current" : ""}>
              <dt>${each.number}</dt>
              <dd>
                ${each.gist} <span class="tag">${each.kind}</span>
                ${each.readings.map((/** @type {string} */ id) => html`<span class="tag" key=${id}>${id}</span>`)}
              </dd>
            </div>`,
        )}
      </dl>
      <h2 id="payTables">${t("Pay tables")}</h2>
      <div class="pay-tables">${book.paytables.map((table) => this.payTable(table))}</div>
      ${this.settings(book)}
      <h2 id="readings">${t("Readings")}</h2>
      <dl class="paragraphs">
        ${book.readings.map(
          (each) =>
            html`<div key=${each.id}>
              <dt>${each.id}</dt>
              <dd><strong>${each.title + ". "}</strong>${each.taken} ${citesOf(book.id, each.paragraphs)}</dd>
            </div>`,
        )}
      </dl>
    </div>`;
  }

  /** @param {import("../../core/types.js").PayTableText} table */
  payTable(table) {
    return html`<table key=${table.name}>
      <caption>${table.title} ${citesOf(this.params.edition, [table.paragraph])}</caption>
      <tbody>
        ${table.lines.map(
          (line) =>
            html`<tr key=${line.key}>
              <th scope="row">${line.words || line.title}</th>
              <td>${line.pays}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  /** @param {import("../../core/types.js").EditionPage} book */
  settings(book) {
    return [
      html`<h2 id="settings">${t("What the House may set")}</h2>`,
      scrolled(
        t("Settings"),
        html`<table>
          ${heads([t("Setting"), t("Usually"), t("Bounds"), t("Paragraphs")])}
          <tbody>
            ${book.settings.map(
              (each) =>
                html`<tr key=${each.name}>
                  <th scope="row">${each.title}<br /><span class="quiet">${each.words}</span></th>
                  <td>${each.labels[each.choices.indexOf(each.default)] ?? each.default}</td>
                  <td>
                    ${
                      each.choices.length
                        ? each.labels.join(", ")
                        : t("{least} to {most}", {least: each.minimum ?? "…", most: each.maximum ?? "…"})
                    }
                  </td>
                  <td>${citesOf(book.id, each.paragraphs)}</td>
                </tr>`,
            )}
          </tbody>
        </table>`,
      ),
    ];
  }
}
customElements.define("edition-page", EditionPage);
