import {get, path} from "../../core/api.js";
import {html} from "../../core/draw.js";
import {gameName} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";
import {PositionPage} from "./position-page.js";

/** A game's first hands, for somebody who knows nothing of it: what lies there is said before each, what it has shown behind it. */
class FirstPage extends PositionPage {
  /** @type {import("../../core/types.js").FirstHandLine[]} */
  hands = [];
  at = 0;

  async load() {
    this.hands = await get(path("positions", "first", this.params.game));
    await this.begin(0);
  }

  get hand() {
    return this.hands[this.at];
  }

  /** @param {number} at */
  async begin(at) {
    this.at = at;
    this.seen = null;
    this.said = [];
    if (this.hand) await this.play({position: this.hand.position});
    this.redraw();
    await null; // drawn by then
    this.querySelector("dialog")?.showModal();
  }

  get title() {
    return t("Hand {number} of {all}", {number: this.at + 1, all: this.hands.length});
  }

  get subtitle() {
    return gameName(this.params.game);
  }

  look() {
    const close = () => this.querySelector("dialog")?.close();
    return [
      super.look(),
      this.hand
        ? html`<dialog class="sheet first-words" aria-labelledby="first-title" key="words" onclick=${close}>
          ${this.at ? html`<p class="quiet">${this.hands[this.at - 1].after}</p>` : null}
          <h2 id="first-title">${this.title + ": " + this.hand.title}</h2>
          <p>${this.hand.words}</p>
          <p class="row"><button type="button" class="primary" autofocus>${t("Play it")}</button></p>
        </dialog>`
        : null,
    ];
  }

  /** @param {import("../../core/types.js").Snapshot} snapshot */
  dealing(snapshot) {
    const isLast = this.at + 1 === this.hands.length;
    return html`<div class="dock offers first-end" key="end">
      <p role="status"><strong>${t("The Round is over.")}</strong> ${this.hand.after}</p>
      <div class="row">
        <button type="button" onclick=${() => this.begin(this.at)}>${t("Once more")}</button>
        ${
          isLast
            ? html`<a class="button primary" href="#/">${t("To the tables")}</a>`
            : html`<button type="button" class="primary" onclick=${() => this.begin(this.at + 1)}>${t("Next hand")}</button>`
        }
      </div>
    </div>`;
  }

  /** What to try stays in sight where there is room. */
  about() {
    return html`<div class="first-said"><h3>${this.hand.title}</h3><p>${this.hand.words}</p></div>`;
  }
}
customElements.define("first-page", FirstPage);
