import {get} from "../../core/api.js";
import {houseDay} from "../../core/days.js";
import {h} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {capital, gameName, money, plain} from "../../core/words/say.js";
import {tableName} from "../../core/words/say-more.js";
import {bars, bell} from "../../elements/luck-picture.js";
import {scrolled} from "../../elements/table.js";

const BYS = ["day", "shift", "table", "game", "edition", "dealer", "bet"];

/** What the House held, beside what it should have held of the bets that were made. */
class HoldPage extends Page {
  isForMembers = true;
  since = houseDay();
  to = this.since;
  by = new Set(["table"]);
  isPractice = false;
  shift = "";
  game = "";
  /** @type {any} */
  hold = null;
  /** @type {string[]} */
  games = [];
  /** @type {Map<string, string>} */
  names = new Map();

  get asked() {
    const asked = new URLSearchParams({
      from: this.since,
      to: this.to,
      by: BYS.filter((each) => this.by.has(each)).join(","),
    });
    if (this.isPractice) asked.set("practice", "true");
    if (this.shift) asked.set("shift", this.shift);
    if (this.game) asked.set("game", this.game);
    return asked.toString();
  }

  async load() {
    const [hold, {tables, editions}, people] = await Promise.all([
      get(`/api/reports/hold?${this.asked}`),
      get("/api/lobby"),
      get("/api/people"),
    ]);
    this.hold = hold;
    this.games = [...new Set(editions.map((/** @type {any} */ edition) => edition.game))];
    this.names = new Map([
      ...people.map((/** @type {any} */ person) => [person.id, person.name]),
      ...tables.map((/** @type {any} */ table) => [table.id, tableName(table)]),
    ]);
  }

  look() {
    if (this.isTurnedAway) return this.turnedAway("Hold and expectation");
    return h(
      "div",
      {class: "pad printed"},
      h("h1", null, "Hold and expectation"),
      this.refusal(),
      this.filters(),
      this.hold
        ? [
            this.hold.is_complete
              ? null
              : h(
                  "p",
                  {class: "notice", role: "status"},
                  "Earlier Rounds are still being counted: these sums will grow.",
                ),
            this.figures(this.hold.total),
            this.picture(),
            this.lines(),
            h("p", {class: "quiet"}, this.hold.method),
            this.assumed(),
          ]
        : null,
    );
  }

  filters() {
    const change = (/** @type {(value: any) => void} */ set) => (/** @type {any} */ event) => {
      set(event.target.type === "checkbox" ? event.target.checked : event.target.value);
      this.attempt(() => this.load());
    };
    const pick = (
      /** @type {string} */ name,
      /** @type {string} */ value,
      /** @type {[string, string][]} */ values,
      /** @type {(value: string) => void} */ set,
    ) =>
      h(
        "label",
        {class: "field inline"},
        h("span", null, name),
        h(
          "select",
          {value, onchange: change(set)},
          values.map(([each, words]) => h("option", {value: each, key: each, selected: each === value}, words)),
        ),
      );
    return h(
      "section",
      {class: "panel filters screen-only", "aria-label": "What to show"},
      h(
        "label",
        {class: "field inline"},
        h("span", null, "From"),
        h("input", {
          type: "date",
          value: this.since,
          onchange: change((value) => {
            this.since = value;
            if (this.to < value) this.to = value;
          }),
        }),
      ),
      h(
        "label",
        {class: "field inline"},
        h("span", null, "To"),
        h("input", {
          type: "date",
          value: this.to,
          onchange: change((value) => {
            this.to = value;
            if (value < this.since) this.since = value;
          }),
        }),
      ),
      pick(
        "Shift",
        this.shift,
        [
          ["", "All"],
          ...(this.hold?.shifts ?? []).map(
            (/** @type {string} */ name) => /** @type {[string, string]} */ ([name, name]),
          ),
        ],
        (value) => {
          this.shift = value;
        },
      ),
      pick(
        "Game",
        this.game,
        [["", "All"], .../** @type {[string, string][]} */ (this.games.map((game) => [game, gameName(game)]))],
        (value) => {
          this.game = value;
        },
      ),
      h(
        "fieldset",
        {class: "choices"},
        h("legend", null, "By"),
        BYS.map((name) =>
          h(
            "label",
            {key: name, class: "choice"},
            h("input", {
              type: "checkbox",
              checked: this.by.has(name),
              onchange: change((isOn) => {
                if (isOn) this.by.add(name);
                else this.by.delete(name);
              }),
            }),
            " ",
            capital(name),
          ),
        ),
      ),
      h(
        "label",
        {class: "choice"},
        h("input", {
          type: "checkbox",
          checked: this.isPractice,
          onchange: change((isOn) => {
            this.isPractice = isOn;
          }),
        }),
        " Practice tables instead",
      ),
      h(
        "div",
        {class: "row"},
        h("a", {class: "button", href: `/api/reports/hold.csv?${this.asked}`, download: true}, "CSV"),
        h("a", {class: "button", href: `/api/reports/hold.xlsx?${this.asked}`, download: true}, "Excel"),
        h("button", {type: "button", onclick: () => print()}, "Print"),
      ),
    );
  }

