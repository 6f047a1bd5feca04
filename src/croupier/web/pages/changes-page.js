import {h} from "../core/draw.js";
import {Page} from "../core/page.js";
import {changes} from "../core/rules.js";
import {capital, gameName, plain, versionName} from "../core/say.js";
import {citesOf} from "../elements/cite-chip.js";

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
      h("h1", null, `${gameName(edition.split("@")[0])}: from ${versionName(edition)} to ${versionName(other)}`),
      this.refusal(),
      found
        ? [
            h("h2", null, `Behaviour (${found.behaviour.length})`),
            this.differences(found.behaviour),
            h("h2", null, `New rules (${found.new_rules.length})`),
            this.texts(found.new_rules, other),
            h("h2", null, `Rules that are gone (${found.removed_rules.length})`),
            this.texts(found.removed_rules, edition),
            h("h2", null, `Said differently (${found.reworded.length})`),
            this.differences(found.reworded),
            h("h2", null, `Moved to another number (${found.moved.length})`),
            h("p", {class: "quiet"}, "Marked: the old number now means something else."),
            h(
              "ul",
              {class: "columns"},
              found.moved.map((/** @type {any} */ each, /** @type {number} */ index) =>
                h(
                  "li",
                  {key: index, class: each.is_trap ? "trap" : ""},
                  `${each.old} → ${each.new} `,
                  h("span", {class: "quiet"}, plain(each.key)),
                  each.is_trap ? h("span", {class: "tag warn"}, "trap") : null,
                ),
              ),
            ),
          ]
        : h("p", {class: "quiet"}, "Comparing…"),
    );
  }

  /** @param {any[]} all */
  differences(all) {
    if (!all.length) return h("p", {class: "quiet"}, "None.");
    return h(
      "div",
      {class: "scroll", tabindex: "0", role: "region", "aria-label": "Differences"},
      h(
        "table",
        {class: "stacked"},
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            ["What", "Before", "After"].map((name) => h("th", {scope: "col", key: name}, name)),
          ),
        ),
        h(
          "tbody",
          null,
          all.map((each, index) =>
            h(
              "tr",
              {key: index},
              h("th", {scope: "row"}, capital(plain(each.name)), " ", h("span", {class: "tag"}, each.kind)),
              h("td", {"data-label": "Before"}, plain(each.before)),
              h("td", {"data-label": "After"}, plain(each.after)),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {any[]} all @param {string} edition */
  texts(all, edition) {
    if (!all.length) return h("p", {class: "quiet"}, "None.");
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
