import {get, path, put, post, remove} from "../core/api.js";
import {h} from "../core/draw.js";
import {placesOf} from "../core/places.js";
import {go, link} from "../core/router.js";
import {gain, gameAfter, roundName, versionName} from "../core/say.js";
import {session} from "../core/session.js";
import {TableView} from "../core/table-view.js";
import "../elements/advice-panel.js";
import "../elements/own-affairs.js";
import {layout} from "../layouts/index.js";
import {lying} from "../layouts/lying.js";
import "../elements/action-bar.js";
import "../elements/connection-state.js";
import "../elements/decision-list.js";
import "../elements/happening-log.js";
import "../elements/sign-age.js";
import "../elements/sit-dialog.js";
import "../elements/turn-clock.js";

const SITTING = ["SitDown", "TakeSeat"];
const LEAVING = ["LeaveGame", "LeaveTable", "LeaveSeat"];
const RETURNING = ["ReturnToSeat"];
const BUYING = ["TopUp", "BuyChips"];
const TOLD_MS = 8_000;

/**
 * What came to a stack in a Round, from the transfers the house has confirmed; null if none of its chips moved.
 * @param {string} round @param {any[]} happenings @param {number} place
 */
function outcome(round, happenings, place) {
  const stack = `stack/${place}`;
  const isPlay = (/** @type {any} */ {source, target}) => (source === stack || target === stack) && !source.startsWith("cage") && !target.startsWith("cage");
  const moves = happenings.flatMap((each) => each.transfers).filter(isPlay);
  return moves.length ? {round, net: moves.reduce((sum, move) => sum + (move.target === stack ? move.cents : -move.cents), 0)} : null;
}

/** A table as a player or from the rail. */
class TablePage extends TableView {
  isSitWanted = false;
  lastRound = "";
  /** What the last Round brought you. @type {{round: string, net: number} | null} */
  result = null;
  /** Of the Round that goes on. @type {any[]} */
  happenings = [];
  missed = ""; // the Round whose beginning this page did not see
  /** What was seen of the Round before its end. @type {any} */
  lastView = null;

  async load() {
    this.isSitWanted = this.query.get("sit") === "yes";
    await super.load();
  }

  /** @param {{events: any[], isFresh: boolean, isSnapshot?: boolean}} detail */
  happened(detail) {
    super.happened(detail);
    const place = this.scene?.you.place;
    if (detail.isSnapshot) this.missed = this.scene?.round ?? "";
    if (this.scene && this.isSitWanted && session.me && place === null) {
      this.isSitWanted = false;
      const free = this.freePlaces()[0];
      if (free) setTimeout(() => this.sit(free), 0);
    }
    for (const each of detail.events) this.count(each, place ?? 0);
    if (detail.events.some((each) => each.event.type.startsWith("RoundVoided"))) this.lastView = null;
    if (this.scene?.round) this.lastView = this.scene.view;
    if (detail.events.some((each) => each.event.type === "SatDown" || each.event.type === "SeatTaken" || each.event.type.includes("Left"))) session.load();
  }

  /** What a Round brings you. Whoever came back in the middle of it asks the journal. @param {any} each @param {number} place */
  async count(each, place) {
    if (!each.round || !place) return;
    if (each.round !== this.lastRound) this.happenings = [];
    this.lastRound = each.round;
    this.happenings.push(each);
    if (!/^Round(Concluded|Voided|Ended|Over)/.test(each.event.type)) return;
    const seen = this.happenings;
    const whole = each.round === this.missed ? await get(path("rounds", each.round)).catch(() => null) : null;
    this.result = outcome(each.round, whole?.happenings ?? seen, place) ?? this.result;
    this.redraw();
  }

