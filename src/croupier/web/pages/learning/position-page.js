import {post} from "../../core/api.js";
import {html} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {gameName, versionName} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";
import {cites} from "../../elements/cite-chip.js";
import {layout} from "../../layouts/index.js";
import {withCardsLeft} from "../../layouts/outcome.js";
import {moneyAsk} from "../../core/table/purpose.js";
import "../../elements/dock/action-bar.js";
import {icon} from "../../elements/icon.js";
import "../../elements/dock/play-dock.js";
import "../../elements/position-line.js";

/** A table that is all in its position: you play on from it, bots do the rest, and nothing is kept. */
export class PositionPage extends Page {
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
    if (!this.seen || this.named === this.title) return;
    this.named = this.title;
    this.tell("where", {title: this.title, words: this.subtitle});
  }

  named = "";

  get title() {
    return t("From a position");
  }

  get subtitle() {
    const {table} = this.seen.snapshot;
    return `${gameName(table.game)}, ${versionName(table.edition)} · ${t("Nothing here is kept.")}`;
  }

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
      return html`<div class="pad">
        <h1>${this.title}</h1>
        ${
          this.refusal() ??
          html`<p class="quiet">${t(this.query.get("position") ? "Setting up the table…" : "Open one from a replay.")}</p>`
        }
      </div>`;
    return html`<div class=${"table-page play position-page" + (this.isSideOpen ? " side-open" : "")}>
      <div class="table-main">
        <div class="felt-area">
          ${layout(
            {
              ...snapshot,
              ...(this.as === "player" ? {} : {options: []}),
              view: this.seen.left ? withCardsLeft(snapshot.table.game, snapshot.view, this.seen.left) : snapshot.view,
              outcome: null,
              said: {},
            },
            {"onchoose-option": (/** @type {Told} */ event) => this.dock?.choose(event.detail)},
          )}
          ${this.hud()}
          <div class="toasts">${this.refusal()}${this.refusedNote()}</div>
        </div>
        ${this.as === "player" && !this.seen.is_over ? this.playing(snapshot) : this.dealing(snapshot)}
      </div>
      ${this.side()}
    </div>`;
  }

  /** @returns {any} */
  get dock() {
    return this.querySelector("play-dock");
  }

  toggle = () => this.keep({isSideOpen: !this.isSideOpen});

  hud() {
    const label = t("What has happened");
    return html`<div class="hud">
      <a class="hud-button" href="#/" aria-label=${t("Back to the lobby")}>
        ${icon("back", 18)}
        <span>${t("Lobby")}</span>
      </a>
      <button type="button" class="hud-button log-button" aria-expanded=${String(this.isSideOpen)} aria-label=${label}
          onclick=${this.toggle}>${icon("log", 18)}</button>
    </div>`;
  }

  refusedNote() {
    if (!this.refused?.reason) return null;
    return html`<p class="problem notice" role="alert">${this.refused.reason} ${cites(this.refused.citations)}</p>`;
  }

  /** The dock of a table. @param {import("../../core/types.js").Snapshot} snapshot */
  playing(snapshot) {
    const lay = (/** @type {any} */ {detail: option}) => {
      const ask = moneyAsk(option);
      const amount = ask ? Math.max(ask.minimum, Math.min(ask.maximum, this.dock.chip)) : 0;
      this.give(/** @type {any} */ ({detail: {option, values: ask ? {[ask.field]: amount} : {}}}));
    };
    return html`<play-dock key="dock" scene=${snapshot} isBusy=${this.isBusy} isPosting=${null} ongive=${this.give}
        onlay=${lay} />`;
  }

  /** What a dealer may do, and the end of it. @param {import("../../core/types.js").Snapshot} snapshot */
  dealing(snapshot) {
    const wrong = snapshot.options.filter((/** @type {any} */ each) => each.group === "irregularity");
    return html`<div class="dock offers">
      <p class="whose" role="status">
        <strong>${this.seen.is_over ? t("The Round is over.") : t("What do you do?")}</strong>
      </p>
      <action-bar options=${snapshot.options.filter((/** @type {any} */ each) => each.group === "play")}
          place=${snapshot.you.place} isBusy=${this.isBusy} ongive=${this.give} empty=${t("Nothing to decide here.")} />
      ${
        wrong.length
          ? html`<details class="wrong" key=${this.seen.position}>
            <summary>${t("Something went wrong")}</summary>
            <action-bar options=${wrong} isBusy=${this.isBusy} isQuiet ongive=${this.give} />
          </details>`
          : null
      }
    </div>`;
  }

  side() {
    return html`<aside class="table-side" aria-label=${t("What has happened")}>
      <div class="tabs">
        <h2>${t("What has happened")}</h2>
        <button type="button" class="close" aria-label=${t("Close")} onclick=${this.toggle}>×</button>
      </div>
      ${this.about()}
      <div class="tab-body">
        ${this.said.length ? null : html`<p class="quiet">${t("Nothing has been said yet.")}</p>`}
        <ol class="log">
          ${this.said.map(
            (each, index) => html`<li key=${index}><span>${each.words}</span> ${cites(each.citations, 2)}</li>`,
          )}
        </ol>
      </div>
      <position-line position=${this.seen.position} as=${this.as} />
    </aside>`;
  }

  /** What somebody is told beside the log. @returns {any} */
  about() {
    return null;
  }
}
customElements.define("position-page", PositionPage);
