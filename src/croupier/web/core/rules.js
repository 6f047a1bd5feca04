// Paragraphs and editions, asked for once: a chip may be clicked a hundred times an hour.
import {get, path} from "./api.js";

/** @type {Map<string, Promise<unknown>>} */
const kept = new Map();

/** @template T @param {string} address @param {() => Promise<T>} ask @returns {Promise<T>} */
function once(address, ask) {
  const known = /** @type {Promise<T> | undefined} */ (kept.get(address));
  if (known) return known;
  const found = ask();
  kept.set(address, found);
  found.catch(() => kept.delete(address));
  return found;
}

/** @param {string} edition @param {string} number */
export const paragraph = (edition, number) => {
  const address = path("editions", edition, "paragraphs", number);
  return once(address, () => get(address));
};
/** @param {string} id */
export const edition = (id) => once(path("editions", id), () => get(path("editions", id)));
export const editions = () => once("/api/editions", () => get("/api/editions"));
/** @param {string} old @param {string} fresh */
export const changes = (old, fresh) => {
  const address = path("editions", old, "changes", fresh);
  return once(address, () => get(address));
};

/** What a citation points to: the paragraph and the reading that decided it. @param {import("./types.js").Citation} cite */
export async function lookUp(cite) {
  const found = await paragraph(cite.edition, cite.paragraph);
  const reading = cite.reading ? (await edition(cite.edition)).readings.find((each) => each.id === cite.reading) : null;
  return {found, reading};
}
