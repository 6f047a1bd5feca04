import {get, post} from "../../core/api.js";
import {daysAfter, houseDay} from "../../core/days.js";
import {html, notYet} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {capital, money, plain} from "../../core/words/say.js";
import {dateAndTime, roundName, tableName} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {heads, scrolled} from "../../elements/table.js";
import {counted, locale, t} from "../../core/words/words.js";

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
  /** What each table did on each day of the week that is in sight, and on the day before it. @type {import("../../core/types.js").Hold} */
  week = notYet;
  /** @type {import("../../core/types.js").TrialBalance} */
  balance = notYet;
  /** @type {import("../../core/types.js").SignificantLine[]} */
  significant = [];
  /** Who is who, and which table is which. @type {Map<string, string>} */
  names = new Map();
  /** @type {import("../../core/types.js").AuditReport | null} */
  audit = null;
  isAuditing = false;
  /** Which significant events are looked for. */
  head = "";
  /** Which accounts are looked for. */
  wanted = "";

  async load() {
    const days = this.days;
    const [week, balance, significant, people, {tables}] = await Promise.all([
      get("/api/reports/hold", {from: daysAfter(days[0], -1), to: days[WEEK - 1], by: "day,table"}),
      get("/api/reports/trial-balance"),
      get("/api/reports/significant", {limit: "100", ...(this.head ? {head: this.head} : {})}),
      get("/api/people"),
      get("/api/lobby"),
    ]);
    Object.assign(this, {week, balance, significant});
    this.names = new Map();
    for (const person of people) this.names.set(person.id, person.name);
    for (const table of tables) this.names.set(table.id, tableName(table));
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
    if (this.isTurnedAway) return this.turnedAway(t("Reports"));
    return html`<div class="pad reports printed">
      <div class="page-head">
        <h1>Reports</h1>
        <label class="field inline">
          <span>Day</span>
          <input type="date" value=${this.date}
              onchange=${(/** @type {any} */ event) => this.choose(event.target.value)} />
        </label>
        <p class="row screen-only">
          <a class="button primary" href="#/reports/hold">Hold and expectation</a>
          <a class="button" href="#/pit/handover">Hand-over</a>
          <button type="button" onclick=${() => print()}>Print</button>
        </p>
      </div>
      ${this.refusal()}
      ${this.week ? html`<div class="day-and-week">${this.figures()}${this.bars()}</div>` : null}
      <div class="two-desks">
        <div><section class="panel">${this.byTable()}</section>${this.happened()}</div>
        ${
          this.balance
            ? html`<section class="panel">
              <h2>Trial balance</h2>
              <p class=${this.balance.total === 0 ? "all-well" : "problem"}>Total ${money(this.balance.total)}</p>
              ${this.accounts(this.balance.accounts)}
              ${this.auditing()}
            </section>`
            : null
        }
      </div>
    </div>`;
  }

  happened() {
    return html`<section class="panel">
      <h2>Significant events</h2>
      <label class="field inline">
        <span>Show</span>
        <select value=${this.head} onchange=${(/** @type {any} */ event) => {
          this.head = event.target.value;
          this.attempt(() => this.load());
        }}>
          ${HEADS.map(
            (head) =>
              html`<option value=${head} key=${head} selected=${head === this.head}>
                ${head ? capital(plain(head)) : t("All")}
              </option>`,
          )}
        </select>
      </label>
      <ol class="log" tabindex="0" aria-label="Significant events">
        ${this.significant.map((each, index) => html`<li key=${index}><span class="said">${this.told(each)}</span></li>`)}
      </ol>
    </section>`;
  }

  /** What was done on a day, by one table or by all of them. @param {string} day @param {string} [table] */
  done(day, table) {
    const lines = this.week.lines.filter(({key}) => key.day === day && (table === undefined || key.table === table));
    return lines.reduce(
      (sum, line) => ({
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
      html`<div key=${name}>
        <dt>${name}</dt>
        <dd class=${name === t("Win") ? tone(day.win) : ""}>${value}</dd>
        ${isKnown ? html`<dd class="then">the day before ${then}</dd>` : null}
      </div>`;
    return html`<dl class="figures">
      ${one(t("Win"), dollars(day.win), dollars(before.win))}
      ${one(t("Hold"), held(day), held(before))}
      ${one(t("Handle"), dollars(day.handle), dollars(before.handle))}
      ${one(t("Drop"), dollars(day.drop), dollars(before.drop))}
      ${one(t("Rounds"), day.rounds.toLocaleString("en"), before.rounds.toLocaleString("en"))}
    </dl>`;
  }

  /** What the House won on each day of the week: a bar is chosen to see its day. */
  bars() {
    const all = this.days.map((day) => ({day, ...this.done(day)}));
    const most = Math.max(1, ...all.map(({win}) => Math.abs(win)));
    return html`<section class="week" aria-label="The week">
      ${all.map(
        ({day, win, handle, rounds}) =>
          html`<button type="button" key=${day} aria-pressed=${String(day === this.date)}
              aria-label="${dayName(day)}: won ${money(win)} of ${money(handle)} in ${rounds} Rounds"
              onclick=${() => this.choose(day)}>
            <b class=${tone(win)}>${rounds ? dollars(win) : "–"}</b>
            <i class=${tone(win)} style=${{"--share": Math.abs(win) / most}} />
            <span>${dayName(day, false)}</span>
          </button>`,
      )}
    </section>`;
  }

  /** What each table brought that day, by the name on its sign, the largest first; and the days before it. */
  byTable() {
    if (!this.week) return null;
    const ids = [...new Set(this.week.lines.map(({key}) => key.table))];
    const rows = ids
      .map((id) => ({id, name: this.names.get(id) ?? id, ...this.done(this.date, id)}))
      .filter(({rounds}) => rounds)
      .sort((one, other) => other.handle - one.handle);
    if (!rows.length) return html`<p class="quiet">By table: no Round ended on this day.</p>`;
    const most = Math.max(1, ...rows.map(({win}) => Math.abs(win)));
    const sums = [t("Rounds"), t("Drop"), t("Handle"), t("Win"), t("Hold"), t("Seven days")];
    return scrolled(
      t("By table"),
      html`<table class="by-table">
        <caption>By table</caption>
        ${heads([t("Table"), ...sums], sums)}
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr key=${row.id}>
                <th scope="row"><a href=${link("/pit/table/:id", row.id)}>${row.name}</a></th>
                <td class="figure">${row.rounds.toLocaleString("en")}</td>
                <td class="figure">${money(row.drop)}</td>
                <td class="figure">${money(row.handle)}</td>
                <td class="figure">
                  <strong class=${tone(row.win)}>${money(row.win)}</strong>
                  <i class=${"bar " + tone(row.win)} style=${{"--share": Math.abs(row.win) / most}} />
                </td>
                <td class="figure">${held(row)}</td>
                <td class="figure">${this.spark(row.id)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    );
  }

  /** A table's week, very small. @param {string} table */
  spark(table) {
    const wins = this.days.map((day) => this.done(day, table).win);
    const most = Math.max(1, ...wins.map(Math.abs));
    return html`<span class="spark" role="img" aria-label="Win of the week: ${wins.map(money).join(", ")}">
      ${wins.map((win, index) => html`<i key=${index} class=${tone(win)} style=${{"--share": Math.abs(win) / most}} />`)}
    </span>`;
  }

  /** When, what, where, to whom, how much, by whom and why. @param {import("../../core/types.js").SignificantLine} each */
  told({at, kind, words, table, round, person, cents, before, after, by, role, reason, moved, citations}) {
    const named = (/** @type {string} */ id) => this.names.get(id) ?? id;
    const changed =
      kind === "MeterCorrected" ? [before, after].map((meter) => money(Number(meter))) : [before, after].map(bare);
    const who = by === role ? plain(by) : `${by === "system" ? plain(by) : named(by)} (${plain(role)})`;
    const parts = [
      dateAndTime(at),
      words,
      named(table),
      round ? roundName(round) : "",
      named(person),
      cents ? money(cents) : "",
      moved,
      changed.filter(Boolean).join(" → "),
      t("by {who}", {who}),
    ];
    const why = citations.length ? `¶ ${citations.map(({paragraph}) => paragraph).join(", ")}` : reason;
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
      html`<label class="field finder-field">
        <span>Find by player, table or kind of account</span>
        <input type="search" value=${this.wanted} oninput=${type} autocomplete="off" />
      </label>`,
      html`<p class="quiet" role="status">
        ${
          found.length > SHOWN
            ? t("{count} accounts; the first {shown} are shown", {count: found.length, shown: SHOWN})
            : counted(found.length, "{count} account", "{count} accounts")
        }
      </p>`,
      found.length
        ? scrolled(
            t("Accounts"),
            html`<table>
              <caption>Accounts</caption>
              ${heads([t("Account"), t("Amount")], [t("Amount")])}
              <tbody>
                ${found.slice(0, SHOWN).map(
                  (each) =>
                    html`<tr key=${each.account}>
                      <td>${capital(each.words)}</td>
                      <td class="figure">${money(each.cents)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>`,
          )
        : html`<p class="quiet">Accounts: nothing yet.</p>`,
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
    return html`<section class="audit">
      <h2>Audit</h2>
      <p class="quiet">Hash chains, balances and replay of everything in the journal.</p>
      <button type="button" class="primary" disabled=${this.isAuditing} onclick=${run}>
        ${this.isAuditing ? "Auditing…" : t("Audit the house")}
      </button>
      ${
        this.audit
          ? [
              html`<p class=${this.audit.is_good ? "all-well" : "problem"} role="status">
                ${
                  this.audit.is_good
                    ? t("All {count} events are in order.", {count: this.audit.events})
                    : t("{findings} findings in {count} events.", {
                        findings: this.audit.findings.length,
                        count: this.audit.events,
                      })
                }
              </p>`,
              html`<ul>
                ${this.audit.findings.map(
                  (/** @type {string} */ finding, /** @type {number} */ index) =>
                    html`<li key=${index}>${finding}</li>`,
                )}
              </ul>`,
              this.audit.notes.length
                ? [
                    html`<p class="quiet">Decided by another program than the one that runs now:</p>`,
                    html`<ul>
                      ${this.audit.notes.map(
                        (/** @type {string} */ note, /** @type {number} */ index) =>
                          html`<li key=${index}>${note}</li>`,
                      )}
                    </ul>`,
                  ]
                : null,
            ]
          : null
      }
    </section>`;
  }
}
/** @param {string} day */
function dayName(day, hasMonth = true) {
  const month = hasMonth ? "short" : undefined;
  return new Date(day).toLocaleDateString(locale, {weekday: "short", day: "numeric", month, timeZone: "UTC"});
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
