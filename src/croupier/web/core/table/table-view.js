// What the player's table, the dealer console and the pit's table have in common: one socket and its scene.
import {html} from "../draw.js";
import {Page} from "../page.js";
import {session} from "../session.js";
import {capital, optionWords} from "../words/say.js";
import {restAtBlind} from "./habits.js";
import {TableSocket} from "./socket.js";
import {t} from "../words/words.js";
import {knows} from "../../layouts/knows.js";

/** @typedef {import("../types.js").Option} Option */

const DRAW_EVERY_MS = 60; // where somebody is asked
const LOOK_EVERY_MS = 120; // while others play: nobody sees more than that
const BEHIND_EVERY_MS = 400; // while somebody decides in a dialog about it
// What stays true until something else is said; other notices go after a while.
const LASTING = new Set(["replaced", "interrupted", "closed", "store"]);

export class TableView extends Page {
  /** @type {TableSocket | null} */
  socket = null;
  isBusy = false;
  /** @type {{words: string, reason: string, citations: any[]} | null} */
  refused = null;
  /** @type {any} */
  noticed = null;
  drawnAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  drawing = undefined;
  /** @type {boolean | undefined} */
  wasAsked = false;

  /** The role in which one is at the table. */
  get role() {
    return "player";
  }

  async load() {
    this.connect();
  }

  connect() {
    this.socket?.close();
    this.isBusy = false;
    const socket = new TableSocket(this.params.id, this.role);
    this.socket = socket;
    if (this.role === "player") this.contribute(socket);
    socket.addEventListener("scene", (event) => this.happened(/** @type {CustomEvent} */ (event).detail));
    socket.addEventListener("link", () => this.redraw());
    socket.addEventListener("notice", (event) => {
      this.noticed = /** @type {CustomEvent} */ (event).detail;
      const notice = this.noticed;
      if (!LASTING.has(notice.code))
        setTimeout(() => {
          if (this.noticed === notice) {
            this.noticed = null;
            this.redraw();
          }
        }, 8_000);
      this.redraw();
    });
    socket.addEventListener("over", (event) => /** @type {CustomEvent} */ (event).detail === 4401 && session.expire());
    socket.open();
  }

  /** Who sits adds to the next shuffle. In the middle of a Round there is time for that until something happens. @param {TableSocket} socket */
  contribute(socket) {
    const see = async (/** @type {any} */ {detail}) => {
      const {scene} = socket;
      if (scene?.you.place == null) return;
      const isBefore = !scene.round || (knows(scene).isBetting(scene) && !knows(scene).hasTurns);
      if (!isBefore && !detail.events.length) return;
      socket.removeEventListener("scene", see);
      const {Contributor} = await import("../fair/fair.js");
      new Contributor(socket).see(detail.events);
    };
    socket.addEventListener("scene", see);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.socket?.close();
  }

  /** While a Round is held nobody is asked for anything and no clock runs. */
  get scene() {
    const scene = this.socket?.scene ?? null;
    return scene?.table.status === "interrupted" ? {...scene, options: [], awaited: [], clock: null} : scene;
  }

  /** The house has changed the table by our request: its answer is as good as an event. @param {import("../../core/types.js").TableLine} table */
  adopt(table) {
    if (this.socket?.scene && table?.id === this.socket.table) this.socket.scene = {...this.socket.scene, table};
    this.redraw();
  }

  get isLive() {
    return this.socket?.link.state === "live" && !this.socket.isReplaced;
  }

  get log() {
    return this.socket?.log ?? [];
  }

  /** @param {{events: any[], isFresh: boolean}} detail */
  happened({events}) {
    const {scene} = this;
    const isMine = (/** @type {any} */ each) => each.is_system_decision && each.aside?.place === scene?.you.place;
    if (scene && events.some(isMine)) restAtBlind(scene.table.id, true); // who let the clock run out sits out next
    if (events.length)
      this.tell(
        "say",
        events
          .map((each) => each.words)
          .slice(-4)
          .join(". "),
      );
    this.soon();
  }

