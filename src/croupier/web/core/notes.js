// What somebody notes about other players, on this device alone: nobody else reads it.

const KEY = "croupier.note.";

/** @param {string} player */
export function noteOn(player) {
  try {
    return localStorage.getItem(KEY + player) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} player @param {string} words */
export function note(player, words) {
  try {
    if (words) localStorage.setItem(KEY + player, words);
    else localStorage.removeItem(KEY + player);
  } catch {
    // Storage may be switched off; then nothing is remembered.
  }
}
