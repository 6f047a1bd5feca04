import {html} from "../../core/draw.js";
import {known} from "../../core/games.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {reviews, totals} from "../../core/table/coach.js";
import {gain, gameAfter, gameName, money, shortGame} from "../../core/words/say.js";
import {dateAndTime, hourAndMinute, minutes, roundName} from "../../core/words/say-more.js";
import {counted, t} from "../../core/words/words.js";
import {cards} from "../../elements/felt/playing-card.js";
import {icon} from "../../elements/icon.js";
import {graphKey, sparkLine, sums} from "../../elements/line-graph.js";

/** @typedef {import("../../core/types.js").RoundReview} RoundReview */

const DAY_MS = 86_400_000;
const SHOWN = 6; // of the last Rounds
const TIMES = /** @type {[string, string][]} */ ([
  ["7", t("7 days")],
  ["30", t("30 days")],
  ["", t("Always")],
]);
const AGAIN = {again: "M4 4v6h6M4.500 9.500A8 8 0 1 1 4 13M12 8v4.500l3 2"};

/** How somebody's Rounds went: what they brought, what was to be expected of them, how they were played. */
class StatisticsPage extends Page {
  isForMembers = true;
  /** Of the time chosen, the latest first; they come page after page, since each is graded. @type {RoundReview[]} */
  rounds = [];
  game = "";
  days = "30";
  isPractice = false;
  hasAll = false;
  asked = 0; // only what was asked for last is shown
  hasChosen = false; // until then practice is shown to who has played nothing else

  /** @returns {Promise<void>} */
  async load() {
    const mine = ++this.asked;
    this.rounds = [];
    this.hasAll = false;
    const from = this.days ? Date.now() - Number(this.days) * DAY_MS : 0;
    await reviews({from: String(from), practice: String(this.isPractice)}, (found) => {
      if (mine !== this.asked || this.isGone) return false;
      this.rounds = found;
      this.isLoading = false;
      this.redraw();
    });
    if (mine !== this.asked) return;
    if (!this.rounds.length && !this.isPractice && !this.hasChosen) {
      this.isPractice = true;
      return this.load();
    }
    this.hasAll = true;
  }

  /** @returns {RoundReview[]} */
  get chosen() {
    return this.game ? this.rounds.filter(({game}) => game === this.game) : this.rounds;
  }

  look() {
    const rounds = [...this.chosen].reverse();
    return html`<div class="stats-page">
      <header class="stats-head"><h1>${t("Your statistics")}</h1>${this.chips()}</header>
      ${this.refusal()}
      ${
        rounds.length
          ? [this.chart(rounds), this.games(), this.last()]
          : html`<p class="quiet" key="none" role="status">
            ${
              this.hasAll
                ? t("No Round like that yet. Play one, and it is counted here.")
                : this.problem
                  ? ""
                  : t("The house is working it out…")
            }
          </p>`
      }
    </div>`;
  }

  chips() {
    const games = [...known.keys()];
    return html`<div class="stats-chips">
      <div role="group" aria-label=${t("Which game")} key="games">
        ${this.chip(t("All games"), !this.game, () => (this.game = ""))}
        ${games.map((game) =>
          this.chip(
            [html`<i class=${"stat-dot " + game} aria-hidden="true" />`, shortGame(game)],
            this.game === game,
            () => (this.game = game),
            game,
          ),
        )}
      </div>
      <div role="group" aria-label=${t("Which time")} key="times">
        ${TIMES.map(([days, words]) => this.asking(words, this.days === days, () => (this.days = days), words))}
      </div>
      <div role="group" aria-label=${t("Real or practice")} key="kinds">
        ${this.asking(t("Real"), !this.isPractice, () => (this.isPractice = false))}
        ${this.asking(t("Practice"), this.isPractice, () => (this.isPractice = true))}
      </div>
    </div>`;
  }

  /** @param {any} words @param {boolean} isOn @param {() => void} set @param {any} [key] */
  chip(words, isOn, set, key = words) {
    const press = () => {
      set();
      this.redraw();
    };
    return html`<button type="button" class="stats-chip" key=${key} aria-pressed=${String(isOn)} onclick=${press}>${words}</button>`;
  }

  /** One that asks the house anew. @param {string} words @param {boolean} isOn @param {() => void} set @param {string} [key] */
  asking(words, isOn, set, key = words) {
    const ask = () => {
      set();
      this.hasChosen = true;
      this.attempt(() => this.load());
    };
    return this.chip(words, isOn, ask, key);
  }

  /** What came, and what was to be expected of these bets and of how they were played. @param {RoundReview[]} rounds */
  chart(rounds) {
    const isSmall = matchMedia("(max-width: 640px)").matches;
    const {result} = totals(rounds);
    const expected = expectedOf(rounds);
    const ms = rounds.reduce((sum, each) => sum + each.closed_at - each.opened_at, 0);
    return html`<section class="panel stats-chart" key="chart">
      <header>
        <h2>
          <b class=${look(result)}>${gain(result)}</b>
          <span class="quiet">
            ${
              `${counted(rounds.length, "{count} Round", "{count} Rounds")} · ${minutes(ms)} · ` +
              t("expected {expected}, so luck {luck}", {expected: gain(expected), luck: gain(result - expected)}) +
              (this.hasAll ? "" : " …")
            }
          </span>
        </h2>
        ${graphKey(t("Expected"), t("Result"))}
      </header>
      <line-graph lines=${[
        {values: sums(rounds.map((each) => each.price + each.mistakes)), kind: "dashed"},
        {values: sums(rounds.map((each) => each.result)), kind: "solid"},
      ]} high=${isSmall ? 190 : 250} label=${t("Result {result} and expected {expected} over {count} Rounds", {
        result: gain(result),
        expected: gain(expected),
        count: rounds.length,
      })} />
    </section>`;
  }

