import {isTelling, knows, lastWords} from "../layouts/knows.js";
import {path, remove} from "../core/api.js";
import {BetBook, fitting, isDecision, offered} from "../core/table/bets.js";
import {html} from "../core/draw.js";
import {fetched, late} from "../core/late.js";
import {habit} from "../core/table/habits.js";
import {purposeOf, spotOf} from "../core/table/purpose.js";
import {go} from "../core/router.js";
import {gameAfter, shortGame, versionName} from "../core/words/say.js";
import {prefs} from "../core/prefs.js";
import {session} from "../core/session.js";
import {play} from "../core/sound.js";
import {wear} from "../core/styles.js";
import {NEWS_MS, TableView} from "../core/table/table-view.js";
import {t} from "../core/words/words.js";
import "../elements/connection-state.js";
import {icon} from "../elements/icon.js";
import {isAdviceOpen} from "../elements/dock/advice-panel.js";
import "../elements/dock/play-dock.js";
import {layout} from "../layouts/index.js";

/** @typedef {import("../core/types.js").Scene} Scene */
/** @typedef {import("../core/types.js").Happening} Happening */

// What is needed once something has happened, or is not seen at first, comes after the table.
/** @type {typeof import("../layouts/outcome.js") | null} */
let ends = null;
/** @type {typeof import("../elements/dock/table-side.js") | null} */
let sides = null;
const fetchSide = () =>
  Promise.all([import("../elements/dock/table-side.js"), wear("side")]).then(
    ([found]) => (sides = found),
    () => null, // without a network the page says so
  );
const fetchEnds = () => import("../layouts/outcome.js").then((found) => (ends = found));
late("rail-dock", () => Promise.all([import("../elements/dock/rail-dock.js"), wear("felt-watched", "rail", "clock")]));
late("sit-dialog", () => Promise.all([import("../elements/dock/sit-dialog.js"), wear("desk")]));
const TOLD_MS = 8_000;
const LINGER_MS = 6_000; // how long a Round's cards lie while the next bets are taken
const REST_MS = 3_000; // until what is not needed at first is fetched
const SIDE = "(min-width: 1200px)"; // the log has a place of its own
const POSTING = "croupier.posting";

/** A table as a player or from the rail. */
class TablePage extends TableView {
  isSitWanted = false;
  lastRound = "";
  /** What the last Round brought you. @type {{round: string, net: number, count: number} | null} */
  result = null;
  /** Of the Round that goes on. @type {Happening[]} */
  happenings = [];
  /** What came of those. @type {{of: Happening[] | null, count: number, outcome: import("../layouts/outcome.js").Outcome | null}} */
  counted = {of: null, count: 0, outcome: null};
  /** What has happened and is not seen moving yet. @type {Happening[]} */
  moving = [];
  /** What was seen of the Round before its end, and what came of it. @type {{view: any, outcome: import("../layouts/outcome.js").Outcome, until: number} | null} */
  last = null;
  /** @type {any} */
  lastView = null;
  lastSeq = 0; // of that view
  /** @type {BetBook | null} */
  book = null;
  tab = "dealer";
  isSideOpen = false; // on screens where it is not always there
  /** @type {{words: string, citations: any[]} | null} */
  why = null;
  hasRested = false;
  advance = "";
  isPosting = false;
  wasTurn = false;
  refusedAt = -1; // what the house did not do unasked is not asked for again and again
  wasCalled = false; // to the seat one has waited for
  /** At a practice table. @type {import("../core/table/coach.js").Coach | null} */
  coach = null;
  isComing = false; // the coach
  satAt = 0;
  wasLeaving = false;

  /** No more said of the time one has played. */
  unremind = () => {};

