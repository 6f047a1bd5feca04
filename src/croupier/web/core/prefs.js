// What somebody prefers on this device: how it looks, sounds and moves, and what it asks. Applied to the page's root at once.

const FIRST = {
  theme: "auto",
  suits: "two",
  palette: "usual", // or "blind": blue and orange instead of green and red
  sound: "off",
  speed: "normal",
  "felt-poker": "green",
  "felt-multilink": "blue",
  "felt-freebet": "red",
  "volume-all": "100",
  "volume-cards": "100",
  "volume-turn": "100",
  "volume-wins": "100",
  "volume-refused": "100",
  "alert-title": "on",
  "alert-vibration": "on",
  "alert-message": "off",
  reality: "60", // minutes after which a table says how long one has played; "0" for never
  "ask-fold": "on",
  "ask-all-in": "on",
  "ask-odd": "on", // what a game itself warns of: to stand where no card can be too many
  coach: "on", // marks the best play at practice tables, and asks before a costly mistake
  "top-up": "off", // to so many Big Blinds, or the most that the table lets one have
  muck: "off", // a hand at the showdown that need not be shown
  "show-uncalled": "off", // the hand of who is left alone
  "presets-first": "2.5x 3x 4x", // of the big blind, or of what was bet
  "presets-later": "1/2 3/4 pot",
  keys: "on",
};
/** @typedef {keyof typeof FIRST} Name */

/** How long movements take, beside the usual. @type {Record<string, number>} */
const SPEEDS = {off: 0, slow: 1.6, normal: 1, fast: 0.5};
const GAMES = /** @type {const} */ (["poker", "multilink", "freebet"]);

class Preferences extends EventTarget {
  /** @type {Record<Name, string>} */
  chosen = {...FIRST};

  constructor() {
    super();
    for (const name of /** @type {Name[]} */ (Object.keys(FIRST))) this.chosen[name] = read(name) ?? FIRST[name];
    this.apply();
  }

  /** @param {Name} name */
  get(name) {
    return this.chosen[name];
  }

  /** @param {Name} name */
  isOn(name) {
    return this.chosen[name] === "on";
  }

  get speed() {
    return SPEEDS[this.chosen.speed] ?? 1;
  }

  /** @param {Name} name @param {string} value */
  set(name, value) {
    this.chosen[name] = value;
    try {
      localStorage.setItem(`croupier.${name}`, value);
    } catch {
      // Storage may be switched off; then it holds for this visit.
    }
    this.apply();
    this.dispatchEvent(new Event("change"));
  }

  apply() {
    const {dataset, style} = document.documentElement;
    dataset.theme = this.chosen.theme;
    dataset.suits = this.chosen.suits;
    dataset.palette = this.chosen.palette;
    style.setProperty("--speed", String(this.speed));
    for (const game of GAMES) {
      const colour = this.chosen[`felt-${game}`];
      style.setProperty(`--felt-${game}`, `var(--felt-${colour})`);
      style.setProperty(`--felt-${game}-2`, `var(--felt-${colour}-2)`);
    }
  }
}

/** @param {Name} name */
function read(name) {
  try {
    return localStorage.getItem(`croupier.${name}`);
  } catch {
    return null;
  }
}

export const prefs = new Preferences();
