import {get, path, post} from "../../core/api.js";
import {h} from "../../core/draw.js";
import {newKey, postOnce} from "../../core/once.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {capital, cents, gain, money, plain} from "../../core/words/say.js";
import {clockOrDate, dateAndTime} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {t} from "../../core/words/words.js";
import {blank} from "../../elements/blank.js";
import {heads, scrolled} from "../../elements/table.js";
import {SLIPS} from "./slip-page.js";

/** Chips of the house: what is in the cage, what each rack should hold, and slips that wait to be signed. */
class CagePage extends Page {
  isForMembers = true;
  refreshMs = 5_000;
  /** @type {any} */
  cage = null;
  /** @type {any[]} */
  slips = [];
  /** @type {any[]} */
  tables = [];
  /** @type {any[]} */
  people = [];
  done = 0;

  async load() {
    const isPit = session.may("pit_supervisor") || session.may("auditor");
    const [cage, {tables}, slips] = await Promise.all([
      get("/api/cage"),
      get("/api/lobby"),
      isPit ? get("/api/cage/slips?limit=20") : [],
    ]);
    Object.assign(this, {cage, slips, tables: tables.filter((/** @type {any} */ each) => !each.is_practice)});
    if (session.may("pit_manager") && !this.people.length)
      this.people = (await get("/api/people")).filter(
        (/** @type {any} */ each) => each.roles.includes("player") && !each.is_bot,
      );
  }

  look() {
    const {cage} = this;
    return h(
      "div",
      {class: "pad cage"},
      h("h1", null, t("Cage")),
      this.refusal(),
      this.done
        ? h(
            "p",
            {class: "notice", role: "status", key: "done"},
            t("Booked."),
            " ",
            h(
              "a",
              {class: "button", href: link("/slip/:number", String(this.done))},
              t("Slip {number}", {number: this.done}),
            ),
          )
        : null,
      cage
        ? [this.toSign(cage), this.racks(cage), this.opening(cage), this.boxes(cage), this.sets(cage), this.history()]
        : null,
    );
  }

  /** What one does here has a key: a second click is the same deed. @param {any} event @param {string} where @param {(form: FormData) => any} body */
  submit(event, where, body) {
    event.preventDefault();
    const form = event.target;
    if (form.dataset.busy) return;
    form.dataset.busy = "1";
    form.dataset.key ??= newKey();
    this.attempt(async () => {
      try {
        const answer = await postOnce(where, body(new FormData(form)), form.dataset.key);
        this.done = answer.number ?? 0;
        form.reset();
        form.closest("details")?.removeAttribute("open");
        delete form.dataset.key;
      } catch (error) {
        if (/** @type {any} */ (error).code !== "unavailable") delete form.dataset.key; // answered, and not done
        throw error;
      } finally {
        delete form.dataset.busy;
        await this.load();
      }
    });
  }

  /** @param {any} cage */
  toSign(cage) {
    if (!cage.transfers.length) return null;
    const me = session.me?.id;
    const sign = (/** @type {any} */ each, /** @type {string} */ what) =>
      this.attempt(async () => {
        const answer = await post(
          path("cage", "transfers", each.slip, what),
          what === "refuse" ? {reason: "refused"} : undefined,
        ).finally(() => this.load());
        if (what === "hand-over") this.done = answer.number;
      });
    return h(
      "section",
      {key: "to-sign", "aria-labelledby": "to-sign"},
      h("h2", {id: "to-sign"}, t("To be signed")),
      h(
        "ul",
        {class: "seat-rows"},
        cage.transfers.map((/** @type {any} */ each) => {
          const isMine = [each.asked_by, each.approved_by].includes(me);
          return h(
            "li",
            {class: "seat-row", key: each.slip, "data-way": each.way},
            h("h3", null, `${t(SLIPS[each.way])} · ${each.title} · ${money(each.cents)}`),
            h("p", null, said(each.chips)),
            h(
              "p",
              {class: "quiet"},
              t("asked by {name}, {time}", {name: each.asked_by_name, time: dateAndTime(each.at)}),
              each.approved_by ? ` · ${t("approved by {name}", {name: each.approved_by_name})}` : "",
            ),
            h(
              "div",
              {class: "row"},
              !each.approved_by && !isMine && session.may("pit_supervisor")
                ? h(
                    "button",
                    {type: "button", class: "primary", onclick: () => sign(each, "approve")},
                    t("Approve for the pit"),
                  )
                : null,
              each.approved_by && !isMine && session.may("pit_manager")
                ? h(
                    "button",
                    {type: "button", class: "primary", onclick: () => sign(each, "hand-over")},
                    t(each.way === "fill" ? "Hand the chips over" : "Take the chips"),
                  )
                : null,
              each.asked_by === me || session.may("pit_supervisor")
                ? h("button", {type: "button", onclick: () => sign(each, "refuse")}, t("Refuse"))
                : null,
            ),
          );
        }),
      ),
    );
  }

