import {get} from "../core/api.js";
import {h} from "../core/draw.js";
import {Page} from "../core/page.js";
import {link} from "../core/router.js";
import {dateAndTime, gameAfter, roundName, tableName, versionName} from "../core/say.js";
import {session} from "../core/session.js";

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
    const lobby = await get("/api/lobby");
    this.tables = lobby.tables;
    await this.more(null);
  }

  /** @param {any} before */
  async more(before) {
    const wanted = new URLSearchParams({limit: "30"});
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
        h("h1", null, "Rounds"),
        h("p", null, h("a", {href: "#/sign-in?to=/rounds"}, "Sign in"), " to find the Rounds you played."),
      );
    return h(
      "div",
      {class: "pad"},
      h("h1", null, "Rounds"),
      this.refusal(),
      this.finder(),
      this.rounds.length
        ? h(
            "div",
            {class: "scroll", tabindex: "0", role: "region", "aria-label": "Rounds found"},
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
                    h("th", {scope: "col", key: name}, name),
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
        : h("p", {class: "quiet"}, this.isLoading ? "Looking…" : "No Rounds yet that you may see. Play one!"),
      this.next
        ? h("button", {type: "button", onclick: () => this.attempt(() => this.more(this.next))}, "Earlier Rounds")
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
        h("span", null, "Table"),
        h(
          "select",
          {name: "table"},
          h("option", {value: ""}, "any"),
          this.tables.map((table) =>
            h("option", {value: table.id, key: table.id, selected: table.id === value("table")}, tableName(table)),
          ),
        ),
      ),
      h(
        "label",
        {class: "field"},
        h("span", null, "Paragraph"),
        h("input", {
          name: "paragraph",
          type: "text",
          value: value("paragraph"),
          placeholder: "such as 5.12",
          autocomplete: "off",
        }),
      ),
      session.may("pit_supervisor") || session.may("auditor")
        ? h(
            "label",
            {class: "field"},
            h("span", null, "Player"),
            h("input", {name: "player", type: "text", value: value("player"), autocomplete: "off"}),
          )
        : null,
      h(
        "label",
        {class: "field"},
        h("span", null, "From"),
        h("input", {name: "from", type: "datetime-local", value: value("from")}),
      ),
      h(
        "label",
        {class: "field"},
        h("span", null, "To"),
        h("input", {name: "to", type: "datetime-local", value: value("to")}),
      ),
      h("button", {type: "submit", class: "primary"}, "Find"),
    );
  }

  /** @param {any} round */
  row(round) {
    return h(
      "tr",
      {key: round.id},
      h("th", {scope: "row"}, h("a", {href: link("/round/:id", round.id), title: round.id}, roundName(round.id))),
      h(
        "td",
        {"data-label": "Table"},
        `${round.title} `,
        h("span", {class: "quiet"}, gameAfter(round.title, round.game) + versionName(round.edition)),
      ),
      h("td", {"data-label": "When"}, dateAndTime(round.opened_at)),
      h("td", {"data-label": "Players"}, round.players.join(", ")),
      h(
        "td",
        {"data-label": "Ended"},
        h("span", {class: "tag" + (round.status === "void" ? " warn" : "")}, round.status),
      ),
      h(
        "td",
        {class: "quiet", "data-label": "Paragraphs"},
        round.paragraphs.slice(0, 6).join(", "),
        round.paragraphs.length > 6 ? "…" : "",
      ),
    );
  }
}
customElements.define("rounds-page", RoundsPage);
