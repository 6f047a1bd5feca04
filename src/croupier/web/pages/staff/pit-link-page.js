import {Refused, getQuietly, path, post} from "../../core/api.js";
import {html} from "../../core/draw.js";
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
import {t} from "../../core/words/words.js";

// The meter against everything that ever moved it: what each line adds, and in which words.
const MOVES = /** @type {["opening" | "contributions" | "top_ups" | "paid" | "corrections", string, number][]} */ ([
  ["opening", t("Opened at"), 1],
  ["contributions", t("Added by jackpot bets"), 1],
  ["top_ups", t("Put in to reset the meter"), 1],
  ["paid", t("Paid to winners"), -1],
  ["corrections", t("Corrections"), 1],
]);

/** The meter goes up or down by two options: one form for both, which starts at what it shows. @param {import("../../core/types.js").LinkOption[]} options @param {number} meter @returns {import("../../core/types.js").LinkOption[]} */
function merged(options, meter) {
  const found = new Map();
  for (const option of options) {
    const known = found.get(optionKey(option));
    const asks = known
      ? option.asks.map((ask, index) => ({
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
  /** @type {import("../../core/types.js").Jackpot | null} */
  jackpot = null;
  /** @type {import("../../core/types.js").TableLine[]} */
  tables = [];
  /** @type {import("../../core/types.js").ReconciliationPage | null} */
  books = null;
  /** What may be done with it, and by whom. @type {import("../../core/types.js").LinkOptions | null} */
  desk = null;
  isBusy = false;
  /** @type {{reason: string, citations: import("../../core/types.js").Citation[]} | null} */
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
    this.tables = lobby.tables.filter((table) => jackpot.tables.includes(table.id));
    this.desk = {
      ...desk,
      options: merged(desk.options, desk.view.meter).map((option) => ({...option, words: this.titled(option.words)})),
    };
  }

  look() {
    const jackpot = this.jackpot;
    if (!jackpot)
      return html`<div class="pad"><h1>Jackpot link</h1>${this.refusal() ?? html`<p class="quiet">Looking up the link…</p>`}</div>`;
    const isFaulty = jackpot.status === "fault";
    return html`<div class="pad pit-link">
      <p><a href="#/pit">Pit</a></p>
      <h1>${jackpot.title}</h1>
      <p class="quiet">
        ${gameName(jackpot.game)} · <span class=${"tag" + (isFaulty ? " warn" : "")}>${isFaulty ? t("not fully functional") : t("in order")}</span>
      </p>
      ${this.refusal()}
      <dl class="figures">
        <div>
          <dt>Meter</dt>
          <dd><meter-display jackpot=${jackpot.id} display=${jackpot.display} status=${jackpot.status} /></dd>
        </div>
        <div><dt>Reserve</dt><dd>${money(jackpot.reserve)}</dd></div>
        <div><dt>Tables</dt><dd>${this.tables.length}</dd></div>
      </dl>
      ${this.orders()}
      ${this.linked()}
      ${this.reconciliation()}
      ${this.hits(jackpot)}
      <p class="row"><a class="button" href=${link("/jackpot/:id", jackpot.id)}>Display for the room</a></p>
    </div>`;
  }

  /** What can be done with the link now, as the house lists it: by you, and by somebody above. */
  orders() {
    if (!this.desk) return null;
    const mine = this.desk.options.filter((option) => option.is_yours);
    const others = this.desk.options.filter((option) => !option.is_yours);
    const group = (/** @type {string} */ name, /** @type {string} */ heading) => {
      const options = mine.filter((option) => option.group === name);
      return options.length
        ? [
            html`<h3>${heading}</h3>`,
            html`<action-bar key=${name} options=${options} label=${heading} isBusy=${this.isBusy} isQuiet
                ongive=${this.give} />`,
          ]
        : null;
    };
    return html`<section class="panel" aria-labelledby="link-orders">
      <h2 id="link-orders">Malfunction, courses and corrections</h2>
      <p class="quiet">
        ${
          this.desk.view.is_enabled
            ? t("The link is in order.")
            : t("The link stands still: it neither grows nor pays. Each table goes on by its course.")
        }
      </p>
      ${this.desk.decisions.map(
        (each) =>
          html`<article class=${"decision" + (each.is_yours ? " yours" : "")} key=${each.key}>
            <p class="who">
              <strong>${capital(plain(each.role))}</strong>
              ${each.is_yours ? t("decides: that is you") : t("decides")}
            </p>
            <p>${capital(this.titled(each.question))} ${cites(each.citations)}</p>
            <p class="quiet">${each.choices.map((/** @type {string} */ choice) => this.titled(choice)).join(", ")}</p>
          </article>`,
      )}
      ${
        this.refused
          ? html`<p class="problem notice" role="alert" key="refused">
            ${this.refused.reason} ${cites(this.refused.citations)}
          </p>`
          : null
      }
      ${group("irregularity", t("Something is wrong with the link"))}
      ${group("house", t("Running the link"))}
      ${
        others.length
          ? html`<details key="others">
            <summary>For somebody above you (${others.length})</summary>
            <ul class="needed">
              ${others.map(
                (option) =>
                  html`<li key=${optionKey(option)}>
                    ${optionWords(option)}
                    <span class="quiet"> · ${plain(option.role)} or above </span>
                    ${cites(option.citations, 2)}
                  </li>`,
              )}
            </ul>
          </details>`
          : null
      }
    </section>`;
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
    return html`<section aria-labelledby="linked">
      <h2 id="linked">Tables on the link</h2>
      ${
        this.tables.length
          ? html`<ul class="seat-rows">
            ${this.tables.map(
              (table) =>
                html`<li class="seat-row" key=${table.id}>
                  <h3>${table.title}</h3>
                  <p>
                    <span class="tag">${versionName(table.edition)}</span>
                    <span class=${"tag" + (table.status === "open" ? "" : " warn")}>${plain(table.status)}</span>
                    ${this.fault(table.id)}
                    ${table.decisions ? html`<span class="tag warn">${table.decisions} to decide</span>` : null}
                  </p>
                  <a class="button" href=${link("/pit/table/:id", table.id)}>
                    ${table.decisions ? t("Decide") : t("Manage")}
                  </a>
                </li>`,
            )}
          </ul>`
          : html`<p class="quiet">No table has joined; tables join when they are opened.</p>`
      }
    </section>`;
  }

  /** What does not work at a table, and how it goes on. @param {string} table */
  fault(table) {
    const fault = this.desk?.view.faults?.[table];
    if (!fault) return null;
    const boxes = fault.boxes.filter(Boolean);
    const what = boxes.length ? t("box {boxes} out of order", {boxes: boxes.join(", ")}) : t("out of order");
    return [
      html`<span class="tag warn">${what}</span>`,
      html`<span class=${"tag" + (fault.course ? "" : " warn")}>
        ${
          fault.repaired_by
            ? t("works again after this Round")
            : fault.course
              ? t("course: {course}", {course: plain(fault.course)})
              : t("no course yet")
        }
      </span>`,
    ];
  }

  reconciliation() {
    const books = this.books;
    if (!books) return null;
    const line = (/** @type {string} */ name, /** @type {any} */ value, /** @type {string} */ kind = "") =>
      html`<tr key=${name} class=${kind}><th scope="row">${name}</th><td class="sum">${value}</td></tr>`;
    return html`<section aria-labelledby="books">
      <h2 id="books">Reconciliation</h2>
      <table class="books">
        <tbody>
          ${MOVES.map(([field, name, sign]) =>
            line(name, field === "opening" ? money(books[field]) : gain(sign * books[field])),
          )}
          ${line(t("So the meter should show"), money(books.expected), "total")}
          ${line(t("The display shows"), money(books.display))}
          ${line(t("Booked in the ledger"), money(books.booked))}
          ${line(
            t("Difference"),
            books.difference
              ? html`<strong class="lost">${gain(books.difference)}</strong>`
              : html`<span class="agrees">$0: all agree</span>`,
            "total",
          )}
        </tbody>
      </table>
    </section>`;
  }

  /** @param {import("../../core/types.js").Jackpot} jackpot */
  hits(jackpot) {
    return html`<section aria-labelledby="wins">
      <h2 id="wins">Last wins</h2>
      ${
        jackpot.hits.length
          ? scrolled(
              t("Last wins"),
              html`<table>
                ${heads([t("When"), t("Who"), t("Hand"), t("Paid"), t("Meter before"), t("Meter after"), t("Round")])}
                <tbody>
                  ${jackpot.hits
                    .slice(-10)
                    .reverse()
                    .map(
                      (/** @type {import("../../core/types.js").Hit} */ hit) =>
                        html`<tr key=${hit.number}>
                          <td>${dateAndTime(hit.at)}</td>
                          <th scope="row">${hit.player ?? "A player"}, box ${hit.box}</th>
                          <td>${capital(plain(hit.hand))}${hit.percent ? `, ${hit.percent}%` : ""}</td>
                          <td>${money(hit.amount)}</td>
                          <td>${money(hit.display_before)}</td>
                          <td>${money(hit.display_after)}</td>
                          <td>
                            <a href=${link("/round/:id", hit.round)}>
                              ${roundName(hit.round)} of ${this.titled(hit.table)}
                            </a>
                          </td>
                        </tr>`,
                    )}
                </tbody>
              </table>`,
            )
          : html`<p class="quiet">Nobody has won yet.</p>`
      }
    </section>`;
  }
}
customElements.define("pit-link-page", PitLinkPage);