  /** @param {any} cage */
  racks(cage) {
    if (!cage.racks.length) return null;
    return h(
      "section",
      {key: "racks", "aria-labelledby": "racks"},
      h("h2", {id: "racks"}, t("Racks")),
      h(
        "ul",
        {class: "rack-rows"},
        cage.racks.map((/** @type {any} */ rack) => this.rack(cage, rack)),
      ),
    );
  }

  /** @param {any} cage @param {any} rack */
  rack(cage, rack) {
    const {denominations} = this.set(cage, rack.chips);
    const figure = (/** @type {string} */ name, /** @type {number} */ amount, /** @type {string} */ kind = "") =>
      h("div", {key: name, class: kind}, h("dt", null, t(name)), h("dd", null, money(amount)));
    const at = path("tables", rack.table);
    return h(
      "li",
      {class: "panel table-rack", key: rack.table, "data-table": rack.table},
      h(
        "h3",
        null,
        rack.title,
        " ",
        h("span", {class: "tag"}, t(rack.is_by_play ? "virtual" : "physical")),
        rack.rack < 0 ? h("span", {class: "tag warn"}, t("needs a fill")) : null,
      ),
      h(
        "dl",
        {class: "sum-line"},
        figure("Rack", rack.rack, "large"),
        figure("− Opening", rack.opening),
        figure("− Fills", rack.fills),
        figure("+ Credits", rack.credits),
        figure("+ Drop", rack.drop),
        figure("= Result by the chips", rack.by_chips, "large"),
        figure("Result by play", rack.by_play, "large"),
      ),
      h(
        "p",
        {class: rack.difference ? "problem notice" : "all-well"},
        rack.difference
          ? t("{amount} that play does not explain", {amount: gain(rack.difference)})
          : t("Play explains all of it"),
      ),
      h(
        "p",
        {class: "quiet"},
        rack.last_round
          ? t("since the last count Rounds {first} to {last}", {first: rack.first_round, last: rack.last_round})
          : t("no Round yet"),
        rack.prizes ? ` · ${t("jackpots paid {amount}", {amount: money(rack.prizes)})}` : "",
      ),
      session.may("dealer")
        ? this.form(
            t("Ask for a fill or credit"),
            (event) => this.submit(event, `${at}/chips`, (form) => ({way: form.get("way"), counts: counted(form)})),
            [
              this.choice("way", "Which", [
                ["fill", "Fill"],
                ["credit", "Credit"],
              ]),
              this.counter(denominations),
            ],
            t("Ask"),
          )
        : null,
      session.may("dealer")
        ? this.form(
            t("Colour up"),
            (event) =>
              this.submit(event, `${at}/colour-up`, (form) => ({
                taken: counted(form, "taken"),
                given: counted(form, "given"),
              })),
            [
              h("fieldset", null, h("legend", null, t("Taken")), this.counter(denominations, "taken")),
              h("fieldset", null, h("legend", null, t("Given")), this.counter(denominations, "given")),
            ],
            t("Exchange"),
          )
        : null,
      session.may("pit_supervisor")
        ? this.form(
            t("Count the rack"),
            (event) =>
              this.submit(event, `${at}/count`, (form) => ({
                counts: counted(form),
                is_closing: form.get("is_closing") === "on",
                reason: String(form.get("reason")),
              })),
            [
              rack.is_by_play
                ? h("p", {class: "quiet"}, t("A virtual rack holds what play says; nobody counts it."))
                : this.counter(denominations),
              h(
                "label",
                {class: "field"},
                h("span", null, t("Why, if it does not match")),
                h("input", {name: "reason", maxlength: 200, autocomplete: "off"}),
              ),
              h(
                "label",
                {class: "check"},
                h("input", {name: "is_closing", type: "checkbox"}),
                t("the table closes: take the chips to the cage"),
              ),
            ],
            t("Book the count"),
          )
        : null,
      session.may("pit_manager") && !rack.is_by_play
        ? this.form(
            t("Cash at the table"),
            (event) =>
              this.submit(event, `${at}/drop`, (form) => ({
                person: form.get("person"),
                cents: cents(String(form.get("amount"))),
              })),
            [
              this.choice(
                "person",
                "Player",
                this.people.map((each) => [each.id, each.name]),
              ),
              amount(),
            ],
            t("Into the box"),
          )
        : null,
    );
  }

