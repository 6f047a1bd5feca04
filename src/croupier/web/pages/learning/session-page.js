import {html} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {notGraded, over, reviews, totals} from "../../core/table/coach.js";
import {link} from "../../core/router.js";
import {gain, gameName, money} from "../../core/words/say.js";
import {minutes, roundName} from "../../core/words/say-more.js";
import {counted, t} from "../../core/words/words.js";
import {cards} from "../../elements/felt/playing-card.js";
import {icon} from "../../elements/icon.js";
import {graphKey, sums} from "../../elements/line-graph.js";

/** @typedef {import("../../core/types.js").RoundReview} RoundReview */
/** @typedef {import("../../core/types.js").Mistake} Mistake */

const WORST = 3;
const TARGET = {
  target:
    "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 1 0 0-17M12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 1 0 0-7",
};

/** A sitting at a table after the fact: how one played, what was luck, and what to practise. */
class SessionPage extends Page {
  isForMembers = true;
  /** The first first. @type {RoundReview[]} */
  rounds = [];
  areAllShown = false;

  async load() {
    const from = this.query.get("from") ?? "0";
    over(this.params.table);
    this.rounds = (await reviews({table: this.params.table, from})).reverse();
  }

  /** The dearest first. @returns {{round: RoundReview, at: number, mistake: Mistake}[]} */
  get mistakes() {
    return this.rounds
      .flatMap((round, index) => round.worst.map((mistake) => ({round, at: index + 1, mistake})))
      .sort((one, other) => other.mistake.cost - one.mistake.cost);
  }

  look() {
    const [first] = this.rounds;
    if (!first)
      return html`<div class="pad">
        <h1>${t("How it went")}</h1>
        ${
          this.refusal() ??
          html`<p class="quiet">
            ${this.isLoading ? t("The house is working it out…") : t("No Round was played to its end.")}
          </p>`
        }
        <p><a class="button" href="#/">${t("Back to the lobby")}</a></p>
      </div>`;
    const {decisions, best, ungraded, accuracy, mistakes, result, luck, price} = totals(this.rounds);
    const ms = this.rounds[this.rounds.length - 1].closed_at - first.opened_at;
    const worst = this.mistakes;
    return html`<div class="session-page">
      <header class="session-head">
        <h1>${t(first.is_practice ? "Practice finished" : "How it went")}</h1>
        <span class="quiet">
          ${gameName(first.game)} · ${counted(this.rounds.length, "{count} Round", "{count} Rounds")} · ${counted(decisions, "{count} decision", "{count} decisions")}
        </span>
      </header>
      ${this.accuracy(accuracy, best, decisions, {ungraded, mistakes, result, ms})}
      ${this.graph(worst, {result, luck, price, mistakes})}
      <section class="session-tiles">
        ${tile(
          t("Mistakes cost you"),
          money(-mistakes),
          t("{amount} a Round", {amount: money(Math.round(-mistakes / this.rounds.length))}),
        )}
        ${tile(
          t("Time played"),
          minutes(ms),
          ms > 60_000 ? t("{count} Rounds an hour", {count: Math.round((this.rounds.length * 3_600_000) / ms)}) : "",
        )}
      </section>
      ${this.worst(worst)}
      ${this.foot(worst, mistakes)}
    </div>`;
  }

  /** @param {number | null} accuracy @param {number} best @param {number} decisions @param {{ungraded: number, mistakes: number, result: number, ms: number}} more */
  accuracy(accuracy, best, decisions, {ungraded, mistakes, result, ms}) {
    const words = accuracy === null ? "–" : `${Math.round(accuracy * 100)}%`;
    const round = 2 * Math.PI * 78;
    return html`<section class="panel session-accuracy">
      <h2>${t("Accuracy")}</h2>
      <svg class="big-ring" viewBox="0 0 180 180" role="img" aria-label=${words}>
        <circle cx="90" cy="90" r="78" />
        <circle class="share" cx="90" cy="90" r="78" stroke-dasharray="${round * (accuracy ?? 0)} ${round}"
            transform="rotate(-90 90 90)" />
        <text x="90" y="106">${words}</text>
      </svg>
      <p class="quiet">${t("{best} of {all} decisions were best", {best, all: decisions})}</p>
      ${ungraded ? html`<p class="quiet" key="ungraded">${notGraded(ungraded)}</p>` : null}
      <dl class="session-short">
        ${pair(t("Best decisions"), t("{best} of {all}", {best, all: decisions}))}
        ${ungraded ? pair(t("Not graded"), String(ungraded)) : null}
        ${pair(t("Mistakes cost"), money(-mistakes))}
        ${pair(t("Result"), gain(result), result > 0 ? "won" : "")}
        ${pair(t("Time played"), minutes(ms))}
      </dl>
    </section>`;
  }

