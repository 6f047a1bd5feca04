// Paragraphs and editions, asked for once: a chip may be clicked a hundred times an hour.
import {get, path} from "./api.js";
import {isEnglish} from "./words/words.js";

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/** @param {string} address */
function once(address) {
  let found = kept.get(address);
  if (!found) {
    found = get(address);
    kept.set(address, found);
    found.catch(() => kept.delete(address));
  }
  return found;
}

/** Our own words about an edition, in the reader's language. @param {...string} parts */
const said = (...parts) => once(path("editions", ...parts) + (isEnglish() ? "" : "?language=zh"));
/** @param {string} edition @param {string} number */
export const paragraph = (edition, number) => said(edition, "paragraphs", number);
/** @param {string} id */
export const edition = (id) => said(id);
export const editions = () => once("/api/editions");
/** @param {string} old @param {string} fresh */
export const changes = (old, fresh) => said(old, "changes", fresh);

/** What a citation points to: the paragraph and the reading that decided it. @param {import("./types.js").Citation} cite */
export async function lookUp(cite) {
  const found = await paragraph(cite.edition, cite.paragraph);
  const reading = cite.reading
    ? (await edition(cite.edition)).readings.find((/** @type {any} */ each) => each.id === cite.reading)
    : null;
  return {found, reading};
}
