// What the dealer's console and the pit's table have in common: what waits for a ruling, what can have gone wrong, what was said.
import {isRuling} from "./about.js";
import {html} from "../draw.js";
import {late} from "../late.js";
import {TableView} from "./table-view.js";
import {laidIn, outcomeOf, withCardsLeft} from "../../layouts/outcome.js";
import "../../elements/staff/decision-list.js";
import "../../elements/happening-log.js";
import "../../elements/staff/trouble-sheet.js";

/** @typedef {import("../types.js").Scene} Scene */

late("held-round", () => import("../../elements/dock/held-round.js"));

export class StaffTable extends TableView {
  /** What was seen of a Round before its end. @type {any} */
  seen = null;
  seenSeq = 0;
  /** The same with what came of it, until the next one begins. @type {{view: any, outcome: import("../../layouts/outcome.js").Outcome} | null} */
  last = null;

  connect() {
    this.seen = this.last = null;
    super.connect();
  }

  /** @param {{events: import("../types.js").Happening[], isFresh: boolean}} detail */
  happened(detail) {
    super.happened(detail);
    const end = detail.events.findLast((each) => each.ends_round);
    if (end) this.last = this.seen && !end.is_void ? this.ended(end) : null;
    if (this.scene?.round) {
      this.seen = this.scene.view;
      this.seenSeq = this.scene.seq;
    }
  }

  /** @param {import("../types.js").Happening} end */
  ended({round}) {
    const happenings = this.log.filter((each) => each.round === round);
    const outcome = outcomeOf(happenings);
    const laid = laidIn(happenings.filter(({seq}) => seq > this.seenSeq));
    return {view: {...this.seen, shown: outcome.shown, laid}, outcome};
  }

  /** Between Rounds the cards of the last one lie there with what they brought, as players see them. @param {Scene} scene @returns {import("../../layouts/common.js").Scene} */
  felt(scene) {
    if (scene.round || !this.last) return scene;
    const {view, outcome} = this.last;
    return {...scene, view: withCardsLeft(scene.table.game, scene.view, view), outcome};
  }

  /** What comes next at the table; rulings have their own place. */
  get course() {
    return this.options("play").filter((option) => !isRuling(option));
  }

  /** @param {Scene} scene */
  rulings(scene) {
    return html`<decision-list decisions=${scene.decisions} options=${scene.options} socket=${this.socket} acting=${this.role}
        table=${scene.table.id} isBusy=${this.isBusy || !this.isLive} ongive=${this.give} />`;
  }

  /** @param {Scene} scene */
  trouble(scene) {
    return html`<trouble-sheet key="trouble" seq=${scene.seq} options=${this.options("irregularity")} course=${this.course}
        socket=${this.socket} isLive=${this.isLive} ongive=${this.give} />`;
  }

  /** A Round that a restart has interrupted: what is foreseen, and where it is confirmed. @param {Scene} scene */
  held({table}) {
    if (table.status !== "interrupted") return null;
    return html`<div class="decision held-here" key="held">
      <p class="who"><strong>This Round is held.</strong></p>
      <held-round held=${table.held} />
      <a class="button" href="#/pit">Pit</a>
    </div>`;
  }

  saidAndDone() {
    return html`<aside class="said-and-done" aria-label="What has happened">
      <h2>Announced and done</h2>
      <happening-log happenings=${this.log} />
    </aside>`;
  }

  /** Where one column holds everything, what can have gone wrong is below the screen: a way there. */
  jump() {
    const go = () => {
      this.querySelector("trouble-sheet")?.scrollIntoView();
      /** @type {HTMLElement | null} */ (this.querySelector("trouble-sheet input"))?.focus({preventScroll: true});
    };
    return html`<button type="button" class="jump" onclick=${go}>Something went wrong</button>`;
  }
}
