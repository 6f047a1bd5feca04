import {get, path} from "../../core/api.js";
import {h} from "../../core/draw.js";
import {announced, remember} from "../../core/words/names.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {commandName, gain, gameAfter, money, moved, plain, time, versionName} from "../../core/words/say.js";
import {dateAndTime, roundName} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {t, told} from "../../core/words/words.js";
import {cites} from "../../elements/cite-chip.js";
import "../../elements/fair-panel.js";
import {fetchFelt, layout} from "../../layouts/index.js";
import "../../elements/position-line.js";
import {outcomeOf, withCardsLeft} from "../../layouts/outcome.js";
import {heads} from "../../elements/table.js";

/** One Round, step by step, with the check of its shuffle, deal and money. */
class RoundPage extends Page {
  isForMembers = true;
  /** @type {any} */
  round = null;
  /** @type {any} */
  table = null;
  /** @type {any} */
  seen = null;
  step = 0;
  /** @type {any} */
  verified = null;
  isChecking = false;
  /** Steps a second while it plays by itself; 0 while it stands. */
  speed = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  playing = undefined;
  /** The step whose address was copied. */
  copied = -1;

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.playing);
  }

  async load() {
    this.round = await get(path("rounds", this.params.id));
    remember(/** @type {any} */ ({seats: this.round.balances ?? []}));
    fetchFelt(this.round.game);
    this.table = await get(path("tables", this.round.table)).catch(() => null);
    const wanted = Number(this.query.get("step")); // a link to one step
    await this.to(wanted ? wanted - 1 : 0);
    if (this.query.get("play") === "yes") this.play(1);
  }

  /** By itself, at so many steps a second, to the end. @param {number} speed */
  play(speed) {
    clearTimeout(this.playing);
    this.speed = speed;
    const last = (this.round?.happenings.length ?? 1) - 1;
    if (speed && this.step >= last) this.to(0);
    const next = async () => {
      if (!this.speed || this.isGone) return;
      if (this.step >= last) this.speed = 0;
      else await this.to(this.step + 1);
      this.redraw();
      if (this.speed) this.playing = setTimeout(next, 1000 / this.speed);
    };
    if (speed) this.playing = setTimeout(next, 1000 / speed);
    this.redraw();
  }

  drawn() {
    const list = this.querySelector(".steps");
    const line = /** @type {HTMLElement | null} */ (list?.querySelector("li.current"));
    if (list && line) list.scrollTop = line.offsetTop - list.clientHeight / 2;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, textarea, select, dialog") || event.ctrlKey || event.altKey) return;
    if (event.key === "ArrowRight") this.to(this.step + 1);
    else if (event.key === "ArrowLeft") this.to(this.step - 1);
    else if (event.key === "Home") this.to(0);
    else if (event.key === "End") this.to(Infinity);
    else if (event.key === " " && !target.closest("button, a, summary")) this.play(this.speed ? 0 : 1);
    else return;
    event.preventDefault();
  }

  /** @param {number} step */
  async to(step) {
    const happenings = this.round?.happenings ?? [];
    this.step = Math.max(0, Math.min(happenings.length - 1, step));
    const wanted = happenings[this.step];
    this.redraw();
    if (!wanted) return;
    await this.attempt(async () => {
      const seen = await get(path("rounds", this.params.id, "replay") + `?to=${wanted.seq}`);
      // The house puts the cards away with the last word; they stay for people who want to see what it was for.
      const isEnd = this.step && wanted === happenings.at(-1) && !wanted.transfers.length;
      const before = isEnd
        ? await get(path("rounds", this.params.id, "replay") + `?to=${happenings[this.step - 1].seq}`)
        : null;
      if (happenings[this.step] === wanted)
        this.seen = before ? {...seen, view: withCardsLeft(this.round.game, seen.view, before.view)} : seen;
    });
  }

  look() {
    const round = this.round;
    if (!round)
      return h(
        "div",
        {class: "pad"},
        h("h1", null, told(roundName(this.params.id))),
        this.refusal() ?? h("p", {class: "quiet"}, t("Opening the journal…")),
      );
    return h(
      "div",
      {class: "table-page round-page"},
      h(
        "div",
        {class: "table-head"},
        h(
          "div",
          null,
          h("h1", null, t("{round} at {table}", {round: told(roundName(round.id)), table: told(round.title)})),
          h(
            "p",
            {class: "quiet"},
            told(gameAfter(round.title, round.game)),
            h("a", {href: link("/rules/:edition", round.edition)}, told(versionName(round.edition))),
            ` · ${dateAndTime(round.opened_at)} · ${t(round.status)}`,
            h("span", {class: "id"}, " · ", h("code", null, round.id)),
          ),
        ),
        this.exports(round),
      ),
      this.refusal(),
      h(
        "div",
        {class: "table-body"},
        h(
          "div",
          {class: "table-main"},
          this.stage(round),
          this.stepper(round),
          this.seen?.position
            ? h("position-line", {
                position: this.seen.position,
                place: round.balances?.find((/** @type {any} */ each) => each.player === session.me?.id)?.place ?? null,
              })
            : null,
          this.balances(round),
          this.check(round),
        ),
        h(
          "aside",
          {class: "table-side", "aria-label": t("All steps")},
          this.current(round),
          h("h2", null, t("All steps")),
          this.steps(round),
        ),
      ),
    );
  }

  /** @param {any} round */
  stage(round) {
    if (!this.seen || !this.table) return h("div", {class: "felt-place"});
    const {view} = this.seen;
    // Who sat there in this Round, not who sits there now.
    const seats = (round.balances ?? []).map((/** @type {any} */ each) => ({
      ...each,
      is_bot: false,
      is_away: false,
      is_connected: true,
    }));
    const own = seats.find((/** @type {any} */ seat) => seat.player === session.me?.id)?.place ?? null;
    const you = {
      id: session.me?.id ?? null,
      name: session.me?.name ?? "",
      role: "auditor",
      place: own,
      is_connected: true,
    };
    const scene = {
      seq: this.seen.seq,
      table: {...this.table, seats: seats.length ? seats : this.table.seats, meter: null},
      you,
      view,
      options: [],
      decisions: [],
      clock: null,
      awaited: [],
      round: round.id,
      at: round.opened_at,
      outcome: this.outcome(round),
      said: {},
    };
    return layout(/** @type {any} */ (scene));
  }

  /** What the Round had brought by this step. @param {any} round */
  outcome(round) {
    const found = outcomeOf(round.happenings.slice(0, this.step + 1));
    return found.pots.length || Object.keys(found.spots).length ? found : null;
  }

  /** @param {any} round */
  stepper(round) {
    const last = round.happenings.length - 1;
    const button = (
      /** @type {string} */ name,
      /** @type {string} */ sign,
      /** @type {number} */ step,
      /** @type {boolean} */ isOff,
    ) => h("button", {type: "button", "aria-label": t(name), disabled: isOff, onclick: () => this.to(step)}, sign);
    return h(
      "div",
      {class: "row stepper", role: "group", "aria-label": t("Replay")},
      button("First step", "|◀", 0, this.step === 0),
      button("Step back", "◀", this.step - 1, this.step === 0),
      h("input", {
        type: "range",
        min: 0,
        max: Math.max(0, last),
        value: String(this.step),
        "aria-label": t("Step"),
        "aria-valuetext": t("{step} of {all}", {step: this.step + 1, all: last + 1}),
        oninput: (/** @type {any} */ event) => this.to(Number(event.target.value)),
      }),
      button("Step forward", "▶", this.step + 1, this.step >= last),
      button("Last step", "▶|", last, this.step >= last),
      h("span", null, t("{step} of {all}", {step: this.step + 1, all: last + 1})),
      h(
        "button",
        {
          type: "button",
          class: "primary",
          "aria-pressed": String(this.speed > 0),
          onclick: () => this.play(this.speed ? 0 : 1),
        },
        t(this.speed ? "Pause" : "Play ").trim(),
      ),
      [1, 2, 4].map((speed) =>
        h(
          "button",
          {
            type: "button",
            key: speed,
            "aria-pressed": String(this.speed === speed),
            "aria-label": t("{count} steps a second", {count: speed}),
            onclick: () => this.play(speed),
          },
          `${speed}×`,
        ),
      ),
      h(
        "a",
        {
          class: "button",
          href: link("/round/:id", round.id) + `?step=${this.step + 1}`,
          title: t("A link to this step"),
          onclick: (/** @type {any} */ event) => this.copy(event),
        },
        t(this.copied === this.step ? "Copied" : "Link"),
      ),
    );
  }

  /** The address is that of the step from then on, and can be pasted where a browser allows it. @param {any} event */
  async copy(event) {
    event.preventDefault();
    history.replaceState(null, "", event.currentTarget.href);
    const isCopied = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    );
    this.copied = isCopied ? this.step : -1;
    this.redraw();
  }

  /** @param {any} round */
  current(round) {
    const each = round.happenings[this.step];
    if (!each) return null;
    return h(
      "div",
      {class: "panel why", role: "status"},
      h("p", {class: "said"}, h("strong", null, this.said(each))),
      h(
        "p",
        {class: "quiet"},
        `${time(each.at)} · ${each.by.name} (${told(plain(each.by.role))}) · ${commandName(each.command)}`,
        each.is_system_decision ? " · " + t("decided by the system") : "",
      ),
      each.transfers.length
        ? h(
            "ul",
            {class: "moves"},
            each.transfers.map((/** @type {any} */ move, /** @type {number} */ index) =>
              h("li", {key: index}, moved(move)),
            ),
          )
        : null,
      h("p", null, t("Why:"), " ", cites(each.citations)),
    );
  }

  /** @param {any} each */
  said(each) {
    return told(announced(each));
  }

  /** @param {any} round */
  steps(round) {
    return h(
      "ol",
      {class: "log steps", tabindex: "0", "aria-label": t("Steps of the Round")},
      round.happenings.map((/** @type {any} */ each, /** @type {number} */ index) =>
        h(
          "li",
          {
            key: each.seq,
            class: index === this.step ? "current" : "",
            "aria-current": index === this.step ? "step" : undefined,
          },
          h("button", {type: "button", class: "step", onclick: () => this.to(index)}, this.said(each)),
          " ",
          cites(each.citations, 3),
        ),
      ),
    );
  }

  /** Chips brought to the table during the Round are no winnings. @param {any} round @param {number} place */
  brought(round, place) {
    const moves = round.happenings.flatMap((/** @type {any} */ each) => each.transfers);
    const sum = (/** @type {string} */ source, /** @type {string} */ target) =>
      moves
        .filter((/** @type {any} */ move) => move.source === source && move.target === target)
        .reduce((/** @type {number} */ total, /** @type {any} */ move) => total + move.cents, 0);
    return sum("cage", `stack/${place}`) - sum(`stack/${place}`, "cage");
  }

  /** @param {any} round */
  balances(round) {
    if (!round.balances?.length) return null;
    const change = (/** @type {any} */ each) => each.after - each.before - this.brought(round, each.place);
    return h(
      "table",
      {class: "changes"},
      h("caption", null, t("What the Round did to each stack")),
      heads(["Player", "Before", "After", "Change"], t),
      h(
        "tbody",
        null,
        round.balances.map((/** @type {any} */ each) =>
          h(
            "tr",
            {key: each.place},
            h("th", {scope: "row"}, `${each.place} ${each.name}`),
            h("td", null, money(each.before)),
            h("td", null, money(each.after)),
            h(
              "td",
              {class: change(each) > 0 ? "won" : change(each) < 0 ? "lost" : ""},
              gain(change(each)),
              this.brought(round, each.place)
                ? h(
                    "small",
                    {class: "quiet"},
                    " " + t("and {amount} brought", {amount: money(this.brought(round, each.place))}),
                  )
                : null,
            ),
          ),
        ),
      ),
    );
  }

  /** @param {any} round */
  check(round) {
    if (round.status === "open")
      return h("p", {class: "quiet"}, t("The shuffle can be checked when the Round is over."));
    const run = () =>
      this.attempt(async () => {
        this.isChecking = true;
        this.redraw();
        try {
          this.verified = await get(path("rounds", this.params.id, "verify"));
        } finally {
          this.isChecking = false;
        }
      });
    const found = this.verified;
    return h(
      "section",
      {class: "panel", "aria-label": t("Shuffle check")},
      h("h2", null, t("Was it fair?")),
      round.commitment
        ? h("p", {class: "quiet hash"}, t("Sealed before the deal:") + " ", h("code", null, round.commitment))
        : null,
      round.seed ? h("p", {class: "quiet hash"}, t("Seed:") + " ", h("code", null, round.seed)) : null,
      h("fair-panel", {round: round.id, table: round.table}),
      h(
        "button",
        {type: "button", class: "primary", disabled: this.isChecking, onclick: run},
        t(this.isChecking ? "Checking…" : "Check shuffle, deal and money"),
      ),
      found
        ? [
            h(
              "p",
              {class: found.is_verified ? "all-well" : "problem", role: "status"},
              t(found.is_verified ? "Everything agrees." : "Something does not agree."),
            ),
            h(
              "ul",
              {class: "checks"},
              found.checks.map((/** @type {any} */ each) =>
                h(
                  "li",
                  {key: each.name, class: each.is_good ? "good" : "bad"},
                  h("strong", null, `${each.is_good ? "✓" : "✗"} ${told(plain(each.name))}: `),
                  each.found,
                ),
              ),
            ),
          ]
        : null,
    );
  }

  /** @param {any} round */
  exports(round) {
    if (round.status === "open") return null;
    const address = path("rounds", round.id, "export");
    return h(
      "div",
      {class: "row"},
      h("a", {class: "button", href: address + "?format=json", download: `${round.id}.json`}, t("Export JSON")),
      round.notation
        ? h(
            "a",
            {class: "button", href: `${address}?format=${round.notation}`, download: `${round.id}.${round.notation}`},
            t("Export {format}", {format: round.notation.toUpperCase()}),
          )
        : null,
    );
  }
}
customElements.define("round-page", RoundPage);
