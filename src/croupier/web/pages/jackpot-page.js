import {get, path} from "../core/api.js";
import {h} from "../core/draw.js";
import {isStill} from "../core/table/motion.js";
import {Page} from "../core/page.js";
import {edition, editions} from "../core/rules.js";
import {sample} from "../core/learning/samples.js";
import {capital, gameName, money, plain, time} from "../core/words/say.js";
import {play} from "../core/sound.js";
import {t, told} from "../core/words/words.js";
import {cards} from "../elements/felt/playing-card.js";
import "../elements/felt/meter-display.js";

/** @typedef {import("../core/types.js").Hit} Hit */
/** @typedef {import("../core/types.js").Jackpot} Jackpot */

const ANNOUNCED_MS = 12_000;
const COUNTED_MS = 2_000;
const ROTATED_MS = 20_000; // a wall for several links shows one after the other
const WINS = 5;

/** Who won: by name if the house tells it, else by where they sat. @param {Hit} hit */
function winner(hit) {
  return hit.player ?? t("Box {number}", {number: hit.box});
}

/** The wall: the meter, moving with every linked table, what it pays, and wins in the order they were decided. */
class JackpotPage extends Page {
  /** @type {Jackpot | null} */
  jackpot = null;
  /** All links of the house; the first one shown is the one asked for. @type {Jackpot[]} */
  all = [];
  /** The pay table in force, and the coin it is for. @type {{lines: {key: string, pays: string, words: string}[], coin: number} | null} */
  ladder = null;
  /** @type {Hit[]} */
  queue = [];
  since = 0; // when the first of them was shown
  /** @type {ReturnType<typeof setInterval> | undefined} */
  turning = undefined;

