import {Drawn, html} from "../../core/draw.js";
import {isAboutOne} from "../../core/table/about.js";
import {capital, money, optionWords, plain} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";
import {optionKey} from "../../core/table/purpose.js";
import {cites} from "../cite-chip.js";
import {foreseen, isPossible} from "./foreseen.js";
import "./option-form.js";

/** @typedef {import("../../core/types.js").Option} Option */
/** The same thing gone wrong, at one place or another. @typedef {{key: string, words: string, options: Option[], heading: string}} Trouble */

const NOT_NOW = t(
  "Nothing like that can have happened now. What was entered wrong, a card or an amount, is struck or amended by a pit supervisor as long as it is the last thing entered.",
);
const NEXT_STEP = t("The next step, done wrongly");
const ONE_PLACE = t("At one place");
const WHOLE_TABLE = t("At the table");

/** @param {Option[]} options @param {Set<string>} next commands of the ordinary course @returns {Trouble[]} */
export function troubles(options, next) {
  /** @type {Map<string, Trouble>} */
  const found = new Map();
  for (const option of options) {
    const words = option.words_anywhere ?? option.words; // those that differ only in the place are one trouble
    const key = option.command + words;
    const heading = next.has(option.command) ? NEXT_STEP : isAboutOne(option) ? ONE_PLACE : WHOLE_TABLE;
    const known = found.get(key);
    if (known) known.options.push(option);
    else found.set(key, {key, words: optionWords({...option, words}), options: [option], heading});
  }
  return [...found.values()];
}

/** Something went wrong: what can be reported now, only the blanks its rule needs, what it would do, then do it. */
export class TroubleSheet extends Drawn {
  /** @type {Option[]} */
  options = [];
  /** What comes next in the ordinary course. @type {Option[]} */
  course = [];
  /** @type {import("../../core/table/socket.js").TableSocket | null} */
  socket = null;
  isLive = true;
  search = "";
  /** @type {Option | null} */
  option = null;
  trouble = "";
  /** @type {Record<string, any>} */
  values = {};
  /** @type {any} */
  foreseen = null;
  isBusy = false;
  /** What the table was at, and what it was at when the outcome was worked out. */
  seq = 0;
  #foreseenAt = 0;
  /** Counts what was asked and what was put aside: an answer to anything but the last is of no use any more. */
  #asked = 0;

  /** "/" leads to the finder from wherever the dealer is, Enter does what was worked out, Escape goes back to the list, and from there to the table. @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("dialog")) return;
    const isHere = this.contains(target);
    if (event.key === "/" && !(isHere && target.closest("input, textarea, select"))) this.find();
    else if (event.key === "Enter" && !event.repeat && target.matches(".trouble-one")) this.confirm();
    else if (event.key === "Escape" && isHere && this.trouble) this.back();
    else if (event.key === "Escape" && isHere) target.blur();
    else return;
    event.preventDefault();
  }

  /** What was worked out has been read; a key that is held down has not been read by anybody. */
  confirm() {
    /** @type {HTMLElement | null} */ (this.querySelector(".sure:enabled"))?.click();
  }

  find() {
    this.leave();
    setTimeout(() => {
      this.scrollIntoView({block: "nearest"});
      /** @type {HTMLElement | null} */ (this.querySelector(".finder-field input"))?.focus({preventScroll: true});
    }, 0);
  }

  /** @param {Trouble} trouble */
  begin(trouble) {
    this.trouble = trouble.key;
    if (trouble.options.length === 1) this.choose(trouble.options[0]);
    this.redraw();
    this.focusSoon();
  }

  /** @param {Option} option */
  choose(option) {
    this.option = option;
    this.values = {};
    this.foreseen = null;
    this.#asked += 1;
    this.redraw();
    this.focusSoon();
    if (!option.asks.length) this.foresee(option, {});
  }

  /** Back to the list; a keyboard user can type the next word at once. */
  back() {
    const wasHere = this.contains(document.activeElement);
    this.leave();
    if (wasHere)
      setTimeout(() => /** @type {HTMLElement | null} */ (this.querySelector(".finder-field input"))?.focus(), 0);
  }

  leave() {
    this.search = ""; // it found this one, and would hide the next
    this.trouble = "";
    this.option = null;
    this.foreseen = null;
    this.#asked += 1;
    this.redraw();
    this.querySelector(".trouble")?.scrollTo(0, 0); // the list begins at its first line
  }

  /** A keyboard user stays where the work is; a form takes the focus to its first blank itself. */
  focusSoon() {
    setTimeout(() => {
      if (!this.contains(document.activeElement))
        /** @type {HTMLElement | null} */ (this.querySelector(".trouble-one"))?.focus();
    }, 0);
  }

