import {html} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {changes} from "../../core/rules.js";
import {capital, gameName, plain, versionName} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";
import {citesOf} from "../../elements/cite-chip.js";
import {heads, scrolled} from "../../elements/table.js";

/** What a new edition changes: behaviour first, then new and removed rules, then numbers that moved. */
class ChangesPage extends Page {
  /** @type {any} */
  found = null;

  async load() {
    this.found = await changes(this.params.edition, this.params.other);
  }

  look() {
    const {edition, other} = this.params;
    const found = this.found;
    return html`<div class="pad">
      <h1>
        ${t("{game}: from {old} to {fresh}", {
          game: gameName(edition.split("@")[0]),
          old: versionName(edition),
          fresh: versionName(other),
        })}
      </h1>
      ${this.refusal()}
      ${
        found
          ? [
              html`<h2>${t("Behaviour ({count})", {count: found.behaviour.length})}</h2>`,
              this.differences(found.behaviour),
              html`<h2>${t("New rules ({count})", {count: found.new_rules.length})}</h2>`,
              this.texts(found.new_rules, other),
              html`<h2>${t("Rules that are gone ({count})", {count: found.removed_rules.length})}</h2>`,
              this.texts(found.removed_rules, edition),
              html`<h2>${t("Said differently ({count})", {count: found.reworded.length})}</h2>`,
              this.differences(found.reworded),
              html`<h2>${t("Moved to another number ({count})", {count: found.moved.length})}</h2>`,
              html`<p class="quiet">${t("Marked: the old number now means something else.")}</p>`,
              html`<ul class="columns">
                ${found.moved.map(
                  (/** @type {any} */ each, /** @type {number} */ index) =>
                    html`<li key=${index} class=${each.is_trap ? "trap" : ""}>
                      ${each.old} → ${each.new} 
                      ${each.is_trap ? html`<span class="tag warn">${t("trap")}</span>` : null}
                    </li>`,
                )}
              </ul>`,
            ]
          : html`<p class="quiet">${t("Comparing…")}</p>`
      }
    </div>`;
  }

  /** @param {any[]} all */
  differences(all) {
    if (!all.length) return html`<p class="quiet">${t("None.")}</p>`;
    return scrolled(
      t("Differences"),
      html`<table class="stacked">
        ${heads([t("What"), t("Before"), t("After")])}
        <tbody>
          ${all.map(
            (each, index) =>
              html`<tr key=${index}>
                <th scope="row">${capital(plain(each.name))} <span class="tag">${each.kind}</span></th>
                <td data-label=${t("Before")}>${plain(each.before)}</td>
                <td data-label=${t("After")}>${plain(each.after)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    );
  }

  /** @param {any[]} all @param {string} edition */
  texts(all, edition) {
    if (!all.length) return html`<p class="quiet">${t("None.")}</p>`;
    return html`<dl class="paragraphs">
      ${all.map(
        (each) => html`<div key=${each.key}><dt>${citesOf(edition, each.paragraphs)}</dt><dd>${each.gist}</dd></div>`,
      )}
    </dl>`;
  }
}
customElements.define("changes-page", ChangesPage);
