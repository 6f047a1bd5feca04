// What somebody prefers on this device: theme, colours of the suits, sound, language. Applied to the page's root at once.

/** @typedef {"theme"|"suits"|"sound"|"language"} Name */

const FIRST = /** @type {Record<Name, string>} */ ({theme: "auto", suits: "two", sound: "off", language: "en"});

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
    const {dataset} = document.documentElement;
    dataset.theme = this.chosen.theme;
    dataset.suits = this.chosen.suits;
    document.documentElement.lang = this.chosen.language === "zh" ? "zh-Hans" : "en";
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
