import {path, put} from "../../core/api.js";
import {html} from "../../core/draw.js";
import {late} from "../../core/late.js";
import {wear} from "../../core/styles.js";
import {isRelocation} from "../../core/table/about.js";
import {keepEntries, keptEntries} from "../../core/table/kept.js";
import {link} from "../../core/router.js";
import {gameAfter, plain, versionName} from "../../core/words/say.js";
import {session} from "../../core/session.js";
import {StaffTable} from "../../core/table/staff-table.js";
import {layout} from "../../layouts/index.js";
import {lastWords} from "../../layouts/knows.js";
import {outcomeOf} from "../../layouts/outcome.js";
import {hasChips, lastSettled, payAndTake, payees} from "../../elements/staff/pay-and-take.js";
import "../../elements/dock/action-bar.js";
import "../../elements/connection-state.js";
import "../../elements/position-line.js";
import "../../elements/sign-age.js";
import "../../elements/real/sign-again.js";
import "../../elements/felt/turn-clock.js";
// These are named only by those above, one after the other: they are asked for at once.
import "../../core/fair/fair.js";
import "../../core/table/purpose.js";
import "../../core/table/socket.js";
import "../../core/table/table-view.js";
import "../../elements/dock/amount-picker.js";
import "../../elements/felt/chip-stack.js";
import "../../elements/staff/decision-list.js";
import "../../elements/felt/deck.js";
import "../../elements/staff/foreseen.js";
import "../../elements/happening-log.js";
import "../../elements/staff/option-form.js";
import "../../elements/felt/playing-card.js";
import "../../elements/staff/trouble-sheet.js";
import "../../layouts/common.js";
import {t} from "../../core/words/words.js";

/** @typedef {import("../../elements/real/real-console.js").Entry} Entry */

const REST_MS = 250;
const AGAIN_MS = 1_000;
late("real-console", () => Promise.all([import("../../elements/real/real-console.js"), wear("real")]));

/** The dealer console: what comes next, what can have gone wrong, what waits for a ruling. */
class DealerPage extends StaffTable {
  /** What the next step would pay and take, as of a moment. @type {{seq: number, heading: string, places: any[], outcome: import("../../layouts/outcome.js").Outcome | null}} */
  foretold = {seq: -1, heading: "", places: [], outcome: null};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  asking = undefined;
  hasMenu = false;
  /** Entries of a real table that the house has not answered yet. @type {Entry[]} */
  entries = [];
  person = ""; // who enters them
  /** After a step of the dealer's own the next one goes on by itself, if it asks nothing, moves no chips and nobody can decide anything. */
  goesOn = false;

  get role() {
    return this.query.get("as") ?? session.staffRole ?? "dealer";
  }

  look() {
    const scene = this.scene;
    if (scene?.table.is_real) return this.real(scene);
    return html`<div class="table-page dealer console">
      ${scene ? this.head(scene) : html`<div class="table-head"><h1>Dealer console</h1></div>`}
      ${this.refusal()}
      ${this.noticeNote()}
      ${scene ? this.console(scene) : html`<p class="quiet pad">${this.socket?.link.words ?? "Connecting…"}</p>`}
    </div>`;
  }

  /** Real cards and chips: one screen for what everybody does. @param {import("../../core/types.js").Scene} scene */
  real(scene) {
    if (scene.round) this.foretell(scene);
    const {seq, places} = this.foretold;
    const isForetold = Boolean(scene.round) && seq === scene.seq;
    const menu = () => {
      this.hasMenu = !this.hasMenu;
      this.redraw();
    };
    return html`<div class="table-page dealer" data-waiting=${String(this.entries.length)}>
      <real-console key="real" scene=${scene} said=${lastWords(this.log.filter(({round}) => round === scene.round))} socket=${this.socket} foretold=${isForetold ? places : []} waiting=${this.entries}
          acting=${this.role} isLive=${this.isLive} isBusy=${this.isLive && this.entries.length > 0} ongive=${this.enter} ontakeback=${this.takeBack}
          ondealer=${() => this.mode("person")} onmenu=${menu} />
      ${this.hasMenu ? this.menu(scene) : null}
      <sign-again key="sign" socket=${this.socket} name=${scene.you.name} />
      <div class="real-notice">${this.held(scene)}${this.refusedNote()}${this.noticeNote()}</div>
    </div>`;
  }

