import {path, put} from "../../core/api.js";
import {h} from "../../core/draw.js";
import {isRelocation} from "../../core/table/about.js";
import {link} from "../../core/router.js";
import {gameAfter, plain, versionName} from "../../core/words/say.js";
import {session} from "../../core/session.js";
import {StaffTable} from "../../core/table/staff-table.js";
import {layout} from "../../layouts/index.js";
import {outcomeOf} from "../../layouts/outcome.js";
import {hasChips, lastSettled, payAndTake, payees} from "../../elements/staff/pay-and-take.js";
import "../../elements/dock/action-bar.js";
import "../../elements/connection-state.js";
import "../../elements/position-line.js";
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

const REST_MS = 250;

/** The dealer console: what comes next, what can have gone wrong, what waits for a ruling. */
class DealerPage extends StaffTable {
  /** What the next step would pay and take, as of a moment. @type {{seq: number, heading: string, places: any[], outcome: import("../../layouts/outcome.js").Outcome | null}} */
  foretold = {seq: -1, heading: "", places: [], outcome: null};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  asking = undefined;
  /** Have cards been named here? Then the dock keeps the room for it. */
  hasNamed = false;

  get role() {
    return this.query.get("as") ?? session.staffRole ?? "dealer";
  }

  look() {
    const scene = this.scene;
    return h(
      "div",
      {class: "table-page dealer console"},
      scene ? this.head(scene) : h("div", {class: "table-head"}, h("h1", null, "Dealer console")),
      this.refusal(),
      this.noticeNote(),
      scene ? this.console(scene) : h("p", {class: "quiet pad"}, this.socket?.link.words ?? "Connecting…"),
    );
  }

  /** Which table, and in whose hands it is. @param {import("../../core/types.js").Scene} scene */
  head(scene) {
    const isMine = scene.table.dealer === "person";
    return h(
      "div",
      {class: "table-head"},
      h(
        "div",
        null,
        h("h1", null, `Dealing ${scene.table.title}`),
        h(
          "p",
          {class: "quiet"},
          `${gameAfter(scene.table.title, scene.table.game)}${versionName(scene.table.edition)} · you are here as ${plain(this.role)}`,
        ),
      ),
      h(
        "span",
        {class: "quiet dealt-by"},
        isMine ? `Dealt by ${scene.table.dealer_name ?? "a person"}` : "The auto-dealer deals",
      ),
      h(
        "button",
        {type: "button", class: isMine ? "" : "primary", onclick: () => this.mode(isMine ? "auto" : "person")},
        isMine ? ["Give the table back", h("span", null, " to the auto-dealer")] : "Take the table over",
      ),
      this.jump(),
      this.settings(scene),
      h("connection-state", {socket: this.socket, key: "link"}),
    );
  }

  /** @param {import("../../core/types.js").Scene} scene */
  settings({table}) {
    return h("a", {class: "button settings-link", href: link("/pit/table/:id", table.id)}, "Settings and seats");
  }

  /** @param {import("../../core/types.js").Scene} scene */
  console(scene) {
    const isMine = scene.table.dealer === "person";
    const isHeld = scene.table.status === "interrupted";
    this.hasNamed ||= this.isNaming;
    const house = this.options("house").filter((option) => !isRelocation(option)); // the pit's page of the table has who could come
    return h(
      "div",
      {class: "table-body", key: "body"},
      h(
        "div",
        {class: "table-main"},
        layout(this.felt(scene)),
        h(
          "div",
          {
            class:
              "dock" +
              (isMine && !isHeld && !scene.awaited.length && !scene.decisions.length ? " turn" : "") +
              (this.hasNamed ? " naming" : ""),
          },
          this.refusedNote(),
          h("turn-clock", {clock: scene.clock, now: () => this.socket?.now() ?? Date.now(), place: null}),
          this.held(scene) ?? h("p", {class: "whose", role: "status"}, this.waits(scene)),
          h("action-bar", {
            options: this.course,
            isScanning: true,
            isBusy: this.isBusy,
            isLive: this.isLive,
            ongive: this.give,
            empty: isHeld
              ? ""
              : isMine
                ? "Nothing to deal now."
                : "The auto-dealer does the routine. Take the table over to deal yourself.",
          }),
          isMine && !isHeld ? this.toPay(scene) : null,
        ),
      ),
      h(
        "div",
        {class: "table-side"},
        this.rulings(scene),
        this.trouble(scene),
        this.saidAndDone(),
        house.length
          ? h(
              "details",
              {class: "affairs"},
              h("summary", null, "Running the table"),
              h("action-bar", {
                key: "house",
                options: house,
                isBusy: this.isBusy,
                isLive: this.isLive,
                isQuiet: true,
                ongive: this.give,
              }),
            )
          : null,
        h("details", {class: "affairs"}, h("summary", null, "Limits and signs"), h("sign-age", {table: scene.table})),
        h("position-line", {
          key: "position",
          source: path("tables", this.params.id, "position") + `?as=${this.role}`,
          seq: scene.seq,
          as: "dealer",
        }),
        h("p", {class: "row on-phones"}, this.settings(scene)),
      ),
    );
  }

  /** Are cards of the table named as they come? */
  get isNaming() {
    return this.options("play").some((option) => option.asks.some((ask) => ask.kind === "cards"));
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
    return hasChips(places) ? payAndTake("Settled", word, places) : null;
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
    const steps = this.options("play").filter((option) => option.purpose === "routine" && !option.asks.length);
    this.asking = setTimeout(async () => {
      for (const step of steps.slice(0, 3)) {
        if (this.scene?.seq !== scene.seq || !this.isLive) return;
        const seen = await this.socket?.preview(step);
        if (!seen?.ok || this.scene?.seq !== scene.seq) continue;
        const isBank = hasChips(seen.places);
        const places = isBank ? seen.places : payees(seen.players);
        if (!hasChips(places)) continue;
        const heading = isBank ? "What to pay and take" : "Who gets what";
        const outcome = {...outcomeOf(/** @type {any} */ (seen.events)), nets: {}}; // stacks have not changed yet
        this.foretold = {seq: scene.seq, heading, places, outcome};
        return this.redraw();
      }
    }, REST_MS);
  }

  /** @param {import("../../core/types.js").Scene} scene */
  waits(scene) {
    if (scene.decisions.length) return "The Round waits for a ruling.";
    if (!scene.awaited.length && scene.round)
      return scene.table.dealer === "person"
        ? "Your move."
        : this.isNaming
          ? "The cards are named as they come, by a dealer or a scanner."
          : "The auto-dealer deals next.";
    if (!scene.awaited.length) return "Between Rounds.";
    const names = scene.awaited.map(
      (place) => `${place} ${scene.table.seats.find((seat) => seat.place === place)?.name ?? ""}`,
    );
    return `Waiting for ${scene.table.place_word} ${names.join(", ")}.`;
  }

  /** @param {"auto" | "person"} mode */
  mode(mode) {
    return this.attempt(async () => this.adopt(await put(path("tables", this.params.id, "dealer"), {mode})));
  }
}
customElements.define("dealer-page", DealerPage);
