import {get, post} from "../../core/api.js";
import {daysAfter, houseDay} from "../../core/days.js";
import {h} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {capital, commandName, money, plain} from "../../core/words/say.js";
import {dateAndTime, roundName, tableName} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {heads, scrolled} from "../../elements/table.js";

const SHOWN = 100;
const HEADS = [
  "",
  "void",
  "ruling",
  "irregularity",
  "interruption",
  "referral",
  "large_win",
  "management",
  "settings",
  "table",
  "money",
  "approval",
  "people",
  "failed_sign_in",
  "limit",
  "logbook",
  "program",
];
const WEEK = 7;
const NOTHING = {rounds: 0, drop: 0, handle: 0, win: 0};

/** The day by table, the books, significant events, and the audit of the whole journal. */
class ReportsPage extends Page {
  isForMembers = true;
  today = houseDay();
  date = this.today;
  /** What each table did on each day of the week that is in sight, and on the day before it. @type {any} */
  week = null;
  /** @type {any} */
  balance = null;
  /** @type {any[]} */
  significant = [];
  /** Who is who, and which table is which. @type {Map<string, string>} */
  names = new Map();
  /** @type {any} */
  audit = null;
  isAuditing = false;
  /** Which significant events are looked for. */
  head = "";
  /** Which accounts are looked for. */
  wanted = "";

  async load() {
    const days = this.days;
    const [week, balance, significant, people, {tables}] = await Promise.all([
      get(`/api/reports/hold?from=${daysAfter(days[0], -1)}&to=${days.at(-1)}&by=day,table`),
      get("/api/reports/trial-balance"),
      get("/api/reports/significant?limit=100" + (this.head ? `&head=${this.head}` : "")),
      get("/api/people"),
      get("/api/lobby"),
    ]);
    Object.assign(this, {week, balance, significant});
    this.names = new Map([
      ...people.map((/** @type {any} */ person) => [person.id, person.name]),
      ...tables.map((/** @type {any} */ table) => [table.id, tableName(table)]),
    ]);
  }

  /** The week up to today, or up to the day that was asked for if that is longer ago. */
  get days() {
    const isInSight = this.date <= this.today && this.date > daysAfter(this.today, -WEEK);
    const end = isInSight ? this.today : this.date;
    return Array.from({length: WEEK}, (_, index) => daysAfter(end, index + 1 - WEEK));
  }

  /** @param {string} date */
  choose(date) {
    if (!date) return;
    const {days} = this;
    this.date = date;
    if (this.week && days.includes(date) && days[0] === this.days[0]) this.redraw();
    else this.attempt(() => this.load());
  }

  look() {
    if (this.isTurnedAway) return this.turnedAway("Reports");
    return h(
      "div",
      {class: "pad reports printed"},
      h(
        "div",
        {class: "page-head"},
        h("h1", null, "Reports"),
        h(
          "label",
          {class: "field inline"},
          h("span", null, "Day"),
          h("input", {
            type: "date",
            value: this.date,
            onchange: (/** @type {any} */ event) => this.choose(event.target.value),
          }),
        ),
        h(
          "p",
          {class: "row screen-only"},
          h("a", {class: "button primary", href: "#/reports/hold"}, "Hold and expectation"),
          h("a", {class: "button", href: "#/pit/handover"}, "Hand-over"),
          h("button", {type: "button", onclick: () => print()}, "Print"),
        ),
      ),
      this.refusal(),
      this.week && !this.week.is_complete
        ? h("p", {class: "notice", role: "status"}, "Earlier Rounds are still being counted: these sums will grow.")
        : null,
      this.week ? h("div", {class: "day-and-week"}, this.figures(), this.bars()) : null,
      h(
        "div",
        {class: "two-desks"},
        h("div", null, h("section", {class: "panel"}, this.byTable()), this.happened()),
        this.balance
          ? h(
              "section",
              {class: "panel"},
              h("h2", null, "Trial balance"),
              h("p", {class: this.balance.total === 0 ? "all-well" : "problem"}, `Total ${money(this.balance.total)}`),
              this.accounts(this.balance.accounts),
              this.auditing(),
            )
          : null,
      ),
    );
  }

  happened() {
    return h(
      "section",
      {class: "panel"},
      h("h2", null, "Significant events"),
      h(
        "label",
        {class: "field inline"},
        h("span", null, "Show"),
        h(
          "select",
          {
            value: this.head,
            onchange: (/** @type {any} */ event) => {
              this.head = event.target.value;
              this.attempt(() => this.load());
            },
          },
          HEADS.map((head) =>
            h("option", {value: head, key: head, selected: head === this.head}, head ? capital(plain(head)) : "All"),
          ),
        ),
      ),
      h(
        "ol",
        {class: "log", tabindex: "0", "aria-label": "Significant events"},
        this.significant.map((each, index) => h("li", {key: index}, h("span", {class: "said"}, this.told(each)))),
      ),
    );
  }

