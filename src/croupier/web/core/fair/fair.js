// Shuffles that nobody steers, seen from a player's device: it adds bytes of its own to the next one, notes what the house
// committed itself to and published before the deal, and checks afterwards each card that was shown. docs/verify.md.

/** @typedef {{player: string, bytes: string}} Contribution */
/** @typedef {{commitment: string, contributions: Contribution[], left_out: string[], root: string, cards: number, number: number, label: string, scheme: number}} Seal */
/** @typedef {{seq: number, shuffle: number, place: number, card: string, salt: string, path: string[]}} SeenCard */
/** @typedef {{table: string, commitment: string, bytes?: string, root?: string}} Note */

const NOTES = "croupier.fair";
const WORDS = "croupier.fair.words";
const NOTES_MOST = 60;

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Browsers do mathematics of this kind only over HTTPS or on the machine itself. */
export const canCheck = () => Boolean(globalThis.crypto?.subtle);

// What a device adds

/** Words of one's own, or "": then the device takes random bytes. */
export const ownWords = () => read(WORDS) ?? "";
/** @param {string} words */
export const useWords = (words) => write(WORDS, words);

/** @param {string} commitment */
export async function contribution(commitment) {
  const words = ownWords();
  if (words && canCheck()) {
    const {encoder, sha256} = await import("./bytes.js");
    return hex(await sha256(encoder.encode(`${words}\n${commitment}`)));
  }
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

/** Adds to every shuffle while one sits at the table of this socket. */
export class Contributor {
  /** @param {import("../table/socket.js").TableSocket} socket */
  constructor(socket) {
    this.socket = socket;
    this.isSeated = false;
    this.isAsking = false;
    socket.addEventListener("scene", (event) => this.see(/** @type {CustomEvent} */ (event).detail.events));
  }

  /** @param {import("../../core/types.js").Happening[]} events */
  see(events) {
    const seals = events.map((each) => each.event.seal).filter(Boolean);
    for (const seal of seals) note({table: this.socket.table, commitment: seal.commitment, root: seal.root});
    const isSeated = this.socket.scene?.you.place != null && !this.socket.isReplaced;
    if (isSeated && (!this.isSeated || seals.length)) this.add();
    this.isSeated = isSeated;
  }

  async add() {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      const asked = await this.socket.ask({type: "next_shuffle"});
      if (!asked.commitment || asked.bytes) return;
      const bytes = await contribution(asked.commitment);
      const given = await this.socket.ask({type: "contribute", commitment: asked.commitment, bytes});
      // Noted only once it is in the record: what was never answered may rightly be missing.
      if (given.bytes === bytes) note({table: this.socket.table, commitment: asked.commitment, bytes});
    } finally {
      this.isAsking = false;
    }
  }
}

/** @param {Note} fresh */
function note(fresh) {
  const known = notes();
  const old = known.find((each) => each.table === fresh.table && each.commitment === fresh.commitment);
  // A root heard first stays: another one for the same commitment would be found out.
  const whole = {...fresh, ...old, bytes: old?.bytes ?? fresh.bytes, root: old?.root ?? fresh.root};
  write(NOTES, JSON.stringify([whole, ...known.filter((each) => each !== old)].slice(0, NOTES_MOST)));
}

/** @returns {Note[]} */
function notes() {
  try {
    return JSON.parse(read(NOTES) ?? "[]");
  } catch {
    return [];
  }
}

/** What this device noted before the deal, if it was there. @param {string} table @param {Seal} seal */
export const noted = (table, seal) =>
  notes().find((each) => each.table === table && each.commitment === seal.commitment) ?? null;

/** @param {string} name */
function read(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
function write(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage may be switched off: then nothing is remembered of what was published.
  }
}
