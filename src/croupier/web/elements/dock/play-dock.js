import {ownBets, isOpen, total} from "../../core/table/bets.js";
import {Drawn, html} from "../../core/draw.js";
import {gameOf} from "../../core/games.js";
import {late} from "../../core/late.js";
import {
  inOrder,
  isFree,
  isLaid,
  isPaidDouble,
  isRaise,
  keyOf,
  lookOf,
  moneyAsk,
  optionKey,
  purposeOf,
} from "../../core/table/purpose.js";
import {go, link} from "../../core/router.js";
import {capital, cents, gain, money, plain} from "../../core/words/say.js";
import {prefs} from "../../core/prefs.js";
import {wear} from "../../core/styles.js";
import {t} from "../../core/words/words.js";
import {fitted} from "../../layouts/common.js";
import {knows, placesOf} from "../../layouts/knows.js";
import {chipsBetween} from "../felt/chip-stack.js";
import {icon} from "../icon.js";

/** @typedef {import("../../core/types.js").Option} Option */
/** @typedef {import("../../core/types.js").Scene} Scene */

late("turn-clock", () => Promise.all([import("../felt/turn-clock.js"), wear("clock", "dock-line")]));
late("bet-sizer", () => Promise.all([import("./bet-sizer.js"), wear("sizer")]));
late("decision-list", () => Promise.all([import("../staff/decision-list.js"), wear("desk")]));
late("chip-rack", () => Promise.all([import("./chip-rack.js"), wear("rack")]));
late("hand-steps", () => import("../../layouts/hand-steps.js")); // comes with the felt of its game
late("held-round", () => Promise.all([import("./held-round.js"), wear("desk")]));
late("option-form", () => Promise.all([import("../staff/option-form.js"), wear("desk")]));
const HOLD_MS = 450;
const ASKED_MS = 6_000; // a question of the coach stands for so long
/** A button that stays empty, by what it is for. */
const NAMES = /** @type {Record<string, string>} */ ({
  fold: t("Fold"),
  check: t("Check"),
  call: t("Call"),
  bet: t("Bet"),
  raise: t("Raise to"),
  all_in: t("All in"),
  hit: t("Hit"),
  stand: t("Stand"),
  double: t("Double"),
  split: t("Split"),
  surrender: t("Surrender"),
  insure: t("Insure"),
  even_money: t("Even money"),
  look: t("Look at cards"),
  show: t("Show"),
  muck: t("Muck"),
  ready: t("Ready"),
  return: t("I am back"),
  buy: t("Add chips"),
});
const WARN = {warn: "M12 4 22 20H2ZM12 10v5M12 17.500v.500"};
const SIZED = ["bet", "raise", "double", "insure"]; // how much is chosen in the dock itself
const ADVANCE = /** @type {[string, string, string][]} */ ([
  ["give-up", t("Check / fold"), "f"],
  ["stay", t("Call any"), "c"],
]);

/** What stands on a button, so that neither all of it nor its longest word is too wide. @param {string} text */
function label(text) {
  const longest = Math.max(...text.split(" ").map((word) => fitted(word)["--n"]));
  return html`<span style=${{...fitted(text), "--word": longest}}>${text}</span>`;
}

/** What a doubted choice gives up, in one line. @param {number} cents */
function costs(cents) {
  const words = t("gives up {amount}", {amount: money(Math.round(cents))});
  return html`<small style=${fitted(words)}>${words}</small>`;
}

