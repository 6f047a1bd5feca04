import {Drawn, html} from "../../core/draw.js";
import {versionName} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";
import {citesOf} from "../cite-chip.js";

/** @typedef {{name: string, title: string, labels: string[], type: string, default: string, minimum: string | null, maximum: string | null, choices: string[], words: string, paragraphs: string[]}} Setting */

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
    if (!table || !book) return html`<p class="quiet">Opening the rule book…</p>`;
    const amounts = book.settings.filter((/** @type {Setting} */ each) => AMOUNTS.has(each.type));
    const readings = book.settings.filter((/** @type {Setting} */ each) => !AMOUNTS.has(each.type));
    const order = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.tell("order", {edition: table.edition, settings: {...this.base(), ...this.changed}});
      this.changed = {};
    };
    return html`<form class="settings" onsubmit=${order}>
      ${this.ordered()}
      ${this.isAllowed ? null : html`<p class="quiet">A pit manager or above changes settings.</p>`}
      <fieldset disabled=${!this.isAllowed}>
        <legend>Limits and amounts</legend>
        <div class="settings-grid">${amounts.map((/** @type {Setting} */ each) => this.one(each))}</div>
      </fieldset>
      ${
        readings.length
          ? html`<fieldset disabled=${!this.isAllowed}>
            <legend>Where the document leaves a choice</legend>
            <div class="settings-grid">${readings.map((/** @type {Setting} */ each) => this.one(each))}</div>
          </fieldset>`
          : null
      }
      ${
        this.isAllowed
          ? html`<div class="row sticky-row">
            <button type="submit" class="primary" disabled=${!Object.keys(this.changed).length}>
              Change from the next Round
            </button>
            ${
              Object.keys(this.changed).length
                ? html`<button type="button" onclick=${() => {
                    this.changed = {};
                    this.redraw();
                  }}>Keep as it is</button>`
                : null
            }
          </div>`
          : null
      }
    </form>`;
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
    const byName = new Map(book.settings.map((/** @type {Setting} */ each) => [each.name, each]));
    const names = [...new Set([...Object.keys(ordered.settings), ...Object.keys(table.settings)])];
    const different = names
      .map((name) => ({
        name,
        title: byName.get(name)?.title ?? name,
        now: table.settings[name] ?? byName.get(name)?.default ?? "",
        then: ordered.settings[name] ?? byName.get(name)?.default ?? "",
      }))
      .filter((each) => each.now !== each.then);
    return html`<div class="notice ordered" role="status">
      <strong>From the next Round: </strong>
      ${ordered.edition === table.edition ? null : t("{version} of the document.", {version: versionName(ordered.edition)})}
      <ul>
        ${different.map((each) => html`<li key=${each.name}>${each.title}: ${each.now} → ${each.then}</li>`)}
      </ul>
    </div>`;
  }

  /** @param {Setting} setting */
  one(setting) {
    const {name} = setting;
    const now = this.base()[name] ?? setting.default;
    const value = this.changed[name] ?? now;
    const change = (/** @type {Typed} */ event) => {
      const {[name]: _, ...others} = this.changed;
      this.changed = event.target.value === now ? others : {...others, [name]: event.target.value};
      this.redraw();
    };
    const id = `setting-${name}`;
    return html`<div class=${"field" + (name in this.changed ? " changed" : "")} key=${name}>
      <label for=${id}>
        ${setting.title}
        ${setting.minimum !== null && setting.maximum !== null ? " " + t("({least} to {most})", {least: setting.minimum, most: setting.maximum}) : ""}
      </label>
      ${
        setting.choices.length
          ? html`<select id=${id} onchange=${change} aria-describedby=${id + "-words"}>
            ${setting.choices.map((each, index) => html`<option value=${each} key=${each} selected=${each === value}>${setting.labels[index]}</option>`)}
          </select>`
          : html`<input id=${id} type="text" value=${value} oninput=${change} autocomplete="off"
              inputmode=${setting.type === "integer" ? "numeric" : "decimal"} aria-describedby=${id + "-words"} />`
      }
      <small class="quiet" id=${id + "-words"}>${setting.words} </small>
      ${citesOf(this.book.id, setting.paragraphs.slice(0, 2))}
    </div>`;
  }
}
customElements.define("settings-form", SettingsForm);
