import {get, path} from "../../core/api.js";
import {html} from "../../core/draw.js";
import {keep} from "../../core/offline.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {editions} from "../../core/rules.js";
import {found} from "../../core/search.js";
import {capital, gain, money, plain, shortGame, versionName} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";
import {citesOf} from "../../elements/cite-chip.js";
import {cards} from "../../elements/felt/playing-card.js";
import {icon} from "../../elements/icon.js";

/** @typedef {import("../../core/types.js").Rulings} Rulings */
/** @typedef {import("../../core/types.js").Case} Case */
/** @typedef {import("../../core/types.js").Noticed} Noticed */
/** @typedef {import("../../core/types.js").When} When */
/** @typedef {import("../../core/types.js").Answer} Answer */
/** @typedef {import("../../core/types.js").Follows} Follows */

const REMEMBERED = "croupier.rulings";
const SHOWN = 8; // more than that nobody reads while a table waits
/** What can be touched on the felt. @type {[Case["about"], () => string][]} */
const PARTS = [
  ["burn", () => t("Burnt Card")],
  ["cards", () => t("Cards")],
  ["chips", () => t("Chips")],
  ["player", () => t("A player")],
  ["table", () => t("Shoe and table")],
];

/** What a book says to whatever went wrong, for any table: asked, noticed, answered. Nothing is kept, and no network is needed. */
class RulingsPage extends Page {
  /** @type {import("../../core/types.js").EditionLine[]} */
  books = [];
  /** @type {Rulings | null} */
  book = null;
  edition = "";
  device = "";
  search = "";
  /** @type {Case["about"] | ""} */
  about = "";
  /** @type {Case | null} */
  case = null;
  when = 0; // of the moments at which it can be noticed
  seen = 0; // of the answers that it has then
  /** What is ruled on each question. @type {string[]} */
  ruled = [];
  isAnswered = false; // on a phone the answer is a screen of its own
  isKept = false;
  said = "";

  async load() {
    this.books = (await editions()).filter((each) => each.is_playable);
    const {edition, device} = remembered();
    const last = this.books.find((each) => each.id === edition) ?? this.books.find((each) => each.is_in_force);
    if (last) await this.open(this.query.get("edition") ?? last.id, device);
    const wanted = this.query.get("case");
    const here = this.book?.cases.find((each) => each.id === wanted);
    if (here) this.choose(here);
    this.keepAll();
  }

  /** All books, so that the network can go: the one that is open first. */
  async keepAll() {
    const devices = this.book?.devices ?? [];
    const here = [this.device, "", ...devices].map((device) => address(this.edition, device));
    this.isKept = await keep([...here, ...this.books.map(({id}) => address(id))]).catch(() => false);
    this.redraw();
  }

  /** @param {string} edition @param {string} [device] */
  async open(edition, device = "") {
    this.edition = edition;
    this.book = null;
    this.forget();
    this.redraw();
    await this.attempt(async () => {
      const book = await asked(edition, device).catch((error) => {
        if (device && error.code === "not_found") return asked(edition, ""); // another game's device
        throw error;
      });
      if (edition !== this.edition) return; // chosen another meanwhile
      this.book = book;
      this.device = device && book.devices.includes(device) ? device : "";
      remember({edition, device: this.device});
    });
  }

  forget() {
    this.case = null;
    this.isAnswered = false;
    this.said = "";
  }

  /** @param {Case} one */
  choose(one) {
    this.case = one;
    this.isAnswered = false;
    this.notice(0);
    this.top();
  }

  /** @param {number} when */
  notice(when) {
    this.when = when;
    this.see(0);
  }

  /** @param {number} seen */
  see(seen) {
    this.seen = seen;
    this.ruled = this.answer?.asks.map(({choices}) => choices[0]?.choice ?? "") ?? [];
    this.said = "";
    this.redraw();
  }

  top() {
    setTimeout(() => this.querySelector(".rulings")?.scrollIntoView({block: "start"}), 0);
  }

  /** @returns {Noticed | undefined} */
  get noticed() {
    return this.case?.noticed[this.when];
  }

