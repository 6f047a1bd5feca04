import {get} from "../../core/api.js";
import {houseDay} from "../../core/days.js";
import {html, notYet} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {capital, gameName, money, plain} from "../../core/words/say.js";
import {tableName} from "../../core/words/say-more.js";
import {against, bands, bell, isOutside} from "../../elements/luck-picture.js";
import {scrolled} from "../../elements/table.js";
import {t, whole, words} from "../../core/words/words.js";

/** By what the lines may be told apart. @type {Record<string, string>} */
const BY = words({
  day: "Day",
  shift: "Shift",
  table: "Table",
  game: "Game",
  edition: "Edition",
  dealer: "Dealer",
  bet: "Bet",
});
const BYS = Object.keys(BY);

/** What the House held, beside what it should have held of the bets that were made. */
class HoldPage extends Page {
  isForMembers = true;
  since = houseDay();
  to = this.since;
  by = new Set(["table"]);
  isPractice = false;
  shift = "";
  game = "";
  /** @type {import("../../core/types.js").Hold} */
  hold = notYet;
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
    return asked;
  }

  async load() {
    const [hold, {tables, editions}, people] = await Promise.all([
      get("/api/reports/hold", this.asked),
      get("/api/lobby"),
      get("/api/people"),
    ]);
    this.hold = hold;
    this.games = [...new Set(editions.map((edition) => edition.game))];
    this.names = new Map();
    for (const person of people) this.names.set(person.id, person.name);
    for (const table of tables) this.names.set(table.id, tableName(table));
  }

  look() {
    if (this.isTurnedAway) return this.turnedAway(t("Hold and expectation"));
    return html`<div class="pad printed">
      <h1>Hold and expectation</h1>
      ${this.refusal()}
      ${this.filters()}
      ${
        this.hold
          ? [
              this.figures(this.hold.total),
              this.picture(),
              this.lines(),
              this.apart(),
              html`<p class="quiet">${this.hold.method}</p>`,
              this.assumed(),
            ]
          : null
      }
    </div>`;
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
      html`<label class="field inline">
        <span>${name}</span>
        <select value=${value} onchange=${change(set)}>
          ${values.map(([each, words]) => html`<option value=${each} key=${each} selected=${each === value}>${words}</option>`)}
        </select>
      </label>`;
    return html`<section class="panel filters screen-only" aria-label="What to show">
      <label class="field inline">
        <span>From</span>
        <input type="date" value=${this.since} onchange=${change((value) => {
          this.since = value;
          if (this.to < value) this.to = value;
        })} />
      </label>
      <label class="field inline">
        <span>To</span>
        <input type="date" value=${this.to} onchange=${change((value) => {
          this.to = value;
          if (value < this.since) this.since = value;
        })} />
      </label>
      ${pick(
        t("Shift"),
        this.shift,
        [
          ["", t("All")],
          ...(this.hold?.shifts ?? []).map(
            (/** @type {string} */ name) => /** @type {[string, string]} */ ([name, name]),
          ),
        ],
        (value) => {
          this.shift = value;
        },
      )}
      ${pick(
        t("Game"),
        this.game,
        [["", t("All")], .../** @type {[string, string][]} */ (this.games.map((game) => [game, gameName(game)]))],
        (value) => {
          this.game = value;
        },
      )}
      <fieldset class="choices">
        <legend>By</legend>
        ${BYS.map(
          (name) =>
            html`<label key=${name} class="choice">
              <input type="checkbox" checked=${this.by.has(name)} onchange=${change((isOn) => {
                if (isOn) this.by.add(name);
                else this.by.delete(name);
              })} /> ${BY[name] ?? name}
            </label>`,
        )}
      </fieldset>
      <div class="row">
        <a class="button" href="/api/reports/hold.csv?${this.asked}" download>CSV</a>
        <a class="button" href="/api/reports/hold.xlsx?${this.asked}" download>Excel</a>
        <button type="button" onclick=${() => print()}>Print</button>
      </div>
    </section>`;
  }

  /** @param {any} total */
  figures(total) {
    const one = (/** @type {string} */ name, /** @type {string} */ value) =>
      html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`;
    const {expected} = total;
    return html`<dl class="figures">
      ${one(t("Rounds"), total.rounds.toLocaleString("en"))}
      ${one(t("Drop"), money(total.drop))}
      ${one(t("Handle"), money(total.handle))}
      ${one(t("Win"), money(total.win))}
      ${one(t("Expected"), expected.win === null ? "–" : `${money(Math.round(expected.win))} ± ${money(Math.round(2 * (expected.sd ?? 0)))}`)}
      ${one(t("Without expectation, apart"), money(total.win - expected.compared))}
      ${one(t("Hold"), part(total.hold))}
      ${one(t("Chance"), chance(expected))}
    </dl>`;
  }

  picture() {
    const {total, lines} = this.hold;
    return html`<div class="pictures">
      ${bands(lines.map((line) => ({name: this.named(line.key), expected: line.expected})))}
      ${bell(total.expected)}
    </div>`;
  }

  /** @param {Record<string, string>} key */
  named(key) {
    return (
      Object.entries(key)
        .map(([name, value]) => this.said(name, value))
        .join(" · ") || t("All")
    );
  }

  /** @param {string} name @param {string} value */
  said(name, value) {
    if (name === "dealer") return value ? (this.names.get(value) ?? value) : t("Auto-dealer");
    if (name === "table") return this.names.get(value) ?? value;
    if (name === "game") return gameName(value);
    return name === "bet" ? capital(plain(value)) : value;
  }

  lines() {
    const {lines, by} = this.hold;
    if (!lines.length) return html`<p class="quiet">No Round ended then.</p>`;
    const row = (/** @type {any} */ line, /** @type {string[]} */ heads, /** @type {string} */ key) =>
      html`<tr key=${key} class=${isFar(line.expected, this.hold.drift_one_in) ? "far" : ""}>
        ${heads.map((words, index) =>
          index ? html`<td key=${index}>${words}</td>` : html`<th key=${index} scope="row">${words}</th>`,
        )}
        ${[line.rounds, line.voids, line.bets].map(
          (count, index) => html`<td class="figure" key=${"n" + index}>${whole(count)}</td>`,
        )}
        ${[line.drop, line.handle, line.win].map(
          (cents, index) => html`<td class="figure" key=${"m" + index}>${money(cents)}</td>`,
        )}
        <td class="figure">${part(line.hold)}</td>
        <td class="figure">${line.expected.win === null ? "–" : money(Math.round(line.expected.win))}</td>
        <td class="figure">${against(line.expected)}</td>
        <td>${bandOf(line.expected)}</td>
        <td class="figure">
          ${chance(line.expected)}
          ${isFar(line.expected, this.hold.drift_one_in) ? " ⚑ " + t("drifts") : ""}
        </td>
        <td>${line.expected.notes.join("; ")}</td>
      </tr>`;
    const heads = [
      ...by.map((name) => BY[name] ?? name),
      t("Rounds"),
      t("Void"),
      t("Bets"),
      t("Drop"),
      t("Handle"),
      t("Win"),
      t("Hold"),
      t("Expected"),
      t("Against it"),
      t("Band"),
      t("Chance"),
      "",
    ];
    const shown = by.length ? by : ["all"];
    return scrolled(
      t("Lines"),
      html`<table>
        <caption>${shown.map((name) => BY[name] ?? name).join(", ")}</caption>
        <thead>
          <tr>
            ${(by.length ? heads : ["", ...heads]).map((name, index) =>
              name
                ? html`<th scope="col" key=${index} class=${index < shown.length ? "" : "figure"}>${name}</th>`
                : html`<td key=${index} />`,
            )}
          </tr>
        </thead>
        <tbody>
          ${lines.map((line, /** @type {number} */ index) =>
            row(
              line,
              by.length ? by.map((/** @type {string} */ name) => this.said(name, line.key[name])) : [t("All")],
              String(index),
            ),
          )}
        </tbody>
        <tfoot>${row(this.hold.total, [t("Total"), ...shown.slice(1).map(() => "")], "total")}</tfoot>
      </table>`,
    );
  }

  /** Chips for practice are worth nothing: they are in no sum, and a touch away. */
  apart() {
    const turn = () => {
      this.isPractice = !this.isPractice;
      this.attempt(() => this.load());
    };
    return html`<p class="row screen-only">
      <span class="quiet">
        ${this.isPractice ? t("Practice tables alone; none of it is in the books.") : t("Practice tables and bots that practise there are not counted.")}
      </span>
      <button type="button" aria-expanded=${String(this.isPractice)} onclick=${turn}>
        ${this.isPractice ? t("Back to the floor") : t("Practice tables")}
      </button>
    </p>`;
  }

  assumed() {
    const all = Object.entries(this.hold.assumed);
    return all.length
      ? html`<p class="quiet">${all.map(([bet, play]) => `${capital(plain(bet))}: ${play}.`).join(" ")}</p>`
      : null;
  }
}

/** @param {import("../../core/types.js").Expected} expected */
function bandOf(expected) {
  const isOut = isOutside(expected);
  if (isOut === null) return "";
  return html`<span class=${isOut ? "tag warn" : "tag"}>${isOut ? t("outside") : t("inside")}</span>`;
}

/** @param {number | null} value */
function part(value) {
  return value === null ? "–" : (100 * value).toFixed(2).replace("-", "−") + "%";
}

/** One in how many. @param {import("../../core/types.js").Expected} expected */
function chance({chance}) {
  if (chance === null) return "–";
  if (chance >= 0.01) return (100 * chance).toFixed(1) + "%";
  return chance > 1e-9 ? "1 in " + Math.round(1 / chance).toLocaleString("en") : t("below 1 in a billion");
}

/** @param {import("../../core/types.js").Expected} expected @param {number} limit */
function isFar({chance}, limit) {
  return chance !== null && chance < 1 / limit;
}
customElements.define("hold-page", HoldPage);