  /** @param {import("../../core/types.js").Scene} scene */
  menu(scene) {
    return html`<aside class="real-menu" key="menu" aria-label=${t("Menu")}>
      <p class="row">${this.settings(scene)} <connection-state socket=${this.socket} /></p>
      ${this.saidAndDone()}
      <sign-age table=${scene.table} />
      <position-line table=${this.params.id} seq=${scene.seq} as="dealer" />
    </aside>`;
  }

  /** @param {{events: import("../../core/types.js").Happening[], isFresh: boolean}} detail */
  happened(detail) {
    super.happened(detail);
    const {scene} = this;
    if (!detail.isFresh || !scene?.table.is_real) return;
    this.person = scene.you.id ?? "";
    for (const entry of keptEntries(scene.table.id, this.person)) this.enter({detail: entry}); // of a page that was left
  }

  /** @param {Entry[]} entries */
  hold(entries) {
    this.entries = entries;
    if (this.person) keepEntries(this.params.id, this.person, entries);
  }

  /** Sent at once and in order; without a network it is kept with its time, and the console goes on. @param {{detail: Entry}} event */
  enter = async (event) => {
    const {socket} = this;
    if (!socket) return;
    const entry = {id: socket.newId(), at: this.isLive ? 0 : socket.now(), ...event.detail};
    socket.isKeeping = true;
    this.hold([...this.entries, entry]);
    this.refused = null;
    this.redraw();
    const seen = {...entry.seen, ...(entry.at ? {at: entry.at} : {})};
    const answer = await socket.give(entry.option, entry.values, seen, entry.id);
    if (answer.ok) await socket.reached(answer.seq);
    const {recorded, purpose, group} = entry.option;
    this.goesOn = answer.ok && recorded === undefined && purpose === "routine" && group === "play";
    this.hold(this.entries.filter((each) => each !== entry));
    if (!answer.ok && answer.code !== "withdrawn") this.turnedDown(entry.option, entry.values, answer);
    else if (answer.ok && entry.then) this.enter({detail: {option: entry.then, values: {}}});
    this.redraw();
  };

  /** What has not been sent yet is taken back: nobody else has seen it. @param {{detail: Entry}} event */
  takeBack = ({detail: {id = ""}}) => {
    this.socket?.withdraw(id);
  };

  /** Which table, and in whose hands it is. @param {import("../../core/types.js").Scene} scene */
  head(scene) {
    const isMine = scene.table.dealer === "person";
    return html`<div class="table-head">
      <div>
        <h1>Dealing ${scene.table.title}</h1>
        <p class="quiet">
          ${gameAfter(scene.table.title, scene.table.game)}
          ${versionName(scene.table.edition)} · you are here as ${plain(this.role)}
        </p>
      </div>
      <span class="quiet dealt-by">
        ${isMine ? t("Dealt by {name}", {name: scene.table.dealer_name ?? ""}) : t("The auto-dealer deals")}
      </span>
      <button type="button" class=${isMine ? "" : "primary"} onclick=${() => this.mode(isMine ? "auto" : "person")}>
        ${isMine ? [t("Give the table back"), html`<span> to the auto-dealer</span>`] : t("Take the table over")}
      </button>
      ${this.jump()}
      ${this.settings(scene)}
      <connection-state socket=${this.socket} key="link" />
    </div>`;
  }

  /** @param {import("../../core/types.js").Scene} scene */
  settings({table}) {
    return html`<a class="button settings-link" href=${link("/pit/table/:id", table.id)}>Settings and seats</a>`;
  }

  /** @param {import("../../core/types.js").Scene} scene */
  console(scene) {
    const isMine = scene.table.dealer === "person";
    const isHeld = scene.table.status === "interrupted";
    const house = this.options("house").filter((option) => !isRelocation(option)); // the pit's page of the table has who could come
    return html`<div class="table-body" key="body">
      <div class="table-main">
        ${layout(this.felt(scene))}
        <div class=${"dock" + (isMine && !isHeld && !scene.awaited.length && !scene.decisions.length ? " turn" : "")}>
          ${this.refusedNote()}
          <turn-clock clock=${scene.clock} now=${() => this.socket?.now() ?? Date.now()} place=${null} />
          ${this.held(scene) ?? html`<p class="whose" role="status">${this.waits(scene)}</p>`}
          <action-bar options=${this.course} isBusy=${this.isBusy} isLive=${this.isLive} ongive=${this.give}
              empty=${
                isHeld
                  ? ""
                  : isMine
                    ? t("Nothing to deal now.")
                    : t("The auto-dealer does the routine. Take the table over to deal yourself.")
              } />
          ${isMine && !isHeld ? this.toPay(scene) : null}
        </div>
      </div>
      <div class="table-side">
        ${this.rulings(scene)}
        ${this.trouble(scene)}
        ${this.saidAndDone()}
        ${
          house.length
            ? html`<details class="affairs">
              <summary>Running the table</summary>
              <action-bar key="house" options=${house} isBusy=${this.isBusy} isLive=${this.isLive} isQuiet
                  ongive=${this.give} />
            </details>`
            : null
        }
        <details class="affairs"><summary>Limits and signs</summary><sign-age table=${scene.table} /></details>
        <position-line key="position" table=${this.params.id} seq=${scene.seq} as="dealer" />
        <p class="row on-phones">${this.settings(scene)}</p>
      </div>
    </div>`;
  }

