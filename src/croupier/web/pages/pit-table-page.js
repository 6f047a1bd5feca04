import {path, post, put} from "../core/api.js";
import {h} from "../core/draw.js";
import {link} from "../core/router.js";
import {edition} from "../core/rules.js";
import {capital, gameName, plain, versionName} from "../core/say.js";
import {session} from "../core/session.js";
import {TableView} from "../core/table-view.js";
import {layout} from "../layouts/index.js";

/** One table from the pit: rulings, irregularities, seats, settings from the next Round. */
class PitTablePage extends TableView {
  /** @type {any} */
  book = null;
  /** @type {Record<string, string>} */
  changed = {};

  get role() {
    return session.staffRole ?? "auditor";
  }

  /** @param {{events: any[], isFresh: boolean}} detail */
  happened(detail) {
    super.happened(detail);
    const id = this.scene?.table.edition;
    if (id && this.book?.id !== id) edition(id).then((book) => { this.book = book; this.redraw(); });
  }

  look() {
    const scene = this.scene;
    return h(
      "div",
      {class: "table-page pit-table"},
      h("div", {class: "table-head"}, h("div", null, h("h1", null, scene ? scene.table.title : "Table"), scene ? h("p", {class: "quiet"}, `${gameName(scene.table.game)}, ${versionName(scene.table.edition)} · as ${plain(this.role)} · ${scene.table.status}`) : null), h("connection-state", {socket: this.socket, key: "link"})),
      this.refusal(),
      this.noticeNote(),
      scene ? this.body(scene) : h("p", {class: "quiet pad"}, this.socket?.link.words ?? "Connecting…"),
    );
  }

  /** @param {import("../core/types.js").Scene} scene */
  body(scene) {
    return h(
      "div",
      {class: "table-body"},
      h(
        "div",
        {class: "table-main"},
        h("decision-list", {decisions: scene.decisions, options: scene.options, isBusy: this.isBusy || !this.isLive, ongive: this.give}),
        this.refusedNote(),
        layout(scene),
        this.controls(scene),
        h("trouble-sheet", {seq: scene.seq, options: this.options("irregularity"), socket: this.socket, isLive: this.isLive, ongive: this.give}),
        h("section", {class: "panel"}, h("h2", null, "Running the table"), h("action-bar", {options: [...this.options("house"), ...this.options("play").filter((option) => option.command !== "GiveRuling")], isBusy: this.isBusy, isLive: this.isLive, isQuiet: true, ongive: this.give})),
        session.may("pit_manager") ? this.settings(scene) : null,
      ),
      h("aside", {class: "table-side", "aria-label": "What has happened"}, h("sign-age", {table: scene.table}), h("h2", null, "Announced and done"), h("happening-log", {happenings: this.log}), h("p", {class: "row"}, h("a", {class: "button", href: `#/rounds?table=${encodeURIComponent(scene.table.id)}`}, "Past Rounds"), h("a", {class: "button", href: link("/table/:id/deal", scene.table.id)}, "Deal"))),
    );
  }

  /** @param {import("../core/types.js").Scene} scene */
  controls({table}) {
    const reason = () => /** @type {HTMLInputElement | null} */ (this.querySelector("input[name=why]"))?.value.trim() || "by the pit";
    const act = (/** @type {string} */ what) => () => this.attempt(async () => this.adopt(await post(path("tables", table.id, what), what === "resume" ? undefined : {reason: reason()})));
    if (!session.may("pit_supervisor")) return null;
    return h(
      "section",
      {class: "panel row wrap", "aria-label": "Table"},
      h("label", {class: "field"}, h("span", null, "Reason"), h("input", {type: "text", name: "why", maxlength: 200, autocomplete: "off"})),
      table.status === "paused" ? h("button", {type: "button", class: "primary", onclick: act("resume")}, "Resume") : h("button", {type: "button", onclick: act("pause")}, "Pause after this Round"),
      session.may("pit_manager") ? h("button", {type: "button", onclick: act("close")}, "Close the table") : null,
    );
  }

  /** @param {import("../core/types.js").Scene} scene */
  settings({table}) {
    if (!this.book) return null;
    const value = (/** @type {any} */ setting) => this.changed[setting.name] ?? table.settings[setting.name] ?? setting.default;
    const save = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.attempt(async () => { this.adopt(await put(path("tables", table.id, "rules"), {edition: table.edition, settings: {...table.settings, ...this.changed}})); this.changed = {}; this.noticed = {code: "saved", reason: "Settings are changed from the next Round.", citations: []}; });
    };
    const choices = (/** @type {any} */ setting) => (setting.choices?.length ? setting.choices : ["yes", "no"].includes(setting.default) ? ["yes", "no"] : []);
    const change = (/** @type {string} */ name) => (/** @type {any} */ event) => { this.changed = {...this.changed, [name]: event.target.value}; this.redraw(); };
    return h(
      "details",
      {class: "panel settings"},
      h("summary", null, "Settings and limits"),
      h(
        "form",
        {onsubmit: save},
        h("div", {class: "settings-grid"}, this.book.settings.map((/** @type {any} */ setting) => h(
          "label",
          {class: "field" + (setting.name in this.changed ? " changed" : ""), key: setting.name, title: setting.words},
          h("span", null, capital(plain(setting.name)), setting.minimum !== null && setting.maximum !== null ? ` (${setting.minimum} to ${setting.maximum})` : ""),
          choices(setting).length ? h("select", {value: value(setting), onchange: change(setting.name)}, choices(setting).map((/** @type {string} */ each) => h("option", {value: each, key: each, selected: each === value(setting)}, plain(each)))) : h("input", {type: "text", value: value(setting), oninput: change(setting.name), autocomplete: "off"}),
        ))),
        h("div", {class: "row"}, h("button", {type: "submit", class: "primary", disabled: !Object.keys(this.changed).length}, "Change from the next Round")),
      ),
    );
  }
}
customElements.define("pit-table-page", PitTablePage);

