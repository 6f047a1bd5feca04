import {Refused, getQuietly, path, post} from "../../core/api.js";
import {h} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {capital, gain, gameName, money, optionWords, plain, versionName} from "../../core/words/say.js";
import {dateAndTime, roundName} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {optionKey} from "../../core/table/purpose.js";
import "../../elements/dock/action-bar.js";
import {cites} from "../../elements/cite-chip.js";
import "../../elements/felt/meter-display.js";
import {heads, scrolled} from "../../elements/table.js";

// The meter against everything that ever moved it: what each line adds, and in which words.
const MOVES = /** @type {[string, string, number][]} */ ([
  ["opening", "Opened at", 1],
  ["contributions", "Added by jackpot bets", 1],
  ["reset", "Put in to reset the meter", 1],
  ["paid", "Paid to winners", -1],
  ["corrections", "Corrections", 1],
]);

/** The meter goes up or down by two options: one form for both, which starts at what it shows. @param {any[]} options @param {number} meter @returns {any[]} */
function merged(options, meter) {
  const found = new Map();
  for (const option of options) {
    const known = found.get(optionKey(option));
    const asks = known
      ? option.asks.map((/** @type {any} */ ask, /** @type {number} */ index) => ({
          ...ask,
          minimum: Math.min(ask.minimum, known.asks[index].minimum),
          maximum: Math.max(ask.maximum, known.asks[index].maximum),
          start: ask.field === "meter" ? meter : undefined,
        }))
      : option.asks;
    found.set(optionKey(option), {...option, asks});
  }
  return [...found.values()];
}

/** One jackpot link from the pit: meter and reserve, the books, wins, malfunctions, corrections. */
class PitLinkPage extends Page {
  refreshMs = 2_000;
  /** @type {any} */
  jackpot = null;
  /** @type {any[]} */
  tables = [];
  /** @type {any} */
  books = null;
  /** What may be done with it, and by whom. @type {any} */
  desk = null;
  isBusy = false;
  /** @type {{reason: string, citations: any[]} | null} */
  refused = null;

  async load() {
    const id = this.params.id;
    const mayCount = session.may("pit_supervisor") || session.may("auditor");
    const [jackpot, lobby, desk, books] = await Promise.all([
      getQuietly(path("jackpots", id)),
      getQuietly("/api/lobby"),
      getQuietly(path("jackpots", id, "options")),
      mayCount ? getQuietly(path("jackpots", id, "reconciliation")) : null,
    ]);
    this.jackpot = jackpot;
    this.books = books;
    this.tables = lobby.tables.filter((/** @type {any} */ table) => jackpot.tables.includes(table.id));
    this.desk = {
      ...desk,
      options: merged(desk.options, desk.view.meter).map((option) => ({...option, words: this.titled(option.words)})),
    };
  }

  look() {
    const jackpot = this.jackpot;
    if (!jackpot)
      return h(
        "div",
        {class: "pad"},
        h("h1", null, "Jackpot link"),
        this.refusal() ?? h("p", {class: "quiet"}, "Looking up the link…"),
      );
    const isFaulty = jackpot.status === "fault";
    return h(
      "div",
      {class: "pad pit-link"},
      h("p", null, h("a", {href: "#/pit"}, "Pit")),
      h("h1", null, jackpot.title),
      h(
        "p",
        {class: "quiet"},
        gameName(jackpot.game),
        " · ",
        h("span", {class: "tag" + (isFaulty ? " warn" : "")}, isFaulty ? "not fully functional" : "in order"),
      ),
      this.refusal(),
      h(
        "dl",
        {class: "figures"},
        h(
          "div",
          null,
          h("dt", null, "Meter"),
          h("dd", null, h("meter-display", {jackpot: jackpot.id, display: jackpot.display, status: jackpot.status})),
        ),
        h("div", null, h("dt", null, "Reserve"), h("dd", null, money(jackpot.reserve))),
        h("div", null, h("dt", null, "Tables"), h("dd", null, this.tables.length)),
      ),
      this.orders(),
      this.linked(),
      this.reconciliation(),
      this.hits(jackpot),
      h("p", {class: "row"}, h("a", {class: "button", href: link("/jackpot/:id", jackpot.id)}, "Display for the room")),
    );
  }

  /** What can be done with the link now, as the house lists it: by you, and by somebody above. */
  orders() {
    if (!this.desk) return null;
    const mine = this.desk.options.filter((/** @type {any} */ option) => option.is_yours);
    const others = this.desk.options.filter((/** @type {any} */ option) => !option.is_yours);
    const group = (/** @type {string} */ name, /** @type {string} */ heading) => {
      const options = mine.filter((/** @type {any} */ option) => option.group === name);
      return options.length
        ? [
            h("h3", null, heading),
            h("action-bar", {
              key: name,
              options,
              label: heading,
              isBusy: this.isBusy,
              isQuiet: true,
              ongive: this.give,
            }),
          ]
        : null;
    };
    return h(
      "section",
      {class: "panel", "aria-labelledby": "link-orders"},
      h("h2", {id: "link-orders"}, "Malfunction, courses and corrections"),
      h(
        "p",
        {class: "quiet"},
        this.desk.view.is_enabled
          ? "The link is in order."
          : "The link stands still: it neither grows nor pays. Each table goes on by its course.",
      ),
      this.desk.decisions.map((/** @type {any} */ each) =>
        h(
          "article",
          {class: "decision" + (each.is_yours ? " yours" : ""), key: each.key},
          h(
            "p",
            {class: "who"},
            h("strong", null, capital(plain(each.role))),
            each.is_yours ? " decides: that is you" : " decides",
          ),
          h("p", null, capital(this.titled(each.question)), " ", cites(each.citations)),
          h("p", {class: "quiet"}, each.choices.map((/** @type {string} */ choice) => this.titled(choice)).join(", ")),
        ),
      ),
      this.refused
        ? h(
            "p",
            {class: "problem notice", role: "alert", key: "refused"},
            this.refused.reason,
            " ",
            cites(this.refused.citations),
          )
        : null,
      group("irregularity", "Something is wrong with the link"),
      group("house", "Running the link"),
      others.length
        ? h(
            "details",
            {key: "others"},
            h("summary", null, `For somebody above you (${others.length})`),
            h(
              "ul",
              {class: "needed"},
              others.map((/** @type {any} */ option) =>
                h(
                  "li",
                  {key: optionKey(option)},
                  optionWords(option),
                  h("span", {class: "quiet"}, ` · ${plain(option.role)} or above `),
                  cites(option.citations, 2),
                ),
              ),
            ),
          )
        : null,
    );
  }