/** Your place at the table: whose turn it is, how much, what may be done. Always the same boxes. Tells "give", "steps", "advance". */
export class PlayDock extends Drawn {
  /** @type {Scene | null} */
  scene = null;
  /** @type {import("../../core/table/bets.js").BetBook | null} */
  book = null;
  isBusy = false;
  isLive = true;
  /** @type {() => number} */
  now = Date.now;
  /** What the last Round brought, and which it was since one came. @type {{round: string, net: number, count: number} | null} */
  result = null;
  /** Chosen while others act: "give-up", "stay" or nothing. */
  advance = "";
  /** Blinds are posted unasked; null where that cannot be chosen. @type {boolean | null} */
  isPosting = false;
  chip = 0;
  /** Amounts chosen for offers that ask for one. @type {Record<string, number>} */
  amounts = {};
  /** What is being typed as an amount: the button says what Enter will do with it. @type {string | null} */
  typed = null;
  /** What a second press does. */
  armed = "";
  /** At practice: what each choice is worth now. @type {import("../../core/types.js").Advised | null} */
  advice = null;
  /** The advice that has been asked about: once for each decision. @type {unknown} */
  warned = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  unwarning = undefined;
  /** An offer whose blanks are being filled in. */
  opened = "";
  isHeld = false;
  hasClock = false; // practice without one needs no room for it
  isTabbed = false; // the focus came by Tab to where it is: there Enter presses what has it
  pointed = () => {
    this.isTabbed = false;
  };

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("pointerdown", this.pointed);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("pointerdown", this.pointed);
  }

  get isOff() {
    return this.isBusy || !this.isLive;
  }

  /** What is asked of you, and the way back into the game for a player who is out of it. @returns {Option[]} */
  get own() {
    const scene = /** @type {Scene} */ (this.scene);
    const ways = this.hasNothing ? ["return", "buy"] : ["return"];
    const all = scene.options.filter(
      (option) =>
        (option.group === "play" && !["ruling", "withdraw"].includes(purposeOf(option)) && !isLaid(option)) ||
        (option.group === "house" && ways.includes(purposeOf(option))),
    );
    const places = /** @type {(number | null)[]} */ (
      all.map(({place}) => place ?? null).filter((place) => place !== null)
    );
    const place = places.includes(scene.you.place) ? scene.you.place : (places[0] ?? null);
    return all.filter((option) => (option.place ?? null) === null || option.place === place);
  }

  /** No chips, and no bets: a player with bets may not leave. */
  get hasNothing() {
    const scene = /** @type {Scene} */ (this.scene);
    const own = placesOf(scene).find(({number}) => number === scene.you.place);
    return own?.chips === 0 && scene.options.some((option) => purposeOf(option) === "leave" && !option.asks.length);
  }

  get isBetting() {
    return isOpen(/** @type {Scene} */ (this.scene));
  }

  get isTurn() {
    return Boolean(this.scene?.awaited.includes(this.scene.you.place ?? -1));
  }

  /** @param {string} purpose */
  find(purpose) {
    return this.own.find((option) => purposeOf(option) === purpose) ?? null;
  }

  /** Has "all in" been chosen as the size? */
  get isAllIn() {
    const sized = this.sized();
    return Boolean(sized && isRaise(sized) && this.amounts[optionKey(sized)] === Infinity && this.find("all_in"));
  }

  /** @param {Option} option */
  amount(option) {
    const ask = SIZED.includes(purposeOf(option)) ? moneyAsk(option) : null;
    if (!ask) return option.costs || Number(option.fixed.amount ?? 0);
    const meant = this.meant(option);
    if (meant && !meant.words) return meant.cents;
    const usual = isRaise(option) ? ask.minimum : ask.maximum;
    return Math.max(ask.minimum, Math.min(ask.maximum, this.amounts[optionKey(option)] ?? usual));
  }

  /** From a button, a key, or a spot on the layout. @param {Option} option */
  choose(option) {
    if (this.isOff) return;
    const ask = moneyAsk(option);
    if (isLaid(option)) return this.tell("lay", option);
    const meant = this.meant(option);
    if (meant?.words) {
      // What stands in the field is not offered: it is set right, and nothing is bet before that has been seen.
      this.typed = null;
      this.amounts = {...this.amounts, [optionKey(option)]: meant.cents};
      return this.redraw();
    }
    if (meant && isNaN(meant.cents)) return;
    if (option.asks.length > (ask && SIZED.includes(purposeOf(option)) ? 1 : 0)) {
      this.opened = this.opened === optionKey(option) ? "" : optionKey(option);
      return this.redraw();
    }
    if (this.mustConfirm(option) && this.armed !== optionKey(option)) return this.arm(option);
    if (this.armed !== optionKey(option) && this.valued(option)?.is_costly && this.warned !== this.advice) {
      this.warned = this.advice;
      clearTimeout(this.unwarning);
      this.unwarning = setTimeout(() => this.disarm(), ASKED_MS);
      return this.arm(option);
    }
    this.armed = "";
    this.tell("give", {option, values: ask ? {[ask.field]: this.amount(option)} : {}});
  }

  /** @param {Option} option */
  arm(option) {
    this.armed = optionKey(option);
    this.redraw();
  }

  disarm() {
    this.armed = "";
    this.redraw();
  }

  /** What the coach says of it. @param {Option} option */
  valued(option) {
    return this.advice?.choices.find(({command}) => command === option.command) ?? null;
  }

  /** The choice that is asked about once more. */
  get doubted() {
    const option = this.armed ? this.own.find((each) => optionKey(each) === this.armed) : null;
    const choice = option ? this.valued(option) : null;
    return option && choice?.is_costly && !this.mustConfirm(option) ? choice : null;
  }

  /**
   * What an amount that is being typed comes to: itself, or the nearest that is offered and what that is called; NaN if it is none.
   * @param {Option} option @returns {{cents: number, words: string} | null} null while nobody types
   */
  meant(option) {
    const ask = moneyAsk(option);
    if (this.typed === null || option !== this.sized() || !ask) return null;
    const typed = cents(this.typed) ?? NaN;
    if (typed < ask.minimum) return {cents: ask.minimum, words: t("Minimum")};
    if (typed > ask.maximum) return {cents: ask.maximum, words: t("Maximum")};
    const whole = ask.minimum + Math.round((typed - ask.minimum) / ask.step) * ask.step;
    const near = typed === ask.maximum ? typed : Math.min(whole, ask.maximum);
    return {cents: near, words: near === typed || isNaN(near) ? "" : t("Nearest")};
  }

  /** Giving up what costs nothing to keep, going all in, and what the game warns of take a second press, where one wants that. What the coach has a price for it asks about itself. @param {Option} option */
  mustConfirm(option) {
    const purpose = purposeOf(option);
    return (
      (Boolean(option.warning) && prefs.isOn("ask-odd") && !this.valued(option)?.is_costly) ||
      (purpose === "fold" && prefs.isOn("ask-fold") && this.own.some((other) => purposeOf(other) === "check")) ||
      (purpose === "all_in" && prefs.isOn("ask-all-in") && !this.isAllIn && this.find("call") !== null)
    );
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Tab") this.isTabbed = true;
    if (
      !prefs.isOn("keys") ||
      !this.scene ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      document.querySelector("dialog[open]")
    )
      return;
    if (
      target.closest("input:not([type=range]), textarea, select") ||
      (event.key === "Enter" && this.isTabbed && target.closest("button, a, summary"))
    )
      return;
    const done = this.keyed(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (done) event.preventDefault();
  }

  /** @param {string} key */
  keyed(key) {
    if (key === "Escape" && (this.armed || this.opened)) {
      this.armed = this.opened = "";
      this.redraw();
      return true;
    }
    if (this.isOff) return false;
    if (this.isBetting && this.betKeyed(key)) return true;
    const sized = this.sized();
    if (sized && key === "a" && this.find("all_in") && isRaise(sized)) {
      this.amounts = {...this.amounts, [optionKey(sized)]: Infinity};
      this.redraw();
      return true;
    }
    if (sized && (key === "ArrowLeft" || key === "ArrowRight")) {
      const sizer = /** @type {any} */ (this.querySelector("bet-sizer"));
      sizer?.choose(
        this.amount(sized) + (key === "ArrowLeft" ? -1 : 1) * Math.max(sizer.step, moneyAsk(sized)?.step ?? 1),
      );
      return true;
    }
    const shown = this.shown();
    const option =
      key === "Enter" && this.isAllIn
        ? this.find("all_in")
        : key === "Enter" && this.armed
          ? this.own.find((each) => optionKey(each) === this.armed)
          : shown.find((each) => this.letter(each, shown) === key);
    if (option) this.choose(option);
    else if (!this.isTurn && this.mayAdvance) return this.advanceKeyed(key);
    else if ("oby".includes(key)) return this.pressed(key);
    return Boolean(option);
  }

  /** @param {string} key of a button that is no offer */
  pressed(key) {
    const found = /** @type {HTMLElement | null} */ (this.querySelector(`[aria-keyshortcuts=${key}]:enabled`));
    found?.click();
    return found !== null;
  }

  /** @param {string} key */
  betKeyed(key) {
    const chips = this.chips();
    const button = {z: ".undo", e: ".same", x: ".clear", Enter: "[data-purpose=ready]"}[key];
    if (chips[Number(key) - 1]) this.take(chips[Number(key) - 1]);
    else if (button) /** @type {HTMLButtonElement | null} */ (this.querySelector(`${button}:enabled`))?.click();
    else return false;
    this.redraw();
    return true;
  }

  /** @param {string} key */
  advanceKeyed(key) {
    const found = ADVANCE.find(([, , letter]) => letter === key);
    if (found) this.tell("advance", this.advance === found[0] ? "" : found[0]);
    return Boolean(found);
  }

  chips() {
    const asks = (this.scene?.options ?? [])
      .filter(isLaid)
      .map(moneyAsk)
      .filter((ask) => ask !== null);
    return chipsBetween(
      Math.min(...asks.map(({step}) => step), 100_000),
      Math.max(...asks.map(({maximum}) => maximum), 0),
    );
  }

  /** @param {Option} option @param {Option[]} all */
  letter(option, all) {
    const key = keyOf(option);
    const same = all.filter((each) => keyOf(each) === key);
    return same[0] === option ? key : "";
  }

  look() {
    const {scene} = this;
    if (!scene) return null;
    this.hasClock ||= Boolean(scene.clock) || !scene.table.is_practice;
    if (!scene.options.some((option) => optionKey(option) === this.armed)) this.armed = "";
    if (!this.sized()) this.typed = null;
    const opened = scene.options.find((option) => optionKey(option) === this.opened);
    const isHeld = scene.table.status === "interrupted";
    return html`<div class=${
      "dock" +
      (isHeld ? " waits" : this.isTurn ? " turn" : "") +
      (this.isBetting ? " betting" : "") +
      (this.hasNothing ? " broke" : "") +
      (this.hasClock ? "" : " clockless")
    } data-game=${scene.table.game} data-busy=${this.isBusy}>
      ${
        opened
          ? html`<div class="dock-sheet" key="form">
            <option-form key=${this.opened} option=${opened} isBusy=${this.isOff}
                ongive=${(/** @type {Told} */ event) => {
                  event.stopPropagation();
                  this.opened = "";
                  this.tell("give", {option: opened, values: event.detail});
                }} oncancel=${() => this.keep({opened: ""})} />
          </div>`
          : null
      }
      ${this.line(scene)}
      ${
        isHeld || !this.hasClock
          ? null
          : html`<turn-clock key="clock" clock=${scene.clock} now=${this.now} place=${scene.you.place} />`
      }
      ${this.whose(scene, isHeld)}
      <div class="dock-middle" key=${"middle" + this.isBetting}>
        ${isHeld ? html`<held-round held=${scene.table.held} />` : this.middle(scene)}
      </div>
      <div class="acts" key=${"acts" + this.isBetting} role="group" aria-label=${t("Your actions")}>
        ${isHeld ? null : this.acts(scene)}
      </div>
    </div>`;
  }

  /** One line over the boxes: a warning with its reason, or what is marked there. @param {Scene} scene */
  line(scene) {
    const {doubted} = this;
    const best = this.isTurn && this.advice?.choices.find((each) => each.is_best);
    const amount = money(Math.round(doubted?.cost_cents ?? 0));
    const loss = doubted ? t("{choice} gives up {amount}.", {choice: capital(doubted.words), amount}) : "";
    if (doubted)
      return html`<p class="dock-line warn" role="alert" key="line" style=${fitted(loss + doubted.why)}>
        ${icon("warn", 16, WARN)}
        <b>${loss}</b>
        ${doubted.why ? html`<span>${" " + capital(doubted.why) + "."}</span>` : null}
      </p>`;
    return best && scene.table.is_practice
      ? html`<p class="dock-line" key="line">
        ${t(
          this.shown().some((option) => !this.valued(option))
            ? "The check mark shows the best of what is graded"
            : this.hasClock
              ? "The check mark shows the best play"
              : "No time limit in practice · the check mark shows the best play",
        )}
      </p>`
      : null;
  }

  /** @param {Scene} scene @param {boolean} isHeld */
  whose(scene, isHeld) {
    const [title, more, kind = ""] = isHeld ? [t("This Round is held"), ""] : this.turnWords(scene);
    return html`<div class="whose" role="status" key="whose">
      <strong class=${kind} title=${title}>${title}</strong>
      <span class=${"more" + (scene.you.is_leaving ? " leaving" : "")}>
        ${scene.you.is_leaving ? t("leaving when the rules allow it") : more}
      </span>
      ${this.resultNote()}
      ${
        this.shown().length && this.isTurn
          ? html`<button type="button" class="why-link" onclick=${() =>
              this.tell("why", {
                words: t("These choices"),
                citations: this.shown().flatMap(({citations}) => citations),
              })}>${t("Why these choices?")}</button>`
          : null
      }
      ${this.lessLink()}
    </div>`;
  }

  /** Where the dock has no room for a slider: the amount is asked for above it. */
  lessLink() {
    const sized = this.isBetting ? null : this.sized();
    if (!sized || isRaise(sized)) return null;
    const onclick = () => this.keep({opened: optionKey(sized)});
    return html`<button type="button" class="why-link less-link" disabled=${this.isOff} onclick=${onclick}>${t("For less")}</button>`;
  }

  /** Whose turn it is, and for how much; of names the end may be cut off. @param {Scene} scene @returns {[string, string, "name"?]} */
  turnWords(scene) {
    if (this.hasNothing) return [t("You have no chips left"), t("Buy some between Rounds, or leave.")];
    if (this.isBetting)
      return [
        t("Place your bets"),
        total(ownBets(scene)) ? t("{amount} on the table", {amount: money(total(ownBets(scene)))}) : "",
      ];
    if (this.isTurn) return [t("Your turn"), this.price(scene)];
    if (scene.options.some((option) => purposeOf(option) === "return"))
      return [t("You sit out"), t("No cards for you until you are back.")];
    if (!scene.awaited.length)
      return [
        scene.round ? t("The dealer is at work") : t("Between Rounds"),
        scene.table.status === "paused" ? t("The table is paused.") : "",
      ];
    const names = scene.awaited.map(
      (place) => scene.table.seats.find((seat) => seat.place === place)?.name ?? t("seat {number}", {number: place}),
    );
    return [t("Waiting for {names}", {names: names.join(", ")}), "", "name"];
  }

  /** What it costs to stay. @param {Scene} scene */
  price(scene) {
    const call = this.own.find((option) => purposeOf(option) === "call");
    return call ? t("{amount} to call", {amount: money(call.costs)}) : knows(scene).standing(scene);
  }

  resultNote() {
    if (!this.result) return null;
    const {round, net} = this.result;
    return html`<span class=${"result " + (net > 0 ? "won" : net < 0 ? "lost" : "")} key="result" data-count=${this.result.count}>
      ${t("Last Round")} <strong>${gain(net)}</strong>
      <span class="hidden">.</span> <a href=${link("/round/:id", round)} aria-label=${t("See why, step by step")}>${t("Replay")}</a>
    </span>`;
  }

  /** @param {Scene} scene */
  middle(scene) {
    if (scene.decisions.length)
      return html`<decision-list key="decisions" decisions=${scene.decisions} options=${scene.options} isBusy=${this.isOff} />`;
    if (this.isBetting) return this.rack();
    const sized = this.sized();
    if (sized) return this.sizer(scene, sized);
    if (this.isTurn && knows(scene).hasSteps)
      return html`<hand-steps key="steps" scene=${scene} next=${this.find("bet")} />`;
    return this.advances(scene);
  }

  rack() {
    const chips = this.chips();
    if (!chips.includes(this.chip)) this.chip = chips.find((chip) => chip >= 2_500) ?? chips[0] ?? 0;
    return html`<chip-rack key="rack" chip=${this.chip} least=${chips[0]} most=${chips.at(-1)} isOff=${this.isOff}
        canUndo=${Boolean(this.book?.taps.length)} onchip=${(/** @type {Told} */ event) => {
          event.stopPropagation();
          this.take(event.detail);
        }}
        onundo=${() => this.tell("steps", {steps: this.book?.undone(/** @type {Scene} */ (this.scene)), isUndo: true})} />`;
  }

  /** A chip to lay: the spots say what it comes to. @param {number} chip */
  take(chip) {
    this.chip = chip;
    this.tell("chip");
    this.redraw();
  }

  /** The offer whose amount is chosen in the dock. @returns {Option | null} */
  sized() {
    return (
      this.own.find((option) => {
        const ask = moneyAsk(option);
        return ask !== null && ask.minimum < ask.maximum && SIZED.includes(purposeOf(option));
      }) ?? null
    );
  }

  /** @param {Scene} scene @param {Option} option */
  sizer(scene, option) {
    const ask = /** @type {import("../../core/types.js").Ask} */ (moneyAsk(option));
    const key = optionKey(option);
    const parts = isRaise(option) ? knows(scene).sizes(scene, ask) : null;
    const presets = /** @type {[string, number][]} */ (
      parts
        ? [...parts, this.find("all_in") ? [t("All in"), Infinity] : [t("Max"), ask.maximum]]
        : [
            [t("Min"), ask.minimum],
            [t("Half"), Math.round((ask.minimum + ask.maximum) / 2 / ask.step) * ask.step],
            [t("Max"), ask.maximum],
          ]
    );
    return html`<bet-sizer key=${"size" + option.command} ask=${ask}
        value=${this.amounts[key] === Infinity ? Infinity : this.amount(option)} presets=${presets}
        step=${knows(scene).step(scene)} label=${option.label} typed=${this.typed}
        ontyped=${(/** @type {Told} */ event) => this.keep({typed: event.detail})}
        onentered=${() => this.choose(option)} onamount=${(/** @type {Told} */ event) => {
          this.typed = null;
          this.amounts = {...this.amounts, [key]: event.detail};
          this.redraw();
        }} />`;
  }

  /** Where one takes turns and has cards, one may choose beforehand. */
  get mayAdvance() {
    return Boolean(this.scene && knows(this.scene).mayAdvance(this.scene));
  }

  /** @param {Scene} scene */
  advances(scene) {
    if (this.isPosting === null || !knows(scene).hasBlinds) return null;
    return html`<label class="check posting">
      <input type="checkbox" checked=${this.isPosting}
          onchange=${(/** @type {Typed} */ event) => this.tell("posting", event.target.checked)} />
      ${t("Post my blinds automatically")}
    </label>`;
  }

  /** The offers that have a button now. @returns {Option[]} */
  shown() {
    const boxes = gameOf(this.scene?.table.game ?? "").dock.flat();
    const raise = this.own.find(isRaise);
    const isHidden = (/** @type {Option} */ option) =>
      (this.isBetting && purposeOf(option) === "ready") ||
      (raise && (this.isAllIn ? option === raise : purposeOf(option) === "all_in"));
    const own = this.own.filter((option) => !isHidden(option));
    const rank = (/** @type {Option} */ option) => {
      const at = boxes.indexOf(purposeOf(option));
      return (at < 0 ? 99 : at) - (isFree(option) ? 0.5 : 0);
    };
    return [...own].sort((one, other) => rank(one) - rank(other));
  }

  /** @param {Scene} scene */
  acts(scene) {
    if (this.isBetting) return this.betActs(scene);
    const all = this.shown();
    const boxes = gameOf(scene.table.game).dock;
    const isBoxed = all.some((option) => boxes.flat().includes(purposeOf(option)));
    if (!this.isTurn && this.mayAdvance)
      return ADVANCE.map(
        ([name, words, letter]) =>
          html`<button type="button" class="act neutral" key=${name} aria-pressed=${String(this.advance === name)}
              aria-keyshortcuts=${letter} disabled=${this.isOff}
              onclick=${() => this.tell("advance", this.advance === name ? "" : name)}>
            ${label(words)}
            <kbd aria-hidden="true">${letter}</kbd>
          </button>`,
      );
    if (!all.length && knows(scene).hasTurns) return this.meanwhile(scene);
    if (!isBoxed && all.length) return inOrder(all).map((option) => this.button(option, all));
    const used = new Set(/** @type {(Option | undefined)[]} */ (all.filter(isPaidDouble))); // apart from the boxes: never where the free one stands
    const paid = all.filter(isPaidDouble).map((option) => this.button(option, all));
    const take = (/** @type {Option | undefined} */ option) => {
      used.add(option);
      return option;
    };
    const fitting = boxes.map((purposes) =>
      take(all.find((each) => purposes.includes(purposeOf(each)) && !used.has(each))),
    );
    const placed = fitting.map((option) => option ?? take(all.find((each) => !used.has(each)))); // anything else takes a box that is free
    const boxed = placed.map((option, index) =>
      option ? this.button(option, all, `box${index}`) : this.empty(boxes[index][0], `box${index}`),
    );
    return [paid, inOrder(all.filter((option) => !used.has(option))).map((option) => this.button(option, all)), boxed];
  }

  /** Nothing to decide: what one may do about one's own seat. @param {Scene} scene */
  meanwhile({options}) {
    const find = (/** @type {string} */ purpose) =>
      options.find((option) => option.group === "house" && purposeOf(option) === purpose);
    const [away, buy, round] = [find("sit_out"), find("buy"), this.result?.round];
    const values = () => Object.fromEntries((away?.asks ?? []).map(({field, choices}) => [field, choices?.[0]]));
    return /** @type {[string, string, any][]} */ ([
      [t("Sit out"), "o", away && (() => this.tell("give", {option: away, values: values()}))],
      [t("Add chips"), "b", buy && (() => this.choose(buy))],
      [t("Replay"), "y", round && (() => go(link("/round/:id", round).slice(1)))],
    ]).map(
      ([words, letter, onclick]) =>
        html`<button type="button" class="act neutral" key=${words} disabled=${this.isOff || !onclick}
            aria-keyshortcuts=${letter} onclick=${onclick}>${label(words)}<kbd aria-hidden="true">${letter}</kbd></button>`,
    );
  }

  /** A box that stays although nothing may be done in it. @param {string} purpose @param {string} key */
  empty(purpose, key) {
    const isDouble = purpose === "double"; // the free one: a paid one stands apart
    const look = isDouble ? "free" : lookOf(/** @type {any} */ ({purpose, asks: [{}], fixed: {}, costs: 0}));
    return html`<button type="button" class="act ${look} off" key=${key} disabled>
      ${label(isDouble ? t("Free double") : (NAMES[purpose] ?? plain(purpose)))}
    </button>`;
  }

  /** @param {Scene} scene */
  betActs(scene) {
    const bets = ownBets(scene);
    const ready = this.own.find((option) => purposeOf(option) === "ready");
    const again = this.book?.again(scene) ?? [];
    const twice = this.book?.doubled(scene) ?? [];
    const steps = (/** @type {any} */ list) => () => this.tell("steps", {steps: list});
    const plainButton = (
      /** @type {string} */ name,
      /** @type {string} */ words,
      /** @type {string} */ key,
      /** @type {any} */ list,
      /** @type {string} */ more = "",
    ) =>
      html`<button type="button" class="act ${name === "same" ? "primary" : "neutral"} ${name}" key=${name}
          disabled=${this.isOff || !list.length} aria-keyshortcuts=${key} onclick=${steps(list)}>
        ${label(words)}
        ${more ? html`<small>${more}</small>` : null}
        <kbd aria-hidden="true">${key}</kbd>
      </button>`;
    return [
      plainButton("clear", t("Clear"), "x", bets.length ? (this.book?.cleared(scene) ?? []) : []),
      bets.length
        ? plainButton("doubled", t("Double"), "d", twice, twice.length ? money(total(twice)) : "")
        : plainButton("same", t(this.book?.last.length ? "Same bets" : "Minimum bet"), "e", again, money(total(again))),
      inOrder(this.shown()).map((option) => this.button(option, this.shown())),
      ready
        ? this.button(
            ready,
            [ready],
            "ready",
            total(bets) ? t("{amount} on the table", {amount: money(total(bets))}) : t("nothing on the table"),
          )
        : this.empty("ready", "ready"),
    ];
  }

  /** @param {Option} option @param {Option[]} all @param {string} [key] @param {string} [more] */
  button(option, all, key = optionKey(option), more = "") {
    const letter = this.letter(option, all);
    const isArmed = this.armed === optionKey(option);
    const hold = (/** @type {PointerEvent} */ event) => this.held_(event, option);
    const isIdle = purposeOf(option) === "ready" && !total(ownBets(/** @type {Scene} */ (this.scene))); // no Round for you: costs nothing
    const meant = this.meant(option);
    const set = meant?.words ? money(meant.cents) : ""; // what Enter does first
    const valued = this.isTurn ? this.valued(option) : null;
    const isDoubted = isArmed && valued !== null && valued === this.doubted;
    const look =
      set || isDoubted ? "warn" + (isPaidDouble(option) ? " quiet" : "") : isIdle ? "neutral" : lookOf(option);
    const words = isDoubted
      ? t("{action} anyway", {action: option.label})
      : isArmed
        ? option.warning || t(purposeOf(option) === "fold" ? "Fold for nothing?" : "Sure?")
        : set
          ? `${meant?.words ?? ""} ${set}`
          : this.words(option);
    return html`<button type="button"
        class=${`do act ${look}` + (isArmed && !isDoubted ? " armed" : "") + (valued?.is_best ? " best" : "")}
        key=${key} disabled=${this.isOff || (meant !== null && isNaN(meant.cents))} data-command=${option.command}
        data-purpose=${purposeOf(option)} aria-keyshortcuts=${letter || undefined}
        aria-expanded=${
          option.asks.length && !SIZED.includes(purposeOf(option))
            ? String(this.opened === optionKey(option))
            : undefined
        } onclick=${() => {
          if (!this.isHeld) this.choose(option);
          this.isHeld = false;
        }} onpointerdown=${hold} oncontextmenu=${(/** @type {Event} */ event) => event.preventDefault()}>
      ${label(words)}
      ${set ? html`<small>${t("Enter sets {amount}", {amount: set})}</small>` : null}
      ${isPaidDouble(option) && !isDoubted ? html`<small>${t("your own money")}</small>` : null}
      ${more ? html`<small style=${fitted(more)}>${more}</small>` : null}
      ${
        isDoubted
          ? costs(valued.cost_cents)
          : valued?.is_best
            ? html`<small class="mark">${"✓ " + t("Best")}</small>`
            : null
      }
      ${letter ? html`<kbd aria-hidden="true">${letter === "Enter" ? "⏎" : letter}</kbd>` : null}
    </button>`;
  }

  /** Held long enough, a button tells why it is there and does nothing. @param {PointerEvent} event @param {Option} option */
  held_(event, option) {
    this.isHeld = false;
    const timer = setTimeout(() => {
      this.isHeld = true;
      this.tell("why", {words: this.words(option), citations: option.citations});
    }, HOLD_MS);
    event.target?.addEventListener("pointerup", () => clearTimeout(timer), {once: true});
    event.target?.addEventListener("pointerleave", () => clearTimeout(timer), {once: true});
  }

  /** What stands on a button: what the game calls it, and the amount that a press of it sends. @param {Option} option */
  words(option) {
    const due = this.amount(option);
    return option.label + (due ? " " + money(due) : "");
  }
}
customElements.define("play-dock", PlayDock);
