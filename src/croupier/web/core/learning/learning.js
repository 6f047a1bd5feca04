// What somebody has learned: kept by the house for people who are signed in, by the browser for guests. Boxes as on paper:
// a right answer moves a lesson one box up, a wrong one back to the first, and each box waits longer.
import {get, path, put} from "../api.js";
import {session} from "../session.js";

/** @typedef {{box: number, due: number}} Box */

const KEY = "croupier.learned";
const DAY_MS = 86_400_000;
const WAITS_MS = [0, DAY_MS, 3 * DAY_MS, 7 * DAY_MS, 21 * DAY_MS];
const APART = 2; // a lesson that was missed comes again after so many others

export class Learning {
  /** @type {Record<string, Box>} */
  boxes = {};
  /** @type {string[]} */
  recent = [];

  async load() {
    this.boxes = session.me ? (await get("/api/learning")).lessons : kept();
  }

  /** @param {string} lesson @param {boolean} isRight */
  async answered(lesson, isRight) {
    this.recent = [...this.recent, lesson].slice(-APART);
    const box = isRight ? Math.min((this.boxes[lesson]?.box ?? 0) + 1, WAITS_MS.length - 1) : 0;
    this.boxes[lesson] = {box, due: Date.now() + WAITS_MS[box]};
    if (session.me) this.boxes[lesson] = await put(path("learning", lesson), {is_right: isRight});
    else keep(this.boxes);
  }

  /** What was missed first, then what is due, then what is new, then what is due soonest. @template {{id: string}} T @param {T[]} all @returns {T | null} */
  next(all) {
    const now = Date.now();
    const others = all.filter((each) => !this.recent.includes(each.id));
    const from = others.length ? others : all;
    const rank = (/** @type {T} */ each) => {
      const box = this.boxes[each.id];
      return !box ? 2 : box.due > now ? 3 + box.due / 1e15 : box.box === 0 ? 0 : 1;
    };
    return from.reduce(
      (/** @type {T | null} */ best, each) => (best === null || rank(each) < rank(best) ? each : best),
      null,
    );
  }

  /** How many are known, by now. @param {{id: string}[]} all */
  known(all) {
    return all.filter((each) => (this.boxes[each.id]?.box ?? 0) > 0).length;
  }
}

/** @returns {Record<string, Box>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Record<string, Box>} boxes */
function keep(boxes) {
  try {
    localStorage.setItem(KEY, JSON.stringify(boxes));
  } catch {
    // Storage may be switched off; then it holds for this visit.
  }
}
