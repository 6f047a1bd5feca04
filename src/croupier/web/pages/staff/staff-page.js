import {get, getQuietly, post} from "../../core/api.js";
import {h} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {capital} from "../../core/words/say.js";
import {clockOrDate, dateAndTime, hourAndMinute, roundName} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {blank} from "../../elements/blank.js";
import {heads, scrolled} from "../../elements/table.js";

const MINUTE_MS = 60_000;

/** Who deals where and since when, who comes next, and the log book of this shift. */
class StaffPage extends Page {
  isForMembers = true;
  refreshMs = 15_000;
  /** @type {any} */
  staff = null;
  /** @type {any[]} */
  people = [];

  async load() {
    this.staff = await (this.staff ? getQuietly : get)("/api/staff");
    if (!this.people.length && session.may("pit_manager")) this.people = await get("/api/people");
  }

  look() {
    if (!this.staff)
      return h(
        "div",
        {class: "pad"},
        h("h1", null, "Staff"),
        this.refusal() ?? h("p", {class: "quiet"}, "Looking around the floor…"),
      );
    const {shift} = this.staff;
    return h(
      "div",
      {class: "pad staff"},
      h(
        "header",
        {class: "page-head"},
        h("h1", null, `${shift.name} shift`),
        h("p", {class: "quiet"}, `${hourAndMinute(shift.since)} to ${hourAndMinute(shift.until)}`),
        h(
          "div",
          {class: "row"},
          session.may("pit_supervisor") || session.may("auditor")
            ? h("a", {class: "button", href: "#/pit/handover"}, "Hand-over")
            : null,
          h("a", {class: "button", href: "#/pit"}, "Pit"),
        ),
      ),
      this.refusal(),
      this.dealing(),
      h("div", {class: "two-panels"}, this.duties(), this.logbook()),
    );
  }

  dealing() {
    const rows = this.staff.dealing;
    if (!rows.length) return h("p", {class: "quiet"}, "No table is open.");
    return scrolled(
      "Who deals",
      h(
        "table",
        {class: "stacked"},
        h("caption", null, "Who deals"),
        heads(["Table", "Dealer", "Since", "Planned", "Next"]),
        h(
          "tbody",
          null,
          rows.map((/** @type {any} */ each) =>
            h(
              "tr",
              {key: each.table},
              h("th", {scope: "row"}, h("a", {href: link("/pit/table/:id", each.table)}, each.title)),
              h("td", {"data-label": "Dealer"}, each.name || "Auto-dealer"),
              h("td", {"data-label": "Since"}, clockOrDate(each.since)),
              h("td", {"data-label": "Planned"}, each.planned || "–"),
              h("td", {"data-label": "Next"}, each.next ? `${each.next.name}, ${clockOrDate(each.next.since)}` : "–"),
            ),
          ),
        ),
      ),
    );
  }

  duties() {
    const {duties} = this.staff;
    const drop = (/** @type {any} */ each) => () =>
      this.attempt(async () => {
        this.staff = await post("/api/staff/duties/drop", {person: each.person, since: each.since});
      });
    return h(
      "section",
      {class: "panel"},
      h("h2", null, "Rotation"),
      duties.length
        ? h(
            "ul",
            {class: "duties"},
            duties.map((/** @type {any} */ each) =>
              h(
                "li",
                {key: each.person + each.since},
                h("strong", null, each.name),
                ` ${each.title || "break"} · ${clockOrDate(each.since)} to ${clockOrDate(each.until)} `,
                session.may("pit_supervisor")
                  ? h(
                      "button",
                      {
                        type: "button",
                        onclick: drop(each),
                        "aria-label": `Drop ${each.name} at ${dateAndTime(each.since)}`,
                      },
                      "Drop",
                    )
                  : null,
              ),
            ),
          )
        : blank(
            "clock",
            "Nothing is planned.",
            "Say who deals where and from when, breaks too: the pit then sees who comes next at every table.",
          ),
      session.may("pit_manager") ? this.planning() : null,
    );
  }