  /** @returns {Answer | undefined} */
  get answer() {
    return this.noticed?.answers[this.seen];
  }

  look() {
    const screen = this.isAnswered ? "answer" : this.case ? "when" : "ask";
    return html`<div class="rulings" data-screen=${screen}>
      <section class="rulings-ask" aria-label=${t("What went wrong")}>
        ${this.head()}
        ${this.refusal()}
        ${this.choices()}
        ${this.book ? this.asking(this.book) : this.problem ? null : html`<p class="quiet">${t("Opening the book…")}</p>`}
      </section>
      ${this.case ? this.whenAndWho(this.case) : null}
      ${this.case && this.answer ? this.answered(this.case, this.answer) : this.nothing()}
    </div>`;
  }

  head() {
    return html`<header>
      <h1>${t("Rulings")}</h1>
      <p class="quiet">
        ${t("For any table, also one that this program does not run. Nothing is kept.")}
        ${this.isKept ? html`<span class="tag">${t("works without a network")}</span>` : null}
      </p>
    </header>`;
  }

  nothing() {
    return html`<section class="rulings-answer rulings-none" aria-label=${t("The book says")}>
      <p class="quiet">${t("Choose what went wrong: the answer of the book stands here.")}</p>
    </section>`;
  }

  // What went wrong

  choices() {
    const game = this.books.find(({id}) => id === this.edition)?.game ?? "";
    const games = [...new Set(this.books.map((each) => each.game))];
    const newest = (/** @type {string} */ name) => {
      const its = this.books.filter((each) => each.game === name);
      return (its.find((each) => each.is_in_force) ?? its[its.length - 1]).id;
    };
    return [
      picks(
        t("Game"),
        games.map((name) => ({
          words: html`<i class="felt-sign ${name}"></i>${shortGame(name)}`,
          isOn: name === game,
          choose: () => this.open(newest(name), this.device),
        })),
        "games",
      ),
      picks(
        t("Rules on the table"),
        this.books
          .filter((each) => each.game === game)
          .map(({id}) => ({
            words: capital(versionName(id)),
            isOn: id === this.edition,
            choose: () => this.open(id, this.device),
          })),
      ),
      this.book?.devices.length
        ? picks(
            t("Cards come from"),
            this.book.devices.map((name) => ({
              words: capital(plain(name)),
              isOn: name === this.book?.device,
              choose: () => this.open(this.edition, name),
            })),
          )
        : null,
    ];
  }

  /** @param {Rulings} book */
  asking(book) {
    const type = (/** @type {Typed} */ event) => {
      this.search = event.target.value;
      this.about = "";
      this.redraw();
    };
    if (this.case) return this.chosen(book, this.case);
    return [
      html`<label class="rulings-search" key="search">
        <span class="hidden">${t("Say what happened")}</span>
        <input type="search" value=${this.search} oninput=${type} autocomplete="off"
            placeholder=${t("four flop cards, wrong seat, card seen…")} />
      </label>`,
      this.results(book),
      this.felt(book),
    ];
  }

  /** @param {Rulings} book */
  results(book) {
    if (!this.search.trim() && !this.about) return null;
    const words = (/** @type {Case} */ one) => [one.what, ...paragraphsOf(one), gistOf(book, one)].join(" ");
    const all = this.about
      ? book.cases.filter((each) => each.about === this.about)
      : found(book.cases, this.search, words);
    const shown = this.about ? all : all.slice(0, SHOWN);
    if (!shown.length)
      return html`<p class="quiet" role="status">
        ${t("Nothing is called that. Use other words, or touch what is wrong on the felt.")}
      </p>`;
    return html`<ul class="rulings-found" aria-label=${t("What it may be")}>
      ${shown.map((one) => this.line(book, one, () => this.choose(one)))}
    </ul>`;
  }

  /** Beside the answer, what was asked; a touch asks something else. @param {Rulings} book @param {Case} one */
  chosen(book, one) {
    return html`<ul class="rulings-found" aria-label=${t("What it may be")}>${this.line(book, one, () => this.back())}</ul>`;
  }

