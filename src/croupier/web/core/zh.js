// 简体中文。Amounts, cards and paragraphs are the same in both languages.

/** @type {import("./words.js").Tongue} */
export default {words: {}, phrases: []};
