import {get, path, post} from "../../core/api.js";
import {h} from "../../core/draw.js";
import {newKey, postOnce} from "../../core/once.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {capital, cents, gain, money} from "../../core/words/say.js";
import {clockOrDate, dateAndTime} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {t} from "../../core/words/words.js";
import {blank} from "../../elements/blank.js";
import {avatar} from "../../layouts/common.js";
import {heads, scrolled} from "../../elements/table.js";

const SHOWN = 8;
const READY_MADE = [100_00, 500_00, 1_000_00, 5_000_00]; // what is asked for most often
// What was confirmed and not yet answered, so that a page loaded again asks under the same key.
const KEPT = "croupier-payment";

/** @typedef {{person: string, name: string, cents: number, reason: string, key: string}} Payment */

/** The cashier's window: an amount in words before it is booked, receipts, reversals, and what waits for two. */
class CashierPage extends Page {
  isForMembers = true;
  /** @type {any[]} */
  people = [];
  search = "";
  /** @type {any} */
  person = null;
  /** A payment that waits to be confirmed. @type {(Payment & {quote: any}) | null} */
  asked = null;
  /** @type {{number: number} | {words: string} | null} */
  done = null;
  /** @type {any[]} */
  approvals = [];
  /** @type {any[]} */
  receipts = [];
  /** The receipt that is being taken back. @type {{number: number, key: string} | null} */
  reversing = null;
  isBusy = false;

