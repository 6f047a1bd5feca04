import {getQuietly, path, post} from "../core/api.js";
import {h} from "../core/draw.js";
import {named, remember} from "../core/names.js";
import {Page} from "../core/page.js";
import {link} from "../core/router.js";
import {capital, gameAfter, gain, gameName, money, plain, versionName} from "../core/say.js";
import {byTitle, counted, dateAndTime, roundName, tableName, whole} from "../core/say-more.js";
import {session} from "../core/session.js";
import {cites} from "../elements/cite-chip.js";
import {sign} from "../elements/blank.js";
import "../elements/meter-display.js";

const COURSES = /** @type {Record<string, string>} */ ({
  continue: "let the Round go on",
  void: "void the Round",
  ask: "ask those concerned",
});
const STATES = /** @type {Record<string, string>} */ ({
  open: "Running",
  paused: "Paused",
  closing: "Last Round",
  closed: "Closed",
  interrupted: "Held",
});
const DRIFT_MS = 60_000;

/** The whole pit at a glance: what needs somebody, then every table. */
class PitPage extends Page {
  refreshMs = 2_000;
  /** @type {any} */
  lobby = null;
  /** @type {any[]} */
  decisions = [];
  /** @type {any[]} */
  interruptions = [];
  /** Tables that stand still for longer than their clocks allow. @type {any[]} */
  stuck = [];
  /** Tables whose day is less likely than the house's limit; asked for seldom. @type {any[]} */
  drifting = [];
  driftAt = 0;
  /** What the House has won at each table today, for those who read the report of it. @type {Map<string, any>} */
  today = new Map();
  /** @type {any} */
  draft = null;

  async load() {
    const isDealer = session.may("dealer");
    const forStaff = (/** @type {string} */ where) => (isDealer ? getQuietly(where) : []);
    [this.lobby, this.decisions, this.interruptions, this.stuck] = await Promise.all([
      getQuietly("/api/lobby"),
      forStaff("/api/decisions"),
      forStaff("/api/interruptions"),
      forStaff("/api/stuck"),
    ]);
    this.lobby.tables.forEach(remember);
    if ((session.may("pit_supervisor") || session.may("auditor")) && Date.now() - this.driftAt > DRIFT_MS) {
      this.driftAt = Date.now();
      const mayReport = session.may("pit_manager") || session.may("auditor");
      const [drifting, hold] = await Promise.all([
        getQuietly("/api/reports/drift"),
        mayReport ? getQuietly("/api/reports/hold") : {lines: []},
      ]);
      this.drifting = drifting;
      this.today = new Map(hold.lines.map((/** @type {any} */ line) => [line.key.table, line]));
    }
  }

  /** What no chance explains well: somebody should look at the table, its cards and its dealer. */
  drifts() {
    return this.drifting.map((each) =>
      h(
        "article",
        {class: "decision drift", key: "drift" + each.key.table},
        h(
          "p",
          {class: "who"},
          sign("flag", 16),
          " ",
          h("strong", null, this.titleOf(each.key.table)),
          " · drifts from what is expected",
        ),
        h(
          "p",
          null,
          `Won ${money(each.expected.compared)} today, expected ${money(Math.round(each.expected.win))}: 1 in ${Math.round(1 / Math.max(each.expected.chance, 1e-12)).toLocaleString("en")} such days.`,
        ),
        session.may("pit_manager") || session.may("auditor")
          ? h("a", {class: "button", href: "#/reports/hold"}, "Look")
          : null,
      ),
    );
  }

  /** @param {string} table */
  titleOf(table) {
    return this.lobby.tables.find((/** @type {any} */ each) => each.id === table)?.title ?? table;
  }