  /** @param {Rulings} book @param {Case} one @param {() => void} touch */
  line(book, one, touch) {
    return html`<li key=${one.id}>
      <button type="button" aria-pressed=${String(one === this.case)} onclick=${touch}>
        <span><b>${titleOf(one)}</b><small>${gistOf(book, one)}</small></span>
        <em class="cite">¶ ${paragraphsOf(one)[0]}</em>
      </button>
    </li>`;
  }

  back() {
    this.forget();
    this.redraw();
    this.top();
  }

  /** @param {Rulings} book */
  felt(book) {
    const touch = (/** @type {Case["about"]} */ about) => () => {
      this.about = this.about === about ? "" : about;
      this.search = "";
      this.redraw();
    };
    return html`<div class="rulings-touch" key="touch">
      <h2>${t("Or touch what is wrong")}</h2>
      <div class="small-felt ${book.game}" role="group" aria-label=${t("Touch what is wrong")}>
        ${PARTS.filter(([about]) => book.cases.some((each) => each.about === about)).map(
          ([about, words]) =>
            html`<button type="button" key=${about} class=${`part ${about}`} aria-pressed=${String(this.about === about)}
                onclick=${touch(about)}>
              ${about === "burn" ? cards([""], {count: 1}) : about === "cards" ? cards([], {count: 3}) : null}
              <span>${words()}</span>
            </button>`,
        )}
      </div>
    </div>`;
  }

  // When it was noticed, and who has seen what

  /** @param {Case} one */
  whenAndWho(one) {
    const answers = this.noticed?.answers ?? [];
    const answer = () => {
      this.isAnswered = true;
      this.redraw();
      this.top();
    };
    return html`<section class="rulings-when" aria-label=${titleOf(one)} key="when">
      <header>
        <button type="button" class="back" aria-label=${t("Back")} onclick=${() => this.back()}>${icon("back")}</button>
        <h2>${titleOf(one)}</h2>
      </header>
      ${this.answer?.cards.length ? this.onTheTable(this.answer.cards) : null}
      ${picks(
        t("When was it noticed?"),
        one.noticed.map((each, index) => ({
          words: spanOf(each),
          isOn: index === this.when,
          choose: () => this.notice(index),
        })),
        "column",
      )}
      ${
        answers.length > 1
          ? picks(
              t("Who has seen cards?"),
              answers.map((each, index) => ({
                words: capital(each.seen),
                isOn: index === this.seen,
                choose: () => this.see(index),
              })),
            )
          : null
      }
      <div class="rulings-next">
        <button type="button" class="primary" onclick=${answer}>${t("What does the book say?")}</button>
      </div>
    </section>`;
  }

  /** @param {string[]} shown */
  onTheTable(shown) {
    return html`<div class="small-felt ${this.book?.game} lies">${cards(shown.map((card) => (card === "??" ? "" : card)))}</div>`;
  }

  // What the book says

  /** @param {Case} one @param {Answer} answer */
  answered(one, answer) {
    const {book} = this;
    if (!book) return null;
    const back = () => {
      this.isAnswered = false;
      this.redraw();
      this.top();
    };
    const last = this.last(answer);
    return html`<section class="rulings-answer" aria-label=${t("The book says")} key="answer">
      <header>
        <button type="button" class="back" aria-label=${t("Back")} onclick=${back}>${icon("back")}</button>
        <div>
          <h2>${titleOf(one)}</h2>
          <p class="quiet">
            ${[shortGame(book.game), versionName(book.edition), plain(book.device)].filter(Boolean).join(", ")}
          </p>
        </div>
      </header>
      <div class="says">
        <h3>${t("What the book says")} ${citesOf(book.edition, answer.paragraphs)}</h3>
        <p class="gist">${book.gists[answer.paragraphs[0]]}</p>
        ${this.lines(answer.follows)}
      </div>
      ${this.change(answer, last)}
      <div class="decides">
        <h3>${t("Who decides")}</h3>
        ${answer.asks.length ? answer.asks.map((each, index) => this.asked(each, index)) : html`<p>${t("Nobody: it follows from the book. The dealer carries it out.")}</p>`}
      </div>
      ${this.saying(answer)}
      ${this.example(answer, last)}
      ${this.next(one, answer)}
    </section>`;
  }