  /** @param {any} cage */
  opening(cage) {
    const closed = this.tables.filter((each) => !cage.racks.some((/** @type {any} */ rack) => rack.table === each.id));
    if (!session.may("pit_supervisor") || !cage.sets.length || !closed.length) return null;
    return h(
      "section",
      {class: "panel", key: "opening", "aria-labelledby": "opening"},
      h("h2", {id: "opening"}, t("Open a table with a counted float")),
      h(
        "form",
        {
          onsubmit: (/** @type {any} */ event) =>
            this.submit(event, path("tables", String(new FormData(event.target).get("table")), "float"), (form) => ({
              chips: form.get("chips"),
              counts: counted(form),
            })),
        },
        h(
          "div",
          {class: "row"},
          this.choice(
            "table",
            "Table",
            closed.map((each) => [each.id, each.title]),
          ),
          this.choice(
            "chips",
            "Set of chips",
            cage.sets.map((/** @type {any} */ each) => [each.id, each.title]),
          ),
        ),
        this.counter([
          ...new Set(/** @type {number[]} */ (cage.sets.flatMap((/** @type {any} */ each) => each.denominations))),
        ]),
        h("button", {type: "submit", class: "primary"}, t("Count it in")),
      ),
    );
  }

  /** @param {any} cage */
  boxes(cage) {
    if (!cage.boxes.length) return null;
    return h(
      "section",
      {key: "boxes", "aria-labelledby": "boxes"},
      h("h2", {id: "boxes"}, t("Drop boxes")),
      h(
        "ul",
        {class: "seat-rows"},
        cage.boxes.map((/** @type {any} */ each) =>
          h(
            "li",
            {class: "seat-row", key: each.table},
            h("h3", null, `${each.title} · ${money(each.cents)}`),
            session.may("pit_manager")
              ? this.form(
                  t("Count the box"),
                  (event) =>
                    this.submit(event, path("tables", each.table, "box"), (form) => ({
                      cents: cents(String(form.get("amount"))),
                      reason: String(form.get("reason")),
                    })),
                  [
                    amount(),
                    h(
                      "label",
                      {class: "field"},
                      h("span", null, t("Why, if it does not match")),
                      h("input", {name: "reason", maxlength: 200, autocomplete: "off"}),
                    ),
                  ],
                  t("Book the count"),
                )
              : null,
          ),
        ),
      ),
    );
  }

  /** @param {any} cage */
  sets(cage) {
    const isBoss = session.may("shift_manager");
    return h(
      "section",
      {key: "sets", class: cage.sets.length ? "" : "cage-first", "aria-labelledby": "sets"},
      h("h2", {id: "sets"}, t("Chips in the cage")),
      cage.sets.length
        ? null
        : blank(
            "chips",
            t("There are no chips yet. A shift manager makes a set."),
            t("Then every chip of the house is accounted for: in the cage, in a rack, or with a player."),
            [
              t("Make a set: its name and what its chips are worth."),
              t("Put its stock into the cage, counted."),
              t("Open a table with a counted float; fills, credits and counts follow from there."),
            ],
          ),
      h(
        "ul",
        {class: "seat-rows"},
        cage.sets.map((/** @type {any} */ each) =>
          h(
            "li",
            {class: "seat-row", key: each.id},
            h("h3", null, `${each.title} · ${money(each.cents)}`),
            h("p", null, said(each.stock) || t("none")),
            isBoss
              ? this.form(
                  t("Stock"),
                  (event) =>
                    this.submit(event, path("cage", "sets", each.id, "stock"), (form) => ({
                      counts: counted(form),
                      reason: String(form.get("reason")),
                    })),
                  [
                    this.counter(each.denominations, "", -1e6),
                    h(
                      "label",
                      {class: "field"},
                      h("span", null, t("Reason")),
                      h("input", {name: "reason", required: true, maxlength: 200, autocomplete: "off"}),
                    ),
                  ],
                  t("Into the cage"),
                )
              : null,
          ),
        ),
      ),
      isBoss
        ? this.form(
            t("Make a set of chips"),
            (event) =>
              this.submit(event, "/api/cage/sets", (form) => ({
                id: String(form.get("id")),
                title: String(form.get("title")),
                denominations: String(form.get("worth"))
                  .split(/[\s;]+/)
                  .filter(Boolean)
                  .map((each) => cents(each) ?? 0),
              })),
            [
              h(
                "label",
                {class: "field"},
                h("span", null, t("Short name")),
                h("input", {
                  name: "id",
                  required: true,
                  pattern: "[A-Za-z0-9_\\-]+",
                  maxlength: 64,
                  autocomplete: "off",
                }),
              ),
              h(
                "label",
                {class: "field"},
                h("span", null, t("Title")),
                h("input", {name: "title", required: true, maxlength: 80, autocomplete: "off"}),
              ),
              h(
                "label",
                {class: "field"},
                h("span", null, t("What the chips are worth, with spaces between")),
                h("input", {name: "worth", required: true, placeholder: "1 5 25 100 1000", autocomplete: "off"}),
              ),
            ],
            t("Make it"),
            "panel",
          )
        : null,
    );
  }

