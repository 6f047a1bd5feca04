import {get, path, post} from "../../core/api.js";
import {DAY_MS, houseMidnight} from "../../core/days.js";
import {html} from "../../core/draw.js";
import {newKey, postOnce} from "../../core/once.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {capital, cents, gain, money} from "../../core/words/say.js";
import {clockOrDate, dateAndTime} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {t} from "../../core/words/words.js";
import {field, reason} from "../../elements/fields.js";
import {blank} from "../../elements/blank.js";
import {avatar} from "../../layouts/common.js";
import {heads, scrolled} from "../../elements/table.js";

const SHOWN = 8;
const READY_MADE = [100_00, 500_00, 1_000_00, 5_000_00]; // what is asked for most often
// What was confirmed and not yet answered, so that a page loaded again asks under the same key.
const KEPT = "croupier-payment";

/** @typedef {import("../../core/types.js").ApprovalLine} ApprovalLine */
/** @typedef {{person: string, name: string, cents: number, reason: string, key: string}} Payment */

/** The cashier's window: an amount in words before it is booked, receipts, reversals, and what waits for two. */
class CashierPage extends Page {
  isForMembers = true;
  /** @type {import("../../core/types.js").PersonLine[]} */
  people = [];
  search = "";
  /** @type {import("../../core/types.js").PersonLine | null} */
  person = null;
  /** A payment that waits to be confirmed. @type {(Payment & {quote: any}) | null} */
  asked = null;
  /** @type {{number: number} | {words: string} | null} */
  done = null;
  /** @type {import("../../core/types.js").ApprovalLine[]} */
  approvals = [];
  /** @type {(import("../../core/types.js").ReceiptLine | import("../../core/types.js").SlipPage)[]} */
  receipts = [];
  /** The receipt that is being taken back. @type {{number: number, key: string} | null} */
  reversing = null;
  isBusy = false;

  async load() {
    const who = this.query.get("person");
    const [people, approvals] = await Promise.all([get("/api/people"), get("/api/approvals")]);
    this.people = people.filter((each) => each.roles.includes("player") && !each.is_bot);
    this.approvals = approvals.filter((each) => each.status === "waiting" && each.kind === "money");
    this.person = this.people.find((each) => each.id === (this.person?.id ?? who)) ?? null;
    await this.find();
  }

  async find() {
    const form = /** @type {HTMLFormElement | null} */ (this.querySelector("form.receipt-finder"));
    const wanted = new URLSearchParams({limit: "30"});
    const text = form ? String(new FormData(form).get("text")).trim() : "";
    const day = form ? String(new FormData(form).get("day")) : "";
    if (this.person) wanted.set("person", this.person.id);
    if (/^\d+$/.test(text)) {
      const found = await get(path("slips", text)).catch(() => null);
      this.receipts = found && ["receipt", "reversal"].includes(found.kind) ? [found] : [];
      return;
    }
    if (text) wanted.set("text", text);
    if (day) {
      const from = houseMidnight(day);
      wanted.set("from", String(from));
      wanted.set("to", String(from + DAY_MS));
    }
    this.receipts = await get("/api/receipts", wanted);
  }

  look() {
    if (this.isTurnedAway) return this.turnedAway(t("Cashier"));
    return html`<div class="pad cashier">
      <h1>${t("Cashier")}</h1>
      ${this.refusal()}
      ${this.unanswered()}
      ${session.may("pit_manager") ? html`<div class="cashier-desk">${this.choosing()}${this.paying()}</div>` : null}
      ${this.waiting()}
      ${this.finder()}
    </div>`;
  }

