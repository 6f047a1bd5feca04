// Elements whose code comes when the first of them is wanted: a table is there before what may be opened at it.

/** @type {Map<string, () => Promise<any>>} */
const loads = new Map();
/** @type {Map<string, Promise<void>>} */
const coming = new Map();
const here = new Set();

/** @param {string} tag @param {() => Promise<any>} load */
export function late(tag, load) {
  loads.set(tag, load);
}

/** Has to be fetched before it can be drawn? @param {string} tag */
export function isMissing(tag) {
  return loads.has(tag) && !here.has(tag) && (coming.has(tag) || !customElements.get(tag));
}

/** @param {string} tag @returns {Promise<void>} */
export function fetched(tag) {
  if (!isMissing(tag)) return Promise.resolve();
  let found = coming.get(tag);
  if (!found) {
    found = /** @type {() => Promise<any>} */ (loads.get(tag))().then(
      () => {
        here.add(tag);
      },
      (error) => {
        coming.delete(tag); // wanted again, it is asked for again
        if (!(error instanceof TypeError)) throw error; // our own mistake, not the network's
      },
    );
    coming.set(tag, found);
  }
  return found;
}
