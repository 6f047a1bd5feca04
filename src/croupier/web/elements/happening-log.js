import {Drawn, html} from "../core/draw.js";
import {capital, moved, plain, time} from "../core/words/say.js";
import {t} from "../core/words/words.js";
import {cites} from "./cite-chip.js";

/** @typedef {import("../core/types.js").Happening} Happening */

const NEAR_PX = 60;
const UPWARDS = new Set(["ArrowUp", "PageUp", "Home"]);
const HAND_MS = 1_000; // how long after a wheel, a finger or a key the list still scrolls by it

// Drawn lines by what they say: a log of hundreds grows by one, and only that one is drawn.
/** @type {WeakMap<Happening, {heard: number, piece: any}>} */
const lines = new WeakMap();

/** What has been announced and done, newest last, each with the chips it moved and its paragraph. */
export class HappeningLog extends Drawn {
  /** @type {Happening[]} */
  happenings = [];
  label = t("Announcements");
  isShort = false; // one paragraph to a line; the others are in the book
  isAtEnd = true;
  gone = 0; // pixels of lines that are no longer drawn: their room stays, so that the others do not move
  touchedAt = -HAND_MS;
  /** Opened, or beside something that came: another height has another end. */
  sized = new ResizeObserver(([{target}]) => {
    if (this.isAtEnd) target.scrollTop = target.scrollHeight;
  });
  first = {seq: 0, next: 0, height: 0}; // the first line as it was last drawn, and which follows it

  look() {
    this.gone += this.leaving();
    const touched = (/** @type {any} */ event) => {
      this.touchedAt = event.timeStamp;
      if (event.deltaY < 0 || UPWARDS.has(event.key)) this.isAtEnd = false;
    };
    return html`<div class="log" role="log" aria-label=${this.label} tabindex="0"
        onscroll=${(/** @type {Event} */ event) => this.scrolled(event)} onwheel=${touched} ontouchmove=${touched}
        onkeydown=${touched} onpointerdown=${touched}>
      <ol style=${{"padding-top": `${this.gone}px`}}>${this.happenings.map((each) => this.kept(each))}</ol>
      ${this.happenings.length ? null : html`<p class="quiet">${t("Nothing has been said yet.")}</p>`}
    </div>`;
  }

  /** How high the lines are that are drawn now and will not be any more. */
  leaving() {
    const first = this.happenings[0]?.seq ?? 0;
    if (this.first.seq === first) return 0;
    if (this.first.next === first) {
      const {height} = this.first; // one has gone, as it mostly is: nothing has to be laid out for it
      this.first = {seq: first, next: 0, height: 0};
      return height;
    }
    let height = 0;
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (this.querySelectorAll("li[data-seq]"))) {
      if (Number(line.dataset.seq) >= first) break;
      height += line.getBoundingClientRect().height;
    }
    return height;
  }

  drawn() {
    const list = this.querySelector(".log");
    if (list) this.sized.observe(list);
    // The chips are drawn after us and make lines taller: look for the end once they are there.
    if (list)
      requestAnimationFrame(() => {
        if (this.isAtEnd) list.scrollTop = list.scrollHeight;
        const line = list.querySelector("li");
        this.first = {
          seq: this.happenings[0]?.seq ?? 0,
          next: this.happenings[1]?.seq ?? 0,
          height: line?.getBoundingClientRect().height ?? 0,
        };
      });
  }

  /** Who scrolls up to read what was said before is not pulled away; lines that come and go also scroll, but nobody's hand did. @param {Event} event */
  scrolled(event) {
    const list = /** @type {HTMLElement} */ (event.target);
    if (list.scrollTop < this.gone) list.scrollTop = this.gone;
    const {scrollTop, scrollHeight, clientHeight} = list;
    if (scrollHeight - scrollTop - clientHeight < NEAR_PX) this.isAtEnd = true;
    else if (event.timeStamp - this.touchedAt < HAND_MS) this.isAtEnd = false;
  }

  /** @param {Happening} each */
  kept(each) {
    let found = lines.get(each);
    if (!found) lines.set(each, (found = this.line(each)));
    return found;
  }

  /** @param {Happening} each */
  line(each) {
    const moves = each.transfers.filter((move) => move.cents);
    return html`<li key=${each.seq} class=${each.is_system_decision ? "system" : ""} data-event=${each.event?.type}
        data-seq=${each.seq}>
      <span class="said" title="${time(each.at)} · ${each.by?.name ?? ""} (${plain(each.by?.role ?? "")})">
        ${capital(each.said || each.words)}
      </span>
      ${each.is_system_decision ? html`<span class="tag">${t("decided by the system")}</span>` : null}
      ${
        moves.length
          ? html`<span class="moves">${moves.map((move) => html`<span class="move">${moved(move)}</span>`)}</span>`
          : null
      } ${cites(each.citations.slice(0, this.isShort ? 1 : 3), 3)}
    </li>`;
  }
}
customElements.define("happening-log", HappeningLog);
