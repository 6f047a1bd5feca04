import {Drawn, h} from "../../core/draw.js";
import {capital, plain, versionName} from "../../core/words/say.js";
import {citesOf} from "../cite-chip.js";

/** @typedef {{name: string, type: string, default: string, minimum: string | null, maximum: string | null, choices: string[], words: string, paragraphs: string[]}} Setting */

const AMOUNTS = new Set(["money", "percent", "integer"]);

/** What the House may set at a table; a change is ordered and takes effect with the next Round. Tells "order". */
export class SettingsForm extends Drawn {
  /** @type {import("../../core/types.js").TableLine | null} */
  table = null;
  /** The edition with its settings. @type {any} */
  book = null;
  isAllowed = false;
  /** @type {Record<string, string>} */
  changed = {};

  look() {
    const {table, book} = this;
    if (!table || !book) return h("p", {class: "quiet"}, "Opening the rule book…");
    const amounts = book.settings.filter((/** @type {Setting} */ each) => AMOUNTS.has(each.type));
    const readings = book.settings.filter((/** @type {Setting} */ each) => !AMOUNTS.has(each.type));
    const order = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.tell("order", {edition: table.edition, settings: {...this.base(), ...this.changed}});
      this.changed = {};
    };
    return h(
      "form",
      {class: "settings", onsubmit: order},
      this.ordered(),
      this.isAllowed ? null : h("p", {class: "quiet"}, "A pit manager or above changes settings."),
      h(
        "fieldset",
        {disabled: !this.isAllowed},
        h("legend", null, "Limits and amounts"),
        h(
          "div",
          {class: "settings-grid"},
          amounts.map((/** @type {Setting} */ each) => this.one(each)),
        ),
      ),
      readings.length
        ? h(
            "fieldset",
            {disabled: !this.isAllowed},
            h("legend", null, "Where the document leaves a choice"),
            h(
              "div",
              {class: "settings-grid"},
              readings.map((/** @type {Setting} */ each) => this.one(each)),
            ),
          )
        : null,
      this.isAllowed
        ? h(
            "div",
            {class: "row sticky-row"},
            h(
              "button",
              {type: "submit", class: "primary", disabled: !Object.keys(this.changed).length},
              "Change from the next Round",
            ),
            Object.keys(this.changed).length
              ? h(
                  "button",
                  {
                    type: "button",
                    onclick: () => {
                      this.changed = {};
                      this.redraw();
                    },
                  },
                  "Keep as it is",
                )
              : null,
          )
        : null,
    );
  }

  /** What a further change builds on: what is ordered already, else what is in force. @returns {Record<string, string>} */
  base() {
    return this.table?.next_rules?.settings ?? this.table?.settings ?? {};
  }

  /** What has been ordered and is not in force yet. */
  ordered() {
    const {table, book} = this;
    const ordered = table?.next_rules;
    if (!table || !ordered) return null;
    const byName = new Map(book.settings.map((/** @type {Setting} */ each) => [each.name, each.default]));
    const names = [...new Set([...Object.keys(ordered.settings), ...Object.keys(table.settings)])];
    const different = names
      .map((name) => ({
        name,
        now: table.settings[name] ?? byName.get(name) ?? "",
        then: ordered.settings[name] ?? byName.get(name) ?? "",
      }))
      .filter((each) => each.now !== each.then);
    return h(
      "div",
      {class: "notice ordered", role: "status"},
      h("strong", null, "From the next Round: "),
      ordered.edition === table.edition ? null : `${versionName(ordered.edition)} of the document. `,
      h(
        "ul",
        null,
        different.map((each) =>
          h("li", {key: each.name}, `${capital(plain(each.name))}: ${plain(each.now)} → ${plain(each.then)}`),
        ),
      ),
    );
  }

  /** @param {Setting} setting */
  one(setting) {
    const {name} = setting;
    const now = this.base()[name] ?? setting.default;
    const value = this.changed[name] ?? now;
    const change = (/** @type {any} */ event) => {
      const {[name]: _, ...others} = this.changed;
      this.changed = event.target.value === now ? others : {...others, [name]: event.target.value};
      this.redraw();
    };
    const choices = setting.choices.length ? setting.choices : setting.type === "boolean" ? ["yes", "no"] : [];
    const id = `setting-${name}`;
    return h(
      "div",
      {class: "field" + (name in this.changed ? " changed" : ""), key: name},
      h(
        "label",
        {for: id},
        capital(plain(name)),
        setting.minimum !== null && setting.maximum !== null ? ` (${setting.minimum} to ${setting.maximum})` : "",
      ),
      choices.length
        ? h(
            "select",
            {id, onchange: change, "aria-describedby": id + "-words"},
            choices.map((each) => h("option", {value: each, key: each, selected: each === value}, plain(each))),
          )
        : h("input", {
            id,
            type: "text",
            value,
            oninput: change,
            autocomplete: "off",
            inputmode: setting.type === "integer" ? "numeric" : "decimal",
            "aria-describedby": id + "-words",
          }),
      h("small", {class: "quiet", id: id + "-words"}, setting.words, " "),
      citesOf(this.book.id, setting.paragraphs.slice(0, 2)),
    );
  }
}
customElements.define("settings-form", SettingsForm);
