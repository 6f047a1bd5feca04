import {get, path, post, put} from "../../core/api.js";
import {html} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {capital, gain, money, plain} from "../../core/words/say.js";
import {clockOrDate, dateAndTime} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {cites} from "../../elements/cite-chip.js";
import {reason} from "../../elements/fields.js";
import {blank, sign} from "../../elements/blank.js";
import {avatar} from "../../layouts/common.js";
import {t} from "../../core/words/words.js";

const ROLES = /** @type {Role[]} */ (["player", "dealer", "pit_supervisor", "pit_manager", "shift_manager", "auditor"]);
const SHOWN = 100;
const LAST_LINES = 15;

/** @typedef {import("../../core/types.js").PersonLine} Person */
/** @typedef {import("../../core/types.js").Roles["roles"][number]} Role */

/** @typedef {import("../../core/types.js").Rating} Rating */
/** @typedef {"players" | "staff" | "bots"} Group */

const GROUPS = /** @type {Group[]} */ (["players", "staff", "bots"]);
/** @typedef {(person: Person, rating: Rating | undefined, table: string | undefined) => string | number} Value */
/** @type {{key: string, words: () => string, isFigure?: boolean, value: Value}[]} */
const COLUMNS = [
  {key: "name", words: () => t("Name"), value: (each) => each.name.toLowerCase()},
  {key: "bet", words: () => t("Average bet"), isFigure: true, value: (_, rating) => rating?.average_bet ?? 0},
  {key: "hours", words: () => t("Hours"), isFigure: true, value: (_, rating) => rating?.minutes ?? 0},
  {key: "win", words: () => t("Theoretical win"), isFigure: true, value: (_, rating) => rating?.theoretical ?? 0},
  {key: "limits", words: () => t("Limits"), value: (_, rating) => rating?.loss_limit ?? rating?.time_limit ?? 0},
  {key: "status", words: () => t("Status"), value: (each, _, table) => (each.is_locked ? "!" : (table ?? "~"))},
  {
    key: "last",
    words: () => t("Last seen"),
    isFigure: true,
    value: (_, rating, table) => (table ? Infinity : (rating?.last ?? 0)),
  },
];

/** @param {Person} person @returns {Group} */
function groupOf({is_bot, roles}) {
  if (is_bot) return "bots";
  return roles.some((role) => role !== "player") ? "staff" : "players";
}

/** The limits that somebody has set, or that are reached. @param {Rating | undefined} rating */
function limitOf(rating) {
  if (rating?.reached) return html`<span class="tag warn">${t("limit reached")}</span>`;
  const limits = [
    rating?.loss_limit ? t("{amount} a day", {amount: money(rating.loss_limit)}) : "",
    rating?.time_limit ? t("{hours} h a day", {hours: (rating.time_limit / 60).toFixed(1)}) : "",
  ].filter(Boolean);
  return html`<span class="tag">${limits.join(", ") || t("none")}</span>`;
}

/** Players and staff, their roles and their money at the cashier's window. */
class PeoplePage extends Page {
  isForMembers = true;
  /** @type {Person[]} */
  people = [];
  search = "";
  /** @type {Map<string, Rating>} */
  ratings = new Map();
  since = 0; // when the gaming day began
  /** The table where somebody sits, by person. @type {Map<string, string>} */
  tables = new Map();
  /** @type {Group} */
  shown = "players";
  sorted = {key: "name", isDown: false};
  chosen = "";
  invitation = "";
  /** One-time links for new passwords, by person. @type {Map<string, string>} */
  links = new Map();
  /** Whose account is looked at. @type {{id: string, lines: any[]} | null} */
  statement = null;

  async load() {
    const [people, rated, {tables}] = await Promise.all([get("/api/people"), get("/api/ratings"), get("/api/lobby")]);
    Object.assign(this, {people, since: rated.since});
    this.ratings = new Map(rated.people.map((each) => [each.person, each]));
    this.tables = new Map(tables.flatMap(({title, seats}) => seats.map(({player}) => [player, title])));
  }