  freePlaces() {
    const offered = this.scene?.options.filter((option) => SITTING.includes(option.command)).map((option) => option.fixed.seat) ?? [];
    if (offered.length) return offered.filter((place) => place <= (this.scene?.table.places ?? 0));
    const taken = new Set(this.scene?.table.seats.map((seat) => seat.place));
    return Array.from({length: this.scene?.table.places ?? 0}, (_, index) => index + 1).filter((place) => !taken.has(place));
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
      /** @type {any} */ (this.querySelector("sit-dialog"))?.open(place);
    });
  }

  look() {
    const scene = this.scene;
    return h(
      "div",
      {class: "table-page"},
      h("div", {class: "table-head"}, this.heading(), h("connection-state", {socket: this.socket, key: "link"})),
      this.refusal(),
      this.noticeNote(),
      scene ? this.table(scene) : h("p", {class: "quiet pad"}, this.socket?.link.words ?? "Connecting…", this.socket?.link.state === "over" ? [" ", h("a", {href: "#/"}, "Back to the lobby")] : null),
    );
  }

  heading() {
    const table = this.scene?.table;
    if (!table) return h("h1", null, "Table");
    return h("div", null, h("h1", null, table.title), h("p", {class: "quiet"}, gameAfter(table.title, table.game), h("a", {href: link("/rules/:edition", table.edition)}, versionName(table.edition)), table.is_practice ? " · practice" : "", table.status !== "open" ? ` · ${table.status}` : ""));
  }

  /** @param {import("../core/types.js").Scene} scene */
  table(scene) {
    const {table, you} = scene;
    const isSeated = you.place !== null;
    return [
      h(
        "div",
        {class: "table-body", key: "body"},
        h(
          "div",
          {class: "table-main"},
          layout(this.felt(scene), {onsit: (/** @type {any} */ event) => this.sit(event.detail), "onchoose-option": (/** @type {any} */ event) => /** @type {any} */ (this.querySelector("action-bar"))?.choose(event.detail)}),
          isSeated ? this.actions(scene) : [this.asked(scene), this.resultNote(), this.railNote(scene)],
        ),
        h("aside", {class: "table-side", "aria-label": "What has happened"}, h("h2", null, "The dealer says"), h("happening-log", {happenings: this.log, seats: table.seats}), this.links(scene), h("h2", null, "On the sign"), h("sign-age", {table})),
      ),
      h("sit-dialog", {scene, key: "sit", onseated: () => session.load()}),
    ];
  }

  /** Between Rounds, with the cards of the last one. @param {import("../core/types.js").Scene} scene */
  felt(scene) {
    return scene.round || !this.lastView ? scene : {...scene, view: lying(scene.table.game, scene.view, this.lastView)};
  }

  /** How long somebody has, what the document leaves to a person, what was not done. @param {import("../core/types.js").Scene} scene */
  asked(scene) {
    return [
      h("turn-clock", {key: "clock", clock: scene.clock, now: () => this.socket?.now() ?? Date.now(), place: scene.you.place}),
      h("decision-list", {key: "decisions", decisions: scene.decisions, options: scene.options, isBusy: this.isBusy || !this.isLive, ongive: this.give}),
      this.refusedNote(),
    ];
  }

  /** The dock stays in sight: whatever a player must see to decide is in it. @param {import("../core/types.js").Scene} scene */
  actions(scene) {
    const isTurn = scene.awaited.includes(scene.you.place ?? -1);
    return [
      h(
        "div",
        {class: "dock" + (isTurn ? " turn" : ""), key: "dock"},
        h("p", {class: "whose", role: "status"}, this.whose(scene, isTurn), scene.you.is_leaving ? h("span", {class: "tag warn"}, "leaving as soon as the rules allow it") : null),
        this.resultNote(), // above what comes and goes: a link that moves is missed
        this.asked(scene),
        h("action-bar", {options: this.ownOptions(scene), isBusy: this.isBusy, isLive: this.isLive, place: scene.you.place, ongive: this.give, empty: isTurn ? "" : "Nothing for you to do at this moment."}),
        scene.table.is_practice ? h("advice-panel", {key: "advice", table: scene.table.id, moment: scene.round + JSON.stringify(this.options("play")), isTurn}) : null,
      ),
      h("own-affairs", {key: "affairs", scene, isBusy: this.isBusy, isLive: this.isLive, ongive: this.give, onleave: () => this.leave(), onstay: () => this.stay(), "onmove-to": (/** @type {any} */ event) => this.moveTo(event.detail)}),
      this.practiceTools(scene),
    ];
  }

  /** What is asked of you; and the way back into the game for whoever is out of it. @param {import("../core/types.js").Scene} scene */
  ownOptions(scene) {
    const ways = this.hasNothing(scene) ? [...RETURNING, ...BUYING] : RETURNING;
    return scene.options.filter(({command, group}) => (group === "play" && command !== "GiveRuling") || ways.includes(command));
  }

  /** No chips, and no bets: whoever has bets may not leave. @param {import("../core/types.js").Scene} scene */
  hasNothing(scene) {
    const own = placesOf(scene).find(({number}) => number === scene.you.place);
    return own?.chips === 0 && scene.options.some(({command, asks}) => LEAVING.includes(command) && !asks.length);
  }

  /** @param {import("../core/types.js").Scene} scene @param {boolean} isTurn */
  whose(scene, isTurn) {
    if (this.hasNothing(scene)) return "You have no chips left. Buy some between Rounds, or leave and sit down again.";
    if (isTurn) return h("strong", null, "Your turn");
    if (scene.options.some(({command}) => RETURNING.includes(command))) return "You sit out: no cards for you until you are back.";
    if (!scene.awaited.length) return scene.round ? "The dealer is at work." : "Between Rounds.";
    const names = scene.awaited.map((place) => scene.table.seats.find((seat) => seat.place === place)?.name ?? `seat ${place}`);
    return `Waiting for ${names.join(", ")}.`;
  }

  /** @param {import("../core/types.js").Scene} scene */
  practiceTools({table}) {
    if (!table.is_practice || table.owner !== session.me?.id) return null;
    const bots = (/** @type {number} */ count) => () => this.attempt(async () => this.adopt(await put(path("tables", table.id, "bots"), {count})));
    const now = table.seats.filter((seat) => seat.is_bot).length;
    return h(
      "details",
      {class: "affairs panel", key: "practice"},
      h("summary", null, "Your practice table"),
      h("div", {class: "row"},
      h("button", {type: "button", onclick: bots(now + 1), disabled: table.seats.length >= table.places}, "One more bot"),
      h("button", {type: "button", onclick: bots(Math.max(0, now - 1)), disabled: !now}, "One bot less"),
      h("button", {type: "button", onclick: () => this.attempt(async () => { await post(path("tables", table.id, "close"), {reason: "practice is over"}); go("/"); })}, "Close this practice table"),
      ),
    );
  }

  leave() {
    return this.attempt(async () => {
      const {is_leaving} = await remove(path("tables", this.params.id, "seat"));
      this.told(is_leaving ? "You leave as soon as the rules let you." : "You have left; your chips are back in your account.");
      await session.load();
    });
  }

  stay() {
    return this.attempt(async () => {
      await remove(path("tables", this.params.id, "leaving"));
      this.told("You stay.");
    });
  }

  /** Up from one place and down at another, with the same chips. @param {{place: number, chips: number}} wanted */
  moveTo({place, chips}) {
    return this.attempt(async () => {
      const {is_leaving} = await remove(path("tables", this.params.id, "seat"));
      if (is_leaving) {
        await remove(path("tables", this.params.id, "leaving"));
        return this.told("The Round has begun: move when it is over.");
      }
      await post(path("tables", this.params.id, "seat"), {place, chips});
      this.told(`You sit at ${place} now.`);
      await session.load();
    });
  }

  /** @param {string} words */
  told(words) {
    this.noticed = {code: "told", reason: words, citations: []};
    setTimeout(() => { if (this.noticed?.reason === words) { this.noticed = null; this.redraw(); } }, TOLD_MS);
  }

  /** @param {import("../core/types.js").Scene} scene */
  railNote(scene) {
    const free = this.freePlaces();
    const canSit = free.length > 0 && scene.table.status === "open";
    const mayPlay = session.me?.roles.includes("player") ?? true;
    return h(
      "div",
      {class: "dock rail", key: "dock"},
      h("p", null, "You are watching from the rail. ", canSit ? "" : scene.table.status === "open" ? "No seat is free." : `The table is ${scene.table.status}.`),
      canSit && mayPlay ? h("button", {type: "button", class: "primary", onclick: () => this.sit(free[0])}, scene.you.waiting ? "A seat is free: take it" : "Take a seat") : null,
      mayPlay && scene.table.status !== "closed" ? this.waiting(scene, canSit) : null,
    );
  }

  /** The list for a seat: join it, see how far one is, leave it. @param {import("../core/types.js").Scene} scene @param {boolean} canSit */
  waiting({you, table}, canSit) {
    const address = path("tables", table.id, "waiting");
    if (you.waiting) {
      const stop = () => this.attempt(() => remove(address));
      return h("p", {class: "row waiting", role: "status"}, h("strong", null, `You are number ${you.waiting} of ${table.waiting.length} on the waiting list.`), h("button", {type: "button", onclick: stop}, "Leave the list"));
    }
    if (canSit) return null;
    const join = () => this.attempt(async () => {
      const wasStranger = !session.me;
      if (!(await session.ensure())) return go("/sign-in?to=" + encodeURIComponent(`/table/${table.id}`));
      await post(address);
      if (wasStranger) this.connect();
    });
    return h("p", {class: "row waiting"}, table.waiting.length ? `${table.waiting.length} waiting. ` : "", h("button", {type: "button", class: "primary", onclick: join}, "Wait for a seat"));
  }

  resultNote() {
    if (!this.result) return null;
    const {round, net} = this.result;
    return h("div", {class: "result " + (net > 0 ? "won" : net < 0 ? "lost" : ""), role: "status", key: "result"}, "Your last Round: ", h("strong", null, gain(net)), ". ", h("a", {href: link("/round/:id", round)}, "See why, step by step"));
  }

  /** @param {import("../core/types.js").Scene} scene */
  links({table, round}) {
    return h(
      "p",
      {class: "row"},
      h("a", {class: "button", href: `#/rounds?table=${encodeURIComponent(table.id)}`}, "Past Rounds"),
      round ? h("span", {class: "quiet", title: round}, roundName(round)) : null,
      table.is_practice && table.owner === session.me?.id ? h("a", {class: "button", href: link("/table/:id/deal", table.id) + "?as=dealer"}, "Deal it yourself") : null,
      session.may("dealer") ? h("a", {class: "button", href: link("/table/:id/deal", table.id)}, "Dealer console") : null,
    );
  }
}
customElements.define("table-page", TablePage);

