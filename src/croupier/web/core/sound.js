// Short sounds, off until switched on: only then is their code fetched.
import {prefs} from "./prefs.js";

/** @param {string} name */
export async function play(name) {
  if (prefs.get("sound") !== "on" || document.hidden) return;
  const synth = await import("./synth.js").catch(() => null);
  synth?.sound(name);
}