  /** @param {{at: number, mistake: Mistake}[]} worst @param {{result: number, luck: number, price: number, mistakes: number}} all */
  graph(worst, {result, luck, price, mistakes}) {
    const marks = worst.slice(0, WORST).map(({at}) => at);
    const part = (/** @type {string} */ words, /** @type {string} */ amount, /** @type {string} */ name = "") => [
      html`<span>${words}</span>`,
      html`<b class=${name}>${amount}</b>`,
    ];
    return html`<section class="panel session-graph">
      <header><h2>${t("Luck and skill, Round by Round")}</h2>${graphKey(t("Luck"), t("Your decisions"))}</header>
      <line-graph lines=${[
        {values: sums(this.rounds.map((each) => each.luck)), kind: "dashed"},
        {values: sums(this.rounds.map((each) => each.mistakes)), kind: "steps", marks},
      ]} label=${t("Luck and your decisions over {count} Rounds", {count: this.rounds.length})} />
      <p class="session-sum">
        ${part(t("Result"), gain(result), result > 0 ? "won" : "")}
        ${part("= " + t("luck"), gain(luck))}
        ${part(`${price > 0 ? "+" : "−"} ${t("house edge")}`, money(Math.abs(price)))}
        ${part("− " + t("mistakes"), money(-mistakes))}
      </p>
    </section>`;
  }

  /** @param {{round: RoundReview, mistake: Mistake}[]} worst */
  worst(worst) {
    const shown = this.areAllShown ? worst : worst.slice(0, WORST);
    const more = () => this.keep({areAllShown: !this.areAllShown});
    return html`<section class="panel session-worst">
      <header>
        <h2>${t("Your most expensive decisions")}</h2>
        ${
          worst.length > WORST
            ? html`<button type="button" class="link" onclick=${more}>
              ${this.areAllShown ? t("Only the first three") : t("All {count} mistakes", {count: worst.length})}
            </button>`
            : null
        }
      </header>
      ${worst.length ? null : html`<p class="all-well">${t("There was none: every decision was the best.")}</p>`}
      <div class="session-cards">${shown.map(({round, mistake}) => this.mistake(round, mistake))}</div>
    </section>`;
  }

  /** @param {RoundReview} round @param {Mistake} mistake */
  mistake(round, mistake) {
    const {lying, taken, best, cost, position, place} = mistake;
    const dealt = round.game === "mbs-freebet" ? t("Dealer") : t("Board");
    const href = link("/position") + `?as=player&place=${place}&position=${encodeURIComponent(position)}`;
    return html`<a class="mistake ${round.game}" key=${mistake.lesson} href=${href} title=${t("Play on from here")}>
      <div class="mistake-felt">
        ${lying.middle.length ? html`<div><em>${dealt}</em>${cards(lying.middle)}</div>` : null}
        <div><em>${t("You")}</em>${cards(lying.own)}</div>
      </div>
      <div class="mistake-words">
        <b>${roundName(round.round)}</b>
        <b>${money(-cost)}</b>
        <span>${t("You chose {taken}, best was {best}", {taken: taken, best: best})}</span>
      </div>
    </a>`;
  }

  /** @param {{mistake: Mistake}[]} worst @param {number} all */
  foot(worst, all) {
    const three = worst.slice(0, WORST).map(({mistake}) => mistake);
    const cost = three.reduce((sum, each) => sum + each.cost, 0);
    const lessons = three.map(({lesson}) => lesson).join(",");
    return html`<footer class="session-foot">
      ${
        three.length
          ? html`<p>
            <b>${t("These make up {cost} of the {all}.", {cost: money(cost), all: money(-all)})}</b>
            ${t("Practise them until each is right twice in a row.")}
          </p>`
          : html`<p />`
      }
      <a class="button" href="#/">${t("Leave")}</a>
      <a class="button keep" href=${link("/table/:id", this.params.table) + "?sit=yes"}>${t("Keep playing")}</a>
      ${
        three.length
          ? html`<a class="button primary" href="#/learn?own=${encodeURIComponent(lessons)}">
            ${icon("target", 20, TARGET)}
            ${t("Practise these {count}", {count: three.length})}
          </a>`
          : null
      }
    </footer>`;
  }
}
customElements.define("session-page", SessionPage);

/** @param {string} name @param {string} value @param {string} more */
function tile(name, value, more) {
  return html`<div class="panel session-tile" key=${name}><span>${name}</span><b>${value}</b><span>${more}</span></div>`;
}

/** @param {string} name @param {string} value @param {string} [look] */
function pair(name, value, look = "") {
  return html`<div key=${name}><dt>${name}</dt><dd class=${look}>${value}</dd></div>`;
}