  /** @param {CustomEvent} event */
  give = async (event) => {
    const {option, values, done} = event.detail;
    this.isBusy = true;
    this.refused = null;
    this.redraw();
    /** @type {any} */
    let answer = {ok: true};
    try {
      const command = {type: option.command, ...option.fixed, ...values};
      await post(path("jackpots", this.params.id, "commands"), {id: crypto.randomUUID(), command});
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      answer = {ok: false, code: error.code, reason: error.reason, citations: error.citations};
    }
    this.isBusy = false;
    if (!(done?.(answer) ?? false) && !answer.ok) this.refused = answer;
    await this.attempt(() => this.load());
  };

  /** Tables by their titles: nobody knows their ids. @param {string} words */
  titled(words) {
    return this.tables.reduce(
      (said, table) => said.replaceAll(table.id, `“${table.title}” (${versionName(table.edition)})`),
      words,
    );
  }

  linked() {
    return h(
      "section",
      {"aria-labelledby": "linked"},
      h("h2", {id: "linked"}, "Tables on the link"),
      this.tables.length
        ? h(
            "ul",
            {class: "seat-rows"},
            this.tables.map((table) =>
              h(
                "li",
                {class: "seat-row", key: table.id},
                h("h3", null, table.title),
                h(
                  "p",
                  null,
                  h("span", {class: "tag"}, versionName(table.edition)),
                  h("span", {class: "tag" + (table.status === "open" ? "" : " warn")}, table.status),
                  this.fault(table.id),
                  table.decisions ? h("span", {class: "tag warn"}, `${table.decisions} to decide`) : null,
                ),
                h(
                  "a",
                  {class: "button", href: link("/pit/table/:id", table.id)},
                  table.decisions ? "Decide" : "Manage",
                ),
              ),
            ),
          )
        : h("p", {class: "quiet"}, "No table has joined; tables join when they are opened."),
    );
  }

  /** What does not work at a table, and how it goes on. @param {string} table */
  fault(table) {
    const fault = this.desk?.view.faults?.[table];
    if (!fault) return null;
    const boxes = fault.boxes.filter(Boolean);
    const what = boxes.length ? `box ${boxes.join(", ")} out of order` : "out of order";
    return [
      h("span", {class: "tag warn"}, what),
      h(
        "span",
        {class: "tag" + (fault.course ? "" : " warn")},
        fault.repaired_by
          ? "works again after this Round"
          : fault.course
            ? `course: ${plain(fault.course)}`
            : "no course yet",
      ),
    ];
  }

  reconciliation() {
    const books = this.books;
    if (!books) return null;
    const line = (/** @type {string} */ name, /** @type {any} */ value, /** @type {string} */ kind = "") =>
      h("tr", {key: name, class: kind}, h("th", {scope: "row"}, name), h("td", {class: "sum"}, value));
    return h(
      "section",
      {"aria-labelledby": "books"},
      h("h2", {id: "books"}, "Reconciliation"),
      h(
        "table",
        {class: "books"},
        h(
          "tbody",
          null,
          MOVES.map(([field, name, sign]) =>
            line(name, field === "opening" ? money(books[field]) : gain(sign * books[field])),
          ),
          line("So the meter should show", money(books.expected), "total"),
          line("The display shows", money(books.display)),
          line("Booked in the ledger", money(books.booked)),
          line(
            "Difference",
            books.difference
              ? h("strong", {class: "lost"}, gain(books.difference))
              : h("span", {class: "agrees"}, "$0: all agree"),
            "total",
          ),
        ),
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
        ? scrolled(
            "Last wins",
            h(
              "table",
              null,
              heads(["When", "Who", "Hand", "Paid", "Meter before", "Meter after", "Round"]),
              h(
                "tbody",
                null,
                jackpot.hits
                  .slice(-10)
                  .reverse()
                  .map((/** @type {any} */ hit) =>
                    h(
                      "tr",
                      {key: hit.number},
                      h("td", null, dateAndTime(hit.at)),
                      h("th", {scope: "row"}, `${hit.player ?? "A player"}, box ${hit.box}`),
                      h("td", null, `${capital(plain(hit.hand))}${hit.percent ? `, ${hit.percent}%` : ""}`),
                      h("td", null, money(hit.amount)),
                      h("td", null, money(hit.display_before)),
                      h("td", null, money(hit.display_after)),
                      h(
                        "td",
                        null,
                        h(
                          "a",
                          {href: link("/round/:id", hit.round)},
                          `${roundName(hit.round)} of ${this.titled(hit.table)}`,
                        ),
                      ),
                    ),
                  ),
              ),
            ),
          )
        : h("p", {class: "quiet"}, "Nobody has won yet."),
    );
  }
}
customElements.define("pit-link-page", PitLinkPage);
