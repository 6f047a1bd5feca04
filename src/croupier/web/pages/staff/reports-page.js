import {get, post} from "../../core/api.js";
import {h} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {capital, commandName, money, plain} from "../../core/words/say.js";
import {dateAndTime, roundName, tableName} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";

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
// Days begin and end where the documents' houses stand, wherever this page is read.
const HOUSE_TIME_MS = 8 * 3_600_000;

/** The day by table, the books, significant events, and the audit of the whole journal. */
class ReportsPage extends Page {
  isForMembers = true;
  date = new Date(Date.now() + HOUSE_TIME_MS).toISOString().slice(0, 10);
  /** @type {any} */
  day = null;
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
    const [day, balance, significant, people, {tables}] = await Promise.all([
      get(`/api/reports/day?date=${this.date}`),
      get("/api/reports/trial-balance"),
      get("/api/reports/significant?limit=100" + (this.head ? `&head=${this.head}` : "")),
      get("/api/people"),
      get("/api/lobby"),
    ]);
    Object.assign(this, {day, balance, significant});
    this.names = new Map([
      ...people.map((/** @type {any} */ person) => [person.id, person.name]),
      ...tables.map((/** @type {any} */ table) => [table.id, tableName(table)]),
    ]);
  }

  look() {
    const choose = (/** @type {any} */ event) => {
      this.date = event.target.value;
      this.attempt(() => this.load());
    };
    return h(
      "div",
      {class: "pad reports"},
      h("h1", null, "Reports"),
      this.refusal(),
      h(
        "p",
        {class: "row screen-only"},
        h("a", {class: "button primary", href: "#/reports/hold"}, "Hold and expectation"),
        h("a", {class: "button", href: "#/pit/handover"}, "Hand-over"),
      ),
      h(
        "label",
        {class: "field inline"},
        h("span", null, "Day"),
        h("input", {type: "date", value: this.date, onchange: choose}),
      ),
      h(
        "div",
        {class: "two-desks"},
        h("section", {class: "panel"}, this.byTable(), this.auditing()),
        this.balance
          ? h(
              "section",
              {class: "panel"},
              h("h2", null, "Trial balance"),
              h("p", {class: this.balance.total === 0 ? "all-well" : "problem"}, `Total ${money(this.balance.total)}`),
              this.accounts(this.balance.accounts),
            )
          : null,
      ),
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

  /** What each table brought that day, by the name on its sign. */
  byTable() {
    if (!this.day) return null;
    const rows = Array.isArray(this.day) ? this.day : (this.day.tables ?? []);
    const named = (/** @type {any} */ {table, title, ...rest}) => ({
      table: this.names.get(table) ?? title ?? table,
      ...rest,
    });
    return this.table("By table", rows.map(named));
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
      this.table(
        "Accounts",
        found.slice(0, SHOWN).map((each) => ({account: capital(each.words), amount: each.cents})),
      ),
    ];
  }

  /** @param {string} title @param {any[]} rows */
  table(title, rows) {
    if (!rows.length) return h("p", {class: "quiet"}, `${title}: nothing yet.`);
    const names = Object.keys(rows[0]);
    const isFigure = (/** @type {string} */ name) => isMoney(name) || name === "rounds";
    const isMoney = (/** @type {string} */ name) => ["drop", "won", "paid", "rake", "jackpot", "amount"].includes(name);
    return h(
      "div",
      {class: "scroll", tabindex: "0", role: "region", "aria-label": title},
      h(
        "table",
        null,
        h("caption", null, title),
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            names.map((name) =>
              h("th", {scope: "col", key: name, class: isFigure(name) ? "figure" : ""}, capital(plain(name))),
            ),
          ),
        ),
        h(
          "tbody",
          null,
          rows.map((row, index) =>
            h(
              "tr",
              {key: index},
              names.map((name) =>
                h(
                  "td",
                  {key: name, class: isFigure(name) ? "figure" : ""},
                  isMoney(name) && typeof row[name] === "number" ? money(row[name]) : plain(row[name] ?? ""),
                ),
              ),
            ),
          ),
        ),
      ),
    );
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
/** A list of the journal, such as `["dealer","player"]`, as one says it. @param {string} text */
function bare(text) {
  return plain(text.replace(/[[\]"]/g, "").replaceAll(",", ", "));
}
customElements.define("reports-page", ReportsPage);
