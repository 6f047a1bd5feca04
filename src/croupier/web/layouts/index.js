// Which layout a game is drawn on.
import {h} from "../core/draw.js";
import "./freebet-layout.js";
import "./multilink-layout.js";
import "./plain-layout.js";
import "./poker-layout.js";

const LAYOUTS = /** @type {Record<string, string>} */ ({
  "rws-poker": "poker-layout",
  "rws-multilink": "multilink-layout",
  "mbs-freebet": "freebet-layout",
});

/** @param {import("./common.js").Scene} scene @param {Record<string, any>} [listeners] */
export function layout(scene, listeners = {}) {
  const tag = LAYOUTS[scene.table.game] ?? "plain-layout";
  return h(tag, {scene, key: tag, ...listeners});
}