  /** A payment whose answer never came: asked for again it is booked once. */
  unanswered() {
    const kept = this.asked ? null : readKept();
    if (!kept) return null;
    return html`<div class="problem notice" role="alert">
      ${t("The answer to {amount} for {name} did not arrive.", {amount: gain(kept.cents), name: kept.name})} <button type="button" class="primary" disabled=${this.isBusy} onclick=${() => this.book(kept)}>${t("Ask again; it is booked once")}</button>
      <button type="button" onclick=${() => {
        keep(null);
        this.redraw();
      }}>${t("Leave it")}</button>
    </div>`;
  }

  choosing() {
    const wanted = this.search.trim().toLowerCase();
    const found = this.people.filter((each) => each.name.toLowerCase().includes(wanted));
    const choose = (/** @type {any} */ person) => {
      this.person = person;
      this.asked = null;
      this.done = null;
      this.attempt(() => this.find());
    };
    return html`<section class="panel" key="who" aria-labelledby="who">
      <h2 id="who">${t("Player")}</h2>
      <label class="field">
        <span>${t("Find by name")}</span>
        <input type="search" value=${this.search} autocomplete="off" oninput=${(/** @type {any} */ event) => {
          this.search = event.target.value;
          this.redraw();
        }} />
      </label>
      <ul class="chosen">
        ${found.slice(0, SHOWN).map(
          (each) =>
            html`<li key=${each.id}>
              <button type="button" aria-pressed=${String(this.person?.id === each.id)} onclick=${() => choose(each)}>
                ${avatar(each.name, 28)}
                <b>${each.name}</b>
                <span class="stack">${money(each.balance)}</span>
              </button>
            </li>`,
        )}
      </ul>
      ${
        found.length > SHOWN
          ? html`<p class="quiet">${t("{count} more; type more of the name", {count: found.length - SHOWN})}</p>`
          : null
      }
    </section>`;
  }

