import {get, path} from "../../core/api.js";
import {h} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {editions} from "../../core/rules.js";
import {go, link} from "../../core/router.js";
import {capital, gameName, plain, versionName} from "../../core/words/say.js";
import {t, told} from "../../core/words/words.js";
import {cites, citesOf} from "../../elements/cite-chip.js";
import {heads, scrolled} from "../../elements/table.js";

const WAIT_MS = 250; // a slider that moves asks once it rests
const SECTIONS = {parameter: "Fixed by the document", "pay line": "Pay lines", setting: "Left to the House"};

/** @param {number} part */
const percent = (part) => `${(100 * part).toFixed(4)}%`;

/** The lab: an edition's numbers as sliders and choices; edge and risk of every bet follow. */
class LabPage extends Page {
  /** @type {any[]} */
  knobs = [];
  /** @type {any} */
  found = null;
  /** @type {any[]} */
  books = [];
  /** What is not as approved. @type {Map<string, string>} */
  turned = new Map();
  isAsking = false;
  /** Where the game can be hurt with what is turned, once it has been asked for. @type {any} */
  weak = null;
  isAskingWeak = false;
  asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  resting = undefined;

  async load() {
    for (const text of this.query.getAll("with")) {
      const at = text.indexOf("=");
      if (at > 0) this.turned.set(text.slice(0, at), text.slice(at + 1));
    }
    [this.books, this.knobs] = await Promise.all([editions(), get(path("lab", this.params.edition) + "/knobs")]);
    this.redraw();
    await this.ask();
  }

  get changes() {
    return [...this.turned].map(([name, value]) => `with=${encodeURIComponent(`${name}=${value}`)}`).join("&");
  }

  async ask() {
    const number = ++this.asked;
    this.isAsking = true;
    this.weak = null;
    this.isAskingWeak = false;
    this.redraw();
    try {
      const found = await get(`${path("lab", this.params.edition)}?${this.changes}`);
      if (number === this.asked) this.found = found;
    } finally {
      if (number === this.asked) this.isAsking = false;
    }
  }

  async askWeak() {
    const number = this.asked;
    this.isAskingWeak = true;
    this.redraw();
    try {
      const found = await get(`${path("lab", this.params.edition)}/weak-spots?${this.changes}`);
      if (number === this.asked) this.weak = found;
    } finally {
      if (number === this.asked) this.isAskingWeak = false;
    }
  }

