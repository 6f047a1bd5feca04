// Which layout a game is drawn on. Its code and its styles come with the first table of that game.
import {h} from "../core/draw.js";
import {fetched, late} from "../core/late.js";
import {wear} from "../core/styles.js";

const LAYOUTS = /** @type {Record<string, string>} */ ({
  "rws-poker": "poker-layout",
  "rws-multilink": "multilink-layout",
  "mbs-freebet": "freebet-layout",
});
late("poker-layout", () => Promise.all([import("./poker-layout.js"), wear("felt-poker")]));
late("multilink-layout", () => Promise.all([import("./multilink-layout.js"), wear("felt-house", "felt-multilink")]));
late("freebet-layout", () => Promise.all([import("./freebet-layout.js"), wear("felt-house", "felt-freebet")]));
late("plain-layout", () => Promise.all([import("./plain-layout.js"), wear("desk")]));

/** The felt of a game that is about to be shown. @param {string} game */
export function fetchFelt(game) {
  return fetched(LAYOUTS[game] ?? "plain-layout");
}

/** @param {import("./common.js").Scene} scene @param {Record<string, any>} [listeners] */
export function layout(scene, listeners = {}) {
  const tag = LAYOUTS[scene.table.game] ?? "plain-layout";
  return h(tag, {scene, key: tag, ...listeners});
}
