import {get, path, post} from "../../core/api.js";
import {html} from "../../core/draw.js";
import {gameOf} from "../../core/games.js";
import {payments, SECONDS} from "../../core/learning/drill.js";
import {Learning} from "../../core/learning/learning.js";
import {Best} from "../../core/learning/best.js";
import {LEVELS, troubles} from "../../core/learning/trouble.js";
import {Page} from "../../core/page.js";
import {lookOf} from "../../core/table/purpose.js";
import {edition, editions} from "../../core/rules.js";
import {link} from "../../core/router.js";
import {sample} from "../../core/learning/samples.js";
import {capital, cents, money, optionWords} from "../../core/words/say.js";
import {shortName} from "../../core/words/say-more.js";
import {t} from "../../core/words/words.js";
import {pile} from "../../elements/felt/chip-stack.js";
import {CHIPS} from "../../elements/felt/deck.js";
import {citesOf} from "../../elements/cite-chip.js";
import {cards} from "../../elements/felt/playing-card.js";
import {layout} from "../../layouts/index.js";
import "../../elements/sign-age.js";

const DOTS = 8;
const OWN_ROUNDS = 20; // the last so many Rounds with mistakes are asked about
const RISE = 10; // right in a row, and the next level is offered
const SITTING = 6; // of the payments of this sitting, the last so many are told

/** What a button does, without the blanks that it would ask for next. @param {import("../../core/types.js").Option} option */
function plainly(option) {
  return optionWords(option);
}

/** "own-practice-1-17-2" is the third decision of the Round practice-1.17. @param {string} lesson */
function roundOf(lesson) {
  return lesson.replace(/^own-(.*)-(\d+)-\d+$/, "$1.$2");
}

/** A mistake as a lesson. @param {import("../../core/types.js").Mistake} mistake @param {string} edition */
function ownLesson({lesson, position, place, options, choices, taken, method}, edition) {
  const best = choices.find((each) => each.is_best)?.command;
  const right = options.findIndex((option) => option.command === best);
  return {
    id: lesson,
    kind: "own",
    role: "player",
    by: "",
    steps: [],
    position,
    place,
    buttons: options,
    right,
    choices,
    taken,
    method,
    edition,
  };
}

/** @typedef {import("../../core/types.js").Option} Option */
/** @typedef {Event & {target: HTMLInputElement}} Typed */

