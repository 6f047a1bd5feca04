import {getQuietly, path, post} from "../../core/api.js";
import {ZONE_NAME} from "../../core/days.js";
import {html, notYet} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {capital, gain, gameName, money, plain, shortGame, versionName} from "../../core/words/say.js";
import {byTitle, clockOrDate, hourAndMinute, roundName, tableName} from "../../core/words/say-more.js";
import {edition as bookOf} from "../../core/rules.js";
import {session} from "../../core/session.js";
import {cites} from "../../elements/cite-chip.js";
import {choice, field} from "../../elements/fields.js";
import {sign} from "../../elements/blank.js";
import "../../elements/felt/meter-display.js";
import {counted, t, whole} from "../../core/words/words.js";

const COURSES = /** @type {Record<string, string>} */ ({
  continue: t("let the Round go on"),
  void: t("void the Round"),
  ask: t("ask those concerned"),
});
const STATES = /** @type {Record<string, string>} */ ({
  open: t("Running"),
  paused: t("Paused"),
  closing: t("Last Round"),
  closed: t("Closed"),
  interrupted: t("Held"),
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

/** Who has lost the connection, the longest first. @param {import("../../core/types.js").SeatLine[]} lost */
function noConnection(lost) {
  const [{name, lost_at}, ...others] = lost;
  const since = lost_at ? minutes(Date.now() - lost_at) : "";
  const values = {name, since, count: others.length};
  if (others.length)
    return since
      ? t("{name} has no connection for {since}, and {count} more", values)
      : t("{name} has no connection, and {count} more", values);
  return since ? t("{name} has no connection for {since}", values) : t("{name} has no connection", values);
}

/** @typedef {import("../../core/types.js").InterruptionLine} InterruptionLine */

/** The whole pit at a glance: what needs somebody, then every table. */
class PitPage extends Page {
  refreshMs = 2_000;
  /** @type {import("../../core/types.js").Lobby} */
  lobby = notYet;
  /** @type {import("../../core/types.js").WaitingDecision[]} */
  decisions = [];
  /** @type {import("../../core/types.js").InterruptionLine[]} */
  interruptions = [];
  /** Tables that stand still for longer than their clocks allow. @type {import("../../core/types.js").StuckTable[]} */
  stuck = [];
  /** Tables whose day is less likely than the house's limit; asked for seldom. @type {import("../../core/types.js").HoldLine[]} */
  drifting = [];
  driftAt = 0;
  /** The limits of the edition that a table is being opened under. @type {import("../../core/types.js").SettingLine[]} */
  limits = [];
  opened = ""; // that edition
  /** What the House has won at each table today, for those who read the report of it. @type {Map<string, any>} */
  today = new Map();
  /** The last rulings, for those who read the report of them. @type {import("../../core/types.js").SignificantLine[]} */
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
    [this.lobby, this.decisions, this.interruptions, this.stuck] = await Promise.all([
      getQuietly("/api/lobby"),
      isDealer ? getQuietly("/api/decisions") : [],
      isDealer ? getQuietly("/api/interruptions") : [],
      isDealer ? getQuietly("/api/stuck") : [],
    ]);
    if ((session.may("pit_supervisor") || session.may("auditor")) && Date.now() - this.driftAt > DRIFT_MS) {
      this.driftAt = Date.now();
      const {mayReport} = this;
      const [drifting, hold, decided] = await Promise.all([
        getQuietly("/api/reports/drift"),
        mayReport ? getQuietly("/api/reports/hold") : {lines: []},
        mayReport ? getQuietly("/api/reports/significant", {head: "ruling", limit: "30"}) : [],
      ]);
      this.drifting = drifting;
      this.decided = decided.filter((/** @type {any} */ each) => each.role !== "player").slice(0, LATELY);
      this.today = new Map(
        hold.lines.map((/** @type {import("../../core/types.js").HoldLine} */ line) => [line.key.table, line]),
      );
    }
  }

  get mayReport() {
    return session.may("pit_manager") || session.may("auditor");
  }

  /** What no chance explains well: somebody should look at the table, its cards and its dealer. */
  drifts() {
    return this.drifting.map(
      (each) =>
        html`<article class="decision drift" key=${"drift" + each.key.table}>
          <p class="who">
            ${sign("flag", 16)} <strong>${this.titleOf(each.key.table)}</strong> · drifts from what is expected
          </p>
          <p>
            Won ${money(each.expected.compared ?? 0)} today, expected ${money(Math.round(each.expected.win ?? 0))}: 1 in ${Math.round(1 / Math.max(each.expected.chance ?? 1, 1e-12)).toLocaleString("en")} such days.
          </p>
          ${this.mayReport ? html`<a class="button" href="#/reports/hold">Look</a>` : null}
        </article>`,
    );
  }

  /** @param {string} table */
  titleOf(table) {
    return this.lobby.tables.find((each) => each.id === table)?.title ?? table;
  }

  look() {
    if (!this.lobby)
      return html`<div class="pad"><h1>Pit</h1>${this.refusal() ?? html`<p class="quiet">Looking around the floor…</p>`}</div>`;
    // Always in the same order: a person who looks from across the room knows a table by its place.
    const all = this.lobby.tables.filter((table) => table.status !== "closed").sort(byTitle);
    const [floor, practice] = [all.filter((table) => !table.is_practice), all.filter((table) => table.is_practice)];
    return html`<div class="pit">
      ${this.head(floor)}
      ${session.may("pit_manager") ? this.opening() : null}
      <div class="pit-waits">
        <h2>Waits for you${this.count()}</h2>
        ${this.refusal()}
        ${this.waiting()}
        ${this.drifts()}
        ${this.lately()}
      </div>
      <div class="pit-floor">
        <h2>Floor</h2>
        ${this.tiles(floor)}
        ${this.jackpots()}
        ${
          practice.length
            ? html`<details class="practice-tables">
              <summary>Practice tables (${practice.length})</summary>
              ${this.tiles(practice)}
            </details>`
            : null
        }
      </div>
    </div>`;
  }

  /** The whole floor in a line. @param {any[]} floor */
  head(floor) {
    const seated = floor.reduce((sum, table) => sum + table.seats.length, 0);
    const lines = floor.map((table) => this.today.get(table.id)).filter(Boolean);
    const won = lines.reduce((sum, line) => sum + line.win, 0);
    return html`<header class="pit-head">
      <h1>Pit</h1>
      <p><b>${floor.length}</b> ${counted(floor.length, "table", "tables")}</p>
      <p><b>${seated}</b> ${counted(seated, "player", "players")}</p>
      ${lines.length ? html`<p class=${won < 0 ? "lost" : "won"}><b>${dollars(won)}</b> house today</p>` : null}
      <span class="spacer" />
      ${this.lobby.jackpots.slice(0, 2).map(
        (each) =>
          html`<p key=${each.id} class=${each.status === "fault" ? "lost" : ""}>
            ${each.title}, ${each.status === "fault" ? "not fully functional" : t("in order")} <b>${money(each.display ?? 0)}</b>
          </p>`,
      )}
      ${
        session.may("dealer") || session.may("auditor")
          ? html`<a class="button" href="#/pit/staff">Staff and log book</a>`
          : null
      }
      <time class="now">${hourAndMinute(Date.now())} <small>${ZONE_NAME}</small></time>
    </header>`;
  }

  /** @param {import("../../core/types.js").TableLine[]} tables */
  tiles(tables) {
    return html`<ul class=${"tiles" + (tables.length > MANY ? " many" : "")}>${tables.map((table) => this.tile(table))}</ul>`;
  }

  /** What was ruled last. */
  lately() {
    if (!this.decided.length) return null;
    return html`<section class="lately" aria-labelledby="lately">
      <h3 id="lately">Decided lately</h3>
      <ul>
        ${this.decided.map(
          (each) =>
            html`<li key=${each.position}>
              <time>${hourAndMinute(each.at)}</time>
              <b>${each.table ? this.titleOf(each.table) : ""}</b>
              <span>${[capital(plain(each.after)), plain(each.reason)].filter(Boolean).join(": ")}</span>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  /** How long until something is done by itself. @param {number} until */
  countdown(until) {
    return html`<b class="countdown" role="timer" title="until it is done by itself">${minutes(until - Date.now())}</b>`;
  }

  /** How long somebody has been waited for. @param {number} since */
  age(since) {
    if (!since) return null;
    return html`<b class="countdown" role="timer" title="has waited for">${minutes(Date.now() - since)}</b>`;
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
    return session.me && count ? html`<span class="count">${count}</span>` : null;
  }

  /** After a restart: what every document foresees, for all of its tables in one go. @param {InterruptionLine[]} open */
  confirmAll(open) {
    if (open.length < 2 || !session.may("pit_supervisor")) return null;
    const all = () =>
      this.attempt(async () => {
        for (const each of open) await post(path("interruptions", each.id), {});
        await this.load();
      });
    return html`<button type="button" class="primary confirm-all" onclick=${all}>
      Confirm what is foreseen at all ${open.length} tables
    </button>`;
  }

  waiting() {
    const open = this.interrupted;
    if (!session.me) return html`<p class="quiet" role="status">Sign in to see what waits for a decision.</p>`;
    if (!this.decisions.length && !open.length && !this.still.length)
      return html`<p class="all-well" role="status">Nothing waits for a decision.</p>`;
    return html`<section class="decisions" aria-label="Waiting for a decision" role="status">
      ${this.confirmAll(open)}
      ${open.map((each) => this.interruption(each))}
      ${this.decisions.map((each) => this.decision(each))}
      ${this.still.map(
        (each) =>
          html`<article class="decision stuck yours ${this.gameOf(each.table)}" key=${"stuck" + each.table}>
            ${this.age(each.since)}
            <p class="who"><strong>${this.tableName(each)}</strong></p>
            <p class="question">
              Stands still and waits for ${each.waits_for}. The way on: ${each.way_on} ${cites(each.citations)}
            </p>
            <a class="button primary" href=${link("/pit/table/:id", each.table)}>Look</a>
          </article>`,
      )}
    </section>`;
  }

  /** A question that somebody of the staff, or a player, has to answer. @param {any} each */
  decision(each) {
    const isMine = session.may(each.role);
    const isPlayers = each.role === "player";
    const who = isPlayers ? t("A player decides") : t("This is yours to decide");
    return html`<article class="decision ${this.gameOf(each.table)}${isMine ? " yours" : ""}" key=${each.table + each.key}>
      ${this.age(each.since)}
      <p class="who"><strong>${this.tableName(each)}</strong></p>
      <p class="question">${capital(each.question)} ${cites(each.citations)}</p>
      <p class=${"quiet" + (isMine || isPlayers ? "" : " needed")}>
        ${isMine || isPlayers ? who : t("Waits for a {role} or above: call one.", {role: plain(each.role)})}
      </p>
      <div class="row">
        <a class=${"button" + (isMine ? " primary" : "")} href=${link("/pit/table/:id", each.table)}>
          ${isMine ? t("Decide") : t("Look")}
        </a>
      </div>
    </article>`;
  }

  /** The colour of its game. @param {string} table */
  gameOf(table) {
    return this.lobby.tables.find((each) => each.id === table)?.game ?? "";
  }

  /** Several tables may have the same title. @param {{table: string, title: string}} each */
  tableName({table, title}) {
    const line = this.lobby.tables.find((/** @type {any} */ one) => one.id === table);
    return line ? tableName({title, edition: line.edition}) : title;
  }

  /** A Round that a restart has cut off: what its document foresees, and what may be ruled instead. @param {any} each */
  interruption(each) {
    const isMine = session.may("pit_supervisor");
    return html`<article class="decision ${this.gameOf(each.table)}${isMine ? " yours" : ""}" key=${each.id}
        data-interrupted=${each.table}>
      ${this.countdown(each.confirm_by)}
      <p class="who"><strong>${this.tableName(each)}</strong></p>
      <p class="question">${roundName(each.round)} was interrupted at ${clockOrDate(each.at)}.</p>
      <p class="quiet">
        Unless somebody decides, what the document foresees is done at ${clockOrDate(each.confirm_by)}.
      </p>
      ${this.courses(each)}
    </article>`;
  }

  /** What the document foresees is in sight; what may be ruled instead is a touch away where several tables wait. @param {any} each */
  courses(each) {
    const list = (/** @type {import("../../core/types.js").CourseLine[]} */ courses) =>
      html`<ul class="courses">${courses.map((course) => this.course(each, course))}</ul>`;
    const others = each.courses.filter((/** @type {any} */ course) => !course.is_foreseen);
    if (this.interrupted.length === 1 || others.length === each.courses.length) return list(each.courses);
    return [
      list(each.courses.filter((/** @type {any} */ course) => course.is_foreseen)),
      others.length
        ? html`<details class="otherwise"><summary>Rule otherwise (${others.length})</summary>${list(others)}</details>`
        : null,
    ];
  }

  /** @param {InterruptionLine} each @param {InterruptionLine["courses"][number]} course */
  course(each, course) {
    const take = () =>
      this.attempt(async () => {
        await post(path("interruptions", each.id), course.is_foreseen ? {} : {course: course.course});
        await this.load();
      });
    const isMine = session.may("pit_supervisor") && session.may(course.role);
    return html`<li key=${course.course}>
      ${
        isMine
          ? html`<button type="button" class=${"do" + (course.is_foreseen ? " primary" : "")} onclick=${take}>
            ${capital(COURSES[course.course] ?? plain(course.course))}
          </button>`
          : html`<strong>${capital(COURSES[course.course] ?? plain(course.course))}</strong>`
      } ${course.is_foreseen ? html`<span class="tag">foreseen by the document</span>` : null}
      ${
        isMine
          ? null
          : html`<span class="tag warn">
            for a ${plain(course.role === "dealer" ? "pit_supervisor" : course.role)} or above
          </span>`
      }
      ${cites(course.citations, 4)}
      <ol class="foreseen">
        ${course.words.map(
          (/** @type {string} */ words, /** @type {number} */ index) => html`<li key=${index}>${capital(words)}</li>`,
        )}
      </ol>
    </li>`;
  }

  /** What a table waits for, and since when; nothing where play goes on. @param {import("../../core/types.js").TableLine} table @returns {{state: string, words: string, since: number} | null} */
  waitsFor({id, decisions}) {
    const asked = this.decisions.filter((each) => each.table === id);
    const since = Math.min(...asked.map((each) => each.since || Infinity));
    if (decisions || asked.length)
      return {
        state: t("On hold"),
        words: counted(decisions, "{count} decision open", "{count} decisions open"),
        since: Number.isFinite(since) ? since : 0,
      };
    const still = this.still.find(({table}) => table === id);
    return still
      ? {state: t("Stands still"), words: t("Waits for {what}", {what: still.waits_for}), since: still.since}
      : null;
  }

  /** @param {import("../../core/types.js").TableLine} table */
  tile(table) {
    const waits = table.status === "open" ? this.waitsFor(table) : null;
    const isOn = table.status === "open" && !waits;
    const [, number] = NUMBERED.exec(table.title) ?? [];
    return html`<li class="tile ${table.game} ${waits ? "alert" : ""}" key=${table.id}>
      <div class=${"tile-head" + (number ? " numbered" : "")}>
        ${
          number
            ? html`<h3><span class="hidden">Table </span>${number}</h3>`
            : html`<h3 title=${table.title} class=${table.title.length > LONG ? "long" : ""}>${table.title}</h3>`
        }
        ${number ? html`<b>${shortGame(table.game)}</b>` : null}
        <p>
          ${
            number
              ? `${table.stakes} · ${versionName(table.edition)}`
              : `${shortGame(table.game)} · ${versionName(table.edition)} · ${table.stakes}`
          }
        </p>
        <span class=${"state tag" + (isOn ? "" : " warn")}>
          ${sign(isOn ? "play" : table.status === "interrupted" ? "flag" : "pause", 16)}
          ${waits?.state ?? STATES[table.status] ?? table.status}
        </span>
      </div>
      ${this.figures(table)}
      ${this.foot(table, waits)}
      <div class="row">
        <a class="button" href=${link("/pit/table/:id", table.id)} aria-label="Manage ${table.title}">Manage</a>
        ${
          session.may("dealer")
            ? html`<a class="button" href=${link("/table/:id/deal", table.id)} aria-label="Deal ${table.title}">Deal</a>`
            : null
        }
        <a class="button" href=${link("/table/:id", table.id)} aria-label="Watch ${table.title}">Watch</a>
      </div>
    </li>`;
  }

  /** Seats and, for those who may know, what the House has kept and won since its day began. @param {import("../../core/types.js").TableLine} table */
  figures(table) {
    const line = this.today.get(table.id);
    const figure = (/** @type {string} */ caption, /** @type {string} */ value, look = "") =>
      html`<div key=${caption}><dt>${caption}</dt><dd class=${look}>${value}</dd></div>`;
    const pace = table.rounds_per_hour ? whole(table.rounds_per_hour) : "–";
    const seats = `${table.seats.length}/${table.places}`;
    if (!this.mayReport)
      return html`<dl class="big-figures">${figure(t("seats"), seats)}${figure(t("Rounds an hour"), pace)}</dl>`;
    const hold = line?.hold == null ? "–" : `${(100 * line.hold).toFixed(1).replace("-", "−")}%`;
    const look = !line?.win ? "" : line.win < 0 ? "lost" : "won";
    return html`<dl class="big-figures" title="Since the gaming day began">
      ${figure(t("seats"), seats)}
      ${figure(t("hold"), hold)}
      ${figure(t("house today"), line ? dollars(line.win) : "–", look)}
    </dl>`;
  }

  /** What is out of the ordinary, or who deals and how fast. @param {import("../../core/types.js").TableLine} table @param {{words: string, since: number} | null} waits */
  foot(table, waits) {
    const lost = table.seats
      .filter((seat) => !seat.is_connected && !seat.is_bot)
      .sort((one, other) => (one.lost_at || Infinity) - (other.lost_at || Infinity));
    const alarm = waits
      ? `${waits.words}${waits.since ? ` ${minutes(Date.now() - waits.since)}` : ""}`
      : lost.length
        ? noConnection(lost)
        : table.waiting.length
          ? counted(table.waiting.length, "{count} person waiting for a seat", "{count} people waiting for a seat")
          : "";
    const pace = table.rounds_per_hour ? `, ${whole(table.rounds_per_hour)} an hour` : "";
    const dealer = table.dealer === "auto" ? t("auto-dealer") : t("dealt by {name}", {name: table.dealer_name ?? ""});
    return alarm
      ? html`<p class="foot alarm">${sign("flag", 16)}${alarm}</p>`
      : html`<p class="foot">${counted(table.rounds, "{count} Round", "{count} Rounds")}${pace} · ${dealer}</p>`;
  }

  opening() {
    const submit = (/** @type {Submitted} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const body = {
        edition: String(form.get("edition")),
        title: String(form.get("title")) || undefined,
        bots: Number(form.get("bots") || 0),
        is_physical: form.get("is_physical") === "on",
        link: String(form.get("link") ?? "") || undefined,
        settings: Object.fromEntries(
          this.limits
            .map(({name}) => [name, String(form.get(`limit-${name}`) ?? "").trim()])
            .filter(([, value]) => value),
        ),
      };
      this.attempt(async () => {
        await post("/api/tables", body);
        event.target.closest("details")?.removeAttribute("open");
        await this.load();
      });
    };
    const unfold = (/** @type {Typed} */ event) =>
      event.target.open && !this.opened && this.lookUp(this.lobby.editions[0]?.id ?? "");
    const choose = (/** @type {Typed} */ event) => this.lookUp(event.target.value);
    return html`<details class="opening panel" ontoggle=${unfold}>
      <summary>Open a table</summary>
      <form class="row wrap" onsubmit=${submit}>
        ${choice(
          t("Edition"),
          "edition",
          this.lobby.editions.map(({id, game}) => [id, `${gameName(game)}, ${versionName(id)}`]),
          {onchange: choose},
        )}
        ${field(t("Title"), "title", {maxlength: 80})}
        ${field(t("Bots"), "bots", {type: "number", min: 0, max: 9, placeholder: "0"})}
        ${choice(t("Jackpot link"), "link", [["", t("none")], ...this.lobby.jackpots.map((each) => /** @type {[string, string]} */ ([each.id, each.title]))])}
        <label class="check"><input name="is_physical" type="checkbox" />physical cards</label>
        <fieldset class="limits">
          <legend>${t("Limits; what is left empty is as the house usually has it")}</legend>
          ${this.limits.map(
            (each) =>
              html`<label class="field" key=${each.name} title=${each.words}>
                <span>${capital(plain(each.name))}</span>
                <input name=${`limit-${each.name}`} inputmode="decimal" placeholder=${each.default} autocomplete="off" />
              </label>`,
          )}
        </fieldset>
        <button type="submit" class="primary">Open</button>
      </form>
    </details>`;
  }

  /** What the house may set of an edition in money: that is its limits. @param {string} edition */
  lookUp(edition) {
    this.opened = edition;
    this.attempt(async () => {
      const {settings} = await bookOf(edition);
      if (edition === this.opened) this.limits = settings.filter(({type}) => type === "money");
    });
  }

  jackpots() {
    if (!this.lobby.jackpots.length && !session.may("pit_manager")) return null;
    return html`<section aria-labelledby="links">
      <h2 id="links">Jackpot links</h2>
      ${session.may("pit_manager") ? this.linking() : null}
      ${this.lobby.jackpots.map((jackpot) => this.jackpot(jackpot))}
    </section>`;
  }

  /** A new meter; tables join it when they are opened. */
  linking() {
    const submit = (/** @type {Submitted} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const linked = this.lobby.editions.find((edition) => edition.has_link);
      const body = {game: linked?.game ?? "", title: String(form.get("title"))};
      this.attempt(async () => {
        await post("/api/jackpots", body);
        await this.load();
      });
    };
    return html`<details class="linking">
      <summary>Open a jackpot link</summary>
      <form class="row wrap" onsubmit=${submit}>
        ${field(t("Name of the jackpot"), "title", {required: true, maxlength: 80})}
        <button type="submit" class="primary">Open the link</button>
        <span class="quiet">Tables join a link when they are opened.</span>
      </form>
    </details>`;
  }

  /** @param {import("../../core/types.js").Jackpot} jackpot */
  jackpot(jackpot) {
    const isFaulty = jackpot.status === "fault";
    return html`<article class="panel" key=${jackpot.id}>
      <h3>
        ${jackpot.title} <meter-display jackpot=${jackpot.id} display=${jackpot.display ?? 0} status=${jackpot.status ?? "open"} /> <span class=${"tag" + (isFaulty ? " warn" : "")}>${isFaulty ? t("not fully functional") : t("in order")}</span>
      </h3>
      <p class="quiet">
        ${counted(jackpot.tables.length, "{count} table", "{count} tables")} · reserve ${money(jackpot.reserve)} · ${jackpot.hits.length} won
      </p>
      <div class="row">
        <a class="button" href=${link("/pit/link/:id", jackpot.id)} aria-label="Manage ${jackpot.title}">Manage</a>
        <a class="button" href=${link("/jackpot/:id", jackpot.id)} aria-label="Display of ${jackpot.title}">Display</a>
      </div>
    </article>`;
  }
}
customElements.define("pit-page", PitPage);
