import {get, path, post, put} from "../core/api.js";
import {h} from "../core/draw.js";
import {Page} from "../core/page.js";
import {cents, money, plain} from "../core/say.js";
import {session} from "../core/session.js";

const ROLES = ["player", "dealer", "pit_supervisor", "pit_manager", "shift_manager", "auditor"];

/** Players and staff, their roles and their money at the cashier's window. */
class PeoplePage extends Page {
  /** @type {any[]} */
  people = [];
  search = "";
  invitation = "";

  async load() {
    this.people = await get("/api/people");
  }

  look() {
    const wanted = this.search.toLowerCase();
    const found = this.people.filter((person) => !person.is_bot && (person.name + person.roles.join(" ")).toLowerCase().includes(wanted));
    return h(
      "div",
      {class: "pad"},
      h("h1", null, "People"),
      this.refusal(),
      session.may("shift_manager") ? this.inviting() : null,
      h("label", {class: "field"}, h("span", null, "Find by name or role"), h("input", {type: "search", value: this.search, oninput: (/** @type {any} */ event) => { this.search = event.target.value; this.redraw(); }})),
      h(
        "div",
        {class: "scroll", tabindex: "0", role: "region", "aria-label": "People"},
        h("table", null, h("thead", null, h("tr", null, ["Name", "Roles", "Balance", ""].map((name) => h("th", {scope: "col"}, name || h("span", {class: "hidden"}, "Actions"))))), h("tbody", null, found.slice(0, 200).map((person) => this.row(person)))),
      ),
    );
  }

  /** @param {any} person */
  row(person) {
    const grant = (/** @type {string} */ role) => (/** @type {any} */ event) => {
      const roles = event.target.checked ? [...person.roles, role] : person.roles.filter((/** @type {string} */ each) => each !== role);
      this.attempt(async () => { await put(path("people", person.id, "roles"), {roles}); await this.load(); });
    };
    const pay = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const amount = cents(String(form.get("amount")).replace("-", ""));
      if (amount === null) return;
      const sign = String(form.get("amount")).trim().startsWith("-") ? -1 : 1;
      this.attempt(async () => { await post(path("people", person.id, "deposit"), {cents: sign * amount, reason: "cashier’s window"}); await this.load(); });
    };
    return h(
      "tr",
      {key: person.id},
      h("th", {scope: "row"}, person.name, person.is_demo ? h("span", {class: "tag"}, "demo") : null, person.is_locked ? h("span", {class: "tag warn"}, "locked") : null),
      h("td", null, session.may("shift_manager") ? h("details", null, h("summary", null, person.roles.map(plain).join(", ") || "none"), ROLES.map((role) => h("label", {class: "check", key: role}, h("input", {type: "checkbox", checked: person.roles.includes(role), onchange: grant(role)}), plain(role)))) : person.roles.map(plain).join(", ")),
      h("td", null, money(person.balance)),
      h(
        "td",
        null,
        session.may("pit_manager") ? h("form", {class: "row", onsubmit: pay}, h("input", {name: "amount", type: "text", inputmode: "decimal", size: 8, "aria-label": `Deposit for ${person.name}; negative to pay out`, placeholder: "100"}), h("button", {type: "submit"}, "Deposit")) : null,
        person.is_locked && session.may("shift_manager") ? h("button", {type: "button", onclick: () => this.attempt(async () => { await post(path("people", person.id, "unlock")); await this.load(); })}, "Unlock") : null,
        h("a", {class: "button", href: `#/rounds?player=${encodeURIComponent(person.id)}`, "aria-label": `Rounds of ${person.name}`}, "Rounds"),
      ),
    );
  }

  inviting() {
    const invite = (/** @type {any} */ event) => {
      event.preventDefault();
      const roles = new FormData(event.target).getAll("role");
      this.attempt(async () => { this.invitation = (await post("/api/people", {roles})).link; });
    };
    return h(
      "details",
      {class: "panel"},
      h("summary", null, "Invite somebody to the staff"),
      h("form", {class: "row wrap", onsubmit: invite}, ROLES.map((role) => h("label", {class: "check", key: role}, h("input", {type: "checkbox", name: "role", value: role}), plain(role))), h("button", {type: "submit", class: "primary"}, "Make a one-time link")),
      this.invitation ? h("p", null, "One-time link: ", h("code", null, this.invitation)) : null,
    );
  }
}
customElements.define("people-page", PeoplePage);