/** Moments of the scenario book as they lay on the felt, answered by the buttons of the table; and what a dealer pays, against the clock. */
class LearnPage extends Page {
  learning = new Learning();
  /** @type {import("../../core/types.js").EditionLine[]} */
  books = [];
  chosen = "";
  /** @type {import("../../core/types.js").EditionPage | null} */
  book = null;
  /** @type {any[]} */
  lessons = [];
  isDrill = false;
  isTrouble = false;
  level = 1; // of the pay-outs and of what went wrong
  isOwn = false; // own mistakes, each as it lay there
  /** Of these alone, until each is right twice in a row. @type {string[]} */
  set = [];
  /** How often in a row each was right. @type {Record<string, number>} */
  streaks = {};
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
  streak = 0; // payments in a row that were right
  /** @type {ReturnType<typeof setInterval> | undefined} */
  ticking = undefined;

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.ticking);
  }

  async load() {
    this.books = (await editions()).filter((book) => book.is_playable).reverse();
    await this.learning.load();
    const own = this.query.get("own");
    if (own !== null) {
      this.set = own === "yes" ? [] : own.split(",");
      return this.startOwn();
    }
    await this.start(this.query.get("edition") ?? this.books[0]?.id, this.query.get("drill") === "yes");
  }

  /** Own mistakes: the trainer remembers which, their Rounds what lay there. */
  async startOwn() {
    clearInterval(this.ticking);
    this.lesson = null;
    this.isLoading = this.isOwn = true;
    this.isDrill = this.isTrouble = false;
    this.marks = [];
    const wanted = this.set.length ? this.set : Object.keys(this.learning.boxes).filter((id) => id.startsWith("own-"));
    const rounds = [...new Set(wanted.map(roundOf))].slice(-OWN_ROUNDS);
    const found = await Promise.all(
      rounds.map((round) => get(path("reviews", round)).catch(() => ({worst: [], edition: ""}))),
    );
    this.lessons = found.flatMap((round) =>
      (round?.worst ?? [])
        .filter((each) => wanted.includes(each.lesson))
        .map((each) => ownLesson(each, round?.edition ?? "")),
    );
    this.isLoading = false;
    await this.next();
  }

  /** @param {string} id @param {boolean} [isDrill] */
  async start(id, isDrill = this.isDrill) {
    if (!id) return;
    // What was asked last belongs to the other kind: its clock may not draw it while this one is fetched.
    clearInterval(this.ticking);
    this.lesson = null;
    this.isLoading = true;
    this.chosen = id;
    this.isDrill = isDrill;
    this.isOwn = false;
    this.marks = [];
    this.book = await edition(id);
    const answer = await fetch(`${gameOf(id.split("@")[0]).pages}/lessons/${id}.json`);
    this.lessons = answer.ok ? (await answer.json()).lessons : [];
    this.isLoading = false;
    await this.next();
  }

  /** All there is to be asked here. */
  get asked() {
    if (this.isOwn && this.set.length) return this.lessons.filter(({id}) => (this.streaks[id] ?? 0) < 2);
    if (this.isDrill && this.book) return payments(this.book, this.level);
    if (this.isTrouble) return troubles(this.lessons, this.level, this.book);
    return this.lessons.filter(({kind}) => kind !== "trouble");
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

  /** How long there is for a payment. */
  get seconds() {
    return SECONDS[this.level - 1];
  }

  /** Of this book at this level, as this device remembers it. */
  get record() {
    return new Best(`${this.chosen}-${this.level}`);
  }

  /** @param {number} level */
  rise(level) {
    this.level = level;
    this.marks = [];
    this.sitting = [];
    this.streak = 0;
    this.next();
  }

  countDown() {
    this.endsAt = Date.now() + this.seconds * 1000;
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
    this.streaks[this.lesson.id] = this.isRight ? (this.streaks[this.lesson.id] ?? 0) + 1 : 0;
    if (this.isDrill) this.note();
    this.redraw();
    const {id} = this.lesson;
    await this.attempt(() => this.learning.answered(id, this.isRight));
  }

  note() {
    const {answer} = this.lesson;
    const seconds = this.seconds - Math.max(0, (this.endsAt - Date.now()) / 1000);
    const id = this.sitting.length;
    this.streak = this.isRight ? this.streak + 1 : 0;
    if (this.isRight) this.record.note(this.streak, seconds);
    this.sitting = [{id, words: this.wager(), answer, isRight: this.isRight, seconds}, ...this.sitting];
  }

  /** The bet that is to be paid, in words. */
  wager() {
    const {bet, title, hand, stake} = this.lesson;
    if (bet === "rake") return t("A pot of {amount}", {amount: money(stake)});
    return title === hand ? `${title}, ${money(stake)}` : `${title}, ${money(stake)}: ${hand}`;
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
    else if (this.given === null && !this.isDrill && (this.lesson.answers ?? this.lesson.buttons)[number])
      this.answer(number);
    else return;
    event.preventDefault();
  }

  look() {
    return html`<div class="pad learn">
      <h1>${t("Learn the book")}</h1>
      ${this.refusal()}
      ${this.choices()}
      ${
        this.lesson
          ? this.isDrill
            ? this.payment()
            : this.moment()
          : html`<p class="quiet">
            ${
              this.isLoading
                ? t("Opening the scenario book…")
                : !this.isOwn
                  ? t("There is no such situation in this book.")
                  : this.set.length
                    ? t("Each was right twice in a row.")
                    : t("No mistake of yours is waiting: play at a practice table, and what was costly comes here.")
            }
          </p>`
      }
    </div>`;
  }

  choices() {
    const pill = (/** @type {string} */ words, /** @type {boolean} */ isOn, /** @type {() => void} */ press) =>
      html`<button type="button" key=${words} class="pill" aria-pressed=${String(isOn)} onclick=${press}>${words}</button>`;
    return html`<div class="pick">
      <div class="row wrap" role="group" aria-label=${t("Which book")}>
        ${this.books.map((book) =>
          pill(shortName(book.id), !this.isOwn && book.id === this.chosen, () => this.start(book.id)),
        )}
      </div>
      <div class="row wrap" role="group" aria-label=${t("What to practise")}>
        ${pill(t("Situations"), !this.isDrill && !this.isTrouble && !this.isOwn, () => {
          this.isTrouble = false;
          this.start(this.book?.id ?? this.books[0]?.id, false);
        })}
        ${pill(t("When something went wrong"), !this.isDrill && this.isTrouble, () => {
          this.isTrouble = true;
          this.start(this.book?.id ?? this.books[0]?.id, false);
        })}
        ${pill(t("Pay-outs against the clock"), this.isDrill, () => this.start(this.book?.id ?? this.books[0]?.id, true))}
        ${pill(t("My mistakes"), this.isOwn, () => {
          this.set = [];
          this.startOwn();
        })}
      </div>
      ${
        (this.isDrill || this.isTrouble) && !this.isOwn
          ? html`<div class="row wrap" role="group" aria-label=${t("How hard")} key="levels">
            ${LEVELS.map((level) => pill(t("Level {level}", {level}), this.level === level, () => this.rise(level)))}
          </div>`
          : null
      }
      ${
        this.book || this.isOwn
          ? html`<p class="dots" role="status">
            <span>
              ${t("{known} of {all} known", {known: this.learning.known(this.asked), all: this.asked.length})}
            </span>
            ${this.marks
              .slice(-DOTS)
              .map(
                (isRight, index) =>
                  html`<i key=${index} class=${isRight ? "ok" : "no"} title=${isRight ? t("Right") : t("Missed")} />`,
              )}
          </p>`
          : null
      }
    </div>`;
  }

  moment() {
    const {steps, kind, by} = this.lesson;
    const question =
      kind === "own"
        ? t("What is the best play?")
        : kind === "trouble"
          ? this.lesson.question
          : kind === "next"
            ? t("You are the dealer. What do you do now?")
            : t("{name} may do all of these but one. Which one is refused?", {name: by});
    return html`<div class="lesson" key=${this.lesson.id} data-lesson=${this.lesson.id}>
      <section class="pic" aria-label=${t("The situation")}>
        ${
          this.scene
            ? layout(/** @type {any} */ ({...this.scene, options: [], outcome: null, said: {}}))
            : html`<div class="felt-place" />`
        }
        <ol class="steps">
          ${steps.map(
            (/** @type {string[]} */ [who, what], /** @type {number} */ index) =>
              html`<li key=${index}><b>${capital(who) + ":"}</b> ${what}</li>`,
          )}
        </ol>
        ${
          kind === "trouble"
            ? html`<p class="happened"><b>${capital(this.lesson.who_said) + ":"}</b> ${this.lesson.said}</p>`
            : null
        }
      </section>
      <section class="ask">
        <h2>${question}</h2>
        <div class="ans" role="group" aria-label=${t("Answers")}>
          ${
            this.lesson.answers
              ? this.lesson.answers.map((/** @type {{words: string}} */ each, /** @type {number} */ index) =>
                  this.answering(index, "neutral", each.words),
                )
              : this.lesson.buttons.map((/** @type {Option} */ each, /** @type {number} */ index) =>
                  this.button(each, index),
                )
          }
        </div>
        ${this.given === null ? null : this.told()}
        ${
          this.scene
            ? html`<details class="panel limits" open>
              <summary>${t("Limits of this table")}</summary>
              <sign-age table=${this.scene.table} />
            </details>`
            : null
        }
      </section>
    </div>`;
  }

  /** As at the table: its words, its colour, what it costs. @param {any} each @param {number} index */
  button(each, index) {
    const {kind} = this.lesson;
    const bounds = each.asks.find((/** @type {import("../../core/types.js").Ask} */ ask) => ask.kind === "money");
    return this.answering(index, lookOf(each), [
      kind === "own" ? each.label : plainly(each),
      each.costs ? ` ${money(each.costs)}` : "",
      bounds ? html`<small> ${money(bounds.minimum)} – ${money(bounds.maximum)}</small>` : null,
    ]);
  }

  /** @param {number} index @param {string} look @param {any} words */
  answering(index, look, words) {
    const {right} = this.lesson;
    const mark = this.given === null ? "" : index === right ? " good" : index === this.given ? " bad" : " fade";
    return html`<button type="button" key=${index} class="an ${look}${mark}"
        aria-disabled=${this.given === null ? undefined : "true"} onclick=${() => this.answer(index)}>
      <kbd aria-hidden="true">${mark === " good" ? "✓" : mark === " bad" ? "✕" : String(index + 1)}</kbd>
      <span>${words}</span>
    </button>`;
  }

  /** What each choice is worth. @returns {any} */
  worths() {
    const {choices, taken} = this.lesson;
    return [
      html`<dl class="lines">
        ${choices.map(
          (/** @type {import("../../core/types.js").Choice} */ each) =>
            html`<div key=${each.command} class=${each.is_best ? "this" : ""}>
              <dt>${capital(each.words)}</dt>
              <dd>${each.is_best ? t("best") : money(-Math.round(each.cost_cents))}</dd>
            </div>`,
        )}
      </dl>`,
      html`<p class="quiet">${t("At the table you chose {taken}.", {taken: taken})} ${this.lesson.method}</p>`,
    ];
  }

  /** The paragraph that decides, in our words; and the way on. */
  told() {
    const {paragraph, reason} = this.lesson;
    const found = this.book?.paragraphs.find((each) => each.number === paragraph);
    return html`<div class="tell panel" role="status">
      <p>
        <strong>${this.isRight ? t("Right.") : t("Not quite.")}</strong> ${paragraph ? citesOf(this.chosen, [paragraph]) : null}
      </p>
      ${this.lesson.choices ? this.worths() : null}
      ${reason ? html`<p>${capital(reason)}.</p>` : null}
      ${found ? html`<p class="gist">${found.gist}</p>` : null}
      <p class="row wrap">
        <button type="button" class="primary" onclick=${() => this.next()}>${t("Next")}</button>
        <a class="button" href=${
          link("/position") +
          `?as=${this.lesson.role}&place=${this.lesson.place ?? ""}&position=${encodeURIComponent(this.lesson.position ?? "")}`
        }
            hidden=${!this.lesson.position}>${t("Play on from here")}</a>
      </p>
    </div>`;
  }

  payment() {
    const {bet, stake, jackpot, pays, answer, given} = this.lesson;
    const left = Math.max(0, Math.ceil((this.endsAt - Date.now()) / 1000));
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const amount = cents(this.typed);
      if (amount !== null) this.answer(amount);
    };
    const type = (/** @type {Typed} */ event) => this.keep({typed: event.target.value});
    return html`<div class="lesson drill" key=${this.lesson.id + stake}>
      ${this.betOnFelt()}
      <section class="ask">
        <h2>
          ${
            bet === "rake"
              ? t("A pot of {amount} after the flop. What is the rake?", {amount: money(stake)})
              : `${this.wager()}. ${t("What do you pay?")}`
          }
        </h2>
        ${given ? html`<p class="quiet">${t("Rake, cap and lowest chip: {given}", {given})}</p>` : null}
        ${jackpot ? html`<p class="quiet">${t("The jackpot shows {amount}.", {amount: money(jackpot)})}</p>` : null}
        ${
          this.given === null
            ? html`<form class="row wrap" onsubmit=${submit} key="form">
              <label>
                ${t("Amount")} $ <input name="amount" inputmode="decimal" autocomplete="off" autofocus size="10" value=${this.typed} oninput=${type} />
              </label>
              <button class="primary">${t("Pay")}</button>
              <div class="left" role="timer" aria-label=${t("Seconds left")} style=${{"--share": left / this.seconds}}>
                <span>${left}</span>
              </div>
              ${this.tray()}
            </form>`
            : html`<div class="tell panel" role="status">
              <p>
                <strong>${this.isRight ? t("Right.") : this.given < 0 ? t("Too late.") : t("Not quite.")}</strong> ${money(answer)}
                ${pays ? ` · ${pays}` : ""} ${citesOf(this.chosen, [this.lesson.paragraph])}
              </p>
              ${this.payLines()}
              <p class="row">
                <button type="button" class="primary" onclick=${() => this.next()}>${t("Next")}</button>
              </p>
            </div>`
        }
        ${this.soFar()}
      </section>
    </div>`;
  }

  /** Chips to pay with, for who would rather lay than type. */
  tray() {
    const lay = (/** @type {number} */ value) => this.keep({typed: String(((cents(this.typed) ?? 0) + value) / 100)});
    return html`<div class="tray" role="group" aria-label=${t("Lay chips")}>
      ${CHIPS.map(
        ([value, label]) =>
          html`<button type="button" key=${value} aria-label=${money(value)} onclick=${() => lay(value)}>
            ${pile(value)}
            <small aria-hidden="true">${label}</small>
          </button>`,
      ).reverse()}
      <button type="button" key="none" disabled=${!this.typed} onclick=${() => this.clear()}>${t("Clear")}</button>
    </div>`;
  }

  clear() {
    this.typed = "";
    this.redraw();
  }

  /** How it went, so that somebody gets faster and knows it. */
  soFar() {
    const all = this.sitting.length;
    const best = this.record.kept;
    const records = best.streak
      ? html`<p class="records" key="records">
        ${t("Streak {streak} · longest {longest} · fastest {seconds} s", {
          streak: this.streak,
          longest: best.streak,
          seconds: best.seconds.toFixed(1),
        })}
      </p>`
      : null;
    if (!all && !records) return html`<p class="quiet">${t("Type the amount or lay it in chips; Enter pays.")}</p>`;
    const right = this.sitting.filter(({isRight}) => isRight).length;
    const seconds = this.sitting.reduce((sum, each) => sum + each.seconds, 0) / (all || 1);
    return html`<section class="sitting">
      ${records}
      ${all ? html`<h3>${t("{right} of {all} right, {seconds} s each", {right, all, seconds: seconds.toFixed(1)})}</h3>` : null}
      ${
        this.streak >= RISE && this.level < LEVELS.length
          ? html`<button type="button" onclick=${() => this.rise(this.level + 1)}>
            ${t("Go on at level {level}", {level: this.level + 1})}
          </button>`
          : null
      }
      <ol>
        ${this.sitting.slice(0, SITTING).map(
          (each) =>
            html`<li key=${each.id}>
              <b class=${each.isRight ? "won" : "lost"}>${each.isRight ? "✓" : "✕"}</b>
              <span>${each.words}</span>
              <strong>${money(each.answer)}</strong>
              <small class="quiet">${each.seconds.toFixed(1)} s</small>
            </li>`,
        )}
      </ol>
    </section>`;
  }

  /** The bet as it lies there, and what it won with. */
  betOnFelt() {
    const {key, stake, answer} = this.lesson;
    const hand = sample(key);
    const paying = this.given === null ? (cents(this.typed) ?? 0) : answer;
    const markers = Number(/^markers_(\d)$/.exec(key)?.[1] ?? 0);
    return html`<section class="pic bet-felt ${this.chosen.split("@")[0]}" aria-hidden="true">
      ${hand.length ? cards(hand) : null}
      ${
        markers
          ? html`<div class="discs">${Array.from({length: markers}, () => html`<span class="disc">FREE</span>`)}</div>`
          : null
      }
      <div class="row">
        <div class="laid">${pile(stake)}<b>${money(stake)}</b></div>
        <div class="laid paying">${pile(paying)}<b>${paying ? money(paying) : "?"}</b></div>
      </div>
    </section>`;
  }

  /** All that this bet pays, to remember it by. */
  payLines() {
    const {lines, key} = this.lesson;
    if (!(lines?.length > 1)) return null;
    return html`<dl class="lines">
      ${lines.map(
        (/** @type {import("../../core/types.js").PayLineText} */ line) =>
          html`<div key=${line.key} class=${line.key === key ? "this" : ""}>
            <dt>${line.words}</dt>
            <dd>${line.pays}</dd>
          </div>`,
      )}
    </dl>`;
  }

  drawn() {
    const box = /** @type {HTMLInputElement | null} */ (this.querySelector(".drill input"));
    if (box && !box.value && document.activeElement !== box && !document.querySelector("dialog[open]"))
      box.focus({preventScroll: true});
  }
}
customElements.define("learn-page", LearnPage);
