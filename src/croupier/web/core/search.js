// Plain words against sentences of the house: "four flop cards" finds "deal the flop: 1 too many".

/** Words that people use for what the house calls otherwise. */
const ALIKE = [
  ["many", "extra", "additional", "surplus", "four", "five", "six", "seven", "4", "5", "double", "excess"],
  ["few", "short", "missing", "fewer", "lacking", "shortage"],
  ["burn", "burnt", "burned", "burning"],
  ["nothing", "forgot", "forgotten", "without", "missed", "no", "not", "unburnt"],
  ["seen", "exposed", "shown", "flashed", "visible", "face", "up", "exposing", "looked", "open"],
  ["wrong", "wrongly", "mistake", "other", "another", "misdeal", "error", "swapped", "exchanged"],
  ["out", "turn", "early", "order", "before", "premature"],
  ["together", "stuck", "two", "both", "simultaneous"],
  ["power", "failure", "blackout", "interruption", "fire", "alarm", "technical"],
  ["left", "skipped", "passed", "pass", "overlooked", "overlook", "ignored"],
  ["away", "absent", "gone", "walked", "toilet"],
  ["bet", "wager", "chips", "ante", "placed", "stake"],
  ["hole", "pocket", "hand", "hands", "initial"],
  ["fifth", "fourth", "river", "turn"],
  ["foreign", "strange", "deck", "joker", "fake"],
  ["muck", "mucked", "lost", "discard"],
  ["jackpot", "progressive", "coin", "meter"],
  ["unforeseen", "matter", "settle", "rules", "manager"],
];

/**
 * Of many things, those that somebody means, the best first.
 * @template T @param {T[]} all @param {string} text @param {(one: T) => string} words @returns {T[]}
 */
export function found(all, text, words) {
  const wanted = split(text);
  if (!wanted.length) return [];
  const scored = all.map((one) => ({one, score: scoreOf(split(words(one)), wanted)}));
  const best = Math.max(...scored.map(({score}) => score));
  return scored
    .filter(({score}) => score > 0 && score >= best / 2)
    .sort((a, b) => b.score - a.score)
    .map(({one}) => one);
}

/** Early words weigh more: a name says more than an explanation. @param {string[]} said @param {string[]} wanted */
function scoreOf(said, wanted) {
  return wanted.reduce((sum, word) => {
    const exact = said.indexOf(word);
    const near = exact >= 0 ? exact : said.findIndex((each) => begins(each, word) || isAlike(each, word));
    return near < 0 ? sum : sum + (exact >= 0 ? 3 : 2) + (near < 12 ? 1 : 0);
  }, 0);
}

/** @param {string} said @param {string} word */
const begins = (said, word) => word.length > 2 && said.startsWith(word);

/** @param {string} one @param {string} other */
const isAlike = (one, other) => ALIKE.some((words) => words.includes(one) && words.includes(other));

/** @param {string} text */
function split(text) {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .map((word) => word.replace(/\.$/, ""))
    .filter((word) => word && !FILLERS.has(word));
}
const FILLERS = new Set([
  "a",
  "an",
  "the",
  "of",
  "on",
  "at",
  "in",
  "to",
  "is",
  "was",
  "were",
  "card",
  "cards",
  "and",
  "for",
]);
