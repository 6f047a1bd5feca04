import {get, path} from "../core/api.js";
import {html} from "../core/draw.js";
import {isStill} from "../core/table/motion.js";
import {Page} from "../core/page.js";
import {edition, editions} from "../core/rules.js";
import {sample} from "../core/learning/samples.js";
import {capital, gameName, money, plain, time} from "../core/words/say.js";
import {play} from "../core/sound.js";
import {counted, t} from "../core/words/words.js";
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
    const all = (await editions()).filter((each) => each.game === this.jackpot?.game);
    const inForce = all.find((each) => each.is_in_force) ?? all.at(-1);
    if (!inForce) return null;
    const found = await edition(inForce.id);
    const table = found.paytables.find((each) => each.name === "progressive");
    const coin = found.settings.find((each) => each.name === "progressive_bet");
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
    if (!jackpot) return html`<div class="wall"><h1>${t("Jackpot")}</h1>${this.refusal()}</div>`;
    const hit = this.queue[0];
    return html`<div class=${"wall" + (hit ? " winning" : "")} ondblclick=${() => this.fill()}>
      <div class="rays" aria-hidden="true" />
      <header><h1>${jackpot.title}</h1><p>${gameName(jackpot.game)}</p></header>
      <div class="wall-meter" key=${jackpot.id}>
        <meter-display jackpot=${jackpot.id} display=${jackpot.display} status=${jackpot.status} isLarge
            onhit=${(/** @type {Told} */ event) => this.announce(event.detail)}
            onchecking=${(/** @type {Told} */ event) => this.checked(event.detail)} />
      </div>
      ${
        jackpot.checking && !hit
          ? html`<p class="wall-notice" role="status">
            ${t("A prize of {amount} is being checked. It is paid next.", {amount: money(jackpot.checking)})}
          </p>`
          : null
      }
      ${
        jackpot.status === "fault"
          ? html`<p class="wall-notice" role="status">${t("Jackpot bets are not taken at the moment.")}</p>`
          : null
      }
      ${hit ? this.celebration(hit) : html`<div class="wall-columns">${this.ladderOf(jackpot)}${this.wins(jackpot)}</div>`}
      <footer>
        <span>
          ${counted(jackpot.tables.length, "{count} linked table", "{count} linked tables")}
        </span>
        <span>${t("Grows with every coin")}</span>
      </footer>
    </div>`;
  }

  /** @param {Jackpot} jackpot */
  ladderOf(jackpot) {
    if (!this.ladder) return html`<section />`;
    const {lines, coin} = this.ladder;
    const worth = (/** @type {string} */ pays) => {
      const figure = Number(/\d+/.exec(pays)?.[0] ?? 0);
      return money(pays.includes("%") ? Math.floor((jackpot.display * figure) / 100) : figure * coin);
    };
    return html`<section aria-label=${t("What the coin pays")}>
      <h2>${t("The {amount} coin pays", {amount: money(coin)})}</h2>
      <dl class="wall-ladder">
        ${lines.map(
          ({key, pays, words}) =>
            html`<div key=${key}>
              <dt>${words}</dt>
              <dd class="sample" aria-hidden="true">${sample(key).length ? cards(sample(key)) : null}</dd>
              <dd>${worth(pays)}</dd>
            </div>`,
        )}
      </dl>
    </section>`;
  }

  /** @param {Jackpot} jackpot */
  wins(jackpot) {
    const hits = (jackpot.hits ?? []).slice(-WINS).reverse();
    return html`<section aria-label=${t("Last wins")}>
      <h2>${t("Last wins")}</h2>
      ${
        hits.length
          ? html`<ol class="wall-wins">
            ${hits.map(
              (each) =>
                html`<li key=${each.number}>
                  <time>${time(each.at).slice(0, 5)}</time>
                  <span>
                    ${winner(each)}
                    <small>
                      ${capital(plain(each.hand))} · ${each.table}, ${t("box {number}", {number: each.box})}
                    </small>
                  </span>
                  <b>${money(each.amount)}</b>
                </li>`,
            )}
          </ol>`
          : html`<p class="wall-none">${t("Nobody yet. It could be the next hand.")}</p>`
      }
    </section>`;
  }

  /** A prize is counted up, in whole dollars; nobody is read the steps. @param {number} cents */
  counted(cents) {
    const part = isStill() ? 1 : (performance.now() - this.since) / COUNTED_MS;
    if (part >= 1) return html`<b>${money(cents)}</b>`;
    requestAnimationFrame(() => this.redraw());
    return html`<b aria-hidden="true">${money(Math.floor((cents * part) / 100) * 100)}</b>`;
  }

  /** @param {Hit} hit */
  celebration(hit) {
    const [before, after] = t("{name} wins {amount}", {name: winner(hit), amount: "|"}).split("|");
    return html`<div class="hit" role="alert" key=${hit.number}>
      <div class="confetti" aria-hidden="true">
        ${Array.from({length: 24}, (_, index) => html`<i key=${index} style=${{"--n": index}} />`)}
      </div>
      ${
        sample(hit.hand).length
          ? html`<div class="fan">${cards(sample(hit.hand), {label: capital(plain(hit.hand))})}</div>`
          : null
      }
      <p class="hand-name">${capital(plain(hit.hand))}</p>
      <strong>${before}${this.counted(hit.amount)}${after}</strong>
      <span>
        ${hit.percent ? t("{percent}% of the jackpot", {percent: hit.percent}) : ""}
        ${hit.box ? ` · ${hit.table}, ${t("box {number}", {number: hit.box})}` : ""}
      </span>
      <span class="again">${t("The jackpot goes on at {amount}", {amount: money(hit.display_after)})}</span>
    </div>`;
  }
}
customElements.define("jackpot-page", JackpotPage);
