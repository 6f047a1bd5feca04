// The longest streak and the fastest right payment, of a book at a level, as this device remembers them.

const KEY = "croupier.drill.";
const NONE = {streak: 0, seconds: Infinity};

export class Best {
  /** @param {string} name */
  constructor(name) {
    this.name = KEY + name;
  }

  /** @returns {{streak: number, seconds: number}} */
  get kept() {
    try {
      return JSON.parse(localStorage.getItem(this.name) ?? "") ?? NONE;
    } catch {
      return NONE;
    }
  }

  /** @param {number} streak @param {number} seconds */
  note(streak, seconds) {
    const before = this.kept;
    const best = {streak: Math.max(before.streak, streak), seconds: Math.min(before.seconds, seconds)};
    try {
      localStorage.setItem(this.name, JSON.stringify(best));
    } catch {
      // Storage may be switched off; then nothing is remembered.
    }
  }
}