  /** @param {any} total */
  figures(total) {
    const one = (/** @type {string} */ name, /** @type {string} */ value) =>
      h("div", {key: name}, h("dt", null, name), h("dd", null, value));
    const {expected} = total;
    return h(
      "dl",
      {class: "figures"},
      one("Rounds", total.rounds.toLocaleString("en")),
      one("Drop", money(total.drop)),
      one("Handle", money(total.handle)),
      one("Win", money(total.win)),
      one("Expected", expected.win === null ? "–" : money(Math.round(expected.win))),
      one("Hold", part(total.hold)),
      one("Chance", chance(expected)),
    );
  }

  picture() {
    const {total, lines, drift_one_in: limit} = this.hold;
    return h(
      "div",
      {class: "pictures"},
      bell(total.expected),
      bars(
        lines.map((/** @type {any} */ line) => ({name: this.named(line.key), ...line.expected})),
        limit,
      ),
    );
  }

  /** @param {Record<string, string>} key */
  named(key) {
    return (
      Object.entries(key)
        .map(([name, value]) => this.said(name, value))
        .join(" · ") || "All"
    );
  }

  /** @param {string} name @param {string} value */
  said(name, value) {
    if (name === "dealer") return value ? (this.names.get(value) ?? value) : "Auto-dealer";
    if (name === "table") return this.names.get(value) ?? value;
    if (name === "game") return gameName(value);
    return name === "bet" ? capital(plain(value)) : value;
  }

  lines() {
    const {lines, by} = this.hold;
    if (!lines.length) return h("p", {class: "quiet"}, "No Round ended then.");
    const row = (/** @type {any} */ line, /** @type {string[]} */ heads, /** @type {string} */ key) =>
      h(
        "tr",
        {key, class: isFar(line.expected, this.hold.drift_one_in) ? "far" : ""},
        heads.map((words, index) => h(index ? "td" : "th", index ? {key: index} : {key: index, scope: "row"}, words)),
        [line.rounds, line.voids, line.bets].map((count, index) =>
          h("td", {class: "figure", key: "n" + index}, count.toLocaleString("en")),
        ),
        [line.drop, line.handle, line.win].map((cents, index) =>
          h("td", {class: "figure", key: "m" + index}, money(cents)),
        ),
        h("td", {class: "figure"}, part(line.hold)),
        h("td", {class: "figure"}, line.expected.win === null ? "–" : money(Math.round(line.expected.win))),
        h(
          "td",
          {class: "figure"},
          chance(line.expected),
          isFar(line.expected, this.hold.drift_one_in) ? " ⚑ drifts" : "",
        ),
        h("td", null, line.expected.notes.join("; ")),
      );
    const heads = [
      ...by.map(capital),
      "Rounds",
      "Void",
      "Bets",
      "Drop",
      "Handle",
      "Win",
      "Hold",
      "Expected",
      "Chance",
      "",
    ];
    const shown = by.length ? by : ["all"];
    return scrolled(
      "Lines",
      h(
        "table",
        null,
        h("caption", null, "By " + shown.join(", ")),
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            (by.length ? heads : ["", ...heads]).map((name, index) =>
              h(
                name ? "th" : "td",
                name ? {scope: "col", key: index, class: index < shown.length ? "" : "figure"} : {key: index},
                name,
              ),
            ),
          ),
        ),
        h(
          "tbody",
          null,
          lines.map((/** @type {any} */ line, /** @type {number} */ index) =>
            row(
              line,
              by.length ? by.map((/** @type {string} */ name) => this.said(name, line.key[name])) : ["All"],
              String(index),
            ),
          ),
        ),
        h("tfoot", null, row(this.hold.total, ["Total", ...shown.slice(1).map(() => "")], "total")),
      ),
    );
  }

  assumed() {
    const all = Object.entries(this.hold.assumed);
    return all.length
      ? h("p", {class: "quiet"}, all.map(([bet, play]) => `${capital(plain(bet))}: ${play}.`).join(" "))
      : null;
  }
}

/** @param {number | null} value */
function part(value) {
  return value === null ? "–" : (100 * value).toFixed(2).replace("-", "−") + "%";
}

/** One in how many. @param {any} expected */
function chance({chance}) {
  if (chance === null) return "–";
  if (chance >= 0.01) return (100 * chance).toFixed(1) + "%";
  return chance > 1e-9 ? "1 in " + Math.round(1 / chance).toLocaleString("en") : "below 1 in a billion";
}

/** @param {any} expected @param {number} limit */
function isFar({chance}, limit) {
  return chance !== null && chance < 1 / limit;
}
customElements.define("hold-page", HoldPage);
