// How long somebody has played today and what it brought, said when they ask for it and at times that they choose.
import {get, Refused} from "./api.js";
import {prefs} from "./prefs.js";
import {gain} from "./words/say.js";
import {minutes} from "./words/say-more.js";
import {t} from "./words/words.js";

const MINUTE_MS = 60_000;

/** Today, in a line; nothing where the house cannot say. */
export async function today() {
  try {
    const found = await get("/api/me/limits");
    return t("Today {time} played, {result}", {time: minutes(found.minutes * MINUTE_MS), result: gain(-found.lost)});
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return "";
  }
}

/** Says it again and again, as often as is chosen. @param {(words: string) => void} say @returns {() => void} the end of it */
export function remind(say) {
  let since = Date.now();
  const look = async () => {
    const every = Number(prefs.get("reality")) * MINUTE_MS;
    if (!every || Date.now() - since < every) return;
    since = Date.now();
    const words = await today();
    if (words) say(words);
  };
  const ticking = setInterval(look, MINUTE_MS);
  return () => clearInterval(ticking);
}
