import {get} from "../../core/api.js";
import {houseDay} from "../../core/days.js";
import {html, notYet} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {capital, money, plain} from "../../core/words/say.js";
import {clockOrDate, dateAndTime, roundName} from "../../core/words/say-more.js";
import {entries} from "./staff-page.js";
import {heads, scrolled} from "../../elements/table.js";
import {t} from "../../core/words/words.js";

/** A shift on one page, to print and to hand over. */
class HandoverPage extends Page {
  isForMembers = true;
  date = houseDay();
  shift = "";
  /** @type {import("../../core/types.js").Handover} */
  page = notYet;

  async load() {
    this.page = await get("/api/staff/handover", this.shift ? {date: this.date, shift: this.shift} : {});
    this.shift = this.page.shift.name;
    this.date = this.page.shift.date;
  }

  look() {
    if (!this.page) return html`<div class="pad"><h1>Hand-over</h1>${this.refusal()}</div>`;
    const {shift, shifts, total} = this.page;
    const again = (/** @type {(value: string) => void} */ set) => (/** @type {any} */ event) => {
      set(event.target.value);
      this.attempt(() => this.load());
    };
    const one = (/** @type {string} */ name, /** @type {any} */ value) =>
      html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`;
    return html`<div class="pad printed">
      <h1>Hand-over: ${shift.name} shift of ${shift.date}</h1>
      <p class="quiet">${dateAndTime(shift.since)} to ${dateAndTime(shift.until)}</p>
      ${this.refusal()}
      <div class="row screen-only">
        <label class="field inline">
          <span>Day</span>
          <input type="date" value=${this.date} onchange=${again((value) => {
            this.date = value;
          })} />
        </label>
        <label class="field inline">
          <span>Shift</span>
          <select value=${this.shift} onchange=${again((value) => {
            this.shift = value;
          })}>
            ${shifts.map(
              (/** @type {string} */ name) =>
                html`<option value=${name} key=${name} selected=${name === this.shift}>${name}</option>`,
            )}
          </select>
        </label>
        <button type="button" class="primary" onclick=${() => print()}>Print</button>
      </div>
      <dl class="figures">
        ${one(t("Rounds"), total.rounds)}
        ${one(t("Void"), total.voids)}
        ${one(t("Drop"), money(total.drop))}
        ${one(t("Win"), money(total.win))}
        ${one(t("Expected"), total.expected.win === null ? "–" : money(Math.round(total.expected.win)))}
      </dl>
      ${this.tables()}
      <h2>Log book</h2>
      ${entries(this.page.entries)}
      <h2>What happened</h2>
      ${this.happened()}
      <p class="signatures"><span>Handed over by</span><span>Taken over by</span></p>
    </div>`;
  }

  /** What staff and house have done; what a player chose for the own hand is in its Round. */
  happened() {
    const found = this.page.significant.filter((each) => each.role !== "player" || each.head !== "ruling");
    if (!found.length) return html`<p class="quiet">Nothing that matters.</p>`;
    const titles = new Map(this.page.dealing.map((each) => [each.table, each.title]));
    const named = (/** @type {string} */ id) => this.page.names[id] ?? id;
    return scrolled(
      t("What happened"),
      html`<table class="happened">
        ${heads([t("Time"), t("What"), t("Where"), t("Whose"), t("Amount"), t("By"), t("Why")], [t("Amount")])}
        <tbody>
          ${found.map(
            (each, /** @type {number} */ index) =>
              html`<tr key=${index}>
                <td class="when">${clockOrDate(each.at)}</td>
                <td>${each.words}</td>
                <td>
                  ${[titles.get(each.table) ?? each.table, each.round ? roundName(each.round) : ""]
                    .filter(Boolean)
                    .join(", ")}
                </td>
                <td>${named(each.person)}</td>
                <td class="figure">${each.cents ? money(each.cents) : ""}</td>
                <td>${capital(named(each.by))}</td>
                <td>${plain(each.reason)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    );
  }

  tables() {
    const dealers = new Map(this.page.dealing.map((each) => [each.table, each]));
    const titled = (/** @type {string} */ table) => dealers.get(table)?.title ?? table;
    if (!this.page.tables.length) return html`<p class="quiet">No Round ended in this shift.</p>`;
    const sums = [t("Rounds"), t("Void"), t("Drop"), t("Handle"), t("Win"), t("Expected")];
    return scrolled(
      t("Tables"),
      html`<table>
        <caption>Tables</caption>
        ${heads([t("Table"), t("Dealer now"), ...sums], sums)}
        <tbody>
          ${this.page.tables.map(
            (line) =>
              html`<tr key=${line.key.table}>
                <th scope="row">${plain(titled(line.key.table))}</th>
                <td>${dealers.get(line.key.table)?.name || "Auto-dealer"}</td>
                <td class="figure">${line.rounds}</td>
                <td class="figure">${line.voids}</td>
                <td class="figure">${money(line.drop)}</td>
                <td class="figure">${money(line.handle)}</td>
                <td class="figure">${money(line.win)}</td>
                <td class="figure">${line.expected.win === null ? "–" : money(Math.round(line.expected.win))}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    );
  }
}
customElements.define("handover-page", HandoverPage);