  history() {
    if (!this.slips.length) return null;
    const names = ["Slip", "When", "What", "Table", "Amount", "Difference", "Rounds", "By"];
    return h(
      "section",
      {key: "history", "aria-labelledby": "history"},
      h("h2", {id: "history"}, t("What happened")),
      scrolled(
        t("What happened"),
        h(
          "table",
          null,
          heads(names, t),
          h(
            "tbody",
            null,
            this.slips.map((each) =>
              h(
                "tr",
                {key: `${each.number}.${each.part}`, "data-kind": each.kind},
                h(
                  "td",
                  null,
                  h(
                    "a",
                    {href: link("/slip/:number", String(each.number)) + (each.part > 1 ? `?part=${each.part}` : "")},
                    String(each.number),
                  ),
                ),
                h("td", {title: dateAndTime(each.at)}, clockOrDate(each.at)),
                h("td", null, t(SLIPS[each.kind] ?? capital(plain(each.kind)))),
                h("td", null, each.title),
                h("td", {class: "figure"}, money(each.cents)),
                h(
                  "td",
                  {class: "figure" + (each.difference ? " lost" : "")},
                  each.difference === null ? "" : gain(each.difference),
                ),
                h(
                  "td",
                  null,
                  each.difference === null || !each.last_round ? "" : `${each.first_round}–${each.last_round}`,
                ),
                h("td", null, each.by_name),
              ),
            ),
          ),
        ),
      ),
    );
  }

  /** @param {any} cage @param {string} id */
  set(cage, id) {
    return cage.sets.find((/** @type {any} */ each) => each.id === id);
  }

  /** @param {string} title @param {(event: any) => void} onsubmit @param {any} inside @param {string} button @param {string} [kind] */
  form(title, onsubmit, inside, button, kind = "") {
    return h(
      "details",
      {key: title, class: kind},
      h("summary", null, title),
      h("form", {onsubmit}, inside, h("button", {type: "submit", class: "primary"}, button)),
    );
  }

  /** How many of each chip. @param {number[]} denominations */
  counter(denominations, prefix = "", least = 0) {
    return h(
      "div",
      {class: "chip-counts"},
      [...denominations]
        .sort((a, b) => b - a)
        .map((worth) =>
          h(
            "label",
            {class: "field", key: worth},
            h("span", null, money(worth)),
            h("input", {
              name: `${prefix}chip-${worth}`,
              type: "number",
              min: least,
              max: 1e6,
              step: 1,
              placeholder: "0",
              inputmode: "numeric",
            }),
          ),
        ),
    );
  }

  /** @param {string} name @param {string} words @param {[string, string][]} values */
  choice(name, words, values) {
    return h(
      "label",
      {class: "field"},
      h("span", null, t(words)),
      h(
        "select",
        {name, required: true},
        values.map(([value, title]) => h("option", {value, key: value}, t(title))),
      ),
    );
  }
}
customElements.define("cage-page", CagePage);

function amount() {
  return h(
    "label",
    {class: "field"},
    h("span", null, t("Amount")),
    h("input", {
      name: "amount",
      type: "text",
      inputmode: "decimal",
      required: true,
      pattern: "\\$?[0-9,]+(\\.[0-9]{1,2})?",
      autocomplete: "off",
    }),
  );
}

/** The chips that a form counts. @param {FormData} form */
function counted(form, prefix = "") {
  const start = `${prefix}chip-`;
  return [...form.entries()]
    .filter(([name, value]) => name.startsWith(start) && Number(value))
    .map(([name, value]) => ({cents: Number(name.slice(start.length)), count: Number(value)}));
}

/** @param {{cents: number, count: number}[]} chips */
function said(chips) {
  return chips.map(({cents: worth, count}) => `${count} × ${money(worth)}`).join(", ");
}