  /** What to pay and take at each place: before settling, or once hands that lay face down are settled. @param {import("../../core/types.js").Scene} scene */
  toPay(scene) {
    const word = scene.table.place_word;
    if (scene.round) {
      this.foretell(scene);
      const {seq, heading, places} = this.foretold;
      return seq === scene.seq && hasChips(places) ? payAndTake(heading, word, places) : null;
    }
    const places = lastSettled(this.log);
    return hasChips(places) ? payAndTake(t("Settled"), word, places) : null;
  }

  /** What is to be paid and taken stands at each spot before it is done. @param {import("../../core/types.js").Scene} scene */
  felt(scene) {
    const {seq, outcome} = this.foretold;
    return scene.round && seq === scene.seq && outcome ? {...scene, outcome} : super.felt(scene);
  }

  /** Ask for it once per moment, when the table has come to rest: the house decides which step moves its chips. @param {import("../../core/types.js").Scene} scene */
  foretell(scene) {
    if (this.foretold.seq === scene.seq || !this.isLive) return;
    this.foretold = {seq: scene.seq, heading: "", places: [], outcome: null};
    clearTimeout(this.asking);
    if (scene.awaited.length || scene.decisions.length) return;
    const isUpToSomebody = this.options("play").some(({recorded}) => recorded !== undefined);
    const steps = this.options("play").filter((option) => option.purpose === "routine" && !option.asks.length);
    this.asking = setTimeout(async () => {
      for (const step of steps.slice(0, 3)) {
        if (this.scene?.seq !== scene.seq || !this.isLive) return;
        const seen = await this.socket?.preview(step);
        if (this.scene?.seq !== scene.seq) return;
        if (seen?.code === "too_many" || seen?.code === "unavailable") return this.foretellAgain(); // the house was busy
        if (!seen?.ok) continue;
        const isBank = hasChips(seen.places);
        const places = isBank ? seen.places : payees(seen.players);
        if (!hasChips(places) && this.goesOn && step.is_next && !isUpToSomebody && !this.entries.length)
          return this.enter({detail: {option: step, values: {}}});
        if (!hasChips(places)) continue;
        const heading = isBank ? t("What to pay and take") : t("Who gets what");
        const outcome = {...outcomeOf(/** @type {any} */ (seen.events)), nets: {}}; // stacks have not changed yet
        this.foretold = {seq: scene.seq, heading, places, outcome};
        return this.redraw();
      }
    }, REST_MS);
  }

  foretellAgain() {
    this.asking = setTimeout(() => {
      this.foretold = {...this.foretold, seq: -1};
      this.redraw();
    }, AGAIN_MS);
  }

  /** @param {import("../../core/types.js").Scene} scene */
  waits(scene) {
    if (scene.decisions.length) return t("The Round waits for a ruling.");
    if (!scene.awaited.length && scene.round)
      return scene.table.dealer === "person" ? t("Your move.") : t("The auto-dealer deals next.");
    if (!scene.awaited.length) return t("Between Rounds.");
    const names = scene.awaited.map(
      (place) => `${place} ${scene.table.seats.find((seat) => seat.place === place)?.name ?? ""}`,
    );
    return t("Waiting for {place} {names}.", {place: plain(scene.table.place_word), names: names.join(", ")});
  }

  /** @param {"auto" | "person"} mode */
  mode(mode) {
    return this.attempt(async () => this.adopt(await put(path("tables", this.params.id, "dealer"), {mode})));
  }
}
customElements.define("dealer-page", DealerPage);