  look() {
    if (!this.lobby)
      return h(
        "div",
        {class: "pad"},
        h("h1", null, "Pit"),
        this.refusal() ?? h("p", {class: "quiet"}, "Looking around the floor…"),
      );
    // Always in the same order: a person who looks from across the room knows a table by its place.
    const all = this.lobby.tables.filter((/** @type {any} */ table) => table.status !== "closed").sort(byTitle);
    const [floor, practice] = [
      all.filter((/** @type {any} */ table) => !table.is_practice),
      all.filter((/** @type {any} */ table) => table.is_practice),
    ];
    const seated = floor.reduce((/** @type {number} */ sum, /** @type {any} */ table) => sum + table.seats.length, 0);
    return h(
      "div",
      {class: "pit"},
      h(
        "header",
        {class: "pit-head"},
        h("h1", null, "Pit"),
        h("p", null, h("b", null, floor.length), " tables"),
        h("p", null, h("b", null, seated), " players"),
      ),
      h(
        "div",
        {class: "pit-waits"},
        h("h2", null, "Waits for you"),
        this.refusal(),
        this.waiting(),
        this.drifts(),
        session.may("dealer") || session.may("auditor")
          ? h("p", {class: "row"}, h("a", {class: "button", href: "#/pit/staff"}, "Staff and log book"))
          : null,
      ),
      h(
        "div",
        {class: "pit-floor"},
        h("h2", null, `Tables (${floor.length})`),
        h(
          "ul",
          {class: "tiles"},
          floor.map((/** @type {any} */ table) => this.tile(table)),
        ),
        session.may("pit_manager") ? this.opening() : null,
        this.jackpots(),
        practice.length
          ? h(
              "details",
              {class: "practice-tables"},
              h("summary", null, `Practice tables (${practice.length})`),
              h(
                "ul",
                {class: "tiles"},
                practice.map((/** @type {any} */ table) => this.tile(table)),
              ),
            )
          : null,
      ),
    );
  }

  /** How long until something is done by itself. @param {number} until */
  countdown(until) {
    const seconds = Math.max(0, Math.round((until - Date.now()) / 1000));
    return h(
      "b",
      {class: "countdown", role: "timer"},
      `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`,
    );
  }

  /** After a restart: what every document foresees, for all of its tables in one go. @param {any[]} open */
  confirmAll(open) {
    if (open.length < 2 || !session.may("pit_supervisor")) return null;
    const all = () =>
      this.attempt(async () => {
        for (const each of open) await post(path("interruptions", each.id), {});
        await this.load();
      });
    return h(
      "button",
      {type: "button", class: "primary confirm-all", onclick: all},
      `Confirm what is foreseen at all ${open.length} tables`,
    );
  }

  waiting() {
    const open = this.interruptions.filter((each) => each.status === "proposed");
    if (!session.me) return h("p", {class: "quiet", role: "status"}, "Sign in to see what waits for a decision.");
    if (!this.decisions.length && !open.length && !this.stuck.length)
      return h("p", {class: "all-well", role: "status"}, "Nothing waits for a decision.");
    return h(
      "section",
      {class: "decisions", "aria-label": "Waiting for a decision", role: "status"},
      this.confirmAll(open),
      this.stuck.map((each) =>
        h(
          "article",
          {class: "decision stuck yours", key: "stuck" + each.table},
          h(
            "p",
            {class: "who"},
            h("strong", null, this.tableName(each)),
            ` · stands still since ${dateAndTime(each.since)}`,
          ),
          h("p", null, `Waits for ${named(each.waits_for)}. The way on: ${each.way_on} `, cites(each.citations)),
          h("a", {class: "button primary", href: link("/pit/table/:id", each.table)}, "Look"),
        ),
      ),
      this.decisions.map((each) =>
        h(
          "article",
          {class: "decision" + (session.may(each.role) ? " yours" : ""), key: each.table + each.key},
          h(
            "p",
            {class: "who"},
            h("strong", null, this.tableName(each)),
            each.role === "player"
              ? " · a player decides"
              : ` · ${capital(plain(each.role))} decides` + (session.may(each.role) ? ": that is you" : ""),
          ),
          h("p", null, named(each.question), " ", cites(each.citations)),
          session.may(each.role) || each.role === "player"
            ? null
            : h("p", {class: "quiet needed"}, `Waits for a ${plain(each.role)} or above: call one.`),
          h(
            "a",
            {class: "button" + (session.may(each.role) ? " primary" : ""), href: link("/pit/table/:id", each.table)},
            session.may(each.role) ? "Decide" : "Look",
          ),
        ),
      ),
      open.map((each) => this.interruption(each)),
    );
  }

  /** Several tables may have the same title. @param {{table: string, title: string}} each */
  tableName({table, title}) {
    const line = this.lobby.tables.find((/** @type {any} */ one) => one.id === table);
    return line ? tableName({title, edition: line.edition}) : title;
  }