  /** A table of fast bots sends faster than anybody can look: draw at most so often. */
  soon() {
    const isAsked = this.role !== "player" || this.scene?.awaited.includes(this.scene.you.place ?? -1);
    const every = this.querySelector("dialog[open]") ? BEHIND_EVERY_MS : isAsked ? DRAW_EVERY_MS : LOOK_EVERY_MS;
    if (isAsked && !this.wasAsked) {
      clearTimeout(this.drawing); // whose turn has come is not kept waiting
      this.drawing = undefined;
    }
    this.wasAsked = isAsked;
    this.drawing ??= setTimeout(
      () => this.keep({drawing: undefined}),
      Math.max(0, this.drawnAt + every - performance.now()),
    );
  }

  drawn() {
    this.drawnAt = performance.now();
  }

  /** @param {CustomEvent} event */
  give = async (event) => {
    const {option, values, done} = event.detail;
    this.isBusy = true;
    this.refused = null;
    this.redraw();
    const {socket} = this;
    const answer = plainly(await this.given(option, values));
    if (answer?.ok) await socket?.reached(answer.seq); // until then what was offered before still stands there
    if (socket !== this.socket) return answer;
    this.isBusy = false;
    const isShown = done?.(answer) ?? false; // a form that keeps what was typed says itself why it was not taken
    if (answer && !answer.ok && !isShown) this.turnedDown(option, values, answer);
    this.redraw();
    if (answer?.ok) this.rested();
    return answer;
  };

  /** What was given has been done, and is seen. */
  rested() {}

  /**
   * A bet that crossed with somebody else's is given once more if it is offered as it was: nothing else can be meant.
   * @param {Option} option @param {any} values @returns {Promise<any>}
   */
  async given(option, values) {
    const answer = /** @type {any} */ (await this.socket?.give(option, values));
    if (answer?.code !== "stale" || !BETTING.has(option.purpose)) return answer;
    await new Promise((go) => setTimeout(go, NEWS_MS)); // what it crossed with is on its way
    const asItWas = JSON.stringify(option);
    const again = this.scene?.options.find((each) => JSON.stringify(each) === asItWas);
    return again ? this.socket?.give(again, values) : answer;
  }

  /** @param {Option} option @param {any} values @param {any} answer */
  turnedDown(option, values, answer) {
    this.refused = {words: optionWords(option, values), reason: answer.reason, citations: answer.citations ?? []};
    this.tell("say", t("Not done: {reason}", {reason: answer.reason}));
  }

  refusedNote() {
    if (!this.refused) return null;
    const close = () => this.keep({refused: null});
    return html`<div class="problem notice" role="alert" key="refused">
      <strong>${t("{action}: not done.", {action: this.refused.words})} </strong>
      ${this.refused.reason} <cite-list citations=${this.refused.citations} />
      <button type="button" class="close" aria-label=${t("Close")} onclick=${close}>×</button>
    </div>`;
  }

  noticeNote() {
    if (!this.noticed) return null;
    const isReplaced = this.noticed.code === "replaced";
    const back = () => {
      this.noticed = null;
      this.socket?.again();
    };
    return html`<div class=${"notice" + (LASTING.has(this.noticed.code) ? "" : " passing")} role="status" key="notice">
      ${capital(this.noticed.reason)} <cite-list citations=${this.noticed.citations} />
      ${isReplaced ? html`<button type="button" onclick=${back}>${t("Play here instead")}</button>` : null}
    </div>`;
  }

  /** @param {string} group */
  options(group) {
    return (this.scene?.options ?? []).filter((option) => option.group === group);
  }
}

/** How long news may be on its way. */
export const NEWS_MS = 150;
const BETTING = new Set(["bet", "withdraw", "ready"]);

/** @param {any} answer */
function plainly(answer) {
  return answer?.code === "stale"
    ? {...answer, reason: t("The table has moved on since you saw it, so nothing was done. Look again.")}
    : answer;
}
