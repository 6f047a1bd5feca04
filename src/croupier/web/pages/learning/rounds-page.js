import {get} from "../../core/api.js";
import {h} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {gameAfter, versionName} from "../../core/words/say.js";
import {dateAndTime, roundName, tableName} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {t, told} from "../../core/words/words.js";

const FIELDS = ["table", "player", "paragraph"];

/** Find a Round by table, player, paragraph or time. */
class RoundsPage extends Page {
  isForMembers = true;
  /** @type {any[]} */
  rounds = [];
  /** @type {any} */
  next = null;
  /** @type {any[]} */
  tables = [];

  async load() {
    this.rounds = [];
    const lobby = get("/api/lobby").then(({tables}) => {
      this.tables = tables;
    });
    await Promise.all([lobby, this.more(null)]);
  }

  /** @param {any} before */
  async more(before) {
    const wanted = new URLSearchParams({limit: before ? "30" : "15"}); // what one sees first comes soon: each Round is played again for it
    for (const name of [...FIELDS, "from", "to"]) {
      const value = this.query.get(name);
      if (value) wanted.set(name, name === "from" || name === "to" ? String(Date.parse(value)) : value);
    }
    if (before) wanted.set("before", String(before));
    const found = await get("/api/rounds?" + wanted);
    this.rounds = [...this.rounds, ...found.rounds];
    this.next = found.next;
    this.redraw();
  }

  look() {
    if (!session.me)
      return h(
        "div",
        {class: "pad"},
        h("h1", null, t("Rounds")),
        h("p", null, t("Sign in to find the Rounds you played.")),
        h("p", null, h("a", {class: "button primary", href: "#/sign-in?to=/rounds"}, t("Sign in"))),
      );
    return h(
      "div",
      {class: "pad"},
      h("h1", null, t("Rounds")),
      this.refusal(),
      this.finder(),
      this.rounds.length
        ? h(
            "div",
            {class: "scroll", tabindex: "0", role: "region", "aria-label": t("Rounds found")},
            h(
              "table",
              {class: "rounds stacked"},
              h(
                "thead",
                null,
                h(
                  "tr",
                  null,
                  ["Round", "Table", "When", "Players", "How it ended", "Paragraphs"].map((name) =>
                    h("th", {scope: "col", key: name}, t(name)),
                  ),
                ),
              ),
              h(
                "tbody",
                null,
                this.rounds.map((round) => this.row(round)),
              ),
            ),
          )
        : h("p", {class: "quiet"}, t(this.isLoading ? "Looking…" : "No Rounds yet that you may see. Play one!")),
      this.next
        ? h("button", {type: "button", onclick: () => this.attempt(() => this.more(this.next))}, t("Earlier Rounds"))
        : null,
    );
  }

  finder() {
    const find = (/** @type {any} */ event) => {
      event.preventDefault();
      const wanted = new URLSearchParams();
      for (const [name, value] of new FormData(event.target)) if (value) wanted.set(name, String(value));
      history.replaceState(null, "", "#/rounds?" + wanted);
      this.query = wanted;
      this.attempt(() => this.load());
    };
    const value = (/** @type {string} */ name) => this.query.get(name) ?? "";
    return h(
      "form",
      {class: "row wrap finder", onsubmit: find, role: "search"},
      h(
        "label",
        {class: "field"},
        h("span", null, t("Table")),
        h(
          "select",
          {name: "table"},
          h("option", {value: ""}, t("any")),
          this.tables.map((table) =>
            h(
              "option",
              {value: table.id, key: table.id, selected: table.id === value("table")},
              told(tableName(table)),
            ),
          ),
        ),
      ),
      h(
        "label",
        {class: "field"},
        h("span", null, t("Paragraph")),
        h("input", {
          name: "paragraph",
          type: "text",
          value: value("paragraph"),
          placeholder: t("such as 5.12"),
          autocomplete: "off",
        }),
      ),
      session.may("pit_supervisor") || session.may("auditor")
        ? h(
            "label",
            {class: "field"},
            h("span", null, t("Player")),
            h("input", {name: "player", type: "text", value: value("player"), autocomplete: "off"}),
          )
        : null,
      h(
        "label",
        {class: "field"},
        h("span", null, t("From")),
        h("input", {name: "from", type: "datetime-local", value: value("from")}),
      ),
      h(
        "label",
        {class: "field"},
        h("span", null, t("To")),
        h("input", {name: "to", type: "datetime-local", value: value("to")}),
      ),
      h("button", {type: "submit", class: "primary"}, t("Find")),
    );
  }

  /** @param {any} round */
  row(round) {
    return h(
      "tr",
      {key: round.id},
      h("th", {scope: "row"}, h("a", {href: link("/round/:id", round.id), title: round.id}, told(roundName(round.id)))),
      h(
        "td",
        {"data-label": t("Table")},
        told(round.title) + " ",
        h("span", {class: "quiet"}, gameAfter(round.title, round.game) + told(versionName(round.edition))),
      ),
      h("td", {"data-label": t("When")}, dateAndTime(round.opened_at)),
      h("td", {"data-label": t("Players")}, round.players.join(", ")),
      h(
        "td",
        {"data-label": t("Ended")},
        h(
          "span",
          {class: "tag" + (round.status === "void" ? " warn" : "")},
          t(round.status === "open" ? "in play" : round.status),
        ),
      ),
      h(
        "td",
        {class: "quiet", "data-label": t("Paragraphs")},
        round.paragraphs.slice(0, 6).join(", "),
        round.paragraphs.length > 6 ? "…" : "",
      ),
    );
  }
}
customElements.define("rounds-page", RoundsPage);
