import {get, path, post} from "../core/api.js";
import {h} from "../core/draw.js";
import {Page} from "../core/page.js";
import {link} from "../core/router.js";
import {capital, cents, dateAndTime, gain, gameName, money, plain, versionName} from "../core/say.js";
import {session} from "../core/session.js";
import "../elements/meter-display.js";

const REFRESH_MS = 2_000;

// The meter against everything that ever moved it: what each line adds, and in which words.
const MOVES = /** @type {[string, string, number][]} */ ([
  ["opening", "Opened at", 1],
  ["contributions", "Added by jackpot bets", 1],
  ["reset", "Put in to reset the meter", 1],
  ["paid", "Paid to winners", -1],
  ["corrections", "Corrections", 1],
]);

/** One jackpot link from the pit: meter and reserve, the books, wins, malfunctions, corrections. */
class PitLinkPage extends Page {
  /** @type {any} */
  jackpot = null;
  /** @type {any[]} */
  tables = [];
  /** @type {any} */
  books = null;
  reason = "";
  amount = "";

  async load() {
    const id = this.params.id;
    const mayCount = session.may("pit_supervisor") || session.may("auditor");
    const [jackpot, lobby, books] = await Promise.all([get(path("jackpots", id)), get("/api/lobby"), mayCount ? get(path("jackpots", id, "reconciliation")) : null]);
    this.jackpot = jackpot;
    this.books = books;
    this.tables = lobby.tables.filter((/** @type {any} */ table) => jackpot.tables.includes(table.id));
    clearTimeout(this.timer);
    if (!this.isGone) this.timer = setTimeout(() => this.attempt(() => this.load()), REFRESH_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  look() {
    const jackpot = this.jackpot;
    if (!jackpot) return h("div", {class: "pad"}, h("h1", null, "Jackpot link"), this.refusal() ?? h("p", {class: "quiet"}, "Looking up the link…"));
    const isFaulty = jackpot.status === "fault";
    return h(
      "div",
      {class: "pad pit-link"},
      h("p", null, h("a", {href: "#/pit"}, "Pit")),
      h("h1", null, jackpot.title),
      h("p", {class: "quiet"}, gameName(jackpot.game), " · ", h("span", {class: "tag" + (isFaulty ? " warn" : "")}, isFaulty ? "not fully functional" : "in order")),
      this.refusal(),
      h(
        "dl",
        {class: "figures"},
        h("div", null, h("dt", null, "Meter"), h("dd", null, h("meter-display", {jackpot: jackpot.id, display: jackpot.display, status: jackpot.status}))),
        h("div", null, h("dt", null, "Reserve"), h("dd", null, money(jackpot.reserve))),
        h("div", null, h("dt", null, "Tables"), h("dd", null, this.tables.length)),
      ),
      this.trouble(jackpot),
      this.linked(),
      this.reconciliation(),
      this.hits(jackpot),
      h("p", {class: "row"}, h("a", {class: "button", href: link("/jackpot/:id", jackpot.id)}, "Display for the room")),
    );
  }

  /** @param {any} jackpot */
  trouble(jackpot) {
    if (!session.may("pit_supervisor")) return null;
    const isFaulty = jackpot.status === "fault";
    const hasReason = Boolean(this.reason.trim());
    const give = (/** @type {string} */ what, /** @type {any} */ body) => () => this.attempt(async () => { await post(path("jackpots", jackpot.id, what), body); this.reason = ""; this.amount = ""; await this.load(); });
    const type = (/** @type {"reason" | "amount"} */ field) => (/** @type {any} */ event) => { this[field] = event.target.value; this.redraw(); };
    const wanted = cents(this.amount);
    const change = wanted === null ? 0 : wanted - jackpot.display;
    return h(
      "section",
      {class: "panel", "aria-labelledby": "link-trouble"},
      h("h2", {id: "link-trouble"}, "Malfunction and correction"),
      h("p", null, isFaulty ? "The link stands still: it neither grows nor pays. What each table does meanwhile is ruled at that table." : "When the system is not fully functional, stop the link. Each linked table is then asked which course it takes."),
      h("label", {class: "field"}, h("span", null, "Reason, for the record"), h("input", {type: "text", value: this.reason, maxlength: 200, autocomplete: "off", oninput: type("reason")})),
      h(
        "div",
        {class: "row"},
        isFaulty ? h("button", {type: "button", class: "primary", disabled: !hasReason, onclick: give("repair", {reason: this.reason.trim()})}, "Enable the link: it works again") : h("button", {type: "button", disabled: !hasReason, onclick: give("fault", {reason: this.reason.trim()})}, "Stop the link: it is not fully functional"),
      ),
      session.may("shift_manager") && isFaulty
        ? h(
            "div",
            {class: "row"},
            h("label", {class: "field"}, h("span", null, "The meter should show"), h("input", {type: "text", inputmode: "decimal", value: this.amount, placeholder: money(jackpot.display).slice(1), autocomplete: "off", oninput: type("amount")})),
            h("button", {type: "button", disabled: !hasReason || !change, onclick: give("correction", {cents: change, reason: this.reason.trim()})}, change ? `Correct the meter by ${gain(change)}` : "Correct the meter"),
          )
        : h("p", {class: "quiet"}, session.may("shift_manager") ? "The meter is corrected while the link stands still." : "A shift manager corrects the meter, while the link stands still."),
    );
  }

  linked() {
    return h(
      "section",
      {"aria-labelledby": "linked"},
      h("h2", {id: "linked"}, "Tables on the link"),
      this.tables.length ? h("ul", {class: "seat-rows"}, this.tables.map((table) => h("li", {class: "seat-row", key: table.id}, h("h3", null, table.title), h("p", null, h("span", {class: "tag"}, versionName(table.edition)), h("span", {class: "tag" + (table.status === "open" ? "" : " warn")}, table.status), table.decisions ? h("span", {class: "tag warn"}, `${table.decisions} to decide`) : null), h("a", {class: "button", href: link("/pit/table/:id", table.id)}, table.decisions ? "Decide" : "Manage")))) : h("p", {class: "quiet"}, "No table has joined; tables join when they are opened."),
    );
  }

  reconciliation() {
    const books = this.books;
    if (!books) return null;
    const line = (/** @type {string} */ name, /** @type {any} */ value, /** @type {string} */ kind = "") => h("tr", {key: name, class: kind}, h("th", {scope: "row"}, name), h("td", {class: "sum"}, value));
    return h(
      "section",
      {"aria-labelledby": "books"},
      h("h2", {id: "books"}, "Reconciliation"),
      h(
        "table",
        {class: "books"},
        h("tbody", null, MOVES.map(([field, name, sign]) => line(name, field === "opening" ? money(books[field]) : gain(sign * books[field]))), line("So the meter should show", money(books.expected), "total"), line("The display shows", money(books.display)), line("Booked in the ledger", money(books.booked)), line("Difference", books.difference ? h("strong", {class: "lost"}, gain(books.difference)) : h("span", {class: "won"}, "$0: all agree"), "total")),
      ),
    );
  }

  /** @param {any} jackpot */
  hits(jackpot) {
    return h(
      "section",
      {"aria-labelledby": "wins"},
      h("h2", {id: "wins"}, "Last wins"),
      jackpot.hits.length
        ? h(
            "div",
            {class: "scroll", tabindex: "0", role: "region", "aria-label": "Last wins"},
            h("table", null, h("thead", null, h("tr", null, ["When", "Who", "Hand", "Paid", "Meter before", "Meter after", "Round"].map((name) => h("th", {scope: "col"}, name)))), h("tbody", null, jackpot.hits.slice(-10).reverse().map((/** @type {any} */ hit) => h("tr", {key: hit.number}, h("td", null, dateAndTime(hit.at)), h("th", {scope: "row"}, `${hit.player ?? "A player"}, box ${hit.box}`), h("td", null, `${capital(plain(hit.hand))}${hit.percent ? `, ${hit.percent}%` : ""}`), h("td", null, money(hit.amount)), h("td", null, money(hit.display_before)), h("td", null, money(hit.display_after)), h("td", null, h("a", {href: link("/round/:id", hit.round)}, hit.round)))))),
          )
        : h("p", {class: "quiet"}, "Nobody has won yet."),
    );
  }
}
customElements.define("pit-link-page", PitLinkPage);
