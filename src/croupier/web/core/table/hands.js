// Which five of seven cards count, and what they are called: to lift them on the felt. Who wins is the house's to say.

import {t} from "../words/words.js";

const RANKS = "23456789TJQKA";
const NAMES = [
  t("High card"),
  t("Pair"),
  t("Two pair"),
  t("Three of a kind"),
  t("Straight"),
  t("Flush"),
  t("Full house"),
  t("Four of a kind"),
  t("Straight flush"),
  t("Royal flush"),
];

/** A number that is larger for a better five. @param {string[]} five */
function worth(five) {
  const ranks = five.map((card) => RANKS.indexOf(card[0])).sort((a, b) => b - a);
  const counts = new Map();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  const groups = [...counts].sort(([a, m], [b, n]) => n - m || b - a);
  const shape = groups.map(([, count]) => count).join("");
  const isFlush = five.every((card) => card[1] === five[0][1]);
  const isWheel = ranks.join() === "12,3,2,1,0";
  const isRow = groups.length === 5 && (ranks[0] - ranks[4] === 4 || isWheel);
  const kind =
    isRow && isFlush
      ? ranks[0] === 12 && !isWheel
        ? 9
        : 8
      : shape === "41"
        ? 7
        : shape === "32"
          ? 6
          : isFlush
            ? 5
            : isRow
              ? 4
              : shape === "311"
                ? 3
                : shape === "221"
                  ? 2
                  : shape === "2111"
                    ? 1
                    : 0;
  const order = isWheel ? [3, 2, 1, 0, -1] : groups.map(([rank]) => rank);
  return order.reduce((sum, rank) => sum * 14 + rank + 1, kind) * 14 ** (5 - order.length);
}

/** @param {string[]} cards @param {number} count @returns {string[][]} */
function choose(cards, count) {
  if (!count) return [[]];
  return cards.flatMap((card, index) => choose(cards.slice(index + 1), count - 1).map((rest) => [card, ...rest]));
}

/** The best five of five to seven known cards, or null. @param {string[]} cards @returns {{five: string[], kind: number, name: string} | null} */
export function bestFive(cards) {
  if (cards.length < 5 || cards.some((card) => !card)) return null;
  let best = cards.slice(0, 5);
  let most = -1;
  for (const five of choose(cards, 5)) {
    const value = worth(five);
    if (value > most) [best, most] = [five, value];
  }
  const kind = Math.floor(most / 14 ** 5);
  return {five: best, kind, name: NAMES[kind]};
}

/** What somebody's two cards make with those of the board so far; what lies on the board for everybody is nobody's. @param {string[]} own @param {string[]} [board] */
export function madeOf(own, board = []) {
  const all = [...own, ...board];
  if (all.length >= 5) {
    const best = bestFive(all);
    if (best?.kind !== 1) return best?.name ?? "";
    const ranks = best.five.map((card) => card[0]);
    const pair = ranks.find((rank, index) => ranks.indexOf(rank) !== index) ?? "";
    return own.some((card) => card[0] === pair) ? best.name : NAMES[0];
  }
  return own.length === 2 && own[0]?.[0] && own[0][0] === own[1]?.[0] ? NAMES[1] : "";
}
