// What went wrong, asked in three levels: what follows, who decides, which paragraph says so. Wrong answers are of the same
// kind as the right one, so that none gives itself away.
import {capital, plain} from "../words/say.js";
import {t} from "../words/words.js";

/** @typedef {{id: string, said: string, who_said: string, follows: string, asked: string, paragraph: string}} Trouble */
/** @typedef {{key: string, words: string}} Answer */

export const LEVELS = [1, 2, 3];
const ANSWERS = 4;
const FOLLOWS = [
  {key: "on", words: t("It is put right, or stands, and the Round goes on")},
  {key: "asked", words: t("Somebody has to decide first")},
  {key: "void", words: t("The Round is void")},
];
const QUESTIONS = [t("What follows?"), t("Who decides?"), t("Which paragraph decides it?")];

/** The lessons of a book about what went wrong, at a level. @param {any[]} lessons @param {number} level @param {any} book */
export function troubles(lessons, level, book) {
  const all = lessons.filter((each) => each.kind === "trouble");
  return all.map((each) => ({...each, id: `${each.id}-${level}`, level, ...asked(each, level, all, book)}));
}

/** @param {Trouble} lesson @param {number} level @param {Trouble[]} all @param {any} book @returns {{question: string, answers: Answer[], right: number}} */
function asked(lesson, level, all, book) {
  const [right, answers] =
    level === 1
      ? [lesson.follows, FOLLOWS]
      : level === 2
        ? [lesson.asked, deciders(lesson, all)]
        : [lesson.paragraph, neighbours(lesson, all, book)];
  return {question: QUESTIONS[level - 1], answers, right: answers.findIndex(({key}) => key === right)};
}

/** Everybody who decides something in this book. @param {Trouble} lesson @param {Trouble[]} all @returns {Answer[]} */
function deciders(lesson, all) {
  const roles = [...new Set(["pit_supervisor", "shift_manager", ...all.map((each) => each.asked)])].filter(Boolean);
  const others = roles.filter((role) => role !== lesson.asked).slice(0, lesson.asked ? ANSWERS - 2 : ANSWERS - 1);
  return [
    {key: "", words: t("Nobody: the book says what follows")},
    ...roles
      .filter((role) => role === lesson.asked || others.includes(role))
      .map((role) => ({key: role, words: capital(plain(role))})),
  ];
}

/** The paragraph among those beside it, at any place among them, by their gists. @param {Trouble} lesson @param {Trouble[]} all @param {any} book @returns {Answer[]} */
function neighbours(lesson, all, book) {
  const gists = new Map(book.paragraphs.map((/** @type {any} */ each) => [each.number, each.gist]));
  const known = [...new Set(all.map((each) => each.paragraph))]
    .filter((number) => gists.has(number))
    .sort((one, other) => one.localeCompare(other, "en", {numeric: true}));
  const before = parseInt(lesson.id.slice(0, 6), 16) % ANSWERS; // ids are hexadecimal, and as good as dice
  const from = Math.max(0, Math.min(known.indexOf(lesson.paragraph) - before, known.length - ANSWERS));
  return known.slice(from, from + ANSWERS).map((number) => ({key: number, words: gists.get(number)}));
}
