import {Drawn, html} from "../../core/draw.js";
import {path} from "../../core/api.js";
import {money} from "../../core/words/say.js";

/** A jackpot's amount, moving as bets come in on any linked table. Tells "hit" when somebody wins. */
export class MeterDisplay extends Drawn {
  jackpot = "";
  /** @type {number} */
  display = 0;
  status = "open";
  shown = 0;
  isLarge = false; // on the wall every figure has its own window
  /** @type {EventSource | null} */
  #source = null;

  connectedCallback() {
    super.connectedCallback();
    queueMicrotask(() => this.listen());
  }

  disconnectedCallback() {
    this.#source?.close();
    this.#source = null;
  }

  listen() {
    if (!this.jackpot || this.#source || !this.isConnected) return;
    const source = new EventSource(path("jackpots", this.jackpot) + "/stream");
    this.#source = source;
    source.addEventListener("meter", (event) => {
      const {display, status, checking} = JSON.parse(event.data);
      this.tell("checking", checking);
      this.display = display;
      this.status = status;
      this.redraw();
    });
    source.addEventListener("hit", (event) => this.tell("hit", JSON.parse(event.data)));
  }

  look() {
    this.shown ||= this.display;
    // Count up in steps so that the eye sees it move; never past what the link has said.
    if (this.shown !== this.display) {
      const step = Math.ceil(Math.abs(this.display - this.shown) / 6);
      this.shown = this.display < this.shown ? this.display : Math.min(this.display, this.shown + step);
      if (this.shown !== this.display) setTimeout(() => this.redraw(), 60);
    }
    const cents = this.shown % 100;
    return html`<span class=${"meter-amount" + (this.status === "open" ? "" : " fault")} data-cents=${this.display}>
      ${this.figures(money(this.shown - cents))}
      <small>${this.figures("." + String(cents).padStart(2, "0"))}</small>
    </span>`;
  }

  /** @param {string} text */
  figures(text) {
    return this.isLarge ? [...text].map((one, at) => html`<${/\d/.test(one) ? "i" : "s"} key=${at}>${one}</>`) : text;
  }
}
customElements.define("meter-display", MeterDisplay);
