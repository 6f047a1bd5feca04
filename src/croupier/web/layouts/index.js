// Which layout a game is drawn on. Its code and its styles come with the first table of that game.
import {html} from "../core/draw.js";
import {gameOf} from "../core/games.js";
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
late("plain-layout", () => Promise.all([import("./plain-layout.js"), wear("felt-house", "felt-plain")]));

/** A game from elsewhere brings an element of its own: `three-card-poker-layout` in its felt.js. @param {string} game */
function tagOf(game) {
  const {pages} = gameOf(game);
  if (!pages) return LAYOUTS[game] ?? "plain-layout";
  const tag = `${game}-layout`;
  late(tag, () => Promise.all([import(`${pages}/felt.js`), wear("felt-house", "felt-plain")]));
  return tag;
}

/** The felt of a game that is about to be shown. @param {string} game */
export function fetchFelt(game) {
  return fetched(tagOf(game));
}

/** @param {import("./common.js").Scene} scene @param {Record<string, any>} [listeners] */
export function layout(scene, listeners = {}) {
  const tag = tagOf(scene.table.game);
  return html`<${tag} class="layout" scene=${scene} key=${tag} ...${listeners} />`;
}