  async load() {
    const who = this.query.get("person");
    const [people, approvals] = await Promise.all([get("/api/people"), get("/api/approvals")]);
    this.people = people.filter((/** @type {any} */ each) => each.roles.includes("player") && !each.is_bot);
    this.approvals = approvals.filter(
      (/** @type {any} */ each) => each.status === "waiting" && ["money", "reversal"].includes(each.kind),
    );
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
      const from = Date.parse(`${day}T00:00:00+08:00`);
      wanted.set("from", String(from));
      wanted.set("to", String(from + 86_400_000));
    }
    this.receipts = await get(`/api/receipts?${wanted}`);
  }

  look() {
    if (this.isTurnedAway) return this.turnedAway(t("Cashier"));
    return h(
      "div",
      {class: "pad cashier"},
      h("h1", null, t("Cashier")),
      this.refusal(),
      this.unanswered(),
      session.may("pit_manager") ? h("div", {class: "cashier-desk"}, this.choosing(), this.paying()) : null,
      this.waiting(),
      this.finder(),
    );
  }

  /** A payment whose answer never came: asked for again it is booked once. */
  unanswered() {
    const kept = this.asked ? null : readKept();
    if (!kept) return null;
    return h(
      "div",
      {class: "problem notice", role: "alert"},
      t("The answer to {amount} for {name} did not arrive.", {amount: gain(kept.cents), name: kept.name}),
      " ",
      h(
        "button",
        {type: "button", class: "primary", disabled: this.isBusy, onclick: () => this.book(kept)},
        t("Ask again; it is booked once"),
      ),
      h(
        "button",
        {
          type: "button",
          onclick: () => {
            keep(null);
            this.redraw();
          },
        },
        t("Leave it"),
      ),
    );
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
    return h(
      "section",
      {class: "panel", key: "who", "aria-labelledby": "who"},
      h("h2", {id: "who"}, t("Player")),
      h(
        "label",
        {class: "field"},
        h("span", null, t("Find by name")),
        h("input", {
          type: "search",
          value: this.search,
          autocomplete: "off",
          oninput: (/** @type {any} */ event) => {
            this.search = event.target.value;
            this.redraw();
          },
        }),
      ),
      h(
        "ul",
        {class: "chosen"},
        found
          .slice(0, SHOWN)
          .map((each) =>
            h(
              "li",
              {key: each.id},
              h(
                "button",
                {type: "button", "aria-pressed": String(this.person?.id === each.id), onclick: () => choose(each)},
                avatar(each.name, 28),
                h("b", null, each.name),
                h("span", {class: "stack"}, money(each.balance)),
              ),
            ),
          ),
      ),
      found.length > SHOWN
        ? h("p", {class: "quiet"}, t("{count} more; type more of the name", {count: found.length - SHOWN}))
        : null,
    );
  }

  paying() {
    if (!this.person)
      return h(
        "section",
        {class: "panel", key: "nobody"},
        blank(
          "person",
          t("Choose the player first."),
          t("Then the amount, which you read in words before it is booked. Every payment has a receipt with a number."),
        ),
      );
    const ask = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const amount = cents(String(form.get("amount")));
      if (!amount) return;
      const signed = event.submitter?.value === "out" ? -amount : amount;
      const reason = String(form.get("reason")).trim();
      const {id, name} = this.person;
      this.attempt(async () => {
        this.done = null;
        const quote = await get(`/api/cashier/quote?person=${encodeURIComponent(id)}&cents=${signed}`);
        this.asked = {person: id, name, cents: signed, reason, key: newKey(), quote};
      });
    };
    return h(
      "section",
      {class: "panel", key: "how-much", "aria-labelledby": "how-much"},
      h(
        "h2",
        {id: "how-much", class: "whose-account"},
        avatar(this.person.name, 36),
        this.person.name,
        " ",
        h("span", {class: "stack"}, money(this.person.balance)),
      ),
      this.asked
        ? this.confirming(this.asked)
        : h(
            "form",
            {onsubmit: ask},
            h(
              "label",
              {class: "field"},
              h("span", null, t("Amount")),
              h("input", {
                name: "amount",
                type: "text",
                class: "large",
                inputmode: "decimal",
                required: true,
                pattern: "\\$?[0-9,]+(\\.[0-9]{1,2})?",
                autocomplete: "off",
              }),
            ),
            h(
              "div",
              {class: "row ready-made", role: "group", "aria-label": t("Usual sums")},
              READY_MADE.map((worth) =>
                h(
                  "button",
                  {type: "button", key: worth, onclick: (/** @type {any} */ event) => fillIn(event, worth)},
                  money(worth),
                ),
              ),
            ),
            h(
              "label",
              {class: "field"},
              h("span", null, t("Reason")),
              h("input", {name: "reason", type: "text", required: true, maxlength: 200, autocomplete: "off"}),
            ),
            h(
              "div",
              {class: "row"},
              h("button", {type: "submit", class: "primary", value: "in"}, t("Pay in")),
              h("button", {type: "submit", value: "out"}, t("Pay out")),
            ),
          ),
      this.answered(),
    );
  }

  /** @param {Payment & {quote: any}} asked */
  confirming(asked) {
    const {quote} = asked;
    return h(
      "div",
      {class: "confirming", role: "group", "aria-label": t("Confirm the payment")},
      h(
        "p",
        {class: "amount"},
        h("small", null, t(asked.cents > 0 ? "Pay in" : "Pay out")),
        h("strong", null, money(Math.abs(asked.cents))),
      ),
      h("p", {class: "in-words"}, capital(quote.english)),
      h("p", {class: "in-words", lang: "zh-Hans"}, quote.chinese),
      h("p", {class: "quiet"}, asked.reason),
      h(
        "p",
        null,
        t("Account: {before}, then {after}", {before: money(quote.balance), after: money(quote.balance_after)}),
      ),
      quote.why_two
        ? h("p", {class: "problem notice"}, capital(quote.why_two), ". ", t("A second person has to confirm it."))
        : null,
      h(
        "div",
        {class: "row"},
        h(
          "button",
          {type: "button", class: "primary", disabled: this.isBusy, onclick: () => this.book(asked)},
          t("Confirm"),
        ),
        h(
          "button",
          {
            type: "button",
            onclick: () => {
              this.asked = null;
              keep(null);
              this.redraw();
            },
          },
          t("Change it"),
        ),
      ),
    );
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
      return h(
        "p",
        {class: "notice", role: "status"},
        t("It waits for a second person."),
        " ",
        capital(this.done.words),
      );
    return h(
      "p",
      {class: "notice", role: "status"},
      t("Booked."),
      " ",
      h(
        "a",
        {class: "button", href: link("/slip/:number", String(this.done.number))},
        t("Receipt {number}", {number: this.done.number}),
      ),
    );
  }

  waiting() {
    if (!this.approvals.length) return null;
    const decide = (/** @type {any} */ each, /** @type {string} */ what, /** @type {any} */ body) =>
      this.attempt(async () => {
        await post(path("approvals", each.id, what), body).finally(() => this.load());
      });
    return h(
      "section",
      {key: "two", "aria-labelledby": "two"},
      h("h2", {id: "two"}, t("Waiting for a second person")),
      h(
        "ul",
        {class: "seat-rows"},
        this.approvals.map((each) =>
          h(
            "li",
            {class: "seat-row", key: each.id},
            h("h3", null, capital(each.words)),
            h("p", null, each.reason),
            h("p", {class: "quiet"}, t("asked by {name}, {time}", {name: each.by_name, time: dateAndTime(each.at)})),
            h(
              "div",
              {class: "row"},
              each.is_yours || !session.may("pit_manager")
                ? null
                : h(
                    "button",
                    {type: "button", class: "primary", onclick: () => decide(each, "confirm", undefined)},
                    t("Confirm"),
                  ),
              session.may("pit_manager")
                ? h(
                    "button",
                    {
                      type: "button",
                      onclick: () =>
                        decide(each, "refuse", {reason: each.is_yours ? "taken back" : "refused at the window"}),
                    },
                    t(each.is_yours ? "Take it back" : "Refuse"),
                  )
                : null,
            ),
          ),
        ),
      ),
    );
  }

  finder() {
    const search = (/** @type {any} */ event) => {
      event.preventDefault();
      this.attempt(() => this.find());
    };
    return h(
      "section",
      {class: "panel", key: "receipts", "aria-labelledby": "receipts"},
      h("h2", {id: "receipts"}, this.person ? t("Receipts of {name}", {name: this.person.name}) : t("Receipts")),
      h(
        "form",
        {class: "row receipt-finder", onsubmit: search},
        h(
          "label",
          {class: "field"},
          h("span", null, t("Number, or words of the reason")),
          h("input", {name: "text", type: "search", autocomplete: "off"}),
        ),
        h("label", {class: "field"}, h("span", null, t("Day")), h("input", {name: "day", type: "date"})),
        h("button", {type: "submit"}, t("Find")),
      ),
      this.receipts.length
        ? scrolled(
            t("Receipts"),
            h(
              "table",
              {class: "stacked"},
              heads(
                ["Number", "When", "Player", "Amount", "Reason", "By", ""],
                (name) => (name ? t(name) : h("span", {class: "hidden"}, t("Take back"))),
                ["Amount"],
              ),
              h(
                "tbody",
                null,
                this.receipts.map((each) => this.receipt(each)),
              ),
            ),
          )
        : blank(
            "slip",
            t("No receipts."),
            t(
              "Payments of the day stand here, newest first; one that was wrong is taken back by a second one, never erased.",
            ),
          ),
    );
  }

  /** @param {any} each */
  receipt(each) {
    const isOpen = this.reversing?.number === each.number;
    const begin = () => {
      this.reversing = isOpen ? null : {number: each.number, key: newKey()};
      this.redraw();
    };
    return h(
      "tr",
      {key: each.number, "data-receipt": each.number},
      h(
        "td",
        {"data-label": t("Number")},
        h("a", {href: link("/slip/:number", String(each.number))}, String(each.number)),
      ),
      h("td", {"data-label": t("When"), title: dateAndTime(each.at)}, clockOrDate(each.at)),
      h("td", {"data-label": t("Player")}, each.person_name),
      h("td", {class: "figure", "data-label": t("Amount")}, gain(each.cents)),
      h(
        "td",
        {"data-label": t("Reason")},
        each.reason,
        each.reverses ? [" ", h("span", {class: "tag"}, t("takes back {number}", {number: each.reverses}))] : null,
        each.reversed_by
          ? [" ", h("span", {class: "tag warn"}, t("taken back by {number}", {number: each.reversed_by}))]
          : null,
        isOpen ? this.reversal() : null,
      ),
      h("td", {"data-label": t("By")}, [each.by_name, each.second_name].filter(Boolean).join(", ")),
      h(
        "td",
        null,
        session.may("pit_manager") && !each.reverses && !each.reversed_by
          ? h(
              "button",
              {
                type: "button",
                "aria-expanded": String(isOpen),
                "aria-label": t("Take back receipt {number}", {number: each.number}),
                onclick: begin,
              },
              t("Take back"),
            )
          : null,
      ),
    );
  }

  reversal() {
    const submit = (/** @type {any} */ event) => {
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
    return h(
      "form",
      {class: "row", onsubmit: submit},
      h(
        "label",
        {class: "field"},
        h("span", null, t("Why is it taken back?")),
        h("input", {name: "reason", type: "text", required: true, maxlength: 200, autocomplete: "off"}),
      ),
      h("button", {type: "submit", class: "primary", disabled: this.isBusy}, t("Book the reversal")),
    );
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