  planning() {
    const dealers = this.people.filter((each) =>
      each.roles.some((/** @type {string} */ role) => role !== "player" && role !== "auditor"),
    );
    const plan = (/** @type {any} */ event) => {
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
    const field = (/** @type {string} */ name, /** @type {any} */ control) =>
      h("label", {class: "field"}, h("span", null, name), control);
    return h(
      "form",
      {class: "form-grid", onsubmit: plan},
      field(
        "Who",
        h(
          "select",
          {name: "person", required: true},
          dealers.map((each) => h("option", {value: each.id, key: each.id}, each.name)),
        ),
      ),
      field(
        "Where",
        h(
          "select",
          {name: "table"},
          h("option", {value: "", key: ""}, "Break"),
          this.staff.dealing.map((/** @type {any} */ each) =>
            h("option", {value: each.table, key: each.table}, each.title),
          ),
        ),
      ),
      field("In minutes", h("input", {name: "in", type: "number", min: "0", max: "1440", value: "0", required: true})),
      field(
        "For minutes",
        h("input", {name: "minutes", type: "number", min: "5", max: "1440", value: "60", required: true}),
      ),
      h("button", {type: "submit", class: "primary"}, "Plan"),
    );
  }

  logbook() {
    const write = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const rounds = String(form.get("rounds"))
        .split(/[\s,]+/)
        .filter(Boolean);
      this.attempt(async () => {
        this.staff = await post("/api/staff/logbook", {
          kind: String(form.get("kind")),
          table: String(form.get("table")),
          text: String(form.get("text")),
          rounds,
        });
        event.target.reset();
      });
    };
    return h(
      "section",
      {class: "panel"},
      h("h2", null, "Log book"),
      entries(this.staff.entries),
      session.may("dealer")
        ? h(
            "form",
            {onsubmit: write},
            h(
              "div",
              {class: "form-grid"},
              h(
                "label",
                {class: "field"},
                h("span", null, "Kind"),
                h(
                  "select",
                  {name: "kind"},
                  ["remark", "incident", "handover"].map((kind) => h("option", {value: kind, key: kind}, KINDS[kind])),
                ),
              ),
              h(
                "label",
                {class: "field"},
                h("span", null, "Table"),
                h(
                  "select",
                  {name: "table"},
                  h("option", {value: "", key: ""}, "Whole floor"),
                  this.staff.dealing.map((/** @type {any} */ each) =>
                    h("option", {value: each.table, key: each.table}, each.title),
                  ),
                ),
              ),
            ),
            h(
              "label",
              {class: "field"},
              h("span", null, "What happened"),
              h("textarea", {name: "text", required: true, maxlength: "1000", rows: "2"}),
            ),
            h(
              "label",
              {class: "field"},
              h("span", null, "Rounds it is about"),
              h("input", {name: "rounds", autocomplete: "off"}),
            ),
            h("button", {type: "submit", class: "primary"}, "Write it down"),
          )
        : null,
    );
  }
}

const KINDS = /** @type {Record<string, string>} */ ({
  remark: "Remark",
  incident: "Incident",
  handover: "For the next shift",
});

/** @param {any[]} all */
export function entries(all) {
  if (!all.length)
    return blank(
      "pen",
      "Nothing was written down.",
      "What the next shift has to know stands here: a remark, an incident, something to hand over.",
    );
  return h(
    "ol",
    {class: "entries"},
    all.map((each) =>
      h(
        "li",
        {key: each.id},
        h(
          "p",
          {class: "who"},
          h("strong", null, KINDS[each.kind] ?? capital(each.kind)),
          ` · ${clockOrDate(each.at)} · ${each.name}${each.title ? " · " + each.title : ""}`,
        ),
        h(
          "p",
          null,
          each.text,
          each.rounds.map((/** @type {string} */ round) => [
            " ",
            h("a", {href: link("/round/:id", round), key: round}, roundName(round)),
          ]),
        ),
      ),
    ),
  );
}
customElements.define("staff-page", StaffPage);
