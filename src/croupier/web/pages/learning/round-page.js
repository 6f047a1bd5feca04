import {get, path} from "../../core/api.js";
import {html, notYet} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {gain, gameAfter, money, moved, plain, time, versionName} from "../../core/words/say.js";
import {dateAndTime, roundName} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {notGraded} from "../../core/table/coach.js";
import {t} from "../../core/words/words.js";
import {cites} from "../../elements/cite-chip.js";
import "../../elements/fair-panel.js";
import {fetchFelt, layout} from "../../layouts/index.js";
import "../../elements/position-line.js";
import {outcomeOf, withCardsLeft} from "../../layouts/outcome.js";
import {heads} from "../../elements/table.js";

/** One Round, step by step, with the check of its shuffle, deal and money. */
class RoundPage extends Page {
  isForMembers = true;
  /** @type {import("../../core/types.js").RoundPage} */
  round = notYet;
  /** @type {import("../../core/types.js").TableLine | null} */
  table = null;
  /** @type {import("../../core/types.js").ReplayStep | null} */
  seen = null;
  step = 0;
  /** @type {import("../../core/types.js").Verified | null} */
  verified = null;
  isChecking = false;
  /** How you played it. @type {import("../../core/types.js").RoundReview | null} */
  graded = null;
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
    fetchFelt(this.round.game);
    this.table = await get(path("tables", this.round.table)).catch(() => null);
    const wanted = Number(this.query.get("step")); // a link to one step
    await this.to(wanted ? wanted - 1 : 0);
    if (this.query.get("play") === "yes") this.play(1);
    this.grade();
  }

  /** Worked out by the house once the Round is over, for those who played in it. */
  async grade() {
    const {id, status, balances} = this.round;
    if (status === "open" || !balances?.some(({player}) => player === session.me?.id)) return;
    this.keep({graded: await get(path("reviews", id)).catch(() => null)}); // a game without mathematics has none
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

  /** The table as it was after an event. @param {number} seq */
  at(seq) {
    return get(path("rounds", this.params.id, "replay"), {to: String(seq)});
  }

  /** @param {number} step */
  async to(step) {
    const happenings = this.round?.happenings ?? [];
    this.step = Math.max(0, Math.min(happenings.length - 1, step));
    const wanted = happenings[this.step];
    this.redraw();
    if (!wanted) return;
    await this.attempt(async () => {
      const seen = await this.at(wanted.seq);
      // The house puts the cards away with the last word; they stay for people who want to see what it was for.
      const isEnd = this.step && wanted === happenings.at(-1) && !wanted.transfers.length;
      const before = isEnd ? await this.at(happenings[this.step - 1].seq) : null;
      if (happenings[this.step] === wanted)
        this.seen = before ? {...seen, view: withCardsLeft(this.round.game, seen.view, before.view)} : seen;
    });
  }

  look() {
    const round = this.round;
    if (!round)
      return html`<div class="pad">
        <h1>${roundName(this.params.id)}</h1>
        ${this.refusal() ?? html`<p class="quiet">${t("Opening the journal…")}</p>`}
      </div>`;
    return html`<div class="table-page round-page">
      <div class="table-head">
        <div>
          <h1>${t("{round} at {table}", {round: roundName(round.id), table: round.title})}</h1>
          <p class="quiet">
            ${gameAfter(round.title, round.game)}
            <a href=${link("/rules/:edition", round.edition)}>${versionName(round.edition)}</a> · ${dateAndTime(round.opened_at)} · ${round.status}
            <span class="id"> · <code>${round.id}</code></span>
          </p>
        </div>
        ${this.exports(round)}
      </div>
      ${this.refusal()}
      <div class="table-body">
        <div class="table-main">
          ${this.stage(round)}
          ${this.stepper(round)}
          ${
            this.seen?.position
              ? html`<position-line position=${this.seen.position}
                  place=${round.balances?.find((each) => each.player === session.me?.id)?.place ?? null} />`
              : null
          }
          ${this.played()}
          ${this.balances(round)}
          ${this.check(round)}
        </div>
        <aside class="table-side" aria-label=${t("All steps")}>
          ${this.current(round)}
          <h2>${t("All steps")}</h2>
          ${this.steps(round)}
        </aside>
      </div>
    </div>`;
  }

  /** @param {import("../../core/types.js").RoundPage} round */
  stage(round) {
    if (!this.seen || !this.table) return html`<div class="felt-place" />`;
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
      table: {...this.table, seats: seats.length ? seats : this.table.seats, link: null},
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

  /** What the Round had brought by this step. @param {import("../../core/types.js").RoundPage} round */
  outcome(round) {
    const found = outcomeOf(round.happenings.slice(0, this.step + 1));
    return found.pots.length || Object.keys(found.spots).length ? found : null;
  }

  /** @param {import("../../core/types.js").RoundPage} round */
  stepper(round) {
    const last = round.happenings.length - 1;
    const button = (
      /** @type {string} */ name,
      /** @type {string} */ sign,
      /** @type {number} */ step,
      /** @type {boolean} */ isOff,
    ) =>
      html`<button type="button" aria-label=${name} disabled=${isOff} onclick=${() => this.to(step)}>${sign}</button>`;
    return html`<div class="row stepper" role="group" aria-label=${t("Replay")}>
      ${button(t("First step"), "|◀", 0, this.step === 0)}
      ${button(t("Step back"), "◀", this.step - 1, this.step === 0)}
      <input type="range" min="0" max=${Math.max(0, last)} value=${String(this.step)} aria-label=${t("Step")}
          aria-valuetext=${t("{step} of {all}", {step: this.step + 1, all: last + 1})}
          oninput=${(/** @type {Typed} */ event) => this.to(Number(event.target.value))} />
      ${button(t("Step forward"), "▶", this.step + 1, this.step >= last)}
      ${button(t("Last step"), "▶|", last, this.step >= last)}
      <span>${t("{step} of {all}", {step: this.step + 1, all: last + 1})}</span>
      <button type="button" class="primary" aria-pressed=${String(this.speed > 0)}
          onclick=${() => this.play(this.speed ? 0 : 1)}>${t(this.speed ? "Pause" : "Play ").trim()}</button>
      ${[1, 2, 4].map(
        (speed) =>
          html`<button type="button" key=${speed} aria-pressed=${String(this.speed === speed)}
              aria-label=${t("{count} steps a second", {count: speed})} onclick=${() => this.play(speed)}>
            ${speed}×
          </button>`,
      )}
      <a class="button" href=${link("/round/:id", round.id) + `?step=${this.step + 1}`}
          title=${t("A link to this step")} onclick=${(/** @type {Event} */ event) => this.copy(event)}>
        ${t(this.copied === this.step ? "Copied" : "Link")}
      </a>
    </div>`;
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

  /** @param {import("../../core/types.js").RoundPage} round */
  current(round) {
    const each = round.happenings[this.step];
    if (!each) return null;
    return html`<div class="panel why" role="status">
      <p class="said"><strong>${this.said(each)}</strong></p>
      <p class="quiet">
        ${time(each.at)} · ${each.by.name} (${plain(each.by.role)})${each.label ? " · " + each.label : ""}
        ${each.is_system_decision ? " · " + t("decided by the system") : ""}
      </p>
      ${
        each.transfers.length
          ? html`<ul class="moves">
            ${each.transfers.map(
              (/** @type {any} */ move, /** @type {number} */ index) => html`<li key=${index}>${moved(move)}</li>`,
            )}
          </ul>`
          : null
      }
      <p>${t("Why:")} ${cites(each.citations)}</p>
    </div>`;
  }

  /** @param {any} each */
  said(each) {
    return each.said || each.words;
  }

  /** @param {import("../../core/types.js").RoundPage} round */
  steps(round) {
    return html`<ol class="log steps" tabindex="0" aria-label=${t("Steps of the Round")}>
      ${round.happenings.map(
        (/** @type {any} */ each, /** @type {number} */ index) =>
          html`<li key=${each.seq} class=${index === this.step ? "current" : ""}
              aria-current=${index === this.step ? "step" : undefined}>
            <button type="button" class="step" onclick=${() => this.to(index)}>${this.said(each)}</button> ${cites(each.citations, 3)}
          </li>`,
      )}
    </ol>`;
  }

  /** What was decided well, what was not, and what was luck. */
  played() {
    if (!this.graded) return null;
    const {decisions, best, ungraded, worst, result, luck, price, mistakes} = this.graded;
    const again = (/** @type {import("../../core/types.js").Mistake} */ {place, position}) =>
      link("/position") + `?as=player&place=${place}&position=${encodeURIComponent(position)}`;
    return html`<section class="panel round-played" key="played" aria-label=${t("How it was played")}>
      <h2>${t("How it was played")}</h2>
      <p>
        ${decisions ? t("{best} of {all} decisions were best", {best, all: decisions}) : t("No decision was graded.")}
        ${ungraded ? html`<span class="quiet">${notGraded(ungraded)}</span>` : null}
      </p>
      <ul>
        ${worst.map(
          (each) =>
            html`<li key=${each.lesson}>
              <a href=${again(each)} title=${t("Play on from here")}>
                ${`${each.situation}: ` + t("You chose {taken}, best was {best}", {taken: each.taken, best: each.best})}
              </a>
              <b>${money(-each.cost)}</b>
            </li>`,
        )}
      </ul>
      <p class="session-sum">
        <span>${t("Result")}</span><b>${gain(result)}</b>
        <span>${"= " + t("luck")}</span><b>${gain(luck)}</b>
        <span>${`${price > 0 ? "+" : "−"} ${t("house edge")}`}</span><b>${money(Math.abs(price))}</b>
        <span>${"− " + t("mistakes")}</span><b>${money(-mistakes)}</b>
      </p>
    </section>`;
  }

  /** Chips brought to the table during the Round are no winnings. @param {import("../../core/types.js").RoundPage} round @param {number} place */
  brought(round, place) {
    const moves = round.happenings.flatMap((/** @type {any} */ each) => each.transfers);
    const sum = (/** @type {string} */ source, /** @type {string} */ target) =>
      moves
        .filter((/** @type {any} */ move) => move.source === source && move.target === target)
        .reduce((/** @type {number} */ total, /** @type {any} */ move) => total + move.cents, 0);
    return sum("cage", `stack/${place}`) - sum(`stack/${place}`, "cage");
  }

  /** @param {import("../../core/types.js").RoundPage} round */
  balances(round) {
    if (!round.balances?.length) return null;
    const change = (/** @type {any} */ each) => each.after - each.before - this.brought(round, each.place);
    return html`<table class="changes">
      <caption>${t("What the Round did to each stack")}</caption>
      ${heads([t("Player"), t("Before"), t("After"), t("Change")])}
      <tbody>
        ${round.balances.map(
          (/** @type {any} */ each) =>
            html`<tr key=${each.place}>
              <th scope="row">${each.place} ${each.name}</th>
              <td>${money(each.before)}</td>
              <td>${money(each.after)}</td>
              <td class=${change(each) > 0 ? "won" : change(each) < 0 ? "lost" : ""}>
                ${gain(change(each))}
                ${
                  this.brought(round, each.place)
                    ? html`<small class="quiet">
                      ${" " + t("and {amount} brought", {amount: money(this.brought(round, each.place))})}
                    </small>`
                    : null
                }
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  /** @param {import("../../core/types.js").RoundPage} round */
  check(round) {
    if (round.status === "open")
      return html`<p class="quiet">${t("The shuffle can be checked when the Round is over.")}</p>`;
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
    return html`<section class="panel" aria-label=${t("Shuffle check")}>
      <h2>${t("Was it fair?")}</h2>
      ${
        round.commitment
          ? html`<p class="quiet hash">${t("Sealed before the deal:") + " "}<code>${round.commitment}</code></p>`
          : null
      }
      ${round.seed ? html`<p class="quiet hash">${t("Seed:") + " "}<code>${round.seed}</code></p>` : null}
      <fair-panel round=${round.id} table=${round.table} />
      <button type="button" class="primary" disabled=${this.isChecking} onclick=${run}>
        ${t(this.isChecking ? "Checking…" : "Check shuffle, deal and money")}
      </button>
      ${
        found
          ? [
              html`<p class=${found.is_verified ? "all-well" : "problem"} role="status">
                ${t(found.is_verified ? "Everything agrees." : "Something does not agree.")}
              </p>`,
              html`<ul class="checks">
                ${found.checks.map(
                  (each) =>
                    html`<li key=${each.name} class=${each.is_good ? "good" : "bad"}>
                      <strong>${each.is_good ? "✓" : "✗"} ${plain(each.name)}: </strong>
                      ${each.found}
                    </li>`,
                )}
              </ul>`,
            ]
          : null
      }
    </section>`;
  }

  /** @param {import("../../core/types.js").RoundPage} round */
  exports(round) {
    if (round.status === "open") return null;
    const address = path("rounds", round.id, "export");
    return html`<div class="row">
      <a class="button" href=${address + "?format=json"} download="${round.id}.json">${t("Export JSON")}</a>
      ${
        round.notation
          ? html`<a class="button" href="${address}?format=${round.notation}" download="${round.id}.${round.notation}">
            ${t("Export {format}", {format: round.notation.toUpperCase()})}
          </a>`
          : null
      }
    </div>`;
  }
}
customElements.define("round-page", RoundPage);
