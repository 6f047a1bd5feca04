import {h} from "../core/draw.js";
import {Page} from "../core/page.js";
import {edition, editions} from "../core/rules.js";
import {gameName, versionName} from "../core/say.js";
import {citesOf} from "../elements/cite-chip.js";

const CHOICES = 4;

/** Situations from the scenario book: choose the rule that decides, and be told the paragraph. */
class LearnPage extends Page {
  /** @type {any[]} */
  lessons = [];
  /** @type {any[]} */
  books = [];
  chosen = "";
  /** @type {any} */
  lesson = null;
  /** @type {{number: string, gist: string}[]} */
  answers = [];
  /** @type {string | null} */
  answered = null;
  right = 0;
  asked = 0;
  /** Chapter 5 of each document is about what goes wrong. */
  isTroubleOnly = false;

  async load() {
    const answer = await fetch("/lessons.json");
    this.lessons = answer.ok ? (await answer.json()).lessons : [];
    this.books = await editions();
    const wanted = this.query.get("edition");
    if (wanted) await this.start(wanted);
  }

  /** @param {string} id */
  async start(id) {
    this.chosen = id;
    this.right = this.asked = 0;
    await this.next();
  }

  async next() {
    const all = this.lessons.filter((each) => each.edition === this.chosen && (!this.isTroubleOnly || each.paragraph.startsWith("5.")));
    const others = all.filter((each) => each !== this.lesson);
    this.lesson = pick(others.length ? others : all);
    this.answered = null;
    if (!this.lesson) return this.redraw();
    const book = await edition(this.chosen);
    const right = book.paragraphs.find((/** @type {any} */ each) => each.number === this.lesson.paragraph);
    const chapter = right.number.split(".")[0];
    const near = book.paragraphs.filter((/** @type {any} */ each) => each.number !== right.number && each.executable !== "no" && each.number.split(".")[0] === chapter && !this.lesson.paragraphs.includes(each.number) && each.gist !== right.gist);
    this.answers = shuffled([right, ...shuffled(near).slice(0, CHOICES - 1)]);
    this.redraw();
  }

  /** @param {string} number */
  answer(number) {
    if (this.answered) return;
    this.answered = number;
    this.asked += 1;
    if (number === this.lesson.paragraph) this.right += 1;
    this.redraw();
  }

  look() {
    return h(
      "div",
      {class: "pad learn"},
      h("h1", null, "Learn the book"),
      this.refusal(),
      h("p", {class: "quiet"}, "Situations as they happen at a table. Which rule decides? You are told the paragraph."),
      h("div", {class: "row wrap", role: "group", "aria-label": "Which book"}, this.books.filter((book) => this.lessons.some((each) => each.edition === book.id)).map((book) => h("button", {type: "button", key: book.id, "aria-pressed": String(book.id === this.chosen), onclick: () => this.start(book.id)}, `${gameName(book.game)}, ${versionName(book.id)}`))),
      h("label", {class: "check"}, h("input", {type: "checkbox", checked: this.isTroubleOnly, onchange: (/** @type {any} */ event) => { this.isTroubleOnly = event.target.checked; if (this.chosen) this.next(); this.redraw(); }}), "only when something went wrong"),
      this.lessons.length ? null : h("p", {class: "quiet"}, this.isLoading ? "Opening the scenario book…" : "There are no lessons yet."),
      this.lesson ? this.question() : this.lessons.length ? h("p", null, this.chosen ? "There is no such situation in this book." : "Choose a rule book to begin.") : null,
    );
  }

  question() {
    const {title, lines, command, outcome, paragraph} = this.lesson;
    const isRight = this.answered === paragraph;
    return h(
      "section",
      {class: "panel lesson", key: title, "aria-label": "Situation"},
      h("h2", null, this.answered ? title : "What has happened"),
      h("ol", {class: "played"}, lines.map((/** @type {string} */ line, /** @type {number} */ index) => h("li", {key: index}, line))),
      h("p", {class: "asked"}, "Then ", h("strong", null, command), ". What applies?"),
      h("div", {class: "answers", role: "group", "aria-label": "Answers"}, this.answers.map((each) => h("button", {type: "button", key: each.number, class: "answer" + (this.answered ? (each.number === paragraph ? " good" : each.number === this.answered ? " bad" : "") : ""), "aria-disabled": this.answered ? "true" : undefined, onclick: () => this.answer(each.number)}, each.gist))),
      this.answered
        ? h("div", {role: "status"}, h("p", null, h("strong", null, isRight ? "Right. " : "Not quite. "), citesOf(this.chosen, [paragraph])), outcome.length ? h("p", null, "At the table: ", outcome.join("; ")) : null, h("p", {class: "row"}, h("button", {type: "button", class: "primary", onclick: () => this.next()}, "Next situation"), h("span", {class: "quiet"}, `${this.right} of ${this.asked} right`)))
        : null,
    );
  }
}
customElements.define("learn-page", LearnPage);

/** @template T @param {T[]} all @returns {T} */
function pick(all) {
  return all[Math.floor(Math.random() * all.length)];
}

/** @template T @param {T[]} all @returns {T[]} */
function shuffled(all) {
  const copy = [...all];
  for (let index = copy.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1));
    [copy[index], copy[other]] = [copy[other], copy[index]];
  }
  return copy;
}