  /** What was done on a day, by one table or by all of them. @param {string} day @param {string} [table] */
  done(day, table) {
    const lines = this.week.lines.filter(
      (/** @type {any} */ {key}) => key.day === day && (table === undefined || key.table === table),
    );
    return lines.reduce(
      (/** @type {any} */ sum, /** @type {any} */ line) => ({
        rounds: sum.rounds + line.rounds,
        drop: sum.drop + line.drop,
        handle: sum.handle + line.handle,
        win: sum.win + line.win,
      }),
      NOTHING,
    );
  }

  /** The day in five figures, each beside the day before. */
  figures() {
    const day = this.done(this.date);
    const before = this.done(daysAfter(this.date, -1));
    const isKnown = before.rounds > 0;
    const one = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ then) =>
      h(
        "div",
        {key: name},
        h("dt", null, name),
        h("dd", {class: name === "Win" ? tone(day.win) : ""}, value),
        isKnown ? h("dd", {class: "then"}, `the day before ${then}`) : null,
      );
    return h(
      "dl",
      {class: "figures"},
      one("Win", dollars(day.win), dollars(before.win)),
      one("Hold", held(day), held(before)),
      one("Handle", dollars(day.handle), dollars(before.handle)),
      one("Drop", dollars(day.drop), dollars(before.drop)),
      one("Rounds", day.rounds.toLocaleString("en"), before.rounds.toLocaleString("en")),
    );
  }

  /** What the House won on each day of the week: a bar is chosen to see its day. */
  bars() {
    const all = this.days.map((day) => ({day, ...this.done(day)}));
    const most = Math.max(1, ...all.map(({win}) => Math.abs(win)));
    return h(
      "section",
      {class: "week", "aria-label": "The week"},
      all.map(({day, win, handle, rounds}) =>
        h(
          "button",
          {
            type: "button",
            key: day,
            "aria-pressed": String(day === this.date),
            "aria-label": `${dayName(day)}: won ${money(win)} of ${money(handle)} in ${rounds} Rounds`,
            onclick: () => this.choose(day),
          },
          h("b", {class: tone(win)}, rounds ? dollars(win) : "–"),
          h("i", {class: tone(win), style: {"--share": Math.abs(win) / most}}),
          h("span", null, dayName(day, false)),
        ),
      ),
    );
  }

  /** What each table brought that day, by the name on its sign, the largest first; and the days before it. */
  byTable() {
    if (!this.week) return null;
    const ids = [...new Set(this.week.lines.map((/** @type {any} */ {key}) => key.table))];
    const rows = ids
      .map((id) => ({id, name: this.names.get(id) ?? id, ...this.done(this.date, id)}))
      .filter(({rounds}) => rounds)
      .sort((one, other) => other.handle - one.handle);
    if (!rows.length) return h("p", {class: "quiet"}, "By table: no Round ended on this day.");
    const most = Math.max(1, ...rows.map(({win}) => Math.abs(win)));
    const sums = ["Rounds", "Drop", "Handle", "Win", "Hold", "Seven days"];
    return scrolled(
      "By table",
      h(
        "table",
        {class: "by-table"},
        h("caption", null, "By table"),
        heads(["Table", ...sums], undefined, sums),
        h(
          "tbody",
          null,
          rows.map((row) =>
            h(
              "tr",
              {key: row.id},
              h("th", {scope: "row"}, h("a", {href: link("/pit/table/:id", row.id)}, row.name)),
              h("td", {class: "figure"}, row.rounds.toLocaleString("en")),
              h("td", {class: "figure"}, money(row.drop)),
              h("td", {class: "figure"}, money(row.handle)),
              h(
                "td",
                {class: "figure"},
                h("strong", {class: tone(row.win)}, money(row.win)),
                h("i", {class: "bar " + tone(row.win), style: {"--share": Math.abs(row.win) / most}}),
              ),
              h("td", {class: "figure"}, held(row)),
              h("td", {class: "figure"}, this.spark(row.id)),
            ),
          ),
        ),
      ),
    );
  }

  /** A table's week, very small. @param {string} table */
  spark(table) {
    const wins = this.days.map((day) => this.done(day, table).win);
    const most = Math.max(1, ...wins.map(Math.abs));
    return h(
      "span",
      {class: "spark", role: "img", "aria-label": `Win of the week: ${wins.map(money).join(", ")}`},
      wins.map((win, index) => h("i", {key: index, class: tone(win), style: {"--share": Math.abs(win) / most}})),
    );
  }

  /** When, what, where, to whom, how much, by whom and why. @param {any} each */
  told({at, kind, table, round, person, cents, before, after, by, role, reason, moved}) {
    const named = (/** @type {string} */ id) => this.names.get(id) ?? id;
    const changed =
      kind === "MeterCorrected" ? [before, after].map((meter) => money(Number(meter))) : [before, after].map(bare);
    const who = by === role ? plain(by) : `${named(by)} (${plain(role)})`;
    const parts = [
      dateAndTime(at),
      commandName(kind),
      named(table),
      round ? roundName(round) : "",
      named(person),
      cents ? money(cents) : "",
      moved,
      changed.filter(Boolean).join(" → "),
      `by ${who}`,
    ];
    const why = reason.startsWith(kind + " ") ? reason.replace(/^\S+ \S+ /, "¶ ") : reason; // money that the rules moved
    return parts.filter(Boolean).join(" · ") + (why ? `: ${why}` : "");
  }

  /** What every account holds, in a cashier's words. @param {any[]} accounts */
  accounts(accounts) {
    const wanted = this.wanted.trim().toLowerCase();
    const found = accounts.filter((each) => each.words.toLowerCase().includes(wanted) || each.account.includes(wanted));
    const type = (/** @type {any} */ event) => {
      this.wanted = event.target.value;
      this.redraw();
    };
    return [
      h(
        "label",
        {class: "field finder-field"},
        h("span", null, "Find by player, table or kind of account"),
        h("input", {type: "search", value: this.wanted, oninput: type, autocomplete: "off"}),
      ),
      h(
        "p",
        {class: "quiet", role: "status"},
        found.length > SHOWN
          ? `${found.length} accounts; the first ${SHOWN} are shown`
          : `${found.length} ${found.length === 1 ? "account" : "accounts"}`,
      ),
      found.length
        ? scrolled(
            "Accounts",
            h(
              "table",
              null,
              h("caption", null, "Accounts"),
              heads(["Account", "Amount"], undefined, ["Amount"]),
              h(
                "tbody",
                null,
                found
                  .slice(0, SHOWN)
                  .map((each) =>
                    h(
                      "tr",
                      {key: each.account},
                      h("td", null, plain(capital(each.words))),
                      h("td", {class: "figure"}, money(each.cents)),
                    ),
                  ),
              ),
            ),
          )
        : h("p", {class: "quiet"}, "Accounts: nothing yet."),
    ];
  }

  auditing() {
    if (!session.may("auditor") && !session.may("shift_manager")) return null;
    const run = () =>
      this.attempt(async () => {
        this.isAuditing = true;
        this.redraw();
        try {
          this.audit = await post("/api/reports/audit");
        } finally {
          this.isAuditing = false;
        }
      });
    return h(
      "section",
      {class: "audit"},
      h("h2", null, "Audit"),
      h("p", {class: "quiet"}, "Hash chains, balances and replay of everything in the journal."),
      h(
        "button",
        {type: "button", class: "primary", disabled: this.isAuditing, onclick: run},
        this.isAuditing ? "Auditing…" : "Audit the house",
      ),
      this.audit
        ? [
            h(
              "p",
              {class: this.audit.is_good ? "all-well" : "problem", role: "status"},
              this.audit.is_good
                ? `All ${this.audit.events} events are in order.`
                : `${this.audit.findings.length} findings in ${this.audit.events} events.`,
            ),
            h(
              "ul",
              null,
              this.audit.findings.map((/** @type {string} */ finding, /** @type {number} */ index) =>
                h("li", {key: index}, finding),
              ),
            ),
            this.audit.notes.length
              ? [
                  h("p", {class: "quiet"}, "Decided by another program than the one that runs now:"),
                  h(
                    "ul",
                    null,
                    this.audit.notes.map((/** @type {string} */ note, /** @type {number} */ index) =>
                      h("li", {key: index}, note),
                    ),
                  ),
                ]
              : null,
          ]
        : null,
    );
  }
}
/** @param {string} day */
function dayName(day, hasMonth = true) {
  const month = hasMonth ? "short" : undefined;
  return new Date(day).toLocaleDateString("en-GB", {weekday: "short", day: "numeric", month, timeZone: "UTC"});
}

/** At a glance nobody reads cents. @param {number} cents */
function dollars(cents) {
  return money(Math.round(cents / 100) * 100);
}

/** @param {number} cents */
function tone(cents) {
  return cents < 0 ? "lost" : "";
}

/** What the House kept of the drop. @param {{win: number, drop: number}} line */
function held({win, drop}) {
  return drop ? ((100 * win) / drop).toFixed(1).replace("-", "−") + "%" : "–";
}

/** A list of the journal, such as `["dealer","player"]`, as one says it. @param {string} text */
function bare(text) {
  return plain(text.replace(/[[\]"]/g, "").replaceAll(",", ", "));
}
customElements.define("reports-page", ReportsPage);
