import {get} from "../core/api.js";
import {h} from "../core/draw.js";
import {Page} from "../core/page.js";
import {link} from "../core/router.js";
import {dateAndTime, gain, money, plain, roundName} from "../core/say.js";
import {session} from "../core/session.js";
import {t} from "../core/words.js";
import {cites} from "../elements/cite-chip.js";

/** Your own money, line by line, and your password. */
class AccountPage extends Page {
  /** @type {any} */
  statement = null;
  done = "";
  from = "";
  to = "";

  async load() {
    if (session.me?.roles.includes("player")) this.statement = await get("/api/statement" + this.range());
  }

  /** Days as the house counts them, both included. */
  range() {
    const day = (/** @type {string} */ date) => Date.parse(`${date}T00:00:00+08:00`);
    const wanted = new URLSearchParams();
    if (this.from) wanted.set("from", String(day(this.from)));
    if (this.to) wanted.set("to", String(day(this.to) + 86_400_000));
    return wanted.size ? `?${wanted}` : "";
  }

  /** Which days, and the statement to take away. */
  days() {
    const change = (/** @type {"from"|"to"} */ name) => (/** @type {any} */ event) => { this[name] = event.target.value; this.attempt(() => this.load()); };
    return h(
      "div",
      {class: "row no-print"},
      h("label", {class: "field"}, h("span", null, t("From")), h("input", {type: "date", value: this.from, onchange: change("from")})),
      h("label", {class: "field"}, h("span", null, t("To")), h("input", {type: "date", value: this.to, onchange: change("to")})),
      h("a", {class: "button", href: "/api/statement.csv" + this.range(), download: "statement.csv"}, "CSV"),
      h("button", {type: "button", onclick: () => print()}, t("Print")),
    );
  }

  look() {
    const {me} = session;
    if (!me) return h("div", {class: "pad"}, h("h1", null, "Your account"), h("p", null, h("a", {href: "#/sign-in?to=/account"}, "Sign in"), " first."));
    return h(
      "div",
      {class: "pad"},
      h("h1", null, me.name),
      h("p", {class: "quiet"}, me.roles.map(plain).join(", "), me.is_demo ? " · demo: these chips are for fun" : ""),
      this.refusal(),
      h("p", {class: "balance"}, "In your account: ", h("strong", null, money(me.balance))),
      me.roles.includes("player") ? h("p", null, h("a", {class: "button", href: "#/limits"}, t("Your limits and sessions"))) : null,
      this.statement ? [this.days(), this.lines(this.statement)] : null,
      me.is_demo ? null : this.password(),
    );
  }

  /** @param {any} statement */
  lines(statement) {
    if (!statement.lines.length) return h("p", {class: "quiet"}, this.range() ? t("Nothing moved on these days.") : "No movements yet.");
    return h(
      "div",
      {class: "scroll", tabindex: "0", role: "region", "aria-label": "Statement"},
      h("table", null, h("caption", null, "Statement", ` · ${t("from {before} to {after}", {before: money(statement.opening), after: money(statement.closing)})}`), h("thead", null, h("tr", null, ["When", "What", "Amount", "Balance"].map((name) => h("th", {scope: "col", key: name}, name)))), h("tbody", null, statement.lines.map((/** @type {any} */ line, /** @type {number} */ index) => h("tr", {key: index}, h("td", null, dateAndTime(line.at)), h("td", null, line.words, " ", line.round ? h("a", {href: link("/round/:id", line.round), title: line.round}, roundName(line.round)) : null, " ", cites(line.citations, 2)), h("td", {class: line.cents > 0 ? "won" : "lost"}, gain(line.cents)), h("td", null, money(line.balance)))))),
    );
  }

  password() {
    const change = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      this.attempt(async () => { await session.changePassword(String(form.get("old")), String(form.get("new"))); this.done = "Your password is changed."; event.target.reset(); });
    };
    return h(
      "details",
      {class: "panel"},
      h("summary", null, "Change your password"),
      h("form", {class: "narrow", onsubmit: change}, h("label", {class: "field"}, h("span", null, "Old password"), h("input", {name: "old", type: "password", autocomplete: "current-password", required: true})), h("label", {class: "field"}, h("span", null, "New password"), h("input", {name: "new", type: "password", autocomplete: "new-password", required: true, minlength: 8})), h("button", {type: "submit", class: "primary"}, "Change it"), this.done ? h("p", {role: "status"}, this.done) : null),
    );
  }
}
customElements.define("account-page", AccountPage);
