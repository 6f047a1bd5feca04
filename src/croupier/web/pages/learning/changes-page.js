import {h} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {changes} from "../../core/rules.js";
import {capital, gameName, plain, versionName} from "../../core/words/say.js";
import {isEnglish, t, told} from "../../core/words/words.js";
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
    return h(
      "div",
      {class: "pad"},
      h(
        "h1",
        null,
        t("{game}: from {old} to {fresh}", {
          game: told(gameName(edition.split("@")[0])),
          old: told(versionName(edition)),
          fresh: told(versionName(other)),
        }),
      ),
      this.refusal(),
      found
        ? [
            h("h2", null, t("Behaviour ({count})", {count: found.behaviour.length})),
            this.differences(found.behaviour),
            h("h2", null, t("New rules ({count})", {count: found.new_rules.length})),
            this.texts(found.new_rules, other),
            h("h2", null, t("Rules that are gone ({count})", {count: found.removed_rules.length})),
            this.texts(found.removed_rules, edition),
            h("h2", null, t("Said differently ({count})", {count: found.reworded.length})),
            this.differences(found.reworded),
            h("h2", null, t("Moved to another number ({count})", {count: found.moved.length})),
            h("p", {class: "quiet"}, t("Marked: the old number now means something else.")),
            h(
              "ul",
              {class: "columns"},
              found.moved.map((/** @type {any} */ each, /** @type {number} */ index) =>
                h(
                  "li",
                  {key: index, class: each.is_trap ? "trap" : ""},
                  `${each.old} → ${each.new} `,
                  isEnglish() ? h("span", {class: "quiet"}, plain(each.key)) : null,
                  each.is_trap ? h("span", {class: "tag warn"}, t("trap")) : null,
                ),
              ),
            ),
          ]
        : h("p", {class: "quiet"}, t("Comparing…")),
    );
  }

  /** @param {any[]} all */
  differences(all) {
    if (!all.length) return h("p", {class: "quiet"}, t("None."));
    return scrolled(
      t("Differences"),
      h(
        "table",
        {class: "stacked"},
        heads(["What", "Before", "After"], t),
        h(
          "tbody",
          null,
          all.map((each, index) =>
            h(
              "tr",
              {key: index},
              h("th", {scope: "row"}, told(capital(plain(each.name))), " ", h("span", {class: "tag"}, t(each.kind))),
              h("td", {"data-label": t("Before")}, told(plain(each.before))),
              h("td", {"data-label": t("After")}, told(plain(each.after))),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {any[]} all @param {string} edition */
  texts(all, edition) {
    if (!all.length) return h("p", {class: "quiet"}, t("None."));
    return h(
      "dl",
      {class: "paragraphs"},
      all.map((each) =>
        h("div", {key: each.key}, h("dt", null, citesOf(edition, each.paragraphs)), h("dd", null, each.gist)),
      ),
    );
  }
}
customElements.define("changes-page", ChangesPage);
