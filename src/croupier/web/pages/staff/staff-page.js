import {get, getQuietly, post} from "../../core/api.js";
import {ZONE_NAME} from "../../core/days.js";
import {html, notYet} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {capital} from "../../core/words/say.js";
import {clockOrDate, hourAndMinute, roundName} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {t} from "../../core/words/words.js";
import {choice, field} from "../../elements/fields.js";
import {blank} from "../../elements/blank.js";
import {heads, scrolled} from "../../elements/table.js";
import "../../elements/staff/rota-board.js";

const MINUTE_MS = 60_000;

/** Who deals where and since when, who comes next, and the log book of this shift. */
class StaffPage extends Page {
  isForMembers = true;
  refreshMs = 15_000;
  /** @type {import("../../core/types.js").StaffPage} */
  staff = notYet;
  /** @type {import("../../core/types.js").PersonLine[]} */
  people = [];
  /** The game of each table, for the colour of its blocks. @type {Map<string, string>} */
  games = new Map();

  async load() {
    this.staff = await (this.staff ? getQuietly : get)("/api/staff");
    if (!this.games.size) this.games = new Map((await get("/api/lobby")).tables.map(({id, game}) => [id, game]));
    if (!this.people.length && session.may("pit_manager")) this.people = await get("/api/people");
  }

  look() {
    if (!this.staff)
      return html`<div class="pad"><h1>Staff</h1>${this.refusal() ?? html`<p class="quiet">Looking around the floor…</p>`}</div>`;
    const {shift} = this.staff;
    return html`<div class="pad staff">
      <header class="page-head">
        <h1>${shift.name} shift</h1>
        <p class="quiet">
          ${t("{since} to {until} {zone}", {since: hourAndMinute(shift.since), until: hourAndMinute(shift.until), zone: ZONE_NAME})}
        </p>
        <div class="row">
          ${
            session.may("pit_supervisor") || session.may("auditor")
              ? html`<a class="button" href="#/pit/handover">Hand-over</a>`
              : null
          }
          <a class="button" href="#/pit">Pit</a>
        </div>
      </header>
      ${this.refusal()}
      ${this.board()}
      ${this.dealing()}
      ${this.logbook()}
    </div>`;
  }

  dealing() {
    const rows = this.staff.dealing;
    if (!rows.length) return html`<p class="quiet">No table is open.</p>`;
    return scrolled(
      t("Who deals"),
      html`<table class="stacked">
        <caption>Who deals</caption>
        ${heads([t("Table"), t("Dealer"), t("Since"), t("Planned"), t("Next")])}
        <tbody>
          ${rows.map(
            (each) =>
              html`<tr key=${each.table}>
                <th scope="row"><a href=${link("/pit/table/:id", each.table)}>${each.title}</a></th>
                <td data-label="Dealer">${each.name || t("Auto-dealer")}</td>
                <td data-label="Since">${clockOrDate(each.since)}</td>
                <td data-label="Planned">${each.planned || "–"}</td>
                <td data-label="Next">${each.next ? `${each.next.name}, ${clockOrDate(each.next.since)}` : "–"}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    );
  }

  /** The plan of the next hours, a row for each dealer. */
  board() {
    const drop = (/** @type {import("../../core/types.js").DutyLine} */ {person, since}) =>
      post("/api/staff/duties/drop", {person, since});
    const move = (/** @type {Told} */ {detail: {duty, by}}) =>
      this.attempt(async () => {
        const {person, table, since, until} = duty;
        const plan = (/** @type {number} */ ms) =>
          post("/api/staff/duties", {person, table, since: since + ms, until: until + ms});
        await drop(duty);
        try {
          this.staff = await plan(by);
        } catch (error) {
          this.staff = await plan(0); // it is in the way of something: back to where it was
          throw error;
        }
      });
    const gone = (/** @type {Told} */ {detail}) =>
      this.attempt(async () => {
        this.staff = await drop(detail);
      });
    return html`<section class="panel rota-panel" aria-labelledby="rota">
      <h2 id="rota">${t("Rotation and breaks")}</h2>
      ${
        this.staff.duties.length
          ? html`<rota-board duties=${this.staff.duties} games=${this.games} isAllowed=${session.may("pit_supervisor")}
              onmove=${move} ondrop=${gone} />`
          : blank(
              "clock",
              t("Nothing is planned."),
              t("Say who deals where and from when, breaks too: the pit then sees who comes next at every table."),
            )
      }
      ${session.may("pit_manager") ? this.planning() : null}
    </section>`;
  }

