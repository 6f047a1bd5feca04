import {get, path, post, put} from "../../core/api.js";
import {html} from "../../core/draw.js";
import {isAboutOne} from "../../core/table/about.js";
import {late} from "../../core/late.js";
import {knows} from "../../layouts/knows.js";
import {go, link} from "../../core/router.js";
import {edition} from "../../core/rules.js";
import {gameAfter, plain, versionName} from "../../core/words/say.js";
import {tableName} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {StaffTable} from "../../core/table/staff-table.js";
import {layout} from "../../layouts/index.js";
import "../../elements/dock/action-bar.js";
import "../../elements/connection-state.js";
import "../../elements/sign-age.js";
import "../../elements/felt/turn-clock.js";
// These are named only by those above, one after the other: they are asked for at once.
import "../../core/fair/fair.js";
import "../../core/table/purpose.js";
import "../../core/table/socket.js";
import "../../core/table/table-view.js";
import "../../elements/dock/amount-picker.js";
import "../../elements/staff/card-entry.js";
import "../../elements/felt/chip-stack.js";
import "../../elements/staff/decision-list.js";
import "../../elements/felt/deck.js";
import "../../elements/staff/foreseen.js";
import "../../elements/happening-log.js";
import "../../elements/staff/option-form.js";
import "../../elements/felt/playing-card.js";
import "../../elements/staff/trouble-sheet.js";
import "../../layouts/common.js";
import {counted, t} from "../../core/words/words.js";

// Each part of the page brings its own.
late("absence-list", () => import("../../elements/staff/absence-list.js"));
late("seat-list", () => import("../../elements/staff/seat-list.js"));
late("settings-form", () => import("../../elements/staff/settings-form.js"));
late("waiting-list", () => import("../../elements/staff/waiting-list.js"));

/** @typedef {import("../../core/types.js").Scene} Scene */

const PARTS = /** @type {Record<string, string>} */ ({
  table: t("Table"),
  seats: t("Seats"),
  absences: t("Absences"),
  waiting: t("Waiting list"),
  settings: t("Settings"),
});

/** One table from the pit: rulings, irregularities, seats, absences, who waits, settings from the next Round. */
class PitTablePage extends StaffTable {
  /** @type {any} */
  book = null;
  /** @type {any[]} */
  elsewhere = [];
  why = "";

  get role() {
    return session.staffRole ?? "auditor";
  }

  get shownPart() {
    const wanted = this.query.get("see") ?? "table";
    return wanted in PARTS ? wanted : "table";
  }

  /** @param {{events: any[], isFresh: boolean}} detail */
  happened(detail) {
    super.happened(detail);
    const id = this.scene?.table.edition;
    if (id && this.book?.id !== id)
      edition(id).then((book) => {
        this.book = book;
        this.redraw();
      });
  }

  look() {
    const scene = this.scene;
    return html`<div class=${"table-page pit-table" + (this.shownPart === "table" ? " console" : "")}>
      <div class="table-head">${this.heading()}<connection-state socket=${this.socket} key="link" /></div>
      ${this.refusal()}
      ${this.noticeNote()}
      ${scene ? this.body(scene) : html`<p class="quiet pad">${this.socket?.link.words ?? "Connecting…"}</p>`}
    </div>`;
  }

  heading() {
    const table = this.scene?.table;
    if (!table) return html`<h1>Table</h1>`;
    return html`<div>
      <h1>${table.title}</h1>
      <p class="quiet">
        ${gameAfter(table.title, table.game)}
        ${versionName(table.edition)} · you are here as ${plain(this.role)} · <span class=${"tag" + (table.status === "open" ? "" : " warn")}>${plain(table.status)}</span>
      </p>
    </div>`;
  }

  /** @param {Scene} scene */
  body(scene) {
    const isFelt = this.shownPart === "table";
    return html`<div class="table-body" key=${isFelt ? "felt" : "part"}>
      <div class="table-main">
        ${this.parts(scene)}
        ${isFelt ? null : this.rulings(scene)}
        ${this.refusedNote()}
        ${this.shown(scene)}
      </div>
      <div class="table-side">
        ${isFelt ? [this.held(scene), this.rulings(scene)] : null}
        ${isFelt && session.may("dealer") ? this.trouble(scene) : null}
        ${this.saidAndDone()}
        ${isFelt ? this.running() : null}
        <details class="affairs"><summary>Limits and signs</summary><sign-age table=${scene.table} /></details>
        ${this.links(scene)}
      </div>
    </div>`;
  }

  /** @param {Scene} scene */
  parts({table}) {
    const count = /** @type {Record<string, string>} */ ({
      waiting: table.waiting.length ? ` (${table.waiting.length})` : "",
      settings: table.next_rules ? " (changing)" : "",
    });
    return html`<nav class="parts" aria-label="Parts of this table">
      ${Object.entries(PARTS).map(
        ([part, name]) =>
          html`<a key=${part} href=${link("/pit/table/:id", table.id) + (part === "table" ? "" : `?see=${part}`)}
              aria-current=${part === this.shownPart ? "page" : undefined}>${name + (count[part] ?? "")}</a>`,
      )}
    </nav>`;
  }

