// It is somebody's turn, or the seat they wait for is free, and the page is not in sight: the title and the sign of the tab say so, the device shakes, and a message
// comes where that has been allowed. All of it ends when the page is looked at.
import {isFramed, tellWindow} from "./frames.js";
import {prefs} from "./prefs.js";

const BLINK_MS = 900;
const SIGN =
  "data:image/svg+xml," +
  encodeURIComponent(
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'><circle cx='20' cy='20' r='19' fill='#f0c85c'/></svg>",
  );

/** @type {ReturnType<typeof setInterval> | undefined} */
let blinking;

/** @param {string} words what is to be done @param {string} where which table */
export function alertTo(words, where) {
  if (isFramed()) return tellWindow({words, where}); // a tab has one title
  // Before the first touch a browser forbids it, and complains.
  if (prefs.isOn("alert-vibration") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([120, 60, 120]);
  if (!document.hidden) return;
  if (prefs.isOn("alert-title")) blink(words);
  if (prefs.isOn("alert-message") && "Notification" in window && Notification.permission === "granted")
    new Notification(words, {body: where, tag: "turn"});
}

/** @param {string} words */
function blink(words) {
  if (blinking) return;
  const sign = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const [title, picture] = [document.title, sign?.href ?? ""];
  const turn = `● ${words}`;
  document.title = turn;
  if (sign) sign.href = SIGN;
  blinking = setInterval(() => {
    document.title = document.title === turn ? title : turn;
  }, BLINK_MS);
  const seen = () => {
    if (document.hidden) return;
    clearInterval(blinking);
    blinking = undefined;
    document.title = title;
    if (sign) sign.href = picture;
    document.removeEventListener("visibilitychange", seen);
  };
  document.addEventListener("visibilitychange", seen);
}