  /** What is said and done, each with its paragraphs. @param {Follows} follows */
  lines(follows) {
    return html`<ol class="follows">
      ${follows.lines.map(
        (line, index) =>
          html`<li key=${index}>${capital(line.words)} ${follows.lines.length > 1 ? citesOf(this.edition, line.paragraphs) : null}</li>`,
      )}
    </ol>`;
  }

  /** What has happened once everything is decided as it is chosen here. @param {Answer} answer @returns {Follows} */
  last(answer) {
    const ruled = answer.asks.map(({choices}, index) => choices.find((each) => each.choice === this.ruled[index]));
    return ruled.find((each) => each?.follows.lines.length)?.follows ?? answer.follows;
  }

  /** The felt before and after. @param {Answer} answer @param {Follows} last */
  change(answer, last) {
    const felt = (/** @type {string} */ words, /** @type {string[]} */ shown, /** @type {number} */ staked) =>
      html`<div>
        <span>${words}</span>
        ${cards(
          shown.map((card) => (card === "??" ? "" : card)),
          {label: words},
        )}
        <small>${t("{amount} on the felt", {amount: money(staked)})}</small>
      </div>`;
    return html`<div class="small-felt ${this.book?.game} change">
      ${felt(t("On the table"), answer.cards, answer.staked)}
      <b aria-hidden="true">→</b>
      ${felt(t("Then"), last.cards, last.staked)}
    </div>`;
  }

  /** One question that the book leaves open. @param {import("../../core/types.js").Asked} each @param {number} index */
  asked(each, index) {
    const role =
      each.place === null ? capital(plain(each.role)) : t("The player at place {place}", {place: each.place});
    const chosen = each.choices.find(({choice}) => choice === this.ruled[index]);
    const rule = (/** @type {string} */ choice) => () => {
      this.ruled = this.ruled.map((old, at) => (at === index ? choice : old));
      this.redraw();
    };
    return html`<div class="asked" key=${index}>
      <p><b>${each.place === null ? t("{role} or above", {role}) : role}</b> ${capital(each.question)} ${citesOf(this.edition, each.paragraphs)}</p>
      ${picks(
        "",
        each.choices.map(({choice}) => ({
          words: capital(plain(choice)),
          isOn: choice === this.ruled[index],
          choose: rule(choice),
        })),
      )}
      ${chosen?.follows.lines.length ? this.lines(chosen.follows) : null}
    </div>`;
  }

  /** What the players are told. @param {Answer} answer */
  saying(answer) {
    const ruled = this.last(answer);
    const words = [...answer.follows.lines, ...(ruled === answer.follows ? [] : ruled.lines)];
    // What goes to somebody to decide is no announcement; what was decided, and follows, is.
    const said = answer.asks.length && ruled !== answer.follows ? ruled.lines.slice(-1) : words;
    const text = said.map((line) => capital(line.words).replace(/[.:;]?$/, ".")).join(" ");
    return html`<div class="say">
      <h3>${t("Say to the players")}</h3>
      <blockquote>${t("“{words}”", {words: text})}</blockquote>
    </div>`;
  }