  /** A Round that a restart has cut off: what its document foresees, and what may be ruled instead. @param {any} each */
  interruption(each) {
    const isMine = session.may("pit_supervisor");
    return h(
      "article",
      {class: "decision" + (isMine ? " yours" : ""), key: each.id, "data-interrupted": each.table},
      h(
        "p",
        {class: "who"},
        h("strong", null, this.tableName(each)),
        ` · ${roundName(each.round)} was interrupted at ${dateAndTime(each.at)} `,
        this.countdown(each.confirm_by),
      ),
      h(
        "p",
        {class: "quiet"},
        `Unless somebody decides, what the document foresees is done at ${dateAndTime(each.confirm_by)}.`,
      ),
      h(
        "ul",
        {class: "courses"},
        each.courses.map((/** @type {any} */ course) => this.course(each, course)),
      ),
    );
  }

  /** @param {any} each @param {any} course */
  course(each, course) {
    const take = () =>
      this.attempt(async () => {
        await post(path("interruptions", each.id), course.is_foreseen ? {} : {course: course.course});
        await this.load();
      });
    const isMine = session.may("pit_supervisor") && session.may(course.role);
    return h(
      "li",
      {key: course.course},
      isMine
        ? h(
            "button",
            {type: "button", class: "do" + (course.is_foreseen ? " primary" : ""), onclick: take},
            capital(COURSES[course.course] ?? plain(course.course)),
          )
        : h("strong", null, capital(COURSES[course.course] ?? plain(course.course))),
      " ",
      course.is_foreseen ? h("span", {class: "tag"}, "foreseen by the document") : null,
      isMine
        ? null
        : h(
            "span",
            {class: "tag warn"},
            `for a ${plain(course.role === "dealer" ? "pit_supervisor" : course.role)} or above`,
          ),
      cites(course.citations, 4),
      h(
        "ol",
        {class: "foreseen"},
        course.words.map((/** @type {string} */ words, /** @type {number} */ index) =>
          h("li", {key: index}, capital(plain(named(words)))),
        ),
      ),
    );
  }

  /** @param {any} table */
  tile(table) {
    return h(
      "li",
      {class: `tile ${table.game} ${table.decisions ? "alert" : ""}`, key: table.id},
      h(
        "div",
        {class: "tile-head"},
        h("h3", null, table.title),
        h("span", {class: "tag"}, versionName(table.edition)),
        h(
          "span",
          {class: "state tag" + (table.status === "open" ? "" : " warn")},
          sign(table.status === "open" ? "play" : table.status === "interrupted" ? "flag" : "pause", 16),
          STATES[table.status] ?? table.status,
        ),
        table.decisions ? h("span", {class: "tag warn"}, `${table.decisions} to decide`) : null,
      ),
      h(
        "p",
        {class: "big-figures"},
        h("span", null, h("b", null, `${table.seats.length}/${table.places}`), " seats"),
        h("span", null, h("b", null, table.rounds_per_hour ? whole(table.rounds_per_hour) : "–"), " an hour"),
      ),
      this.result(table.id),
      h(
        "p",
        {class: "quiet"},
        `${gameAfter(table.title, table.game)}${counted(table.rounds, "Round")} · ${table.dealer === "auto" ? "auto-dealer" : "dealt by " + table.dealer_name}`,
      ),
      table.seats.some((/** @type {any} */ seat) => !seat.is_connected && !seat.is_bot)
        ? h("p", {class: "tag warn"}, "a player has no connection")
        : null,
      h(
        "div",
        {class: "row"},
        h(
          "a",
          {class: "button", href: link("/pit/table/:id", table.id), "aria-label": `Manage ${table.title}`},
          "Manage",
        ),
        session.may("dealer")
          ? h(
              "a",
              {class: "button", href: link("/table/:id/deal", table.id), "aria-label": `Deal ${table.title}`},
              "Deal",
            )
          : null,
        h("a", {class: "button", href: link("/table/:id", table.id), "aria-label": `Watch ${table.title}`}, "Watch"),
      ),
    );
  }

  /** What the House has won and kept at a table since its day began. @param {string} table */
  result(table) {
    const line = this.today.get(table);
    if (!line) return null;
    return h(
      "p",
      {class: "big-figures result", title: "Since the gaming day began"},
      h("span", null, h("b", {class: line.win < 0 ? "lost" : "won"}, gain(line.win)), " today"),
      line.hold === null
        ? null
        : h("span", null, h("b", null, `${(100 * line.hold).toFixed(1).replace("-", "−")}%`), " hold"),
    );
  }