  planning() {
    const dealers = this.people.filter((each) =>
      each.roles.some((/** @type {string} */ role) => role !== "player" && role !== "auditor"),
    );
    const plan = (/** @type {Submitted} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const since = Date.now() + MINUTE_MS * Number(form.get("in"));
      const until = since + MINUTE_MS * Number(form.get("minutes"));
      this.attempt(async () => {
        this.staff = await post("/api/staff/duties", {
          person: String(form.get("person")),
          table: String(form.get("table")),
          since,
          until,
        });
      });
    };
    const tables = this.staff.dealing.map((each) => /** @type {[string, string]} */ ([each.table, each.title]));
    return html`<form class="form-grid" onsubmit=${plan}>
      ${choice(
        t("Who"),
        "person",
        dealers.map(({id, name}) => [id, name]),
        {required: true},
      )}
      ${choice(t("Where"), "table", [["", t("Break")], ...tables])}
      ${field(t("In minutes"), "in", {type: "number", min: 0, max: 1440, value: "0", required: true})}
      ${field(t("For minutes"), "minutes", {type: "number", min: 5, max: 1440, value: "60", required: true})}
      <button type="submit" class="primary">Plan</button>
    </form>`;
  }

  logbook() {
    const write = (/** @type {Submitted} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const rounds = String(form.get("rounds"))
        .split(/[\s,]+/)
        .filter(Boolean);
      this.attempt(async () => {
        this.staff = await post("/api/staff/logbook", {
          kind: /** @type {import("../../core/types.js").NewEntry["kind"]} */ (form.get("kind")),
          table: String(form.get("table")),
          text: String(form.get("text")),
          rounds,
        });
        event.target.reset();
      });
    };
    return html`<section class="panel">
      <h2>Log book</h2>
      ${entries(this.staff.entries)}
      ${
        session.may("dealer")
          ? html`<form onsubmit=${write}>
            <div class="form-grid">
              ${choice(
                t("Kind"),
                "kind",
                ["remark", "incident", "handover"].map((kind) => [kind, KINDS[kind]]),
              )}
              ${choice(t("Table"), "table", [["", t("Whole floor")], ...this.staff.dealing.map((each) => /** @type {[string, string]} */ ([each.table, each.title]))])}
            </div>
            <label class="field">
              <span>What happened</span>
              <textarea name="text" required maxlength="1000" rows="2" />
            </label>
            ${field(t("Rounds it is about"), "rounds")}
            <button type="submit" class="primary">Write it down</button>
          </form>`
          : null
      }
    </section>`;
  }
}

const KINDS = /** @type {Record<string, string>} */ ({
  remark: t("Remark"),
  incident: t("Incident"),
  handover: t("For the next shift"),
});

/** @param {any[]} all */
export function entries(all) {
  if (!all.length)
    return blank(
      "pen",
      t("Nothing was written down."),
      t("What the next shift has to know stands here: a remark, an incident, something to hand over."),
    );
  return html`<ol class="entries">
    ${all.map(
      (each) =>
        html`<li key=${each.id}>
          <p class="who">
            <strong>${KINDS[each.kind] ?? capital(each.kind)}</strong> · ${clockOrDate(each.at)} · ${each.name}
            ${each.title ? " · " + each.title : ""}
          </p>
          <p>
            ${each.text}
            ${each.rounds.map((/** @type {string} */ round) => [
              " ",
              html`<a href=${link("/round/:id", round)} key=${round}>${roundName(round)}</a>`,
            ])}
          </p>
        </li>`,
    )}
  </ol>`;
}
customElements.define("staff-page", StaffPage);
