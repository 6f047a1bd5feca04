import {get, path, post, put} from "../../core/api.js";
import {h} from "../../core/draw.js";
import {isAboutOne} from "../../core/table/about.js";
import {late} from "../../core/late.js";
import {hasBlinds} from "../../core/table/places.js";
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

// Each part of the page brings its own.
late("absence-list", () => import("../../elements/staff/absence-list.js"));
late("seat-list", () => import("../../elements/staff/seat-list.js"));
late("settings-form", () => import("../../elements/staff/settings-form.js"));
late("waiting-list", () => import("../../elements/staff/waiting-list.js"));

/** @typedef {import("../../core/types.js").Scene} Scene */

const PARTS = /** @type {Record<string, string>} */ ({
  table: "Table",
  seats: "Seats",
  absences: "Absences",
  waiting: "Waiting list",
  settings: "Settings",
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
    return h(
      "div",
      {class: "table-page pit-table" + (this.shownPart === "table" ? " console" : "")},
      h("div", {class: "table-head"}, this.heading(), h("connection-state", {socket: this.socket, key: "link"})),
      this.refusal(),
      this.noticeNote(),
      scene ? this.body(scene) : h("p", {class: "quiet pad"}, this.socket?.link.words ?? "Connecting…"),
    );
  }

  heading() {
    const table = this.scene?.table;
    if (!table) return h("h1", null, "Table");
    return h(
      "div",
      null,
      h("h1", null, table.title),
      h(
        "p",
        {class: "quiet"},
        `${gameAfter(table.title, table.game)}${versionName(table.edition)} · you are here as ${plain(this.role)} · `,
        h("span", {class: "tag" + (table.status === "open" ? "" : " warn")}, table.status),
      ),
    );
  }

  /** @param {Scene} scene */
  body(scene) {
    const isFelt = this.shownPart === "table";
    return h(
      "div",
      {class: "table-body", key: isFelt ? "felt" : "part"},
      h(
        "div",
        {class: "table-main"},
        this.parts(scene),
        isFelt ? null : this.rulings(scene),
        this.refusedNote(),
        this.shown(scene),
      ),
      h(
        "div",
        {class: "table-side"},
        isFelt ? [this.held(scene), this.rulings(scene)] : null,
        isFelt && session.may("dealer") ? this.trouble(scene) : null,
        this.saidAndDone(),
        isFelt ? this.running() : null,
        h("details", {class: "affairs"}, h("summary", null, "Limits and signs"), h("sign-age", {table: scene.table})),
        this.links(scene),
      ),
    );
  }

  /** @param {Scene} scene */
  parts({table}) {
    const count = /** @type {Record<string, string>} */ ({
      waiting: table.waiting.length ? ` (${table.waiting.length})` : "",
      settings: table.next_rules ? " (changing)" : "",
    });
    return h(
      "nav",
      {class: "parts", "aria-label": "Parts of this table"},
      Object.entries(PARTS).map(([part, name]) =>
        h(
          "a",
          {
            key: part,
            href: link("/pit/table/:id", table.id) + (part === "table" ? "" : `?see=${part}`),
            "aria-current": part === this.shownPart ? "page" : undefined,
          },
          name + (count[part] ?? ""),
        ),
      ),
    );
  }

  /** @param {Scene} scene */
  shown(scene) {
    const state = {isBusy: this.isBusy, isLive: this.isLive, ongive: this.give};
    if (this.shownPart === "seats")
      return [
        h("h2", null, "Seats"),
        this.bots(scene),
        h("seat-list", {
          key: "seats",
          scene,
          elsewhere: this.elsewhere,
          ...state,
          "onlook-around": () => this.lookAround(),
          onrelocate: (/** @type {any} */ event) => this.relocate(event.detail),
        }),
      ];
    if (this.shownPart === "absences")
      return [
        h("h2", null, hasBlinds(scene) ? "Absences and missed blinds" : "Absences"),
        h("absence-list", {key: "absences", scene, happenings: this.log, book: this.book, ...state}),
      ];
    if (this.shownPart === "waiting")
      return [h("h2", null, "Waiting list"), h("waiting-list", {key: "waiting", table: scene.table})];
    if (this.shownPart === "settings")
      return [
        h("h2", null, "Settings and limits"),
        h("settings-form", {
          key: "settings",
          table: scene.table,
          book: this.book,
          isAllowed: session.may("pit_manager"),
          onorder: (/** @type {any} */ event) => this.order(event.detail),
        }),
      ];
    return this.tablePart(scene);
  }

  /** @param {Scene} scene */
  tablePart(scene) {
    const clock = h("turn-clock", {clock: scene.clock, now: () => this.socket?.now() ?? Date.now(), place: null});
    return [layout(this.felt(scene)), h("div", {class: "beneath"}, clock, this.controls(scene))];
  }

  running() {
    const running = [...this.course, ...this.options("house").filter((option) => !isAboutOne(option))];
    if (!running.length) return null;
    return h(
      "details",
      {class: "affairs"},
      h("summary", null, "Running the table"),
      h("action-bar", {
        options: running,
        label: "Running the table",
        isBusy: this.isBusy,
        isLive: this.isLive,
        isQuiet: true,
        ongive: this.give,
      }),
    );
  }

  /** @param {Scene} scene */
  links({table}) {
    return h(
      "p",
      {class: "row"},
      h("a", {class: "button", href: "#/pit"}, "Pit"),
      h("a", {class: "button", href: `#/rounds?table=${encodeURIComponent(table.id)}`}, "Past Rounds"),
      session.may("dealer") ? h("a", {class: "button", href: link("/table/:id/deal", table.id)}, "Deal") : null,
      table.link ? h("a", {class: "button", href: link("/pit/link/:id", table.link)}, "Jackpot link") : null,
    );
  }

  /** @param {Scene} scene */
  controls({table}) {
    if (!session.may("pit_supervisor")) return null;
    const act = (/** @type {string} */ what) => () =>
      this.attempt(async () => {
        this.adopt(
          await post(path("tables", table.id, what), what === "resume" ? undefined : {reason: this.why.trim()}),
        );
        this.why = "";
        if (what === "close") go("/pit");
      });
    const isMissing = !this.why.trim();
    return h(
      "section",
      {class: "panel row", "aria-label": "Pause and close"},
      table.status === "paused"
        ? h("button", {type: "button", class: "primary", onclick: act("resume")}, "Resume")
        : null,
      h(
        "label",
        {class: "field wide"},
        h("span", null, "Reason for pausing or closing"),
        h("input", {
          type: "text",
          name: "why",
          value: this.why,
          maxlength: 200,
          autocomplete: "off",
          oninput: (/** @type {any} */ event) => {
            this.why = event.target.value;
            this.redraw();
          },
        }),
      ),
      table.status === "paused"
        ? null
        : h("button", {type: "button", disabled: isMissing, onclick: act("pause")}, "Pause after this Round"),
      session.may("pit_manager")
        ? h("button", {type: "button", disabled: isMissing, onclick: act("close")}, "Close the table")
        : null,
    );
  }

  /** How many of the House's own players sit here. @param {Scene} scene */
  bots({table}) {
    if (!session.may("pit_manager")) return null;
    const now = table.bots ?? table.seats.filter((seat) => seat.is_bot).length;
    const set = (/** @type {number} */ count) => () =>
      this.attempt(async () => this.adopt(await put(path("tables", table.id, "bots"), {count})));
    return h(
      "div",
      {class: "row", role: "group", "aria-label": "Bots"},
      h("span", null, now === 1 ? "The House keeps 1 bot here." : `The House keeps ${now} bots here.`),
      h("button", {type: "button", disabled: now >= Math.min(9, table.places), onclick: set(now + 1)}, "One more"),
      h("button", {type: "button", disabled: !now, onclick: set(now - 1)}, "One less"),
    );
  }

  /** Who sits at other tables of this game. */
  async lookAround() {
    await this.attempt(async () => {
      const here = this.scene?.table;
      const {tables} = await get("/api/lobby");
      const others = tables.filter(
        (/** @type {any} */ each) => each.game === here?.game && each.id !== here?.id && !each.is_practice,
      );
      this.elsewhere = others.flatMap((/** @type {any} */ each) =>
        each.seats
          .filter((/** @type {any} */ seat) => !seat.is_bot)
          .map((/** @type {any} */ seat) => ({
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
