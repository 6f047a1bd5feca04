import {get, path} from "../core/api.js";
import {h} from "../core/draw.js";
import {Page} from "../core/page.js";
import {gameName, money, plain, time} from "../core/say.js";
import "../elements/meter-display.js";

const ANNOUNCED_MS = 12_000;

/** Who won, by name if the Round tells it. @param {import("../core/types.js").Hit} hit */
function winner(hit) {
  return hit.player ?? `Box ${hit.box}`;
}

/** Full screen: the meter, moving with every linked table, and wins in the order they were decided. */
class JackpotPage extends Page {
  /** @type {import("../core/types.js").Jackpot | null} */
  jackpot = null;
  /** @type {import("../core/types.js").Hit[]} */
  queue = [];

  async load() {
    this.jackpot = await get(path("jackpots", this.params.id));
  }

  /** One after the other, so that no win is talked over. @param {import("../core/types.js").Hit} hit */
  announce(hit) {
    this.queue = [...this.queue, hit];
    this.tell("say", `Jackpot: ${winner(hit)} wins ${money(hit.amount)}`);
    if (this.queue.length === 1) this.show();
    this.redraw();
  }

  show() {
    this.redraw();
    setTimeout(() => { this.queue = this.queue.slice(1); if (this.queue.length) this.show(); else this.attempt(() => this.load()); }, ANNOUNCED_MS);
  }

  look() {
    const jackpot = this.jackpot;
    if (!jackpot) return h("div", {class: "jackpot-screen"}, h("h1", null, "Jackpot"), this.refusal());
    const hit = this.queue[0];
    return h(
      "div",
      {class: "jackpot-screen"},
      h("h1", null, jackpot.title),
      h("p", {class: "quiet"}, gameName(jackpot.game)),
      h("meter-display", {class: "huge", jackpot: jackpot.id, display: jackpot.display, status: jackpot.status, onhit: (/** @type {any} */ event) => this.announce(event.detail)}),
      jackpot.status === "fault" ? h("p", {class: "house-notice", role: "status"}, "Jackpot bets are not taken at the moment.") : null,
      hit ? h("div", {class: "hit", role: "alert", key: hit.number}, h("strong", null, `${winner(hit)} wins ${money(hit.amount)}`), h("span", null, `${plain(hit.hand)} · ${hit.percent}% of ${money(hit.display_before)}`)) : null,
      h("ol", {class: "hits", "aria-label": "Last wins"}, (jackpot.hits ?? []).slice(-5).reverse().map((each) => h("li", {key: each.number}, `${time(each.at)} ${winner(each)}: ${money(each.amount)} (${plain(each.hand)})`))),
      h("p", {class: "row"}, h("button", {type: "button", onclick: () => document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()}, "Full screen"), h("a", {class: "button", href: "#/"}, "Lobby")),
    );
  }
}
customElements.define("jackpot-page", JackpotPage);