  /** The chips of everybody in a worked example. @param {Answer} answer @param {Follows} last */
  example(answer, last) {
    const {stacks} = last;
    const before = new Map(answer.follows.stacks.map((each) => [each.place, each.before]));
    const rows = stacks.map((each) => ({...each, before: before.get(each.place) ?? each.before}));
    const isMoved = rows.some((each) => each.before !== each.after);
    return html`<div class="example">
      <h3>
        ${this.noticed && t("Worked example: noticed {when}", {when: momentOf(this.noticed.example)})}
      </h3>
      ${isMoved ? null : html`<p>${t("Nobody’s chips move.")}</p>`}
      <table>
        <thead>
          <tr>
            <th scope="col">${t("Place")}</th><th scope="col">${t("Player")}</th>
            <th scope="col" class="figure">${t("Before")}</th><th scope="col" class="figure">${t("After")}</th>
            <th scope="col" class="figure">${t("Change")}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (each) =>
              html`<tr key=${each.place}>
                <td>${each.place}</td><th scope="row">${each.player}</th>
                <td class="figure">${money(each.before)}</td><td class="figure">${money(each.after)}</td>
                <td class=${"figure" + (each.after > each.before ? " won" : each.after < each.before ? " lost" : "")}>
                  ${each.after === each.before ? "–" : gain(each.after - each.before)}
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  /** @param {Case} one @param {Answer} answer */
  next(one, answer) {
    const rehearse = new URLSearchParams({position: answer.position, as: "shift_manager"});
    const copy = async () => {
      const lines = [...answer.follows.lines, ...(this.last(answer) === answer.follows ? [] : this.last(answer).lines)];
      const words = lines.map(({words}) => capital(words).replace(/[.:;]?$/, "."));
      await navigator.clipboard.writeText(
        [`${titleOf(one)} (${this.edition} ¶ ${answer.paragraphs.join(", ")})`, ...words].join("\n"),
      );
      this.said = t("Copied: paste it into the log of the table.");
      this.redraw();
    };
    return html`<div class="rulings-next">
      <a class="button" href=${`${link("/rules/:edition", this.edition)}?at=${encodeURIComponent(answer.paragraphs[0])}`}>
        ${icon("book")} ${t("Open ¶ {number}", {number: answer.paragraphs[0]})}
      </a>
      <button type="button" onclick=${copy}>${t("Write it down")}</button>
      <a class="button primary" href=${`#/position?${rehearse}`}>${icon("play")} ${t("Rehearse it")}</a>
      <p class="quiet" role="status">${this.said}</p>
    </div>`;
  }
}

/** @param {string} edition @param {string} [device] */
function query(edition, device = "") {
  return /** @type {Record<string, string>} */ (device ? {device} : {});
}

/** @param {string} edition @param {string} device */
const asked = (edition, device) => get(path("rulings", edition), query(edition, device));

/** @param {string} edition @param {string} [device] */
function address(edition, device) {
  const given = new URLSearchParams(query(edition, device));
  return path("rulings", edition) + (given.size ? `?${given}` : "");
}

/** Buttons of which one is pressed. @param {string} name @param {{words: any, isOn: boolean, choose: () => void}[]} all @param {string} [style] */
function picks(name, all, style = "") {
  return html`<div class="rulings-pick" key=${name}>
    ${name ? html`<h3>${name}</h3>` : null}
    <div class=${`picks ${style}`} role="group" aria-label=${name || t("Choices")}>
      ${all.map(
        (each, index) =>
          html`<button type="button" key=${index} aria-pressed=${String(each.isOn)} onclick=${each.choose}>${each.words}</button>`,
      )}
    </div>
  </div>`;
}

/** @param {Case} one */
const titleOf = (one) => capital(one.what);

/** @param {Case} one */
const paragraphsOf = (one) => [
  ...new Set(one.noticed.flatMap(({answers}) => answers.map(({paragraphs}) => paragraphs[0]))),
];

/** @param {Rulings} book @param {Case} one */
const gistOf = (book, one) => book.gists[paragraphsOf(one)[0]] ?? "";

/** When it was noticed: one moment, or from one to another. @param {Noticed} noticed */
function spanOf({since, until}) {
  const first = capital(momentOf(since));
  const isOne = since.step === until.step && since.acted === until.acted;
  return isOne ? first : t("{since} – {until}", {since: first, until: momentOf(until)});
}

/** @param {When} when */
function momentOf({step, acted}) {
  const values = {step: step};
  if (acted === "nobody") return step ? t("after “{step}”", values) : t("at once");
  if (acted === "somebody")
    return step ? t("after “{step}”, when a player has acted", values) : t("after a player has acted on it");
  return step ? t("after “{step}”, when everybody has acted", values) : t("after everybody has acted on it");
}

/** @returns {{edition?: string, device?: string}} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(REMEMBERED) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {{edition: string, device: string}} what */
function remember(what) {
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify(what));
  } catch {
    // Storage may be switched off; then the game is chosen each time.
  }
}
customElements.define("rulings-page", RulingsPage);
