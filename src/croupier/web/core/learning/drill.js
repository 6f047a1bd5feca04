// What a dealer pays, from the pay tables of an edition; at Poker, which has none, the rake of a pot.

/** @typedef {{id: string, bet: string, title: string, hand: string, stake: number, jackpot: number, pays: string, answer: number, paragraph: string, given: string, key: string, lines: import("../types.js").PayLineText[]}} Payment */

/** For a payment, by level. */
export const SECONDS = [30, 20, 10];
const UNITS = [4, 9, 40]; // stakes up to so many of the least, by level

/** @typedef {import("../types.js").EditionPage} Book */

/** Every pay line that is worth practising. @param {Book} book @param {number} level @returns {{id: string, make: () => Payment}[]} */
export function payments(book, level) {
  const lines = book.paytables.flatMap((table) =>
    table.lines.filter((line) => !(table.name === "main" && line.pays === "1 to 1")).map((line) => ({table, line})),
  );
  if (!lines.length)
    return [1, 2, 3, 4, 5, 6]
      .map((number) => number * level)
      .map((number) => ({id: idOf(book.id, "rake", String(number)), make: () => rake(book, number)}));
  return lines.map(({table, line}) => ({
    id: idOf(book.id, table.name, line.key),
    make: () => payment(book, table, line, UNITS[level - 1]),
  }));
}

/** @param {...string} parts */
function idOf(...parts) {
  return ["drill", ...parts]
    .join("-")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
}

/** @param {Book} book @param {import("../types.js").PayTableText} table @param {import("../types.js").PayLineText} line @param {number} units @returns {Payment} */
function payment(book, table, line, units) {
  const bet = table.name === "main" ? line.key : table.name;
  const stake = stakeOf(book, bet, units);
  const jackpot = line.pays.includes("jackpot") ? 10_000_000 + 100 * Math.floor(Math.random() * 50_000) * 100 : 0;
  return {
    id: idOf(book.id, table.name, line.key),
    bet,
    title: table.name === "main" ? line.title : table.title,
    hand: line.words,
    stake,
    jackpot,
    pays: line.pays,
    answer: paid(line.pays, stake, jackpot),
    paragraph: table.paragraph,
    given: "",
    key: line.key,
    lines: table.lines,
  };
}

/** In whole chips within the limits of the bet. @param {Book} book @param {string} bet @param {number} units */
function stakeOf(book, bet, units) {
  const fixed = setting(book, `${bet}_bet`);
  if (fixed) return fixed;
  const least = setting(book, `${bet}_min`) || setting(book, "main_min") || setting(book, "ante_min") || 500;
  const most = setting(book, `${bet}_max`) || least * 10;
  const step = Math.max(least, 500);
  return Math.min(step * (1 + Math.floor(Math.random() * units)), most);
}

/** What the player gets beside a stake that stays theirs. @param {string} pays @param {number} stake @param {number} jackpot @returns {number} */
export function paid(pays, stake, jackpot) {
  const text = pays.replaceAll(",", "");
  const odds = /^(\d+) to (\d+)$/.exec(text);
  if (odds) return Math.round((stake * Number(odds[1])) / Number(odds[2]));
  const whole = /^(\d+) for 1$/.exec(text);
  if (whole) return stake * Number(whole[1]);
  const fixed = /^([\d.]+) fixed$/.exec(text);
  if (fixed) return Math.round(Number(fixed[1]) * 100);
  return Math.floor((jackpot * parseInt(text, 10)) / 100);
}

/** @param {Book} book @param {number} number @returns {Payment} */
function rake(book, number) {
  const rate = /** @type {import("../types.js").SettingLine} */ (
    book.settings.find((each) => each.name === "rake_percent")
  );
  const percent = parseFloat(rate.default);
  const cap = setting(book, "rake_cap");
  const chip = setting(book, "lowest_chip");
  const pot = 100 * (10 * number + Math.floor(Math.random() * 150 * number));
  const answer = Math.min(Math.floor((pot * percent) / 100 / chip) * chip, cap);
  const paragraph = rate.paragraphs[0];
  return {
    id: idOf(book.id, "rake", String(number)),
    bet: "rake",
    title: "",
    hand: "",
    stake: pot,
    jackpot: 0,
    pays: "",
    answer,
    paragraph,
    given: `${percent}% · $${cap / 100} · $${chip / 100}`,
    key: "",
    lines: [],
  };
}

/** @param {Book} book @param {string} name */
function setting(book, name) {
  const found = book.settings.find((each) => each.name === name && each.type === "money");
  return found ? Math.round(parseFloat(found.default.replaceAll(",", "")) * 100) : 0;
}
