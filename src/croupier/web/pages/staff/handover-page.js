import {get} from "../../core/api.js";
import {houseDay} from "../../core/days.js";
import {h} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {capital, commandName, money, plain} from "../../core/words/say.js";
import {clockOrDate, dateAndTime, roundName} from "../../core/words/say-more.js";
import {entries} from "./staff-page.js";
import {heads, scrolled} from "../../elements/table.js";

/** A shift on one page, to print and to hand over. */
class HandoverPage extends Page {
  isForMembers = true;
  date = houseDay();
  shift = "";
  /** @type {any} */
  page = null;

  async load() {
    this.page = await get(
      "/api/staff/handover" + (this.shift ? `?date=${this.date}&shift=${encodeURIComponent(this.shift)}` : ""),
    );
    this.shift = this.page.shift.name;
    this.date = this.page.shift.date;
  }

  look() {
    if (!this.page) return h("div", {class: "pad"}, h("h1", null, "Hand-over"), this.refusal());
    const {shift, shifts, total} = this.page;
    const again = (/** @type {(value: string) => void} */ set) => (/** @type {any} */ event) => {
      set(event.target.value);
      this.attempt(() => this.load());
    };
    const one = (/** @type {string} */ name, /** @type {any} */ value) =>
      h("div", {key: name}, h("dt", null, name), h("dd", null, value));
    return h(
      "div",
      {class: "pad printed"},
      h("h1", null, `Hand-over: ${shift.name} shift of ${shift.date}`),
      h("p", {class: "quiet"}, `${dateAndTime(shift.since)} to ${dateAndTime(shift.until)}`),
      this.refusal(),
      h(
        "div",
        {class: "row screen-only"},
        h(
          "label",
          {class: "field inline"},
          h("span", null, "Day"),
          h("input", {
            type: "date",
            value: this.date,
            onchange: again((value) => {
              this.date = value;
            }),
          }),
        ),
        h(
          "label",
          {class: "field inline"},
          h("span", null, "Shift"),
          h(
            "select",
            {
              value: this.shift,
              onchange: again((value) => {
                this.shift = value;
              }),
            },
            shifts.map((/** @type {string} */ name) =>
              h("option", {value: name, key: name, selected: name === this.shift}, name),
            ),
          ),
        ),
        h("button", {type: "button", class: "primary", onclick: () => print()}, "Print"),
      ),
      h(
        "dl",
        {class: "figures"},
        one("Rounds", total.rounds),
        one("Void", total.voids),
        one("Drop", money(total.drop)),
        one("Win", money(total.win)),
        one("Expected", total.expected.win === null ? "–" : money(Math.round(total.expected.win))),
      ),
      this.tables(),
      h("h2", null, "Log book"),
      entries(this.page.entries),
      h("h2", null, "What happened"),
      this.happened(),
      h("p", {class: "signatures"}, h("span", null, "Handed over by"), h("span", null, "Taken over by")),
    );
  }

  /** What staff and house have done; what a player chose for the own hand is in its Round. */
  happened() {
    const found = this.page.significant.filter(
      (/** @type {any} */ each) => each.role !== "player" || each.head !== "ruling",
    );
    if (!found.length) return h("p", {class: "quiet"}, "Nothing that matters.");
    const titles = new Map(this.page.dealing.map((/** @type {any} */ each) => [each.table, each.title]));
    const named = (/** @type {string} */ id) => this.page.names[id] ?? id;
    return scrolled(
      "What happened",
      h(
        "table",
        {class: "happened"},
        heads(["Time", "What", "Where", "Whose", "Amount", "By", "Why"], undefined, ["Amount"]),
        h(
          "tbody",
          null,
          found.map((/** @type {any} */ each, /** @type {number} */ index) =>
            h(
              "tr",
              {key: index},
              h("td", {class: "when"}, clockOrDate(each.at)),
              h("td", null, commandName(each.kind)),
              h(
                "td",
                null,
                [titles.get(each.table) ?? each.table, each.round ? roundName(each.round) : ""]
                  .filter(Boolean)
                  .join(", "),
              ),
              h("td", null, named(each.person)),
              h("td", {class: "figure"}, each.cents ? money(each.cents) : ""),
              h("td", null, capital(named(each.by))),
              h("td", null, plain(each.reason)),
            ),
          ),
        ),
      ),
    );
  }

  tables() {
    const dealers = new Map(this.page.dealing.map((/** @type {any} */ each) => [each.table, each]));
    const titled = (/** @type {string} */ table) => dealers.get(table)?.title ?? table;
    if (!this.page.tables.length) return h("p", {class: "quiet"}, "No Round ended in this shift.");
    const sums = ["Rounds", "Void", "Drop", "Handle", "Win", "Expected"];
    return scrolled(
      "Tables",
      h(
        "table",
        null,
        h("caption", null, "Tables"),
        heads(["Table", "Dealer now", ...sums], undefined, sums),
        h(
          "tbody",
          null,
          this.page.tables.map((/** @type {any} */ line) =>
            h(
              "tr",
              {key: line.key.table},
              h("th", {scope: "row"}, plain(titled(line.key.table))),
              h("td", null, dealers.get(line.key.table)?.name || "Auto-dealer"),
              h("td", {class: "figure"}, line.rounds),
              h("td", {class: "figure"}, line.voids),
              h("td", {class: "figure"}, money(line.drop)),
              h("td", {class: "figure"}, money(line.handle)),
              h("td", {class: "figure"}, money(line.win)),
              h("td", {class: "figure"}, line.expected.win === null ? "–" : money(Math.round(line.expected.win))),
            ),
          ),
        ),
      ),
    );
  }
}
customElements.define("handover-page", HandoverPage);
