import {Drawn, h} from "../../core/draw.js";
import {named, nameOf} from "../../core/words/names.js";
import {isAboutOne} from "../../core/table/about.js";
import {capital, money, optionWords, plain} from "../../core/words/say.js";
import {optionKey} from "../../core/table/purpose.js";
import {cites} from "../cite-chip.js";
import {foreseen, isPossible} from "./foreseen.js";
import "./option-form.js";

/** @typedef {import("../../core/types.js").Option} Option */
/** The same thing gone wrong, at one place or another. @typedef {{key: string, words: string, options: Option[], heading: string}} Trouble */

const NOT_NOW =
  "Nothing like that can have happened now. What was entered wrong, a card or an amount, is struck or amended by a pit supervisor as long as it is the last thing entered.";
const NEXT_STEP = "The next step, done wrongly";
const ONE_PLACE = "At one place";
const WHOLE_TABLE = "At the table";

/** @param {Option[]} options @param {Set<string>} next commands of the ordinary course @returns {Trouble[]} */
export function troubles(options, next) {
  /** @type {Map<string, Trouble>} */
  const found = new Map();
  for (const option of options) {
    const words = named(option.words_anywhere ?? option.words); // those that differ only in the place are one trouble
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
    return h(
      "section",
      {class: "trouble", "aria-label": "Something went wrong"},
      h("h2", null, "Something went wrong", h("kbd", {title: "This key leads here"}, "/")),
      this.option ? this.one(this.option) : trouble ? this.where(trouble) : this.list(all),
    );
  }

  /** @param {Trouble[]} all */
  list(all) {
    if (!all.length) return h("p", {class: "quiet"}, "Nothing can have gone wrong at this moment.");
    const wanted = this.search.trim().toLowerCase().replace(/^¶\s*/, "");
    const found = all.filter((each) => says(each, wanted));
    const type = (/** @type {any} */ event) => {
      this.search = event.target.value;
      this.redraw();
    };
    const enter = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || !found.length) return;
      event.preventDefault();
      this.begin(found[0]);
    };
    return [
      h(
        "label",
        {class: "field finder-field"},
        h("span", null, "Find by word, player or paragraph; Enter takes the first"),
        h("input", {type: "search", value: this.search, oninput: type, onkeydown: enter, autocomplete: "off"}),
      ),
      found.length ? null : h("p", {class: "quiet", role: "status"}, NOT_NOW),
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
    return h(
      "section",
      {class: "trouble-group", key: heading, "aria-label": heading},
      h("h3", null, heading),
      h(
        "ul",
        {class: "troubles"},
        found.map((each) =>
          h(
            "li",
            {key: each.key},
            h(
              "button",
              {
                type: "button",
                class: "trouble-button",
                "data-command": each.options[0].command,
                onclick: () => this.begin(each),
              },
              h("span", null, each.words, choices(each.options[0])),
            ),
            cites(each.options[0].citations, 3),
          ),
        ),
      ),
    );
  }

  /** Which of several places it is about. @param {Trouble} trouble */
  where(trouble) {
    return h(
      "div",
      {class: "trouble-one", tabindex: "-1"},
      h("h3", null, trouble.words, " ", cites(trouble.options[0].citations)),
      h(
        "div",
        {class: "row", role: "group", "aria-label": "Where"},
        trouble.options.map((option, index) =>
          h(
            "button",
            {type: "button", class: "where-button", key: index, onclick: () => this.choose(option)},
            this.place(option),
          ),
        ),
      ),
      h("div", {class: "row"}, h("button", {type: "button", onclick: () => this.back()}, "Back")),
    );
  }

  /** The place an option is about, as a dealer points at it. @param {Option} option */
  place({fixed, asks}) {
    const number = fixed.seat ?? fixed.box ?? fixed.area;
    const kind = fixed.box ? "box" : fixed.area ? "area" : "seat";
    const who = fixed.player
      ? nameOf(fixed.player)
      : this.socket?.scene?.table.seats.find((seat) => seat.place === number)?.name;
    const amount = asks.find((ask) => ask.kind === "money");
    const spot = number ? capital(`${kind} ${number}`) + (fixed.other ? ` and ${fixed.other}` : "") : "";
    return [spot, who, amount ? `${money(amount.minimum)} to ${money(amount.maximum)}` : ""].filter(Boolean).join(", ");
  }

  /** @param {Option} option */
  one(option) {
    const refusal = this.foreseen && !isPossible(this.foreseen) ? this.foreseen : null;
    const isAsked = option.asks.length > 0 && (!this.foreseen || refusal);
    return h(
      "div",
      {class: "trouble-one", tabindex: "-1"},
      h("h3", null, optionWords(option, this.values), " ", cites(option.citations)),
      isAsked
        ? h("option-form", {
            key: "form" + optionKey(option),
            option,
            refusal,
            confirmWords: "Show what will happen",
            ongive: (/** @type {any} */ event) => {
              event.stopPropagation();
              this.foresee(option, event.detail);
            },
            oncancel: () => this.back(),
          })
        : this.foreseen
          ? this.outcome(option)
          : h("p", {class: "quiet"}, "Working out what will happen…"),
    );
  }

  /** @param {Option} option */
  outcome(option) {
    const sure = () => {
      this.tell("give", {option, values: this.values});
      this.leave(); // the keys are the dealer's again
    };
    return [
      foreseen(this.foreseen),
      h(
        "div",
        {class: "row"},
        h(
          "button",
          {
            type: "button",
            class: "primary sure",
            disabled: this.isBusy || !this.isLive || !isPossible(this.foreseen),
            onclick: sure,
          },
          "Do it",
          h("kbd", {"aria-hidden": "true"}, "↵"),
        ),
        h("button", {type: "button", onclick: () => this.back()}, "Back"),
      ),
    ];
  }
}
customElements.define("trouble-sheet", TroubleSheet);

/** What can be said of it, before it is opened. @param {Option} option */
function choices(option) {
  const ask = option.asks.find((each) => each.kind === "choice");
  return ask ? h("small", {class: "quiet"}, " ", ask.choices.map(plain).join(", ")) : null;
}

/** @param {Trouble} trouble @param {string} wanted */
function says(trouble, wanted) {
  if (!wanted) return true;
  return trouble.options.some((option) =>
    [
      trouble.words,
      named(option.words),
      ...option.asks.flatMap((ask) => ask.choices.map(plain)),
      ...option.citations.map((cite) => cite.paragraph),
    ]
      .join(" ")
      .toLowerCase()
      .includes(wanted),
  );
}