  /** @param {Option} option @param {Record<string, any>} values */
  async foresee(option, values) {
    this.values = values;
    this.#foreseenAt = this.seq;
    const asked = (this.#asked += 1);
    const answer = await this.socket?.preview(option, values);
    if (asked !== this.#asked) return;
    this.foreseen = answer;
    this.redraw();
    this.focusSoon();
  }

  /** The same option in the table's latest list; null once it cannot be given any more. */
  current() {
    const {option} = this;
    if (!option) return null;
    const same = this.options.filter((each) => optionKey(each) === optionKey(option));
    return same.find((each) => each.asks[0]?.minimum === option.asks[0]?.minimum) ?? same[0] ?? null;
  }

  look() {
    const all = troubles(this.options, new Set(this.course.map((each) => each.command)));
    const trouble = all.find((each) => each.key === this.trouble);
    if (this.option) this.option = this.current();
    // Players went on meanwhile: what was shown is no longer what would happen.
    if (this.option && this.foreseen && this.seq !== this.#foreseenAt) this.foresee(this.option, this.values);
    return html`<section class="trouble" aria-label="Something went wrong">
      <h2>Something went wrong<kbd title="This key leads here">/</kbd></h2>
      ${this.option ? this.one(this.option) : trouble ? this.where(trouble) : this.list(all)}
    </section>`;
  }

  /** @param {Trouble[]} all */
  list(all) {
    if (!all.length) return html`<p class="quiet">Nothing can have gone wrong at this moment.</p>`;
    const wanted = this.search.trim().toLowerCase().replace(/^¶\s*/, "");
    const found = all.filter((each) => says(each, wanted));
    const type = (/** @type {Typed} */ event) => {
      this.search = event.target.value;
      this.redraw();
    };
    const enter = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || !found.length) return;
      event.preventDefault();
      this.begin(found[0]);
    };
    return [
      html`<label class="field finder-field">
        <span>Find by word, player or paragraph; Enter takes the first</span>
        <input type="search" value=${this.search} oninput=${type} onkeydown=${enter} autocomplete="off" />
      </label>`,
      found.length ? null : html`<p class="quiet" role="status">${NOT_NOW}</p>`,
      [NEXT_STEP, ONE_PLACE, WHOLE_TABLE].map((heading) =>
        this.group(
          heading,
          found.filter((each) => each.heading === heading),
        ),
      ),
    ];
  }

  /** @param {string} heading @param {Trouble[]} found */
  group(heading, found) {
    if (!found.length) return null;
    return html`<section class="trouble-group" key=${heading} aria-label=${heading}>
      <h3>${heading}</h3>
      <ul class="troubles">
        ${found.map(
          (each) =>
            html`<li key=${each.key}>
              <button type="button" class="trouble-button" data-command=${each.options[0].command}
                  onclick=${() => this.begin(each)}><span>${each.words}${choices(each.options[0])}</span></button>
              ${cites(each.options[0].citations, 3)}
            </li>`,
        )}
      </ul>
    </section>`;
  }

  /** Which of several places it is about. @param {Trouble} trouble */
  where(trouble) {
    return html`<div class="trouble-one" tabindex="-1">
      <h3>${trouble.words} ${cites(trouble.options[0].citations)}</h3>
      <div class="row" role="group" aria-label="Where">
        ${trouble.options.map(
          (option, index) =>
            html`<button type="button" class="where-button" key=${index} onclick=${() => this.choose(option)}>
              ${this.place(option)}
            </button>`,
        )}
      </div>
      <div class="row"><button type="button" onclick=${() => this.back()}>Back</button></div>
    </div>`;
  }

  /** The place an option is about, as a dealer points at it. @param {Option} option */
  place({fixed, asks, place, words}) {
    const number = fixed.seat ?? fixed.box ?? fixed.area ?? place;
    const kind = fixed.box ? "box" : fixed.area ? "area" : "seat";
    const seats = this.socket?.scene?.table.seats ?? [];
    const who = fixed.player
      ? (seats.find((seat) => seat.player === fixed.player)?.name ?? fixed.player)
      : seats.find((seat) => seat.place === number)?.name;
    const amount = asks.find((ask) => ask.kind === "money");
    const spot = number ? capital(plain(kind)) + " " + [number, fixed.other].filter(Boolean).join(", ") : "";
    const bounds = amount ? t("{least} to {most}", {least: money(amount.minimum), most: money(amount.maximum)}) : "";
    return [spot, who, bounds].filter(Boolean).join(", ") || words;
  }

  /** @param {Option} option */
  one(option) {
    const refusal = this.foreseen && !isPossible(this.foreseen) ? this.foreseen : null;
    const isAsked = option.asks.length > 0 && (!this.foreseen || refusal);
    return html`<div class="trouble-one" tabindex="-1">
      <h3>${optionWords(option, this.values)} ${cites(option.citations)}</h3>
      ${
        isAsked
          ? html`<option-form key=${"form" + optionKey(option)} option=${option} refusal=${refusal}
              confirmWords="Show what will happen" ongive=${(/** @type {Told} */ event) => {
                event.stopPropagation();
                this.foresee(option, event.detail);
              }} oncancel=${() => this.back()} />`
          : this.foreseen
            ? this.outcome(option)
            : html`<p class="quiet">Working out what will happen…</p>`
      }
    </div>`;
  }

  /** @param {Option} option */
  outcome(option) {
    const sure = () => {
      this.tell("give", {option, values: this.values});
      this.leave(); // the keys are the dealer's again
    };
    return [
      foreseen(this.foreseen),
      html`<div class="row">
        <button type="button" class="primary sure"
            disabled=${this.isBusy || !this.isLive || !isPossible(this.foreseen)} onclick=${sure}>
          Do it
          <kbd aria-hidden="true">↵</kbd>
        </button>
        <button type="button" onclick=${() => this.back()}>Back</button>
      </div>`,
    ];
  }
}
customElements.define("trouble-sheet", TroubleSheet);

/** What can be said of it, before it is opened. @param {Option} option */
function choices(option) {
  const ask = option.asks.find((each) => each.kind === "choice");
  return ask ? html`<small class="quiet"> ${ask.labels.join(", ")}</small>` : null;
}

/** @param {Trouble} trouble @param {string} wanted */
function says(trouble, wanted) {
  if (!wanted) return true;
  return trouble.options.some((option) =>
    [
      trouble.words,
      option.words,
      ...option.asks.flatMap((ask) => ask.labels),
      ...option.citations.map((cite) => cite.paragraph),
    ]
      .join(" ")
      .toLowerCase()
      .includes(wanted),
  );
}
