// What was entered and not answered yet outlives the page: one list for each table and whoever entered it.

/** @typedef {import("../../elements/real/real-console.js").Entry} Entry */

/** @param {string} table @param {string} person */
const place = (table, person) => `croupier.entries.${table}.${person}`;

/** @param {string} table @param {string} person @returns {Entry[]} */
export function keptEntries(table, person) {
  try {
    return JSON.parse(localStorage.getItem(place(table, person)) ?? "[]");
  } catch {
    return []; // storage is switched off, or somebody else wrote there
  }
}

/** @param {string} table @param {string} person @param {Entry[]} entries */
export function keepEntries(table, person, entries) {
  try {
    if (entries.length) localStorage.setItem(place(table, person), JSON.stringify(entries));
    else localStorage.removeItem(place(table, person));
  } catch {
    // They last as long as the page does.
  }
}