  /** @param {any} knob @param {string} value */
  turn(knob, value) {
    if (value === knob.approved) this.turned.delete(knob.name);
    else this.turned.set(knob.name, value);
    history.replaceState(
      null,
      "",
      link("/lab/:edition", this.params.edition) + (this.turned.size ? `?${this.changes}` : ""),
    );
    this.redraw();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.attempt(() => this.ask()), WAIT_MS);
  }

  look() {
    const {edition} = this.params;
    return h(
      "div",
      {class: "pad lab"},
      h("h1", null, t("Lab")),
      h(
        "p",
        {class: "quiet"},
        t("Turn what the rule book says and see what every bet becomes. Nothing here changes a table."),
      ),
      h(
        "label",
        {class: "field"},
        h("span", null, t("Edition")),
        h(
          "select",
          {
            value: edition,
            onchange: (/** @type {any} */ event) => go(link("/lab/:edition", event.target.value).slice(1)),
          },
          this.books.map((book) =>
            h(
              "option",
              {key: book.id, value: book.id, selected: book.id === edition},
              told(`${gameName(book.game)}, ${versionName(book.id)}`),
            ),
          ),
        ),
      ),
      this.refusal(),
      h(
        "div",
        {class: "lab-sides"},
        h("section", {"aria-label": t("Figures")}, this.figures()),
        h("section", {"aria-label": t("Numbers of the book")}, this.allKnobs()),
      ),
    );
  }

  figures() {
    const found = this.found;
    if (!found) return this.problem ? null : h("p", {class: "quiet", role: "status"}, t("Counting…"));
    return [
      h(
        "p",
        {class: "quiet", role: "status", key: "status"},
        this.isAsking
          ? t("Counting…")
          : found.changes.length
            ? t("{count} changed against the approved edition", {count: found.changes.length})
            : t("As approved"),
      ),
      scrolled(
        t("Bets"),
        h(
          "table",
          null,
          heads(["Bet", "House edge", "Approved", "Deviation", "Wins"], t),
          h(
            "tbody",
            null,
            found.bets.map((/** @type {any} */ bet) => this.bet(bet)),
          ),
        ),
      ),
      found.changes.length
        ? [
            h("h2", {key: "changed"}, t("Changed")),
            h(
              "ul",
              {key: "changes"},
              found.changes.map((/** @type {any} */ each) =>
                h(
                  "li",
                  {key: each.name},
                  `${this.named(each.name)}: ${told(plain(each.before))} → ${told(plain(each.after))} `,
                  this.reason(this.knobs.find((knob) => knob.name === each.name)) ??
                    citesOf(this.params.edition, each.paragraph.split(", ")),
                ),
              ),
            ),
            h(
              "p",
              {class: "row wrap", key: "do"},
              h("button", {type: "button", onclick: () => this.reset()}, t("As approved")),
              h("button", {type: "button", class: "primary", onclick: () => this.draft()}, t("Draft edition")),
            ),
            h(
              "label",
              {class: "field", key: "share"},
              h("span", null, t("Link to share")),
              h("input", {
                readonly: true,
                value: location.href,
                onfocus: (/** @type {any} */ event) => event.target.select(),
              }),
            ),
          ]
        : null,
      found.bets.map((/** @type {any} */ bet) => this.outcomes(bet)),
      found.concerns.map((/** @type {any} */ each) => this.concern(each)),
    ];
  }

  /** @param {any} bet */
  bet(bet) {
    const moved = bet.house_edge - bet.approved_edge;
    const change = Math.abs(moved) < 5e-9 ? "" : ` (${moved > 0 ? "+" : "−"}${(100 * Math.abs(moved)).toFixed(4)})`;
    return h(
      "tr",
      {key: bet.bet},
      h("th", {scope: "row"}, told(bet.name), " ", citesOf(this.params.edition, bet.paragraphs.slice(0, 1))),
      h("td", null, percent(bet.house_edge) + change),
      h("td", null, percent(bet.approved_edge)),
      h("td", null, bet.sd.toFixed(4)),
      h("td", null, bet.hit_frequency === null ? "" : `${(100 * bet.hit_frequency).toFixed(2)}%`),
    );
  }

  /** @param {any} bet */
  outcomes(bet) {
    return h(
      "details",
      {key: `outcomes ${bet.bet}`},
      h("summary", null, t("{bet}: every outcome", {bet: told(bet.name)})),
      h(
        "table",
        null,
        heads(["Outcome", "Chance", "Result"], t),
        h(
          "tbody",
          null,
          bet.outcomes.map((/** @type {any} */ way) =>
            h(
              "tr",
              {key: way.name},
              h("th", {scope: "row"}, told(capital(plain(way.name)))),
              h("td", null, `${(100 * way.probability).toFixed(6)}%`),
              h("td", null, way.net > 0 ? `+${way.net}` : String(way.net)),
            ),
          ),
        ),
      ),
    );
  }

  /** The jackpot as the House sees it, or where the game can be hurt. @param {any} each */
  concern({section, is_approved: ofApproved}) {
    const isApproved = ofApproved && !this.weak;
    if (ofApproved && this.weak) section = this.weak;
    return h(
      "details",
      {key: section.title},
      h("summary", null, section.title),
      h("p", {class: "quiet"}, section.text.replaceAll("`", "")),
      isApproved
        ? h(
            "div",
            {class: "notice row wrap"},
            h("span", null, t("Of the edition as approved.")),
            this.isAskingWeak
              ? h("span", {role: "status"}, t("Counting for your rules, about half a minute…"))
              : h(
                  "button",
                  {type: "button", onclick: () => this.attempt(() => this.askWeak())},
                  t("Count for your rules"),
                ),
          )
        : null,
      section.tables.map((/** @type {any} */ table) => this.table(table)),
    );
  }

  /** @param {any} table */
  table(table) {
    return scrolled(
      table.title,
      h(
        "table",
        null,
        h("caption", null, table.title, " ", citesOf(this.params.edition, table.paragraphs)),
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            table.columns.map((/** @type {string} */ name, /** @type {number} */ at) =>
              name ? h("th", {scope: "col", key: at}, capital(name)) : h("td", {key: at}),
            ),
          ),
        ),
        h(
          "tbody",
          null,
          table.rows.map((/** @type {string[]} */ [first, ...rest]) =>
            h(
              "tr",
              {key: first},
              h("th", {scope: "row"}, first),
              rest.map((cell, at) => h("td", {key: at, class: /[a-z]{4}/.test(cell) ? "words" : ""}, cell)),
            ),
          ),
        ),
      ),
      table.note ? h("p", {class: "quiet"}, table.note) : null,
    );
  }

  allKnobs() {
    return Object.entries(SECTIONS).map(([section, title]) => {
      const found = this.knobs.filter((knob) => knob.section === section);
      if (!found.length) return null;
      return h(
        "details",
        {key: section, open: section !== "setting"},
        h("summary", null, t(title)),
        found.map((knob) => this.knob(knob)),
      );
    });
  }

  /** @param {string} name */
  named(name) {
    const knob = this.knobs.find((each) => each.name === name);
    return told(capital((knob?.section === "pay line" && knob.words) || plain(name).replace(".", ", ")));
  }

  /** The paragraph of a knob, with the reading that it switches, if it does. @param {any} knob */
  reason(knob) {
    if (!knob) return null;
    const {edition} = this.params;
    const [paragraph] = knob.paragraphs;
    return knob.readings.length
      ? cites(knob.readings.map((/** @type {string} */ reading) => ({edition, paragraph, reading})))
      : citesOf(edition, knob.paragraphs.slice(0, 1));
  }

  /** @param {any} knob */
  knob(knob) {
    const value = this.turned.get(knob.name) ?? knob.approved;
    const isTurned = this.turned.has(knob.name);
    const name = knob.section === "pay line" ? knob.words || plain(knob.name) : plain(knob.name);
    return h(
      "label",
      {class: "field knob" + (isTurned ? " turned" : ""), key: knob.name, title: knob.words},
      h(
        "span",
        null,
        told(capital(name)),
        " ",
        this.reason(knob),
        isTurned ? h("span", {class: "tag"}, t("approved {value}", {value: told(plain(knob.approved))})) : null,
      ),
      this.handle(knob, value),
    );
  }

  /** @param {any} knob @param {string} value */
  handle(knob, value) {
    const set = (/** @type {any} */ event) => this.turn(knob, event.target.value);
    const choices = knob.kind === "flag" ? ["yes", "no"] : knob.choices;
    if (choices.length)
      return h(
        "select",
        {value, "data-knob": knob.name, onchange: set},
        choices.map((/** @type {string} */ each) =>
          h("option", {key: each, value: each, selected: each === value}, told(capital(plain(each)))),
        ),
      );
    if (knob.kind === "number" && knob.minimum !== null && knob.maximum !== null)
      return h(
        "span",
        {class: "row"},
        h("input", {
          type: "range",
          min: knob.minimum,
          max: knob.maximum,
          step: 1,
          value,
          "data-knob": knob.name,
          oninput: set,
        }),
        h("output", null, value),
      );
    return h("input", {type: "text", value, "data-knob": knob.name, maxlength: 60, onchange: set});
  }

  reset() {
    this.turned.clear();
    history.replaceState(null, "", link("/lab/:edition", this.params.edition));
    this.attempt(() => this.ask());
  }

  draft() {
    const [game, version] = this.params.edition.split("@");
    const file = new Blob([this.found.draft], {type: "application/toml"});
    const anchor = Object.assign(document.createElement("a"), {
      href: URL.createObjectURL(file),
      download: `${game}@${Number(version) + 1}.toml`,
    });
    anchor.click();
    URL.revokeObjectURL(anchor.href);
  }
}
customElements.define("lab-page", LabPage);