  look() {
    if (this.isTurnedAway) return this.turnedAway("People");
    const found = this.found();
    const chosen = found.length === 1 ? found[0] : found.find((each) => each.id === this.chosen);
    return html`<div class="pad people">
      <header class="page-head">
        <h1>${t("People")}</h1>
        <div class="picks" role="group" aria-label=${t("Who")}>${GROUPS.map((group) => this.group(group))}</div>
        <p class="quiet" role="status">
          ${
            this.isLoading
              ? t("Looking…")
              : found.length > SHOWN
                ? t("{count} people; the first {shown} are shown", {count: found.length, shown: SHOWN})
                : found.length === 1
                  ? t("1 person")
                  : t("{count} people", {count: found.length})
          }
          ${this.since ? " · " + t("rated since {time}", {time: dateAndTime(this.since)}) : ""}
        </p>
      </header>
      ${this.refusal()}
      <div class="people-tools">
        <label class="field finder-field">
          <span>${t("Find by name or role")}</span>
          <input type="search" value=${this.search} oninput=${(/** @type {Typed} */ event) => {
            this.search = event.target.value;
            this.redraw();
          }} />
        </label>
        ${session.may("shift_manager") ? this.inviting() : null}
      </div>
      ${
        found.length || this.isLoading
          ? null
          : blank(
              "person",
              t("Nobody here is called that."),
              t("Names and roles are searched; any part of them will do."),
            )
      }
      <div class="people-and-sheet">
        ${found.length ? this.table(found.slice(0, SHOWN), chosen) : null}
        ${chosen ? this.person(chosen) : html`<p class="quiet sheet-none">${t("Touch a person: everything about them stands here.")}</p>`}
      </div>
    </div>`;
  }

  /** Of one group, or of all where something is searched for; in the order of the heading that was touched. */
  found() {
    const wanted = this.search.trim().toLowerCase();
    const said = (/** @type {Person} */ each) => (each.name + " " + each.roles.map(plain).join(" ")).toLowerCase();
    const found = this.people.filter((each) =>
      wanted ? !each.is_bot && said(each).includes(wanted) : groupOf(each) === this.shown,
    );
    const column = COLUMNS.find(({key}) => key === this.sorted.key) ?? COLUMNS[0];
    const value = (/** @type {Person} */ each) =>
      column.value(each, this.ratings.get(each.id), this.tables.get(each.id));
    const sign = this.sorted.isDown ? -1 : 1;
    return found.sort((one, other) => {
      const [first, second] = [value(one), value(other)];
      return sign * (first < second ? -1 : first > second ? 1 : 0) || one.name.localeCompare(other.name);
    });
  }

  /** @param {Group} group */
  group(group) {
    const count = this.people.filter((each) => groupOf(each) === group).length;
    const words = {
      players: t("Players {count}", {count}),
      staff: t("Staff {count}", {count}),
      bots: t("Bots {count}", {count}),
    };
    const show = () => {
      this.shown = group;
      this.search = "";
      this.redraw();
    };
    return html`<button type="button" key=${group} aria-pressed=${String(this.shown === group && !this.search)} onclick=${show}>${words[group]}</button>`;
  }

  /** @param {Person[]} people @param {Person | undefined} chosen */
  table(people, chosen) {
    return html`<div class="scroll">
      <table class="people-table">
        <thead>
          <tr>
            ${COLUMNS.map(({key, words, isFigure}) => {
              const isOn = this.sorted.key === key;
              const sort = () => {
                this.sorted = {key, isDown: isOn ? !this.sorted.isDown : Boolean(isFigure)};
                this.redraw();
              };
              const order = this.sorted.isDown ? "descending" : "ascending";
              return html`<th scope="col" key=${key} class=${isFigure ? "figure" : ""} aria-sort=${isOn ? order : undefined}>
                <button type="button" onclick=${sort}>${words()}${isOn ? (this.sorted.isDown ? " ▾" : " ▴") : ""}</button>
              </th>`;
            })}
          </tr>
        </thead>
        <tbody>
          ${people.map((person) => this.row(person, person === chosen))}
        </tbody>
      </table>
    </div>`;
  }

