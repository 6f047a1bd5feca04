import {post} from "../../core/api.js";
import {h} from "../../core/draw.js";
import {payments} from "../../core/learning/drill.js";
import {Learning} from "../../core/learning/learning.js";
import {Page} from "../../core/page.js";
import {lookOf} from "../../core/table/purpose.js";
import {edition, editions} from "../../core/rules.js";
import {link} from "../../core/router.js";
import {sample} from "../../core/learning/samples.js";
import {capital, cents, money, optionWords} from "../../core/words/say.js";
import {shortName} from "../../core/words/say-more.js";
import {learnRefusals, t, told} from "../../core/words/words.js";
import {pile} from "../../elements/felt/chip-stack.js";
import {CHIPS} from "../../elements/felt/deck.js";
import {cites, citesOf} from "../../elements/cite-chip.js";
import {cards} from "../../elements/felt/playing-card.js";
import {layout} from "../../layouts/index.js";
import "../../elements/sign-age.js";

const DOTS = 8;
const DRILL_S = 20;
const SITTING = 6; // of the payments of this sitting, the last so many are told

/** What a button does, without the blanks that it would ask for next. @param {any} option */
function plainly(option) {
  return told(optionWords(option).replace(/ and …$/, " and another")).replace(/[:：]?\s*…/g, "");
}