  games() {
    const played = [...known.keys()].filter((game) => this.chosen.some((each) => each.game === game));
    return html`<div class="stats-games" key="games">
      ${played.map((game) => this.ofGame(game, this.chosen.filter((each) => each.game === game).reverse()))}
    </div>`;
  }

  /** @param {string} game @param {RoundReview[]} rounds */
  ofGame(game, rounds) {
    const {result} = totals(rounds);
    return html`<section class="panel stats-game" key=${game}>
      <header>
        <h2><i class=${"stat-dot " + game} aria-hidden="true" />${shortGame(game)}</h2>
        <span class="quiet">${counted(rounds.length, "{count} Round", "{count} Rounds")}</span>
      </header>
      <p>
        <b class=${look(result)}>${gain(result)}</b>
        <span class="quiet">${t("expected {expected}", {expected: gain(expectedOf(rounds))})}</span>
      </p>
      ${sparkLine(
        sums(rounds.map((each) => each.result)),
        t("{game}: {result} over {count} Rounds", {
          game: gameName(game),
          result: gain(result),
          count: rounds.length,
        }),
      )}
      <dl>
        ${figuresOf(rounds).map(
          ([name, value, meaning]) => html`<div key=${name} title=${meaning}><dt>${name}</dt><dd>${value}</dd></div>`,
        )}
      </dl>
    </section>`;
  }

  last() {
    return html`<section class="panel stats-last" key="last">
      <header><h2>${t("Last Rounds")}</h2><a href="#/rounds">${t("All Rounds")}</a></header>
      <ul>${this.chosen.slice(0, SHOWN).map((round) => this.row(round))}</ul>
    </section>`;
  }

  /** @param {RoundReview} round */
  row(round) {
    const {lying, game, title, result} = round;
    const where = gameAfter(title, game) ? title : shortGame(game);
    const name = `${where} · ${roundName(round.round)}`;
    const middle = lying.middle.length
      ? [html`<em>${hasDealer(game) ? t("Dealer") : t("Board")}</em>`, cards(lying.middle)]
      : html`<em class="wide">
          ${lying.own.length && !hasDealer(game) ? t("Over before the flop") : t("Over before the cards")}
        </em>`;
    return html`<li key=${round.round}>
      <i class=${"stat-dot " + game} aria-hidden="true" />
      <div class="stats-name">
        <b>${name}</b>
        <span class="quiet">${when(round.opened_at)}</span>
      </div>
      <div class="stats-own">${lying.own.length ? cards(lying.own) : null}</div>
      <div class="stats-middle">${middle}</div>
      <b class=${look(result)}>${gain(result)}</b>
      <a class="again" href=${link("/round/:id", round.round)} aria-label=${t("Replay of {name}", {name})}>
        ${icon("again", 22, AGAIN)}
      </a>
    </li>`;
  }
}
customElements.define("statistics-page", StatisticsPage);

/** What the bets bring on average, played as they were. @param {RoundReview[]} rounds */
function expectedOf(rounds) {
  const {price, mistakes} = totals(rounds);
  return price + mistakes;
}

/** Is what lies in the middle a dealer's hand? @param {string} game */
function hasDealer(game) {
  return known.get(game)?.dock.flat().includes("hit") ?? false;
}

/** @param {number} cents */
function look(cents) {
  return cents > 0 ? "won" : "";
}

/** What players of a game count: of blinds and stakes at Poker, of best play elsewhere. @param {RoundReview[]} rounds @returns {[string, string, string][]} */
function figuresOf(rounds) {
  const {accuracy, mistakes, luck} = totals(rounds);
  const blinds = rounds.filter((each) => each.big_blind);
  if (blinds.length) {
    const share = (/** @type {string} */ mark, /** @type {RoundReview[]} */ of) =>
      of.length ? percent(of.filter(({marks}) => marks.includes(mark)).length / of.length) : "–";
    const showdowns = rounds.filter(({marks}) => marks.includes("showdown"));
    const each = blinds.reduce((sum, {result, big_blind}) => sum + result / big_blind, 0) / blinds.length;
    return [
      ["VPIP", share("paid", rounds), t("put chips in before the flop without having to")],
      ["PFR", share("raised", rounds), t("raised before the flop")],
      [t("Won at showdown"), share("won", showdowns), ""],
      ["bb/100", signed(Math.round(100 * each)), t("big blinds won in a hundred Rounds")],
    ];
  }
  return [
    [t("Accuracy"), accuracy === null ? "–" : percent(accuracy), t("decisions that were the best")],
    [t("Mistakes cost"), money(-mistakes), ""],
    [t("Luck"), gain(luck), ""],
  ];
}

/** @param {number} at */
function when(at) {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? t("Today {time}", {time: hourAndMinute(at)}) : dateAndTime(at);
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(100 * share)}%`;
}

/** @param {number} count */
function signed(count) {
  return count > 0 ? `+${count}` : count < 0 ? `−${-count}` : "0";
}
