import {get, path, post, put} from "../../core/api.js";
import {h} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {capital, gain, money, plain} from "../../core/words/say.js";
import {dateAndTime} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {cites} from "../../elements/cite-chip.js";
import {blank, sign} from "../../elements/blank.js";
import {avatar} from "../../layouts/common.js";

const ROLES = ["player", "dealer", "pit_supervisor", "pit_manager", "shift_manager", "auditor"];
const SHOWN = 100;
const LAST_LINES = 15;

/** Players and staff, their roles and their money at the cashier's window. */
class PeoplePage extends Page {
  isForMembers = true;
  /** @type {any[]} */
  people = [];
  search = "";
  invitation = "";
  /** Whose account is looked at. @type {{id: string, lines: any[]} | null} */
  statement = null;

  async load() {
    this.people = await get("/api/people");
  }

  look() {
    if (this.isTurnedAway) return this.turnedAway("People");
    const wanted = this.search.trim().toLowerCase();
    const found = this.people.filter(
      (person) =>
        !person.is_bot && (person.name + " " + person.roles.map(plain).join(" ")).toLowerCase().includes(wanted),
    );
    return h(
      "div",
      {class: "pad people"},
      h(
        "header",
        {class: "page-head"},
        h("h1", null, "People"),
        h(
          "p",
          {class: "quiet", role: "status"},
          this.isLoading
            ? "Looking…"
            : found.length > SHOWN
              ? `${found.length} people; the first ${SHOWN} are shown`
              : `${found.length} ${found.length === 1 ? "person" : "people"}`,
        ),
      ),
      this.refusal(),
      h(
        "div",
        {class: "people-tools"},
        h(
          "label",
          {class: "field finder-field"},
          h("span", null, "Find by name or role"),
          h("input", {
            type: "search",
            value: this.search,
            oninput: (/** @type {any} */ event) => {
              this.search = event.target.value;
              this.redraw();
            },
          }),
        ),
        session.may("shift_manager") ? this.inviting() : null,
      ),
      found.length || this.isLoading
        ? null
        : blank("person", "Nobody here is called that.", "Names and roles are searched; any part of them will do."),
      h("h2", {class: "hidden"}, "Everybody"),
      h(
        "ul",
        {class: "seat-rows"},
        found.slice(0, SHOWN).map((person) => this.person(person)),
      ),
    );
  }

  /** @param {any} person */
  person(person) {
    const unlock = () =>
      this.attempt(async () => {
        await post(path("people", person.id, "unlock"));
        await this.load();
      });
    const isPlayer = person.roles.includes("player");
    return h(
      "li",
      {class: "seat-row", key: person.id, "data-name": person.name},
      h(
        "header",
        null,
        avatar(person.name, 40),
        h(
          "div",
          null,
          h("h3", null, person.name),
          h(
            "p",
            null,
            person.roles.map((/** @type {string} */ role) => h("span", {class: "tag", key: role}, plain(role))),
            person.is_demo ? h("span", {class: "tag"}, "demo") : null,
            person.is_locked ? h("span", {class: "tag warn"}, "locked") : null,
            person.roles.length ? null : h("span", {class: "quiet"}, "no role"),
          ),
        ),
        isPlayer || person.balance
          ? h(
              "p",
              {class: "balance"},
              h("span", {class: "quiet"}, "Balance"),
              h("strong", {class: "stack"}, money(person.balance)),
            )
          : null,
      ),
      session.may("shift_manager") ? this.roles(person) : null,
      isPlayer ? this.account(person) : null,
      h(
        "div",
        {class: "row"},
        isPlayer && session.may("pit_manager") ? this.window(person) : null,
        h(
          "a",
          {
            class: "button",
            href: `#/rounds?player=${encodeURIComponent(person.id)}`,
            "aria-label": `Rounds of ${person.name}`,
          },
          "Rounds",
        ),
        person.is_locked && session.may("shift_manager")
          ? h("button", {type: "button", onclick: unlock}, "Unlock")
          : null,
      ),
    );
  }

  /** Money in and out is paid where it is said in words first. @param {any} person */
  window(person) {
    return h(
      "a",
      {
        class: "button",
        href: `#/cashier?person=${encodeURIComponent(person.id)}`,
        "aria-label": `Cashier’s window for ${person.name}`,
      },
      "Cashier’s window",
    );
  }

  /** @param {any} person */
  roles(person) {
    const grant = (/** @type {string} */ role) => (/** @type {any} */ event) => {
      const roles = event.target.checked
        ? [...person.roles, role]
        : person.roles.filter((/** @type {string} */ each) => each !== role);
      this.attempt(async () => {
        await put(path("people", person.id, "roles"), {roles}).finally(() => this.load());
      });
    };
    return h(
      "details",
      null,
      h("summary", null, "Roles"),
      h(
        "div",
        {role: "group", "aria-label": `Roles of ${person.name}`},
        ROLES.map((role) =>
          h(
            "label",
            {class: "check", key: role},
            h("input", {type: "checkbox", checked: person.roles.includes(role), onchange: grant(role)}),
            capital(plain(role)),
          ),
        ),
      ),
    );
  }

  /** @param {any} person */
  account(person) {
    const isOpen = this.statement?.id === person.id;
    const look = () => this.attempt(() => this.fetchStatement(person.id));
    const lines = isOpen ? (this.statement?.lines ?? []) : [];
    return h(
      "details",
      {ontoggle: (/** @type {any} */ event) => event.target.open && !isOpen && look()},
      h("summary", null, "Account"),
      isOpen
        ? h(
            "ol",
            {class: "statement"},
            lines.map((/** @type {any} */ line, /** @type {number} */ index) =>
              h(
                "li",
                {key: index},
                h("span", {class: "quiet"}, dateAndTime(line.at)),
                " ",
                line.words,
                " ",
                h("strong", {class: line.cents > 0 ? "won" : "lost"}, gain(line.cents)),
                ` → ${money(line.balance)} `,
                cites(line.citations, 2),
              ),
            ),
            lines.length ? null : h("li", {class: "quiet"}, "Nothing has moved yet."),
          )
        : null,
    );
  }

  /** @param {string} id */
  async fetchStatement(id) {
    const {lines} = await get(path("people", id, "statement"));
    this.statement = {id, lines: lines.slice(-LAST_LINES).reverse()};
  }

  inviting() {
    const invite = (/** @type {any} */ event) => {
      event.preventDefault();
      const roles = new FormData(event.target).getAll("role");
      this.attempt(async () => {
        this.invitation = (await post("/api/people", {roles})).link;
      });
    };
    return h(
      "details",
      {class: "panel"},
      h("summary", null, sign("mail"), "Invite somebody to the staff"),
      h(
        "form",
        {class: "row wrap", onsubmit: invite},
        ROLES.map((role) =>
          h(
            "label",
            {class: "check", key: role},
            h("input", {type: "checkbox", name: "role", value: role}),
            capital(plain(role)),
          ),
        ),
        h("button", {type: "submit", class: "primary"}, "Make a one-time link"),
      ),
      this.invitation
        ? h("p", null, "One-time link: ", h("code", null, new URL(this.invitation, location.href).href))
        : null,
    );
  }
}
customElements.define("people-page", PeoplePage);
