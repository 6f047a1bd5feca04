// Short sounds, off until switched on: only then is their code fetched.
import {prefs} from "./prefs.js";

/** Which slider of the settings a sound is under. @type {Record<string, import("./prefs.js").Name>} */
const KINDS = {
  turn: "volume-turn",
  hurry: "volume-turn",
  win: "volume-wins",
  free: "volume-wins",
  jackpot: "volume-wins",
  refused: "volume-refused",
};

/** @param {string} name */
export async function play(name) {
  if (prefs.get("sound") !== "on" || document.hidden) return;
  const synth = await import("./synth.js").catch(() => null);
  const share = (/** @type {import("./prefs.js").Name} */ kind) => Number(prefs.get(kind)) / 100;
  synth?.sound(name, share("volume-all") * share(KINDS[name] ?? "volume-cards"));
}