  /** @param {Person} person @param {boolean} isChosen */
  row(person, isChosen) {
    const rating = this.ratings.get(person.id);
    const choose = () => {
      this.chosen = person.id;
      this.redraw();
    };
    const figure = (/** @type {string} */ words) => html`<td class="figure">${words}</td>`;
    return html`<tr key=${person.id} data-name=${person.name} class=${isChosen ? "chosen" : ""} onclick=${choose}>
      <th scope="row">
        <button type="button" class="who" aria-pressed=${String(isChosen)} onclick=${choose}>${avatar(person.name, 32)} ${person.name}</button>
      </th>
      ${figure(rating?.rounds ? money(rating.average_bet) : "–")}
      ${figure(rating?.rounds ? t("{hours} h", {hours: (rating.minutes / 60).toFixed(1)}) : "–")}
      ${figure(rating?.theoretical == null ? "–" : money(Math.round(rating.theoretical)))}
      <td>${limitOf(rating)}</td>
      <td>${this.status(person)}</td>
      <td class="figure">${this.tables.has(person.id) ? t("now") : rating?.last ? clockOrDate(rating.last) : "–"}</td>
    </tr>`;
  }

  /** Where somebody is, or why not. @param {Person} person */
  status(person) {
    const until = this.ratings.get(person.id)?.excluded_until ?? 0;
    const title = this.tables.get(person.id);
    if (person.is_locked) return html`<span class="tag warn">${t("locked")}</span>`;
    if (until > Date.now())
      return html`<span class="tag warn">${t("excluded to {day}", {day: dateAndTime(until)})}</span>`;
    if (person.is_held_off) return html`<span class="tag warn">${t("guessed at: no new devices")}</span>`;
    return title
      ? html`<span class="tag good">▸ ${t("at {table}", {table: title})}</span>`
      : html`<span class="tag">${t("away")}</span>`;
  }

  /** Everything about one person. @param {Person} person */
  person(person) {
    const isPlayer = person.roles.includes("player");
    const rating = this.ratings.get(person.id);
    return html`<aside class="seat-row" key=${person.id} data-name=${person.name} aria-label=${person.name}>
      <header>
        ${avatar(person.name, 40)}
        <div>
          <h3>${person.name}</h3>
          <p>
            ${person.roles.map((/** @type {string} */ role) => html`<span class="tag" key=${role}>${plain(role)}</span>`)}
            ${person.is_demo ? html`<span class="tag">demo</span>` : null}
            ${person.is_locked ? html`<span class="tag warn">locked</span>` : null}
            ${person.is_held_off ? html`<span class="tag warn">guessed at: no new devices</span>` : null}
            ${person.roles.length ? null : html`<span class="quiet">no role</span>`}
          </p>
        </div>
        ${
          isPlayer || person.balance
            ? html`<p class="balance">
              <span class="quiet">Balance</span>
              <strong class="stack">${money(person.balance)}</strong>
            </p>`
            : null
        }
      </header>
      ${rating?.rounds ? this.rating(rating) : null}
      ${session.may("shift_manager") ? [this.roles(person), this.access(person)] : null}
      ${isPlayer ? this.account(person) : null}
      <div class="row">
        ${isPlayer && session.may("pit_manager") ? this.window(person) : null}
        <a class="button" href="#/rounds?player=${encodeURIComponent(person.id)}" aria-label="Rounds of ${person.name}">
          Rounds
        </a>
      </div>
    </aside>`;
  }

