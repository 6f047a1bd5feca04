// The coach of a practice table: what each choice is worth, asked when it is one's turn; and how one has played, Round by Round.
import {get, path, Refused} from "../api.js";
import {counted} from "../words/words.js";

/** @typedef {import("../types.js").RoundReview} RoundReview */

const SINCE = "croupier.since.";

/** When this sitting at a table began, as this window remembers it. @param {string} table */
export function since(table) {
  const kept = sessionStorage.getItem(SINCE + table) ?? String(Date.now());
  sessionStorage.setItem(SINCE + table, kept);
  return Number(kept);
}

/** The next Round at this table begins a new sitting. @param {string} table */
export function over(table) {
  sessionStorage.removeItem(SINCE + table);
}

/** Own Rounds that are over, the latest first, as far back as `from`. @param {Record<string, string>} wanted @param {(found: RoundReview[]) => unknown} [tell] each time more have come; false is enough of them */
export async function reviews(wanted, tell = () => {}) {
  /** @type {RoundReview[]} */
  let all = [];
  for (let before = ""; ; ) {
    const limit = before ? "30" : "10"; // each is graded: the first are soon there
    const found = await get("/api/reviews", {...wanted, limit, ...(before ? {before} : {})});
    all = [...all, ...found.rounds];
    if (tell(all) === false || found.next === null) return all;
    before = String(found.next);
  }
}

export class Coach {
  /** @type {import("../types.js").Advised | null} */
  advice = null;
  problem = "";
  isAsking = false;
  isTurn = false;
  moment = "";
  /** The moment last asked about. @type {string | null} */
  asked = null;
  /** @type {RoundReview[]} */
  rounds = [];

  /** @param {string} table @param {() => void} changed */
  constructor(table, changed) {
    this.table = table;
    this.changed = changed;
    this.since = since(table);
    reviews({table, from: String(this.since)}).then((found) => this.take(found), ignored);
  }

  /** What others do changes nothing until the decision is ours. @param {string} moment the Round and what may be done in it @param {boolean} isTurn @param {boolean} isWanted */
  see(moment, isTurn, isWanted) {
    this.moment = moment;
    this.isTurn = isTurn;
    if (isWanted && !this.isAsking && this.asked !== moment && (isTurn || this.asked === null)) this.ask();
  }

  /** What is true of this very moment. */
  get now() {
    return this.asked === this.moment && !this.isAsking ? this.advice : null;
  }

  async ask() {
    this.isAsking = true;
    this.asked = this.moment;
    try {
      this.advice = await get(path("tables", this.table, "advice"));
      this.problem = "";
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.advice = null;
      this.problem = error.reason;
    }
    this.isAsking = false;
    this.changed();
  }

  /** A Round is over: how it was played; what was a costly mistake is asked again by the trainer. @param {string} round */
  async ended(round) {
    const found = await get(path("reviews", round)).catch(ignored);
    if (!found || this.rounds.some((each) => each.round === found.round)) return;
    this.take([found]);
    const costly = found.worst.filter((/** @type {any} */ each) =>
      each.choices.some((/** @type {any} */ choice) => choice.words === each.taken && choice.is_costly),
    );
    if (!costly.length) return;
    const {Learning} = await import("../learning/learning.js");
    const learning = new Learning();
    for (const {lesson} of costly) await learning.answered(lesson, false).catch(ignored);
  }

  /** When the first Round of this sitting began: one may have sat down in the middle of it. */
  get begun() {
    return Math.min(this.since, ...this.rounds.map(({opened_at}) => opened_at));
  }

  /** @param {RoundReview[]} found */
  take(found) {
    const known = new Set(this.rounds.map(({round}) => round));
    this.rounds = [...found.filter(({round}) => !known.has(round)), ...this.rounds];
    this.changed();
  }
}

/** @param {RoundReview[]} rounds */
export function totals(rounds) {
  const sum = (/** @type {(each: RoundReview) => number} */ of) => rounds.reduce((total, each) => total + of(each), 0);
  const [decisions, best] = [sum((each) => each.decisions), sum((each) => each.best)];
  return {
    decisions,
    best,
    ungraded: sum((each) => each.ungraded),
    accuracy: decisions ? best / decisions : null,
    result: sum((each) => each.result),
    price: sum((each) => each.price),
    mistakes: sum((each) => each.mistakes),
    luck: sum((each) => each.luck),
  };
}

/** Beside an accuracy: what it says nothing of. @param {number} count */
export function notGraded(count) {
  return counted(count, "{count} decision is not graded", "{count} decisions are not graded");
}

/** What cannot be had now is shown when it can. @param {unknown} error */
function ignored(error) {
  if (!(error instanceof Refused)) throw error;
  return null;
}
