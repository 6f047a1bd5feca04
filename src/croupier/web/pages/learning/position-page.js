import {post} from "../../core/api.js";
import {h} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {gameName, versionName} from "../../core/words/say.js";
import {t, told} from "../../core/words/words.js";
import {cites} from "../../elements/cite-chip.js";
import {layout} from "../../layouts/index.js";
import {moneyAsk} from "../../core/table/purpose.js";
import "../../elements/dock/action-bar.js";
import {icon} from "../../elements/icon.js";
import "../../elements/dock/play-dock.js";
import "../../elements/position-line.js";

/** A table that is all in its position: you play on from it, bots do the rest, and nothing is kept. */
class PositionPage extends Page {
  /** @type {any} */
  seen = null;
  /** @type {any[]} */
  said = [];
  isBusy = false;
  /** Why the last thing was not done. @type {any} */
  refused = null;
  isSideOpen = false; // on screens where it is not always there

  connectedCallback() {
    super.connectedCallback();
    document.documentElement.classList.add("seated");
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.documentElement.classList.remove("seated");
  }

  drawn() {
    if (!this.seen || this.isNamed) return;
    this.isNamed = true;
    const {table} = this.seen.snapshot;
    const words = `${told(gameName(table.game))}, ${told(versionName(table.edition))} · ${t("Nothing here is kept.")}`;
    this.tell("where", {title: t("From a position"), words});
  }

  isNamed = false;

  get as() {
    return this.query.get("as") ?? "player";
  }

  async load() {
    const position = this.query.get("position");
    if (position) await this.play({position});
  }

  /** @param {any} body */
  async play(body) {
    this.isBusy = true;
    this.redraw();
    try {
      const place = this.seen?.snapshot.you.place ?? Number(this.query.get("place"));
      const found = await post("/api/positions", {role: this.as, ...(place ? {place} : {}), ...body});
      this.seen = found;
      this.said = [...this.said, ...found.said];
      return found.refused ? {ok: false, ...found.refused} : {ok: true};
    } finally {
      this.isBusy = false;
      this.redraw();
    }
  }

  /** @param {CustomEvent} event */
  give = async (event) => {
    const {option, values, done} = event.detail;
    /** @type {any} */
    let answer = {ok: false, reason: "", citations: []};
    await this.attempt(async () => {
      answer = await this.play({
        position: this.seen.position,
        command: {type: option.command, ...option.fixed, ...values},
      });
    });
    const isShown = done?.(answer) ?? false;
    this.refused = answer.ok || isShown ? null : answer;
    this.redraw();
  };

  look() {
    const snapshot = this.seen?.snapshot;
    if (!snapshot)
      return h(
        "div",
        {class: "pad"},
        h("h1", null, t("From a position")),
        this.refusal() ??
          h("p", {class: "quiet"}, t(this.query.get("position") ? "Setting up the table…" : "Open one from a replay.")),
      );
    return h(
      "div",
      {class: "table-page play position-page" + (this.isSideOpen ? " side-open" : "")},
      h(
        "div",
        {class: "table-main"},
        h(
          "div",
          {class: "felt-area"},
          layout(
            {...snapshot, ...(this.as === "player" ? {} : {options: []}), outcome: null, said: {}},
            {"onchoose-option": (/** @type {any} */ event) => this.dock?.choose(event.detail)},
          ),
          this.hud(),
          h("div", {class: "toasts"}, this.refusal(), this.refusedNote()),
        ),
        this.as === "player" && !this.seen.is_over ? this.playing(snapshot) : this.dealing(snapshot),
      ),
      this.side(),
    );
  }

  /** @returns {any} */
  get dock() {
    return this.querySelector("play-dock");
  }

  toggle = () => {
    this.isSideOpen = !this.isSideOpen;
    this.redraw();
  };

  hud() {
    const label = t("What has happened");
    return h(
      "div",
      {class: "hud"},
      h(
        "a",
        {class: "hud-button", href: "#/", "aria-label": t("Back to the lobby")},
        icon("back", 18),
        h("span", null, t("Lobby")),
      ),
      h(
        "button",
        {
          type: "button",
          class: "hud-button log-button",
          "aria-expanded": String(this.isSideOpen),
          "aria-label": label,
          onclick: this.toggle,
        },
        icon("log", 18),
      ),
    );
  }

  refusedNote() {
    if (!this.refused?.reason) return null;
    return h(
      "p",
      {class: "problem notice", role: "alert"},
      told(this.refused.reason),
      " ",
      cites(this.refused.citations),
    );
  }

  /** The dock of a table. @param {any} snapshot */
  playing(snapshot) {
    const lay = (/** @type {any} */ {detail: option}) => {
      const ask = moneyAsk(option);
      const amount = ask ? Math.max(ask.minimum, Math.min(ask.maximum, this.dock.chip)) : 0;
      this.give(/** @type {any} */ ({detail: {option, values: ask ? {[ask.field]: amount} : {}}}));
    };
    return h("play-dock", {key: "dock", scene: snapshot, isBusy: this.isBusy, ongive: this.give, onlay: lay});
  }

  /** What a dealer may do, and the end of it. @param {any} snapshot */
  dealing(snapshot) {
    return h(
      "div",
      {class: "dock offers"},
      h(
        "p",
        {class: "whose", role: "status"},
        h("strong", null, this.seen.is_over ? t("The Round is over.") : t("What do you do?")),
      ),
      h("action-bar", {
        options: snapshot.options.filter((/** @type {any} */ each) => each.group === "play"),
        place: snapshot.you.place,
        isBusy: this.isBusy,
        ongive: this.give,
        empty: t("Nothing to decide here."),
      }),
    );
  }

  side() {
    return h(
      "aside",
      {class: "table-side", "aria-label": t("What has happened")},
      h(
        "div",
        {class: "tabs"},
        h("h2", null, t("What has happened")),
        h("button", {type: "button", class: "close", "aria-label": t("Close"), onclick: this.toggle}, "×"),
      ),
      h(
        "div",
        {class: "tab-body"},
        this.said.length ? null : h("p", {class: "quiet"}, t("Nothing has been said yet.")),
        h(
          "ol",
          {class: "log"},
          this.said.map((each, index) =>
            h("li", {key: index}, h("span", null, told(each.words)), " ", cites(each.citations, 2)),
          ),
        ),
      ),
      h("position-line", {position: this.seen.position, as: this.as}),
    );
  }
}
customElements.define("position-page", PositionPage);