  paying() {
    if (!this.person)
      return html`<section class="panel" key="nobody">
        ${blank(
          "person",
          t("Choose the player first."),
          t("Then the amount, which you read in words before it is booked. Every payment has a receipt with a number."),
        )}
      </section>`;
    const ask = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const amount = cents(String(form.get("amount")));
      if (!amount || !this.person) return;
      const signed = event.submitter?.value === "out" ? -amount : amount;
      const reason = String(form.get("reason")).trim();
      const {id, name} = this.person;
      this.attempt(async () => {
        this.done = null;
        const quote = await get("/api/cashier/quote", {person: id, cents: String(signed)});
        this.asked = {person: id, name, cents: signed, reason, key: newKey(), quote};
      });
    };
    return html`<section class="panel" key="how-much" aria-labelledby="how-much">
      <h2 id="how-much" class="whose-account">
        ${avatar(this.person.name, 36)}
        ${this.person.name} <span class="stack">${money(this.person.balance)}</span>
      </h2>
      ${
        this.asked
          ? this.confirming(this.asked)
          : html`<form onsubmit=${ask}>
            <label class="field">
              <span>${t("Amount")}</span>
              <input name="amount" type="text" class="large" inputmode="decimal" required
                  pattern=${"\\$?[0-9,]+(\\.[0-9]{1,2})?"} autocomplete="off" />
            </label>
            <div class="row ready-made" role="group" aria-label=${t("Usual sums")}>
              ${READY_MADE.map(
                (worth) =>
                  html`<button type="button" key=${worth} onclick=${(/** @type {any} */ event) => fillIn(event, worth)}>
                    ${money(worth)}
                  </button>`,
              )}
            </div>
            ${reason(t("Reason"), true)}
            <div class="row">
              <button type="submit" class="primary" value="in">${t("Pay in")}</button>
              <button type="submit" value="out">${t("Pay out")}</button>
            </div>
          </form>`
      }
      ${this.answered()}
    </section>`;
  }

  /** @param {Payment & {quote: any}} asked */
  confirming(asked) {
    const {quote} = asked;
    return html`<div class="confirming" role="group" aria-label=${t("Confirm the payment")}>
      <p class="amount">
        <small>${t(asked.cents > 0 ? "Pay in" : "Pay out")}</small>
        <strong>${money(Math.abs(asked.cents))}</strong>
      </p>
      <p class="in-words">${capital(quote.english)}</p>
      <p class="in-words" lang="zh-Hans">${quote.chinese}</p>
      <p class="quiet">${asked.reason}</p>
      <p>${t("Account: {before}, then {after}", {before: money(quote.balance), after: money(quote.balance_after)})}</p>
      ${
        quote.why_two
          ? html`<p class="problem notice">${capital(quote.why_two)}. ${t("A second person has to confirm it.")}</p>`
          : null
      }
      <div class="row">
        <button type="button" class="primary" disabled=${this.isBusy} onclick=${() => this.book(asked)}>
          ${t("Confirm")}
        </button>
        <button type="button" onclick=${() => {
          this.asked = null;
          keep(null);
          this.redraw();
        }}>${t("Change it")}</button>
      </div>
    </div>`;
  }

  /** @param {Payment} payment */
  async book(payment) {
    if (this.isBusy) return;
    this.isBusy = true;
    keep(payment);
    this.redraw();
    await this.attempt(async () => {
      try {
        const {person, cents, reason, key} = payment;
        const answer = await postOnce(path("people", person, "deposit"), {cents, reason}, key);
        this.done = answer.entry ? {number: answer.entry} : {words: answer.words};
      } catch (error) {
        if (/** @type {any} */ (error).code !== "unavailable") keep(null); // it was answered: nothing is booked
        throw error;
      } finally {
        this.isBusy = false;
      }
      keep(null);
      this.asked = null;
      await this.load();
    });
  }

  answered() {
    if (!this.done) return null;
    if ("words" in this.done)
      return html`<p class="notice" role="status">${t("It waits for a second person.")} ${capital(this.done.words)}</p>`;
    return html`<p class="notice" role="status">
      ${t("Booked.")} <a class="button" href=${link("/slip/:number", String(this.done.number))}>${t("Receipt {number}", {number: this.done.number})}</a>
    </p>`;
  }

  waiting() {
    if (!this.approvals.length) return null;
    const decide = (
      /** @type {ApprovalLine} */ each,
      /** @type {"confirm" | "refuse"} */ what,
      /** @type {any} */ body,
    ) =>
      this.attempt(async () => {
        await post(path("approvals", each.id, what), body).finally(() => this.load());
      });
    return html`<section key="two" aria-labelledby="two">
      <h2 id="two">${t("Waiting for a second person")}</h2>
      <ul class="seat-rows">
        ${this.approvals.map(
          (each) =>
            html`<li class="seat-row" key=${each.id}>
              <h3>${capital(each.words)}</h3>
              <p>${each.reason}</p>
              <p class="quiet">${t("asked by {name}, {time}", {name: each.by_name, time: dateAndTime(each.at)})}</p>
              <div class="row">
                ${
                  each.is_yours || !session.may("pit_manager")
                    ? null
                    : html`<button type="button" class="primary" onclick=${() => decide(each, "confirm", undefined)}>
                      ${t("Confirm")}
                    </button>`
                }
                ${
                  session.may("pit_manager")
                    ? html`<button type="button" onclick=${() =>
                        decide(each, "refuse", {reason: each.is_yours ? t("taken back") : t("refused at the window")})}>
                      ${t(each.is_yours ? "Take it back" : "Refuse")}
                    </button>`
                    : null
                }
              </div>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  finder() {
    const search = (/** @type {any} */ event) => {
      event.preventDefault();
      this.attempt(() => this.find());
    };
    return html`<section class="panel" key="receipts" aria-labelledby="receipts">
      <h2 id="receipts">${this.person ? t("Receipts of {name}", {name: this.person.name}) : t("Receipts")}</h2>
      <form class="row receipt-finder" onsubmit=${search}>
        ${field(t("Number, or words of the reason"), "text", {type: "search"})}
        ${field(t("Day"), "day", {type: "date"})}
        <button type="submit">${t("Find")}</button>
      </form>
      ${
        this.receipts.length
          ? scrolled(
              t("Receipts"),
              html`<table class="stacked">
                ${heads(
                  [
                    ...[t("Number"), t("When"), t("Player"), t("Amount"), t("Reason"), t("By")],
                    html`<span class="hidden">${t("Take back")}</span>`,
                  ],
                  [t("Amount")],
                )}
                <tbody>${this.receipts.map((each) => this.receipt(each))}</tbody>
              </table>`,
            )
          : blank(
              "slip",
              t("No receipts."),
              t(
                "Payments of the day stand here, newest first; one that was wrong is taken back by a second one, never erased.",
              ),
            )
      }
    </section>`;
  }

  /** @param {any} each */
  receipt(each) {
    const isOpen = this.reversing?.number === each.number;
    const begin = () => {
      this.reversing = isOpen ? null : {number: each.number, key: newKey()};
      this.redraw();
    };
    return html`<tr key=${each.number} data-receipt=${each.number}>
      <td data-label=${t("Number")}>
        <a href=${link("/slip/:number", String(each.number))}>${String(each.number)}</a>
      </td>
      <td data-label=${t("When")} title=${dateAndTime(each.at)}>${clockOrDate(each.at)}</td>
      <td data-label=${t("Player")}>${each.person_name}</td>
      <td class="figure" data-label=${t("Amount")}>${gain(each.cents)}</td>
      <td data-label=${t("Reason")}>
        ${each.reason}
        ${each.reverses ? [" ", html`<span class="tag">${t("takes back {number}", {number: each.reverses})}</span>`] : null}
        ${
          each.reversed_by
            ? [" ", html`<span class="tag warn">${t("taken back by {number}", {number: each.reversed_by})}</span>`]
            : null
        }
        ${isOpen ? this.reversal() : null}
      </td>
      <td data-label=${t("By")}>${[each.by_name, each.second_name].filter(Boolean).join(", ")}</td>
      <td>
        ${
          session.may("pit_manager") && !each.reverses && !each.reversed_by
            ? html`<button type="button" aria-expanded=${String(isOpen)}
                aria-label=${t("Take back receipt {number}", {number: each.number})} onclick=${begin}>
              ${t("Take back")}
            </button>`
            : null
        }
      </td>
    </tr>`;
  }

  reversal() {
    const submit = (/** @type {Submitted} */ event) => {
      event.preventDefault();
      if (!this.reversing || this.isBusy) return;
      const {number, key} = this.reversing;
      const reason = String(new FormData(event.target).get("reason")).trim();
      this.isBusy = true;
      this.attempt(async () => {
        try {
          const answer = await postOnce(path("receipts", String(number), "reverse"), {reason}, key);
          this.done = answer.entry ? {number: answer.entry} : {words: answer.words};
          this.reversing = null;
        } finally {
          this.isBusy = false;
        }
        await this.load();
      });
    };
    return html`<form class="row" onsubmit=${submit}>
      ${reason(t("Why is it taken back?"), true)}
      <button type="submit" class="primary" disabled=${this.isBusy}>${t("Book the reversal")}</button>
    </form>`;
  }
}
customElements.define("cashier-page", CashierPage);

/** @param {any} event @param {number} worth */
function fillIn(event, worth) {
  const amount = event.target.form.elements.amount;
  amount.value = money(worth).slice(1);
  amount.focus();
}

/** @param {Payment | null} payment */
function keep(payment) {
  if (payment)
    sessionStorage.setItem(
      KEPT,
      JSON.stringify({
        person: payment.person,
        name: payment.name,
        cents: payment.cents,
        reason: payment.reason,
        key: payment.key,
      }),
    );
  else sessionStorage.removeItem(KEPT);
}

/** @returns {Payment | null} */
function readKept() {
  return JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
}