  connectedCallback() {
    super.connectedCallback();
    this.turning = setInterval(() => this.rotate(), ROTATED_MS);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.turning);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.key === "f") this.fill();
  }

  /** No controls: full screen by a key, or a double tap. */
  fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => null);
  }

  async load() {
    this.jackpot = await get(path("jackpots", this.params.id));
    this.ladder ??= await this.pays().catch(() => null);
  }

  /** What the coin pays by the edition in force. */
  async pays() {
    const all = (await editions()).filter((/** @type {any} */ each) => each.game === this.jackpot?.game);
    const found = await edition((all.find((/** @type {any} */ each) => each.is_in_force) ?? all.at(-1)).id);
    const table = found.paytables.find((/** @type {any} */ each) => each.name === "progressive");
    const coin = found.settings.find((/** @type {any} */ each) => each.name === "progressive_bet");
    return table
      ? {lines: table.lines, coin: Math.round(Number(String(coin?.default ?? "5").replace(/[$,]/g, "")) * 100)}
      : null;
  }

  async rotate() {
    if (this.queue.length || this.isGone) return;
    this.all = await get("/api/jackpots").catch(() => []);
    if (this.all.length < 2) return;
    const at = this.all.findIndex((each) => each.id === this.jackpot?.id);
    this.jackpot = this.all[(at + 1) % this.all.length];
    this.redraw();
  }

  /** One after the other, so that no win is talked over. @param {Hit} hit */
  announce(hit) {
    this.queue = [...this.queue, hit];
    this.tell("say", t("Jackpot: {name} wins {amount}", {name: winner(hit), amount: money(hit.amount)}));
    if (this.queue.length === 1) this.show();
    this.redraw();
  }

  /** @param {number} checking */
  checked(checking) {
    if (!this.jackpot || this.jackpot.checking === checking) return;
    this.jackpot = {...this.jackpot, checking};
    this.redraw();
  }

  show() {
    play("jackpot");
    this.since = performance.now();
    this.redraw();
    setTimeout(() => {
      this.queue = this.queue.slice(1);
      if (this.queue.length) this.show();
      else this.attempt(() => this.load());
    }, ANNOUNCED_MS);
  }

  look() {
    const {jackpot} = this;
    if (!jackpot) return h("div", {class: "wall"}, h("h1", null, t("Jackpot")), this.refusal());
    const hit = this.queue[0];
    return h(
      "div",
      {class: "wall" + (hit ? " winning" : ""), ondblclick: () => this.fill()},
      h("div", {class: "rays", "aria-hidden": "true"}),
      h("header", null, h("h1", null, told(jackpot.title)), h("p", null, told(gameName(jackpot.game)))),
      h(
        "div",
        {class: "wall-meter", key: jackpot.id},
        h("meter-display", {
          jackpot: jackpot.id,
          display: jackpot.display,
          status: jackpot.status,
          isLarge: true,
          onhit: (/** @type {any} */ event) => this.announce(event.detail),
          onchecking: (/** @type {any} */ event) => this.checked(event.detail),
        }),
      ),
      jackpot.checking && !hit
        ? h(
            "p",
            {class: "wall-notice", role: "status"},
            t("A prize of {amount} is being checked. It is paid next.", {amount: money(jackpot.checking)}),
          )
        : null,
      jackpot.status === "fault"
        ? h("p", {class: "wall-notice", role: "status"}, t("Jackpot bets are not taken at the moment."))
        : null,
      hit ? this.celebration(hit) : h("div", {class: "wall-columns"}, this.ladderOf(jackpot), this.wins(jackpot)),
      h(
        "footer",
        null,
        h(
          "span",
          null,
          t(jackpot.tables.length === 1 ? "{count} linked table" : "{count} linked tables", {
            count: jackpot.tables.length,
          }),
        ),
        h("span", null, t("Grows with every coin")),
      ),
    );
  }

  /** @param {Jackpot} jackpot */
  ladderOf(jackpot) {
    if (!this.ladder) return h("section");
    const {lines, coin} = this.ladder;
    const worth = (/** @type {string} */ pays) => {
      const figure = Number(/\d+/.exec(pays)?.[0] ?? 0);
      return money(pays.includes("%") ? Math.floor((jackpot.display * figure) / 100) : figure * coin);
    };
    return h(
      "section",
      {"aria-label": t("What the coin pays")},
      h("h2", null, t("The {amount} coin pays", {amount: money(coin)})),
      h(
        "dl",
        {class: "wall-ladder"},
        lines.map(({key, pays, words}) =>
          h(
            "div",
            {key},
            h("dt", null, told(words)),
            h("dd", {class: "sample", "aria-hidden": "true"}, sample(key).length ? cards(sample(key)) : null),
            h("dd", null, worth(pays)),
          ),
        ),
      ),
    );
  }

  /** @param {Jackpot} jackpot */
  wins(jackpot) {
    const hits = (jackpot.hits ?? []).slice(-WINS).reverse();
    return h(
      "section",
      {"aria-label": t("Last wins")},
      h("h2", null, t("Last wins")),
      hits.length
        ? h(
            "ol",
            {class: "wall-wins"},
            hits.map((each) =>
              h(
                "li",
                {key: each.number},
                h("time", null, time(each.at).slice(0, 5)),
                h(
                  "span",
                  null,
                  winner(each),
                  h(
                    "small",
                    null,
                    `${told(capital(plain(each.hand)))} · ${each.table}, ${t("box {number}", {number: each.box})}`,
                  ),
                ),
                h("b", null, money(each.amount)),
              ),
            ),
          )
        : h("p", {class: "wall-none"}, t("Nobody yet. It could be the next hand.")),
    );
  }

  /** A prize is counted up, in whole dollars; nobody is read the steps. @param {number} cents */
  counted(cents) {
    const part = isStill() ? 1 : (performance.now() - this.since) / COUNTED_MS;
    if (part >= 1) return h("b", null, money(cents));
    requestAnimationFrame(() => this.redraw());
    return h("b", {"aria-hidden": "true"}, money(Math.floor((cents * part) / 100) * 100));
  }

  /** @param {Hit} hit */
  celebration(hit) {
    const [before, after] = t("{name} wins {amount}", {name: winner(hit), amount: "|"}).split("|");
    return h(
      "div",
      {class: "hit", role: "alert", key: hit.number},
      h(
        "div",
        {class: "confetti", "aria-hidden": "true"},
        Array.from({length: 24}, (_, index) => h("i", {key: index, style: {"--n": index}})),
      ),
      sample(hit.hand).length
        ? h("div", {class: "fan"}, cards(sample(hit.hand), {label: told(capital(plain(hit.hand)))}))
        : null,
      h("p", {class: "hand-name"}, told(capital(plain(hit.hand)))),
      h("strong", null, before, this.counted(hit.amount), after),
      h(
        "span",
        null,
        hit.percent ? t("{percent}% of the jackpot", {percent: hit.percent}) : "",
        hit.box ? ` · ${hit.table}, ${t("box {number}", {number: hit.box})}` : "",
      ),
      h("span", {class: "again"}, t("The jackpot goes on at {amount}", {amount: money(hit.display_after)})),
    );
  }
}
customElements.define("jackpot-page", JackpotPage);