/** Moments of the scenario book as they lay on the felt, answered by the buttons of the table; and what a dealer pays, against the clock. */
class LearnPage extends Page {
  learning = new Learning();
  /** @type {any[]} */
  books = [];
  chosen = "";
  /** @type {any} */
  book = null;
  /** @type {any[]} */
  lessons = [];
  isDrill = false;
  isTroubleOnly = false;
  /** @type {any} */
  lesson = null;
  /** @type {any} */
  scene = null;
  /** @type {number | null} */
  given = null;
  /** @type {boolean[]} */
  marks = [];
  endsAt = 0;
  /** What is being paid, as it was typed or laid. */
  typed = "";
  /** Payments of this sitting, the last first. @type {{id: number, words: string, answer: number, isRight: boolean, seconds: number}[]} */
  sitting = [];
  /** @type {ReturnType<typeof setInterval> | undefined} */
  ticking = undefined;

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.ticking);
  }

  async load() {
    this.books = (await editions()).filter((/** @type {any} */ book) => book.is_playable).reverse();
    await Promise.all([this.learning.load(), learnRefusals()]);
    await this.start(this.query.get("edition") ?? this.books[0]?.id, this.query.get("drill") === "yes");
  }

  /** @param {string} id @param {boolean} [isDrill] */
  async start(id, isDrill = this.isDrill) {
    if (!id) return;
    this.chosen = id;
    this.isDrill = isDrill;
    this.marks = [];
    this.book = await edition(id);
    const answer = await fetch(`/lessons/${id}.json`);
    this.lessons = answer.ok ? (await answer.json()).lessons : [];
    await this.next();
  }

  /** All there is to be asked here. */
  get asked() {
    if (this.isDrill) return payments(this.book);
    return this.isTroubleOnly ? this.lessons.filter((each) => each.is_trouble) : this.lessons;
  }

  async next() {
    clearInterval(this.ticking);
    this.given = null;
    this.typed = "";
    this.scene = null;
    const found = this.learning.next(this.asked);
    this.lesson = this.isDrill ? found?.make() : found;
    this.redraw();
    if (!this.lesson) return;
    if (this.isDrill) return this.countDown();
    const {position, role, place} = this.lesson;
    await this.attempt(async () => {
      this.scene = (await post("/api/positions", {position, role, place, plays_on: false})).snapshot;
    });
    this.redraw();
  }

  countDown() {
    this.endsAt = Date.now() + DRILL_S * 1000;
    this.ticking = setInterval(() => {
      if (Date.now() >= this.endsAt) this.answer(-1);
      this.redraw();
    }, 250);
  }

  /** An index of a button, or an amount in the drill. @param {number} given */
  async answer(given) {
    if (this.given !== null || !this.lesson) return;
    clearInterval(this.ticking);
    this.given = given;
    this.marks = [...this.marks, this.isRight];
    if (this.isDrill) this.note();
    this.redraw();
    const {id} = this.lesson;
    await this.attempt(() => this.learning.answered(id, this.isRight));
  }

  note() {
    const {answer} = this.lesson;
    const seconds = DRILL_S - Math.max(0, (this.endsAt - Date.now()) / 1000);
    const id = this.sitting.length;
    this.sitting = [{id, words: this.wager(), answer, isRight: this.isRight, seconds}, ...this.sitting];
  }

  /** The bet that is to be paid, in words. */
  wager() {
    const {bet, hand, stake} = this.lesson;
    if (bet === "rake") return t("A pot of {amount}", {amount: money(stake)});
    const name = told(capital(bet.replaceAll("_", " ")));
    return name === told(hand) ? `${name}, ${money(stake)}` : `${name}, ${money(stake)}: ${told(hand)}`;
  }

  get isRight() {
    return this.given === (this.isDrill ? this.lesson.answer : this.lesson.right);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!this.lesson || event.ctrlKey || event.metaKey || event.altKey || target.closest("input, dialog, select"))
      return;
    const number = Number(event.key) - 1;
    if (this.given !== null && event.key === "Enter" && !target.closest("button, a")) this.next();
    else if (this.given === null && !this.isDrill && this.lesson.buttons[number]) this.answer(number);
    else return;
    event.preventDefault();
  }

  look() {
    return h(
      "div",
      {class: "pad learn"},
      h("h1", null, t("Learn the book")),
      this.refusal(),
      this.choices(),
      this.lesson
        ? this.isDrill
          ? this.payment()
          : this.moment()
        : h(
            "p",
            {class: "quiet"},
            this.isLoading ? t("Opening the scenario book…") : t("There is no such situation in this book."),
          ),
    );
  }

  choices() {
    const pill = (/** @type {string} */ words, /** @type {boolean} */ isOn, /** @type {() => void} */ press) =>
      h("button", {type: "button", key: words, class: "pill", "aria-pressed": String(isOn), onclick: press}, words);
    return h(
      "div",
      {class: "pick"},
      h(
        "div",
        {class: "row wrap", role: "group", "aria-label": t("Which book")},
        this.books.map((book) => pill(told(shortName(book.id)), book.id === this.chosen, () => this.start(book.id))),
      ),
      h(
        "div",
        {class: "row wrap", role: "group", "aria-label": t("What to practise")},
        pill(t("Situations"), !this.isDrill && !this.isTroubleOnly, () => {
          this.isTroubleOnly = false;
          this.start(this.chosen, false);
        }),
        pill(t("When something went wrong"), !this.isDrill && this.isTroubleOnly, () => {
          this.isTroubleOnly = true;
          this.start(this.chosen, false);
        }),
        pill(t("Pay-outs against the clock"), this.isDrill, () => this.start(this.chosen, true)),
      ),
      this.book
        ? h(
            "p",
            {class: "dots", role: "status"},
            h(
              "span",
              null,
              t("{known} of {all} known", {known: this.learning.known(this.asked), all: this.asked.length}),
            ),
            this.marks
              .slice(-DOTS)
              .map((isRight, index) =>
                h("i", {key: index, class: isRight ? "ok" : "no", title: isRight ? t("Right") : t("Missed")}),
              ),
          )
        : null,
    );
  }

  moment() {
    const {steps, kind, by} = this.lesson;
    const question =
      kind === "next"
        ? t("You are the dealer. What do you do now?")
        : t("{name} may do all of these but one. Which one is refused?", {name: by});
    return h(
      "div",
      {class: "lesson", key: this.lesson.id, "data-lesson": this.lesson.id},
      h(
        "section",
        {class: "pic", "aria-label": t("The situation")},
        this.scene
          ? layout(/** @type {any} */ ({...this.scene, options: [], outcome: null, said: {}}))
          : h("div", {class: "felt-place"}),
        h(
          "ol",
          {class: "steps"},
          steps.map((/** @type {string[]} */ [who, what], /** @type {number} */ index) =>
            h("li", {key: index}, h("b", null, told(capital(who)) + ":"), " ", told(what)),
          ),
        ),
      ),
      h(
        "section",
        {class: "ask"},
        h("h2", null, question),
        h(
          "div",
          {class: "ans", role: "group", "aria-label": t("Answers")},
          this.lesson.buttons.map((/** @type {any} */ each, /** @type {number} */ index) => this.button(each, index)),
        ),
        this.given === null ? null : this.told(),
        this.scene
          ? h(
              "details",
              {class: "panel limits", open: true},
              h("summary", null, t("Limits of this table")),
              h("sign-age", {table: this.scene.table}),
            )
          : null,
      ),
    );
  }

  /** As at the table: its words, its colour, what it costs. @param {any} each @param {number} index */
  button(each, index) {
    const {right} = this.lesson;
    const mark = this.given === null ? "" : index === right ? " good" : index === this.given ? " bad" : " fade";
    const bounds = each.asks.find((/** @type {any} */ ask) => ask.kind === "money");
    return h(
      "button",
      {
        type: "button",
        key: index,
        class: `an ${lookOf(each)}${mark}`,
        "aria-disabled": this.given === null ? undefined : "true",
        onclick: () => this.answer(index),
      },
      h("kbd", {"aria-hidden": "true"}, mark === " good" ? "✓" : mark === " bad" ? "✕" : String(index + 1)),
      h(
        "span",
        null,
        plainly(each),
        each.costs ? ` ${money(each.costs)}` : "",
        bounds ? h("small", null, ` ${money(bounds.minimum)} – ${money(bounds.maximum)}`) : null,
      ),
    );
  }

  /** The paragraph that decides, in our words; and the way on. */
  told() {
    const {paragraph, reason} = this.lesson;
    const found = this.book?.paragraphs.find((/** @type {any} */ each) => each.number === paragraph);
    return h(
      "div",
      {class: "tell panel", role: "status"},
      h(
        "p",
        null,
        h("strong", null, this.isRight ? t("Right.") : t("Not quite.")),
        " ",
        citesOf(this.chosen, [paragraph]),
      ),
      reason ? h("p", null, told(capital(reason)), ".") : null,
      found ? h("p", {class: "gist"}, found.gist) : null,
      h(
        "p",
        {class: "row wrap"},
        h("button", {type: "button", class: "primary", onclick: () => this.next()}, t("Next")),
        h(
          "a",
          {
            class: "button",
            href:
              link("/position") +
              `?as=${this.lesson.role}&place=${this.lesson.place ?? ""}&position=${encodeURIComponent(this.lesson.position ?? "")}`,
            hidden: !this.lesson.position,
          },
          t("Play on from here"),
        ),
      ),
    );
  }

  payment() {
    const {bet, stake, jackpot, pays, answer, given} = this.lesson;
    const left = Math.max(0, Math.ceil((this.endsAt - Date.now()) / 1000));
    const submit = (/** @type {any} */ event) => {
      event.preventDefault();
      const amount = cents(this.typed);
      if (amount !== null) this.answer(amount);
    };
    const type = (/** @type {any} */ event) => {
      this.typed = event.target.value;
      this.redraw();
    };
    return h(
      "div",
      {class: "lesson drill", key: this.lesson.id + stake},
      this.betOnFelt(),
      h(
        "section",
        {class: "ask"},
        h(
          "h2",
          null,
          bet === "rake"
            ? t("A pot of {amount} after the flop. What is the rake?", {amount: money(stake)})
            : `${this.wager()}. ${t("What do you pay?")}`,
        ),
        given ? h("p", {class: "quiet"}, t("Rake, cap and lowest chip: {given}", {given})) : null,
        jackpot ? h("p", {class: "quiet"}, t("The jackpot shows {amount}.", {amount: money(jackpot)})) : null,
        this.given === null
          ? h(
              "form",
              {class: "row wrap", onsubmit: submit, key: "form"},
              h(
                "label",
                null,
                t("Amount"),
                " $ ",
                h("input", {
                  name: "amount",
                  inputmode: "decimal",
                  autocomplete: "off",
                  autofocus: true,
                  size: 10,
                  value: this.typed,
                  oninput: type,
                }),
              ),
              h("button", {class: "primary"}, t("Pay")),
              h(
                "div",
                {class: "left", role: "timer", "aria-label": t("Seconds left"), style: {"--share": left / DRILL_S}},
                h("span", null, left),
              ),
              this.tray(),
            )
          : h(
              "div",
              {class: "tell panel", role: "status"},
              h(
                "p",
                null,
                h("strong", null, this.isRight ? t("Right.") : this.given < 0 ? t("Too late.") : t("Not quite.")),
                " ",
                money(answer),
                pays ? ` · ${told(pays)}` : "",
                " ",
                cites([{edition: this.chosen, paragraph: this.lesson.paragraph}]),
              ),
              this.payLines(),
              h(
                "p",
                {class: "row"},
                h("button", {type: "button", class: "primary", onclick: () => this.next()}, t("Next")),
              ),
            ),
        this.soFar(),
      ),
    );
  }

  /** Chips to pay with, for who would rather lay than type. */
  tray() {
    const lay = (/** @type {number} */ value) => {
      this.typed = String(((cents(this.typed) ?? 0) + value) / 100);
      this.redraw();
    };
    return h(
      "div",
      {class: "tray", role: "group", "aria-label": t("Lay chips")},
      CHIPS.map(([value, label]) =>
        h(
          "button",
          {type: "button", key: value, "aria-label": money(value), onclick: () => lay(value)},
          pile(value),
          h("small", {"aria-hidden": "true"}, label),
        ),
      ).reverse(),
      h("button", {type: "button", key: "none", disabled: !this.typed, onclick: () => this.clear()}, t("Clear")),
    );
  }

  clear() {
    this.typed = "";
    this.redraw();
  }

  /** How it went, so that somebody gets faster and knows it. */
  soFar() {
    const all = this.sitting.length;
    if (!all) return h("p", {class: "quiet"}, t("Type the amount or lay it in chips; Enter pays."));
    const right = this.sitting.filter(({isRight}) => isRight).length;
    const seconds = this.sitting.reduce((sum, each) => sum + each.seconds, 0) / all;
    return h(
      "section",
      {class: "sitting"},
      h("h3", null, t("{right} of {all} right, {seconds} s each", {right, all, seconds: seconds.toFixed(1)})),
      h(
        "ol",
        null,
        this.sitting
          .slice(0, SITTING)
          .map((each) =>
            h(
              "li",
              {key: each.id},
              h("b", {class: each.isRight ? "won" : "lost"}, each.isRight ? "✓" : "✕"),
              h("span", null, each.words),
              h("strong", null, money(each.answer)),
              h("small", {class: "quiet"}, `${each.seconds.toFixed(1)} s`),
            ),
          ),
      ),
    );
  }

  /** The bet as it lies there, and what it won with. */
  betOnFelt() {
    const {key, stake, answer} = this.lesson;
    const hand = sample(key);
    const paying = this.given === null ? (cents(this.typed) ?? 0) : answer;
    const markers = Number(/^markers_(\d)$/.exec(key)?.[1] ?? 0);
    return h(
      "section",
      {class: `pic bet-felt ${this.chosen.split("@")[0]}`, "aria-hidden": "true"},
      hand.length ? cards(hand) : null,
      markers
        ? h(
            "div",
            {class: "discs"},
            Array.from({length: markers}, () => h("span", {class: "disc"}, "FREE")),
          )
        : null,
      h(
        "div",
        {class: "row"},
        h("div", {class: "laid"}, pile(stake), h("b", null, money(stake))),
        h("div", {class: "laid paying"}, pile(paying), h("b", null, paying ? money(paying) : "?")),
      ),
    );
  }

  /** All that this bet pays, to remember it by. */
  payLines() {
    const {lines, key} = this.lesson;
    if (!(lines?.length > 1)) return null;
    return h(
      "dl",
      {class: "lines"},
      lines.map((/** @type {any} */ line) =>
        h(
          "div",
          {key: line.key, class: line.key === key ? "this" : ""},
          h("dt", null, told(line.words)),
          h("dd", null, told(line.pays)),
        ),
      ),
    );
  }

  drawn() {
    const box = /** @type {HTMLInputElement | null} */ (this.querySelector(".drill input"));
    if (box && !box.value && document.activeElement !== box && !document.querySelector("dialog[open]"))
      box.focus({preventScroll: true});
  }
}
customElements.define("learn-page", LearnPage);
