import {getQuietly, path, post} from "../../core/api.js";
import {h} from "../../core/draw.js";
import {named, remember} from "../../core/words/names.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {capital, gain, gameName, money, plain, shortGame, versionName} from "../../core/words/say.js";
import {byTitle, clockOrDate, counted, hourAndMinute, roundName, tableName, whole} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {cites} from "../../elements/cite-chip.js";
import {sign} from "../../elements/blank.js";
import "../../elements/felt/meter-display.js";

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
const MANY = 12; // so many tables stand closer together
const LATELY = 5; // rulings that are remembered
const LONG = 13; // letters of a title that have room at full size
const NUMBERED = /^Table (\d+)$/; // the number alone is read from the farthest
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** From the distance cents only hide the dollars. @param {number} cents */
function dollars(cents) {
  return gain(Math.abs(cents) < 100_00 ? cents : Math.round(cents / 100) * 100);
}

/** "2:14", or "1:02:14". @param {number} ms */
function minutes(ms) {
  const seconds = Math.max(0, Math.round(ms / SECOND_MS));
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  const shown = Math.floor(rest / 60);
  return `${hours ? `${hours}:${two(shown)}` : shown}:${two(rest % 60)}`;
}

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
  /** The last rulings, for those who read the report of them. @type {any[]} */
  decided = [];
  /** @type {ReturnType<typeof setInterval> | undefined} */
  ticking = undefined;

  connectedCallback() {
    super.connectedCallback();
    this.ticking = setInterval(() => this.redraw(), SECOND_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.ticking);
  }

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
      const {mayReport} = this;
      const [drifting, hold, decided] = await Promise.all([
        getQuietly("/api/reports/drift"),
        mayReport ? getQuietly("/api/reports/hold") : {lines: []},
        mayReport ? getQuietly("/api/reports/significant?head=ruling&limit=30") : [],
      ]);
      this.drifting = drifting;
      this.decided = decided.filter((/** @type {any} */ each) => each.role !== "player").slice(0, LATELY);
      this.today = new Map(hold.lines.map((/** @type {any} */ line) => [line.key.table, line]));
    }
  }

  get mayReport() {
    return session.may("pit_manager") || session.may("auditor");
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
        this.mayReport ? h("a", {class: "button", href: "#/reports/hold"}, "Look") : null,
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
    return h(
      "div",
      {class: "pit"},
      this.head(floor),
      h(
        "div",
        {class: "pit-waits"},
        h("h2", null, "Waits for you", this.count()),
        this.refusal(),
        this.waiting(),
        this.drifts(),
        this.lately(),
      ),
      h(
        "div",
        {class: "pit-floor"},
        h("h2", null, "Floor"),
        this.tiles(floor),
        session.may("pit_manager") ? this.opening() : null,
        this.jackpots(),
        practice.length
          ? h(
              "details",
              {class: "practice-tables"},
              h("summary", null, `Practice tables (${practice.length})`),
              this.tiles(practice),
            )
          : null,
      ),
    );
  }

  /** The whole floor in a line. @param {any[]} floor */
  head(floor) {
    const seated = floor.reduce((sum, table) => sum + table.seats.length, 0);
    const lines = floor.map((table) => this.today.get(table.id)).filter(Boolean);
    const won = lines.reduce((sum, line) => sum + line.win, 0);
    return h(
      "header",
      {class: "pit-head"},
      h("h1", null, "Pit"),
      h("p", null, h("b", null, floor.length), floor.length === 1 ? " table" : " tables"),
      h("p", null, h("b", null, seated), seated === 1 ? " player" : " players"),
      lines.length ? h("p", {class: won < 0 ? "lost" : "won"}, h("b", null, dollars(won)), " house today") : null,
      h("span", {class: "spacer"}),
      this.lobby.jackpots
        .slice(0, 2)
        .map((/** @type {any} */ each) =>
          h(
            "p",
            {key: each.id, class: each.status === "fault" ? "lost" : ""},
            `${each.title}, ${each.status === "fault" ? "not fully functional" : "in order"} `,
            h("b", null, money(each.display ?? 0)),
          ),
        ),
      session.may("dealer") || session.may("auditor")
        ? h("a", {class: "button", href: "#/pit/staff"}, "Staff and log book")
        : null,
      h("time", {class: "now"}, hourAndMinute(Date.now())),
    );
  }

  /** @param {any[]} tables */
  tiles(tables) {
    return h(
      "ul",
      {class: "tiles" + (tables.length > MANY ? " many" : "")},
      tables.map((table) => this.tile(table)),
    );
  }

  /** What was ruled last. */
  lately() {
    if (!this.decided.length) return null;
    return h(
      "section",
      {class: "lately", "aria-labelledby": "lately"},
      h("h3", {id: "lately"}, "Decided lately"),
      h(
        "ul",
        null,
        this.decided.map((each) =>
          h(
            "li",
            {key: each.position},
            h("time", null, hourAndMinute(each.at)),
            h("b", null, each.table ? this.titleOf(each.table) : ""),
            h("span", null, [capital(plain(each.after)), plain(each.reason)].filter(Boolean).join(": ")),
          ),
        ),
      ),
    );
  }

  /** How long until something is done by itself. @param {number} until */
  countdown(until) {
    return h(
      "b",
      {class: "countdown", role: "timer", title: "until it is done by itself"},
      minutes(until - Date.now()),
    );
  }

  /** How long somebody has been waited for. @param {number} since */
  age(since) {
    if (!since) return null;
    return h("b", {class: "countdown", role: "timer", title: "has waited for"}, minutes(Date.now() - since));
  }

  /** Interruptions that nobody has decided yet, the next to be done by itself first; those of one restart by their tables. */
  get interrupted() {
    const open = this.interruptions.filter((each) => each.status === "proposed");
    const minute = (/** @type {any} */ each) => Math.floor(each.confirm_by / MINUTE_MS);
    return open.sort((one, other) => minute(one) - minute(other) || byTitle(one, other));
  }

  /** Tables that nobody has been asked about yet. */
  get still() {
    return this.stuck.filter((each) => !this.decisions.some(({table}) => table === each.table));
  }

  count() {
    const count = this.decisions.length + this.interrupted.length + this.still.length;
    return session.me && count ? h("span", {class: "count"}, count) : null;
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
      `Confirm what is foreseen at ${open.length === 2 ? "both" : `all ${open.length}`} tables`,
    );
  }

  waiting() {
    const open = this.interrupted;
    if (!session.me) return h("p", {class: "quiet", role: "status"}, "Sign in to see what waits for a decision.");
    if (!this.decisions.length && !open.length && !this.still.length)
      return h("p", {class: "all-well", role: "status"}, "Nothing waits for a decision.");
    return h(
      "section",
      {class: "decisions", "aria-label": "Waiting for a decision", role: "status"},
      this.confirmAll(open),
      open.map((each) => this.interruption(each)),
      this.decisions.map((each) => this.decision(each)),
      this.still.map((each) =>
        h(
          "article",
          {class: `decision stuck yours ${this.gameOf(each.table)}`, key: "stuck" + each.table},
          this.age(each.since),
          h("p", {class: "who"}, h("strong", null, this.tableName(each))),
          h(
            "p",
            {class: "question"},
            `Stands still and waits for ${named(each.waits_for)}. The way on: ${each.way_on} `,
            cites(each.citations),
          ),
          h("a", {class: "button primary", href: link("/pit/table/:id", each.table)}, "Look"),
        ),
      ),
    );
  }

  /** A question that somebody of the staff, or a player, has to answer. @param {any} each */
  decision(each) {
    const isMine = session.may(each.role);
    const isPlayers = each.role === "player";
    const who = isPlayers ? "A player decides" : `${capital(plain(each.role))} decides${isMine ? ": that is you" : ""}`;
    return h(
      "article",
      {class: `decision ${this.gameOf(each.table)}${isMine ? " yours" : ""}`, key: each.table + each.key},
      this.age(each.since),
      h("p", {class: "who"}, h("strong", null, this.tableName(each))),
      h("p", {class: "question"}, capital(named(each.question)), " ", cites(each.citations)),
      h(
        "p",
        {class: "quiet" + (isMine || isPlayers ? "" : " needed")},
        isMine || isPlayers ? who : `Waits for a ${plain(each.role)} or above: call one.`,
      ),
      h(
        "div",
        {class: "row"},
        h(
          "a",
          {class: "button" + (isMine ? " primary" : ""), href: link("/pit/table/:id", each.table)},
          isMine ? "Decide" : "Look",
        ),
      ),
    );
  }

  /** The colour of its game. @param {string} table */
  gameOf(table) {
    return this.lobby.tables.find((/** @type {any} */ each) => each.id === table)?.game ?? "";
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
      {
        class: `decision ${this.gameOf(each.table)}${isMine ? " yours" : ""}`,
        key: each.id,
        "data-interrupted": each.table,
      },
      this.countdown(each.confirm_by),
      h("p", {class: "who"}, h("strong", null, this.tableName(each))),
      h("p", {class: "question"}, `${roundName(each.round)} was interrupted at ${clockOrDate(each.at)}.`),
      h(
        "p",
        {class: "quiet"},
        `Unless somebody decides, what the document foresees is done at ${clockOrDate(each.confirm_by)}.`,
      ),
      this.courses(each),
    );
  }

  /** What the document foresees is in sight; what may be ruled instead is a touch away where several tables wait. @param {any} each */
  courses(each) {
    const list = (/** @type {any[]} */ courses) =>
      h(
        "ul",
        {class: "courses"},
        courses.map((course) => this.course(each, course)),
      );
    const others = each.courses.filter((/** @type {any} */ course) => !course.is_foreseen);
    if (this.interrupted.length === 1 || others.length === each.courses.length) return list(each.courses);
    return [
      list(each.courses.filter((/** @type {any} */ course) => course.is_foreseen)),
      others.length
        ? h("details", {class: "otherwise"}, h("summary", null, `Rule otherwise (${others.length})`), list(others))
        : null,
    ];
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

  /** What a table waits for, and since when; nothing where play goes on. @param {any} table @returns {{state: string, words: string, since: number} | null} */
  waitsFor({id, decisions}) {
    const asked = this.decisions.filter((each) => each.table === id);
    const since = Math.min(...asked.map((each) => each.since || Infinity));
    if (decisions || asked.length)
      return {
        state: "On hold",
        words: decisions > 1 ? `${decisions} decisions open` : "Decision open",
        since: Number.isFinite(since) ? since : 0,
      };
    const still = this.still.find(({table}) => table === id);
    return still ? {state: "Stands still", words: `Waits for ${named(still.waits_for)}`, since: still.since} : null;
  }

  /** @param {any} table */
  tile(table) {
    const waits = table.status === "open" ? this.waitsFor(table) : null;
    const isOn = table.status === "open" && !waits;
    const [, number] = NUMBERED.exec(table.title) ?? [];
    return h(
      "li",
      {class: `tile ${table.game} ${waits ? "alert" : ""}`, key: table.id},
      h(
        "div",
        {class: "tile-head" + (number ? " numbered" : "")},
        number
          ? h("h3", null, h("span", {class: "hidden"}, "Table "), number)
          : h("h3", {title: table.title, class: table.title.length > LONG ? "long" : ""}, table.title),
        number ? h("b", null, shortGame(table.game)) : null,
        h(
          "p",
          null,
          number
            ? `${table.stakes} · ${versionName(table.edition)}`
            : `${shortGame(table.game)} · ${versionName(table.edition)} · ${table.stakes}`,
        ),
        h(
          "span",
          {class: "state tag" + (isOn ? "" : " warn")},
          sign(isOn ? "play" : table.status === "interrupted" ? "flag" : "pause", 16),
          waits?.state ?? STATES[table.status] ?? table.status,
        ),
      ),
      this.figures(table),
      this.foot(table, waits),
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

  /** Seats and, for those who may know, what the House has kept and won since its day began. @param {any} table */
  figures(table) {
    const line = this.today.get(table.id);
    const figure = (/** @type {string} */ caption, /** @type {string} */ value, look = "") =>
      h("div", {key: caption}, h("dt", null, caption), h("dd", {class: look}, value));
    const pace = table.rounds_per_hour ? whole(table.rounds_per_hour) : "–";
    const seats = `${table.seats.length}/${table.places}`;
    if (!this.mayReport) return h("dl", {class: "big-figures"}, figure("seats", seats), figure("Rounds an hour", pace));
    const hold = line?.hold == null ? "–" : `${(100 * line.hold).toFixed(1).replace("-", "−")}%`;
    const look = !line?.win ? "" : line.win < 0 ? "lost" : "won";
    return h(
      "dl",
      {class: "big-figures", title: "Since the gaming day began"},
      figure("seats", seats),
      figure("hold", hold),
      figure("house today", line ? dollars(line.win) : "–", look),
    );
  }

  /** What is out of the ordinary, or who deals and how fast. @param {any} table @param {{words: string, since: number} | null} waits */
  foot(table, waits) {
    const isAlone = table.seats.some((/** @type {any} */ seat) => !seat.is_connected && !seat.is_bot);
    const alarm = waits
      ? `${waits.words}${waits.since ? ` ${minutes(Date.now() - waits.since)}` : ""}`
      : isAlone
        ? "a player has no connection"
        : table.waiting.length
          ? `${counted(table.waiting.length, "person").replace("persons", "people")} waiting for a seat`
          : "";
    const pace = table.rounds_per_hour ? `, ${whole(table.rounds_per_hour)} an hour` : "";
    const dealer = table.dealer === "auto" ? "auto-dealer" : "dealt by " + table.dealer_name;
    return alarm
      ? h("p", {class: "foot alarm"}, sign("flag", 16), alarm)
      : h("p", {class: "foot"}, `${counted(table.rounds, "Round")}${pace} · ${dealer}`);
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