  opening() {
    const submit = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const body = {
        edition: form.get("edition"),
        title: form.get("title") || undefined,
        bots: Number(form.get("bots") || 0),
        is_physical: form.get("is_physical") === "on",
        link: form.get("link") || undefined,
      };
      this.attempt(async () => {
        await post("/api/tables", body);
        await this.load();
      });
    };
    return h(
      "details",
      {class: "opening"},
      h("summary", null, "Open a table"),
      h(
        "form",
        {class: "row wrap", onsubmit: submit},
        h(
          "label",
          {class: "field"},
          h("span", null, "Edition"),
          h(
            "select",
            {name: "edition"},
            this.lobby.editions.map((/** @type {any} */ edition) =>
              h(
                "option",
                {value: edition.id, key: edition.id},
                `${gameName(edition.game)}, ${versionName(edition.id)}`,
              ),
            ),
          ),
        ),
        h(
          "label",
          {class: "field"},
          h("span", null, "Title"),
          h("input", {name: "title", type: "text", maxlength: 80, autocomplete: "off"}),
        ),
        h(
          "label",
          {class: "field"},
          h("span", null, "Bots"),
          h("input", {name: "bots", type: "number", min: 0, max: 9, placeholder: "0"}),
        ),
        h(
          "label",
          {class: "field"},
          h("span", null, "Jackpot link"),
          h(
            "select",
            {name: "link"},
            h("option", {value: ""}, "none"),
            this.lobby.jackpots.map((/** @type {any} */ jackpot) =>
              h("option", {value: jackpot.id, key: jackpot.id}, jackpot.title),
            ),
          ),
        ),
        h("label", {class: "check"}, h("input", {name: "is_physical", type: "checkbox"}), "physical cards"),
        h("button", {type: "submit", class: "primary"}, "Open"),
      ),
    );
  }

  jackpots() {
    if (!this.lobby.jackpots.length && !session.may("pit_manager")) return null;
    return h(
      "section",
      {"aria-labelledby": "links"},
      h("h2", {id: "links"}, "Jackpot links"),
      session.may("pit_manager") ? this.linking() : null,
      this.lobby.jackpots.map((/** @type {any} */ jackpot) => this.jackpot(jackpot)),
    );
  }

  /** A new meter; tables join it when they are opened. */
  linking() {
    const submit = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const linked = this.lobby.editions.find((/** @type {any} */ edition) => edition.has_link);
      const body = {game: linked?.game, title: form.get("title")};
      this.attempt(async () => {
        await post("/api/jackpots", body);
        await this.load();
      });
    };
    return h(
      "details",
      {class: "linking"},
      h("summary", null, "Open a jackpot link"),
      h(
        "form",
        {class: "row wrap", onsubmit: submit},
        h(
          "label",
          {class: "field"},
          h("span", null, "Name of the jackpot"),
          h("input", {name: "title", type: "text", required: true, maxlength: 80, autocomplete: "off"}),
        ),
        h("button", {type: "submit", class: "primary"}, "Open the link"),
        h("span", {class: "quiet"}, "Tables join a link when they are opened."),
      ),
    );
  }

  /** @param {any} jackpot */
  jackpot(jackpot) {
    const isFaulty = jackpot.status === "fault";
    return h(
      "article",
      {class: "panel", key: jackpot.id},
      h(
        "h3",
        null,
        jackpot.title,
        " ",
        h("meter-display", {jackpot: jackpot.id, display: jackpot.display ?? 0, status: jackpot.status ?? "open"}),
        " ",
        h("span", {class: "tag" + (isFaulty ? " warn" : "")}, isFaulty ? "not fully functional" : "in order"),
      ),
      h(
        "p",
        {class: "quiet"},
        `${jackpot.tables.length} table${jackpot.tables.length === 1 ? "" : "s"} · reserve ${money(jackpot.reserve)} · ${jackpot.hits.length} won`,
      ),
      h(
        "div",
        {class: "row"},
        h(
          "a",
          {class: "button", href: link("/pit/link/:id", jackpot.id), "aria-label": `Manage ${jackpot.title}`},
          "Manage",
        ),
        h(
          "a",
          {class: "button", href: link("/jackpot/:id", jackpot.id), "aria-label": `Display of ${jackpot.title}`},
          "Display",
        ),
      ),
    );
  }
}
customElements.define("pit-page", PitPage);