  connectedCallback() {
    super.connectedCallback();
    document.documentElement.classList.add("seated");
    this.addEventListener("open-paragraph", (event) => {
      event.stopPropagation();
      const cite = /** @type {CustomEvent} */ (event).detail;
      const line =
        /** @type {Element} */ (event.target).closest("li")?.querySelector(".said")?.textContent ??
        `¶ ${cite.paragraph}`;
      this.explain({words: line, citations: [cite]});
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.unremind();
    document.documentElement.classList.remove("seated");
  }

  async load() {
    this.isSitWanted = this.query.get("sit") === "yes";
    this.book = new BetBook(this.params.id);
    if (matchMedia(SIDE).matches) await fetchSide();
    await super.load();
  }

  /** What a table does without at first: the log where it is not in sight. */
  async rest() {
    this.hasRested = true;
    import("../core/reality.js").then(
      ({remind}) => {
        this.unremind();
        if (!this.isGone) this.unremind = remind((words) => this.scene?.you.place != null && this.told(words));
      },
      () => null, // without a network the page says so
    );
    await fetchSide();
    this.redraw();
  }

  /** @param {{events: any[], past?: any[], isFresh: boolean, isSnapshot?: boolean}} detail */
  happened(detail) {
    super.happened(detail);
    const {scene} = this;
    const place = scene?.you.place;
    if (this.wasLeaving && place === null) this.attempt(() => this.left());
    this.wasLeaving = Boolean(scene?.you.is_leaving && place !== null);
    if (detail.isFresh) setTimeout(() => this.rest(), REST_MS);
    if (detail.past?.length) this.recall(detail.past);
    if (scene && this.isSitWanted && session.me && place === null) {
      this.isSitWanted = false;
      const free = this.middlePlace();
      if (free) setTimeout(() => this.sit(free), 0);
    }
    this.moving.push(...detail.events);
    for (const each of detail.events) this.count(each, place ?? 0);
    if (!ends && this.happenings.some(isTelling)) fetchEnds().then(() => this.redraw());
    if (detail.events.some((each) => each.is_void)) this.last = this.lastView = null;
    if (scene?.round && !this.isOver(scene)) {
      this.lastView = scene.view;
      this.lastSeq = scene.seq;
    }
    if (scene) this.attend(scene);
    if (
      detail.events.some(
        (each) =>
          each.event.player &&
          each.event.player === session.me?.id &&
          each.transfers.some(
            (/** @type {any} */ move) => move.source.startsWith("cage") || move.target.startsWith("cage"),
          ),
      )
    )
      session.load();
  }

  /** Bets are open again, and the last cards still lie there. @param {Scene} scene */
  isOver(scene) {
    return knows(scene).isOver(scene);
  }

  /** What was asked for beforehand waited while something else was on its way. */
  rested() {
    if (this.scene) this.attend(this.scene);
  }

  /** Something has changed: whose turn it is, what was chosen beforehand, what may be heard. @param {Scene} scene */
  attend(scene) {
    this.book?.see(scene);
    const isTurn = scene.awaited.includes(scene.you.place ?? -1);
    const isCalled = Boolean(scene.you.waiting) && scene.table.status === "open" && this.freePlaces().length > 0;
    if (isTurn && !this.wasTurn) this.call(t("Your turn"));
    if (isCalled && !this.wasCalled) this.call(t("A seat is free"));
    this.wasTurn = isTurn;
    this.wasCalled = isCalled;
    if (this.isBusy || !this.isLive) return;
    const own = scene.options.filter((option) => option.group === "play" && option.place === scene.you.place);
    const find = (/** @type {string[]} */ purposes) =>
      purposes.map((purpose) => own.find((option) => purposeOf(option) === purpose)).find(Boolean);
    const given = habit(scene, this.posting(scene));
    if (given && this.refusedAt !== scene.seq) return this.by(given.option, given.values);
    if (!isTurn || !this.advance) return;
    const chosen = this.advance === "give-up" ? find(["check", "fold"]) : find(["check", "call"]);
    this.advance = "";
    if (chosen) this.by(chosen);
  }

  /** To be heard, and seen by who looks elsewhere. @param {string} words */
  call(words) {
    play("turn");
    if (!document.hidden && !navigator.userActivation?.hasBeenActive) return; // it is in sight, and may not shake yet
    import("../core/alert.js").then(
      ({alertTo}) => alertTo(words, this.scene?.table.title ?? ""),
      () => null, // without a network the page says so
    );
  }

  /** Done for you, as you have asked beforehand. If the table has moved on, what came meanwhile decides: nobody pressed anything. @param {import("../core/types.js").Option} option @param {Record<string, any>} [values] */
  by(option, values = {}) {
    const done = (/** @type {any} */ answer) => {
      if (answer && !answer.ok) this.refusedAt = this.scene?.seq ?? -1;
      if (answer?.code !== "stale") return false;
      setTimeout(() => this.scene && this.attend(this.scene), NEWS_MS);
      return true;
    };
    setTimeout(() => this.isBusy || this.give(/** @type {any} */ ({detail: {option, values, done}})), 0);
  }

  /** At a practice table blinds are posted by themselves unless one says otherwise. @param {Scene} scene */
  posting({table}) {
    const chosen = sessionStorage.getItem(POSTING);
    return chosen === null ? table.is_practice : chosen === "yes";
  }

  /** Coming in the middle of a Round: what has happened in it already. @param {Happening[]} past */
  recall(past) {
    const first = this.happenings[0]?.seq ?? Infinity;
    const round = this.lastRound || this.scene?.round;
    const earlier = past.filter((each) => each.round === round && each.seq < first);
    if (!round || !earlier.length) return;
    this.lastRound = round;
    this.happenings = [...earlier, ...this.happenings];
  }

  /** What a Round brings you. @param {any} each @param {number} place */
  count(each, place) {
    if (!each.round) return;
    if (each.round !== this.lastRound) {
      this.happenings = [];
      this.lastView = null;
      this.lastSeq = 0;
    }
    this.lastRound = each.round;
    this.happenings.push(each);
    if (each.ends_round) this.end(each, place, this.happenings, ...this.lately());
  }

  /** The last view of a Round that has cards, and when it was: that of its end, if there was none before. @returns {[any, number]} */
  lately() {
    const {scene} = this;
    if (this.lastView || !scene) return [this.lastView, this.lastSeq];
    return [scene.view, this.isOver(scene) ? 0 : scene.seq];
  }

  /** @param {any} each @param {number} place @param {Happening[]} happenings @param {any} view as it was seen before @param {number} seq */
  async end(each, place, happenings, view, seq) {
    const {outcomeOf, laidIn} = ends ?? (await fetchEnds());
    const outcome = outcomeOf(happenings);
    const laid = laidIn(happenings.filter((one) => one.seq > seq));
    if (view) this.last = {view: {...view, shown: outcome.shown, laid}, outcome, until: Date.now() + LINGER_MS};
    const net = outcome.nets[place];
    if (place && net !== undefined) this.result = {round: each.round, net, count: (this.result?.count ?? 0) + 1};
    if (net > 0) play("win");
    if (place) this.coach?.ended(each.round);
    this.redraw();
  }

  freePlaces() {
    const sits =
      this.scene?.options.filter((option) => purposeOf(option) === "sit").map((option) => option.fixed.seat) ?? [];
    if (sits.length) return sits.filter((place) => place <= (this.scene?.table.places ?? 0));
    const taken = new Set(this.scene?.table.seats.map((seat) => seat.place));
    return Array.from({length: this.scene?.table.places ?? 0}, (_, index) => index + 1).filter(
      (place) => !taken.has(place),
    );
  }

  /** Nearest to the middle of the table, where there is most room. */
  middlePlace() {
    const off = (/** @type {number} */ place) => Math.abs(place - ((this.scene?.table.places ?? 0) + 1) / 2);
    return [...this.freePlaces()].sort((one, other) => off(one) - off(other))[0];
  }

  /** @param {number} place */
  async sit(place) {
    await this.attempt(async () => {
      const wasStranger = !session.me;
      if (!(await session.ensure())) return go("/sign-in?to=" + encodeURIComponent(`/table/${this.params.id}?sit=yes`));
      if (wasStranger) {
        this.connect();
        this.isSitWanted = true;
        return;
      }
      await fetched("sit-dialog");
      this.redraw();
      await null; // drawn by then, and not yet shown: the felt and the dialog come in one frame
      /** @type {any} */ (this.querySelector("sit-dialog"))?.open(place);
    });
  }

  /** @param {{words: string, citations: any[]}} about */
  async explain(about) {
    await fetchSide();
    await fetched("book-panel"); // until then its place shows what it is for
    this.why = about;
    this.redraw();
  }

  look() {
    const {scene} = this;
    return html`<div class=${"table-page play" + (this.isSideOpen ? " side-open" : "") + (this.why ? " explaining" : "")}>
      ${
        scene
          ? this.table(scene)
          : html`<div class="pad">
            <h1>${t("Table")}</h1>
            <p class="quiet">
              ${this.socket?.link.words ?? t("Connecting…")}
              ${this.socket?.link.state === "over" ? [" ", html`<a href="#/">${t("Back to the lobby")}</a>`] : null}
            </p>
            <connection-state socket=${this.socket} key="link" />
          </div>`
      }
    </div>`;
  }

  /** At practice tables alone: at a real one nobody is told what to do. @param {Scene} scene */
  async coached({table, you, round, awaited}) {
    if (you.place === null) return;
    this.satAt ||= Date.now();
    if (!table.is_practice) return;
    if (!this.coach && !this.isComing) {
      this.isComing = true;
      const {Coach} = await import("../core/table/coach.js");
      if (prefs.isOn("coach")) await wear("dock-line");
      this.coach = new Coach(table.id, () => this.redraw());
      return this.redraw();
    }
    const isTurn = awaited.includes(you.place);
    const isAsked = prefs.isOn("coach") && isTurn && this.scene !== null && isDecision(this.scene);
    this.coach?.see(round + JSON.stringify(this.options("play")), isTurn, isAsked || isAdviceOpen());
  }

  drawn() {
    super.drawn();
    if (this.scene) this.coached(this.scene);
    const events = this.moving.splice(0);
    if (events.length) import("../core/table/moves.js").then(({show}) => show(this.querySelector(".felt"), events));
    const table = this.scene?.table;
    const words = table
      ? `${table.stakes} · ${versionName(table.edition)}` +
        (table.is_practice ? ` · ${t("practice")}` : "") +
        (table.status !== "open" ? ` · ${table.status}` : "")
      : "";
    const title = table ? shortGame(table.game) + (gameAfter(table.title, table.game) ? ` · ${table.title}` : "") : "";
    if (table && this.shownTitle !== title + words) {
      this.shownTitle = title + words;
      this.tell("where", {title, words});
    }
  }

  shownTitle = "";

  /** @param {Scene} scene */
  table(scene) {
    const {table, you} = scene;
    const isSeated = you.place !== null;
    const choose = (/** @type {Told} */ event) => this.dock?.choose(event.detail);
    return [
      html`<div class="table-main" key="main">
        <div class="felt-area">
          ${layout(this.felt(scene), {
            onsit: (/** @type {Told} */ event) => this.sit(event.detail),
            "onchoose-option": choose,
          })}
          ${this.hud(scene)}
          <div class="toasts" key="toasts">${this.refusal()}${this.noticeNote()}${this.refusedNote()}</div>
          ${
            table.is_practice && isSeated
              ? html`<advice-panel key="advice" known=${{
                  advice: this.coach?.advice ?? null,
                  problem: this.coach?.problem ?? "",
                  isAsked: this.coach !== null && this.coach.asked === this.coach.moment,
                  isTurn: scene.awaited.includes(you.place ?? -1),
                }} onadvice=${() => this.redraw()} />`
              : null
          }
        </div>
        ${isSeated ? this.playing(scene) : this.rail(scene)}
      </div>`,
      this.side(scene),
      isSeated ? null : html`<sit-dialog scene=${scene} key="sit" onseated=${() => session.load()} />`,
    ];
  }

  /** @returns {any} */
  get dock() {
    return this.querySelector("play-dock");
  }

  /** Always there: the way out, the log where it has no place of its own, whether all of this is live. @param {Scene} scene */
  hud(scene) {
    const isSeated = scene.you.place !== null;
    const toggle = () => fetchSide().then(() => this.keep({isSideOpen: !this.isSideOpen}));
    return html`<div class="hud" key="hud">
      ${
        isSeated && scene.you.is_leaving
          ? html`<button type="button" class="hud-button stay" disabled=${!this.isLive} aria-label=${t("Stay after all")}
                onclick=${() => this.stay()}>${icon("stay", 18)}<span>${t("Stay")}</span></button>`
          : isSeated
            ? html`<button type="button" class="hud-button leave" disabled=${!this.isLive} aria-label=${t("Leave the table")}
                onclick=${() => this.leave()}>${icon("leave", 18)}<span>${t("Leave")}</span></button>`
            : html`<a class="hud-button" href="#/" aria-label=${t("Back to the lobby")}>
              ${icon("back", 18)}
              <span>${t("Lobby")}</span>
            </a>`
      }
      <connection-state socket=${this.socket} key="link" />
      <button type="button" class="hud-button log-button" aria-expanded=${String(this.isSideOpen)}
          aria-label=${t("What the dealer says")} onclick=${toggle}>${icon("log", 18)}</button>
    </div>`;
  }

  /** @param {Scene} scene */
  playing(scene) {
    // One thing at a time: a blind may just be posted for you.
    const give = (/** @type {any} */ event) => this.isBusy || this.give(event);
    return html`<play-dock key="dock" scene=${scene} book=${this.book} isBusy=${this.isBusy} isLive=${this.isLive}
        now=${() => this.socket?.now() ?? Date.now()} result=${this.result} advance=${this.advance}
        isPosting=${this.posting(scene)} advice=${prefs.isOn("coach") ? (this.coach?.now ?? null) : null}
        ongive=${give} onchip=${() => this.redraw()} onlay=${(/** @type {Told} */ event) => this.lay(event.detail)}
        onsteps=${(/** @type {Told} */ event) => this.step(event.detail)} onadvance=${(/** @type {Told} */ event) => {
          this.advance = event.detail;
          if (this.scene) this.attend(this.scene); // the turn may have come and not be drawn yet
          this.redraw();
        }} onposting=${(/** @type {Told} */ event) => {
          sessionStorage.setItem(POSTING, event.detail ? "yes" : "no");
          if (this.scene) this.attend(this.scene);
          this.redraw();
        }} onwhy=${(/** @type {Told} */ event) => this.explain(event.detail)} />`;
  }

  /** @param {Scene} scene */
  rail(scene) {
    return html`<rail-dock key="dock" scene=${scene} free=${this.freePlaces().length} now=${() => this.socket?.now() ?? Date.now()}
        result=${this.result} ontake-seat=${() => this.sit(this.middlePlace())} onwork=${this.work}
        onconnect-again=${() => this.connect()} />`;
  }

  /** Something that a part of the page wants done: a refusal is shown here. */
  work = (/** @type {Told} */ event) => this.attempt(event.detail);

  /** A chip on a spot. @param {import("../core/types.js").Option} option */
  async lay(option) {
    const cents = fitting(option, this.dock?.chip ?? 0);
    const ask = option.asks[0];
    const answer = await this.give(/** @type {any} */ ({detail: {option, values: ask ? {[ask.field]: cents} : {}}}));
    if (answer?.ok && option.place === this.scene?.you.place) this.book?.tapped(spotOf(option), cents);
  }

  /** Several bets, one after the other, each once the one before has been confirmed. @param {{steps: import("../core/table/bets.js").Step[], isUndo?: boolean}} wanted */
  async step({steps, isUndo}) {
    if (!steps?.length || this.isBusy) return;
    if (isUndo) this.book?.taps.pop();
    for (const step of steps) {
      const option = this.scene ? offered(this.scene, step) : null;
      if (!option) continue;
      const ask = option.asks.find(({kind}) => kind === "money");
      const answer = await this.give(
        /** @type {any} */ ({detail: {option, values: ask ? {[ask.field]: fitting(option, step.cents)} : {}}}),
      );
      if (!answer?.ok) return;
      if (step.purpose === "bet" && !isUndo) this.book?.tapped(step.spot, step.cents);
      await this.socket?.reached(answer.seq);
    }
  }

  /** @param {import("../core/types.js").Option} option @param {any} values @param {any} answer */
  turnedDown(option, values, answer) {
    super.turnedDown(option, values, answer);
    play("refused");
  }

  /** Between Rounds, with the cards of the last one; and who said what. @param {Scene} scene */
  felt(scene) {
    const said = this.said(scene);
    const laying = (/** @type {import("../core/types.js").Option} */ option) => fitting(option, this.dock?.chip ?? 0);
    const isLingering =
      this.last && (!scene.round || (this.isOver(scene) && Date.now() < this.last.until && !this.book?.placed.length));
    if (isLingering && this.last && ends)
      return {
        ...scene,
        view: ends.withCardsLeft(scene.table.game, scene.view, this.last.view),
        outcome: this.last.outcome,
        said: {},
        laying,
      };
    const outcome = ends && this.happenings.length && scene.round === this.lastRound ? this.outcome(ends) : null;
    const isSettled = outcome && (outcome.pots.length || Object.keys(outcome.spots).length);
    return {
      ...scene,
      outcome: isSettled ? {...outcome, nets: knows(scene).hasTurns ? outcome.nets : {}} : null,
      said,
      laying,
    };
  }

  /** So far. A table is drawn more often than something happens at it. */
  outcome({outcomeOf} = /** @type {typeof import("../layouts/outcome.js")} */ (ends)) {
    const {happenings} = this;
    if (this.counted.of !== happenings || this.counted.count !== happenings.length)
      this.counted = {of: happenings, count: happenings.length, outcome: outcomeOf(happenings)};
    return /** @type {import("../layouts/outcome.js").Outcome} */ (this.counted.outcome);
  }

  /** @param {Scene} scene @returns {Record<number, string>} */
  said(scene) {
    return knows(scene).hasTurns ? lastWords(this.happenings) : {};
  }

  /** Its box is always there; on small screens what it shows comes when it is opened, or after a moment. @param {Scene} scene */
  side(scene) {
    const isInSight = this.hasRested || this.isSideOpen || this.why || matchMedia(SIDE).matches;
    return html`<aside class="table-side" aria-label=${t("What has happened")} key="side">
      ${isInSight && sides ? sides.beside(this, scene) : null}
    </aside>`;
  }

  leave() {
    return this.attempt(async () => {
      const {id} = this.params;
      const {is_leaving} = await remove(path("tables", id, "seat"));
      if (is_leaving) this.told(t("You leave as soon as the rules let you."));
      else await this.left();
    });
  }

  /** Up from the seat, at once or as soon as the rules allowed it; at practice and demonstrations one sees how it went. */
  async left() {
    await session.load();
    const from = this.coach?.begun ?? (session.me?.is_demo && this.satAt);
    if (from && (this.result || this.coach?.rounds.length))
      return go(`/session/${encodeURIComponent(this.params.id)}?from=${from}`);
    this.told(t("You have left; your chips are back in your account."));
  }

  stay() {
    return this.attempt(async () => {
      await remove(path("tables", this.params.id, "leaving"));
      this.told(t("You stay."));
    });
  }

  /** @param {string} words */
  told(words) {
    this.noticed = {code: "told", reason: words, citations: []};
    setTimeout(() => {
      if (this.noticed?.reason === words) {
        this.noticed = null;
        this.redraw();
      }
    }, TOLD_MS);
  }
}
customElements.define("table-page", TablePage);