  /** @param {Rating} rating */
  rating(rating) {
    const one = (/** @type {string} */ name, /** @type {string} */ value) =>
      html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`;
    return [
      html`<dl class="rating">
        ${one(t("average bet"), money(rating.average_bet))}
        ${one(t("today"), t("{hours} h", {hours: (rating.minutes / 60).toFixed(1)}))}
        ${one(t("theoretical win"), rating.theoretical === null ? "–" : money(Math.round(rating.theoretical)))}
        ${one(t("won today"), gain(rating.won))}
      </dl>`,
      html`<p class="quiet">${t("Theoretical win is what the House may expect of the bets of {count} Rounds, each at its own edge.", {count: rating.rounds})}</p>`,
    ];
  }

  /** Money in and out is paid where it is said in words first. @param {Person} person */
  window(person) {
    return html`<a class="button" href="#/cashier?person=${encodeURIComponent(person.id)}"
        aria-label="Cashier’s window for ${person.name}">Cashier’s window</a>`;
  }

  /** @param {Person} person */
  roles(person) {
    const grant = (/** @type {Role} */ role) => (/** @type {Typed} */ event) => {
      const roles = event.target.checked ? [...person.roles, role] : person.roles.filter((each) => each !== role);
      this.attempt(async () => {
        await put(path("people", person.id, "roles"), {roles: /** @type {Role[]} */ (roles)}).finally(() =>
          this.load(),
        );
      });
    };
    return html`<details>
      <summary>Roles</summary>
      <div role="group" aria-label="Roles of ${person.name}">
        ${ROLES.map(
          (role) =>
            html`<label class="check" key=${role}>
              <input type="checkbox" checked=${person.roles.includes(role)} onchange=${grant(role)} />
              ${capital(plain(role))}
            </label>`,
        )}
      </div>
    </details>`;
  }

  /** How somebody comes in, or does not. @param {Person} person */
  access(person) {
    const {id} = person;
    const change = (/** @type {() => Promise<object>} */ work) => () =>
      this.attempt(async () => {
        const answer = await work();
        this.links.set(person.id, "link" in answer ? String(answer.link) : "");
        await this.load();
      });
    const lock = (/** @type {Submitted} */ event) => {
      event.preventDefault();
      const reason = String(new FormData(event.target).get("reason"));
      this.attempt(async () => {
        await post(path("people", person.id, "lock"), {reason});
        await this.load();
      });
    };
    const button = (/** @type {string} */ words, /** @type {() => Promise<object>} */ work) =>
      html`<button type="button" onclick=${change(work)}>${words}</button>`;
    const link = this.links.get(person.id);
    return html`<details>
      <summary>Signing in</summary>
      <div class="row wrap" role="group" aria-label="Signing in of ${person.name}">
        ${button(t("Sign out everywhere"), () => post(path("people", id, "sign-out")))}
        ${person.is_locked || person.is_held_off ? button(t("Unlock"), () => post(path("people", id, "unlock"))) : null}
        ${button(t("New password by link"), () => post(path("people", id, "password")))}
        ${
          person.has_second_factor
            ? button(t("Remove the second factor"), () => post(path("people", id, "second-factor", "remove")))
            : null
        }
      </div>
      ${
        person.is_locked
          ? null
          : html`<form class="row wrap" onsubmit=${lock}>
            ${reason(t("Why locked"), true)}
            <button type="submit">Lock</button>
          </form>`
      }
      ${link ? html`<p>One-time link: <code>${new URL(link, location.href).href}</code></p>` : null}
    </details>`;
  }

  /** @param {Person} person */
  account(person) {
    const isOpen = this.statement?.id === person.id;
    const look = () => this.attempt(() => this.fetchStatement(person.id));
    const lines = isOpen ? (this.statement?.lines ?? []) : [];
    return html`<details ontoggle=${(/** @type {Typed} */ event) => event.target.open && !isOpen && look()}>
      <summary>Account</summary>
      ${
        isOpen
          ? html`<ol class="statement">
            ${lines.map(
              (line, /** @type {number} */ index) =>
                html`<li key=${index}>
                  <span class="quiet">${dateAndTime(line.at)}</span> ${line.words} <strong class=${line.cents > 0 ? "won" : "lost"}>${gain(line.cents)}</strong> → ${money(line.balance)} ${cites(line.citations, 2)}
                </li>`,
            )}
            ${lines.length ? null : html`<li class="quiet">Nothing has moved yet.</li>`}
          </ol>`
          : null
      }
    </details>`;
  }

  /** @param {string} id */
  async fetchStatement(id) {
    const {lines} = await get(path("people", id, "statement"));
    this.statement = {id, lines: lines.slice(-LAST_LINES).reverse()};
  }

  inviting() {
    const invite = (/** @type {Submitted} */ event) => {
      event.preventDefault();
      const roles = /** @type {Role[]} */ (new FormData(event.target).getAll("role"));
      this.attempt(async () => {
        this.invitation = (await post("/api/people", {roles})).link;
      });
    };
    return html`<details class="panel">
      <summary>${sign("mail")}Invite somebody to the staff</summary>
      <form class="row wrap" onsubmit=${invite}>
        ${ROLES.map(
          (role) =>
            html`<label class="check" key=${role}>
              <input type="checkbox" name="role" value=${role} />
              ${capital(plain(role))}
            </label>`,
        )}
        <button type="submit" class="primary">Make a one-time link</button>
      </form>
      ${
        this.invitation
          ? html`<p>One-time link: <code>${new URL(this.invitation, location.href).href}</code></p>`
          : null
      }
    </details>`;
  }
}
customElements.define("people-page", PeoplePage);
