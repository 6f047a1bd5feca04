import {get} from "../../core/api.js";
import {h} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {gain, gameAfter, versionName} from "../../core/words/say.js";
import {dateAndTime, roundName, tableName} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {t, told} from "../../core/words/words.js";
import {heads, scrolled} from "../../elements/table.js";

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
    const hasPlayed = this.rounds.some(({own}) => own !== null);
    return h(
      "div",
      {class: "pad rounds-page"},
      h("div", {class: "page-head"}, h("h1", null, t("Rounds")), this.sum()),
      this.refusal(),
      this.finder(),
      this.rounds.length
        ? scrolled(
            t("Rounds found"),
            h(
              "table",
              {class: "rounds"},
              heads(["Round", "When", ...(hasPlayed ? ["You"] : []), "Players", "Paragraphs"], t, ["You"]),
              h(
                "tbody",
                null,
                this.rounds.map((round) => this.row(round, hasPlayed)),
              ),
            ),
          )
        : h("p", {class: "quiet"}, t(this.isLoading ? "Looking…" : "No Rounds yet that you may see. Play one!")),
      this.next
        ? h("button", {type: "button", onclick: () => this.attempt(() => this.more(this.next))}, t("Earlier Rounds"))
        : null,
    );
  }

  /** What the Rounds in sight brought together. */
  sum() {
    const played = this.rounds.filter(({own}) => own !== null);
    if (!played.length) return null;
    const own = played.reduce((total, round) => total + round.own, 0);
    return h(
      "p",
      {class: "rounds-sum", role: "status"},
      h("strong", {class: look(own)}, gain(own)),
      " ",
      h("span", {class: "quiet"}, t("in the Rounds below")),
    );
  }

  finder() {
    const find = (/** @type {any} */ event) => {
      event.preventDefault();
      const wanted = new URLSearchParams();
      for (const [name, value] of new FormData(event.currentTarget)) if (value) wanted.set(name, String(value));
      history.replaceState(null, "", "#/rounds?" + wanted);
      this.query = wanted;
      this.attempt(() => this.load());
    };
    const value = (/** @type {string} */ name) => this.query.get(name) ?? "";
    const field = (/** @type {string} */ name, /** @type {string} */ words, /** @type {object} */ more) =>
      h(
        "label",
        {class: "field", key: name},
        h("span", null, t(words)),
        h("input", {name, type: "text", value: value(name), autocomplete: "off", ...more}),
      );
    const isWide = ["paragraph", "player", "from", "to"].some(value);
    return h(
      "form",
      {class: "finder", onsubmit: find, role: "search"},
      h(
        "select",
        {
          name: "table",
          "aria-label": t("Table"),
          onchange: (/** @type {any} */ event) => event.target.form.requestSubmit(),
        },
        h("option", {value: ""}, t("All tables")),
        this.tables.map((table) =>
          h("option", {value: table.id, key: table.id, selected: table.id === value("table")}, told(tableName(table))),
        ),
      ),
      h(
        "details",
        {open: isWide || undefined},
        h("summary", null, t("By time or paragraph")),
        h(
          "div",
          {class: "row wrap"},
          field("paragraph", "Paragraph", {placeholder: t("such as 5.12")}),
          session.may("pit_supervisor") || session.may("auditor") ? field("player", "Player", {}) : null,
          field("from", "From", {type: "datetime-local"}),
          field("to", "To", {type: "datetime-local"}),
          h("button", {type: "submit", class: "primary"}, t("Find")),
        ),
      ),
    );
  }

  /** @param {any} round @param {boolean} hasPlayed whether there is anything of one's own in the list */
  row(round, hasPlayed) {
    const {id, title, game, edition, status, own, players, won, paragraphs} = round;
    return h(
      "tr",
      {key: id, "data-status": status},
      h(
        "th",
        {scope: "row", class: edition.split("@")[0]},
        h("i", {class: "game-dot", "aria-hidden": "true"}),
        h("a", {href: link("/round/:id", id), title: id}, `${told(title)} · ${told(roundName(id))}`),
        h("small", {class: "quiet"}, told(gameAfter(title, game) + versionName(edition))),
        status === "concluded"
          ? null
          : h("span", {class: "tag" + (status === "void" ? " warn" : "")}, t(status === "open" ? "in play" : status)),
      ),
      h("td", {class: "when"}, dateAndTime(round.opened_at)),
      hasPlayed
        ? h("td", {class: "own figure"}, own === null ? "–" : h("strong", {class: look(own)}, gain(own)))
        : null,
      h(
        "td",
        {class: "who"},
        players.map((/** @type {string} */ name, /** @type {number} */ index) =>
          h(
            "span",
            {key: index},
            name,
            won[index] ? h("small", {class: look(won[index])}, " " + gain(won[index])) : null,
          ),
        ),
      ),
      h(
        "td",
        {class: "quiet cited"},
        paragraphs.slice(0, 4).join(", "),
        paragraphs.length > 4 ? ` +${paragraphs.length - 4}` : "",
      ),
    );
  }
}

/** @param {number} cents */
function look(cents) {
  return cents > 0 ? "won" : cents < 0 ? "lost" : "quiet";
}
customElements.define("rounds-page", RoundsPage);