  /** @param {Scene} scene */
  shown(scene) {
    const state = {isBusy: this.isBusy, isLive: this.isLive, ongive: this.give};
    if (this.shownPart === "seats")
      return [
        html`<h2>Seats</h2>`,
        this.bots(scene),
        html`<seat-list key="seats" scene=${scene} elsewhere=${this.elsewhere} ...${state}
            onlook-around=${() => this.lookAround()}
            onrelocate=${(/** @type {Told} */ event) => this.relocate(event.detail)} />`,
      ];
    if (this.shownPart === "absences")
      return [
        html`<h2>${knows(scene).hasBlinds ? t("Absences and missed blinds") : t("Absences")}</h2>`,
        html`<absence-list key="absences" scene=${scene} happenings=${this.log} book=${this.book} ...${state} />`,
      ];
    if (this.shownPart === "waiting")
      return [html`<h2>Waiting list</h2>`, html`<waiting-list key="waiting" table=${scene.table} />`];
    if (this.shownPart === "settings")
      return [
        html`<h2>Settings and limits</h2>`,
        html`<settings-form key="settings" table=${scene.table} book=${this.book} isAllowed=${session.may("pit_manager")}
            onorder=${(/** @type {Told} */ event) => this.order(event.detail)} />`,
      ];
    return this.tablePart(scene);
  }

  /** @param {Scene} scene */
  tablePart(scene) {
    const clock = html`<turn-clock clock=${scene.clock} now=${() => this.socket?.now() ?? Date.now()} place=${null} />`;
    return [layout(this.felt(scene)), html`<div class="beneath">${clock}${this.controls(scene)}</div>`];
  }

  running() {
    const running = [...this.course, ...this.options("house").filter((option) => !isAboutOne(option))];
    if (!running.length) return null;
    return html`<details class="affairs">
      <summary>Running the table</summary>
      <action-bar options=${running} label="Running the table" isBusy=${this.isBusy} isLive=${this.isLive} isQuiet
          ongive=${this.give} />
    </details>`;
  }

  /** @param {Scene} scene */
  links({table}) {
    return html`<p class="row">
      <a class="button" href="#/pit">Pit</a>
      <a class="button" href="#/rounds?table=${encodeURIComponent(table.id)}">Past Rounds</a>
      ${session.may("dealer") ? html`<a class="button" href=${link("/table/:id/deal", table.id)}>Deal</a>` : null}
      ${table.link ? html`<a class="button" href=${link("/pit/link/:id", table.link)}>Jackpot link</a>` : null}
    </p>`;
  }

  /** @param {Scene} scene */
  controls({table}) {
    if (!session.may("pit_supervisor")) return null;
    const act = (/** @type {"pause" | "resume" | "close"} */ what) => () =>
      this.attempt(async () => {
        const reason = this.why.trim();
        this.adopt(
          what === "resume"
            ? await post(path("tables", table.id, "resume"))
            : await post(path("tables", table.id, what), {reason}),
        );
        this.why = "";
        if (what === "close") go("/pit");
      });
    const isMissing = !this.why.trim();
    return html`<section class="panel row" aria-label="Pause and close">
      ${
        table.status === "paused"
          ? html`<button type="button" class="primary" onclick=${act("resume")}>Resume</button>`
          : null
      }
      <label class="field wide">
        <span>Reason for pausing or closing</span>
        <input type="text" name="why" value=${this.why} maxlength="200" autocomplete="off"
            oninput=${(/** @type {Typed} */ event) => {
              this.why = event.target.value;
              this.redraw();
            }} />
      </label>
      ${
        table.status === "paused"
          ? null
          : html`<button type="button" disabled=${isMissing} onclick=${act("pause")}>Pause after this Round</button>`
      }
      ${
        session.may("pit_manager")
          ? html`<button type="button" disabled=${isMissing} onclick=${act("close")}>Close the table</button>`
          : null
      }
    </section>`;
  }

  /** How many of the House's own players sit here. @param {Scene} scene */
  bots({table}) {
    if (!session.may("pit_manager")) return null;
    const now = table.bots ?? table.seats.filter((seat) => seat.is_bot).length;
    const set = (/** @type {number} */ count) => () =>
      this.attempt(async () => this.adopt(await put(path("tables", table.id, "bots"), {count})));
    return html`<div class="row" role="group" aria-label="Bots">
      <span>${counted(now, "The House keeps {count} bot here.", "The House keeps {count} bots here.")}</span>
      <button type="button" disabled=${now >= Math.min(9, table.places)} onclick=${set(now + 1)}>One more</button>
      <button type="button" disabled=${!now} onclick=${set(now - 1)}>One less</button>
    </div>`;
  }

  /** Who sits at other tables of this game. */
  async lookAround() {
    await this.attempt(async () => {
      const here = this.scene?.table;
      const {tables} = await get("/api/lobby");
      const others = tables.filter((each) => each.game === here?.game && each.id !== here?.id && !each.is_practice);
      this.elsewhere = others.flatMap((each) =>
        each.seats
          .filter((seat) => !seat.is_bot)
          .map((seat) => ({
            player: seat.player,
            name: seat.name,
            place: seat.place,
            table: each.id,
            title: tableName(each),
          })),
      );
    });
  }

  /** @param {{player: string, source: string, place: number}} move */
  relocate(move) {
    return this.attempt(() => post(path("tables", this.params.id, "relocations"), move));
  }

  /** @param {{edition: string, settings: Record<string, string>}} rules */
  order(rules) {
    return this.attempt(async () => this.adopt(await put(path("tables", this.params.id, "rules"), rules)));
  }
}
customElements.define("pit-table-page", PitTablePage);
