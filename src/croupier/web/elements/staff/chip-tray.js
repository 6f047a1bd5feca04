import {Drawn, html} from "../../core/draw.js";
import {CHIPS} from "../felt/deck.js";
import {gain, money} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";

const TUBE = 60; // chips that a tube holds, with a gap after every 20
const STEP = 5; // a touch inside a tube counts in fives
const STEPS = [-1, 1, 5, 20];

/** The chips of a rack, drawn as they stand and counted by touch; its fields belong to the form around it. Tells "count" with the sum. */
export class ChipTray extends Drawn {
  /** What each chip is worth. @type {number[]} */
  denominations = [];
  prefix = "";
  /** What should be there; null where nobody can say. @type {number | null} */
  due = null;
  /** By what a chip is worth. @type {Record<number, number>} */
  counts = {};

  get total() {
    return this.denominations.reduce((sum, worth) => sum + worth * (this.counts[worth] ?? 0), 0);
  }

  connectedCallback() {
    super.connectedCallback();
    this.closest("form")?.addEventListener("reset", this.clear);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.closest("form")?.removeEventListener("reset", this.clear);
  }

  clear = () => {
    this.counts = {};
    this.redraw();
  };

  /** @param {number} worth @param {number} count */
  set(worth, count) {
    this.counts = {...this.counts, [worth]: Math.max(0, Math.min(1_000_000, Math.round(count) || 0))};
    this.tell("count", this.total);
    this.redraw();
  }

  look() {
    const values = [...this.denominations].sort((one, other) => one - other);
    return html`<div class="chip-tray">
      <div class="tubes">${values.map((worth) => this.column(worth))}</div>
      ${this.sum()}
    </div>`;
  }

  /** One kind of chip: its tubes, how many there are, and what corrects it. @param {number} worth */
  column(worth) {
    const count = this.counts[worth] ?? 0;
    const full = Math.floor(count / TUBE);
    const inLast = count % TUBE;
    const type = (/** @type {Typed} */ event) => this.set(worth, Number(event.target.value));
    const touch = (/** @type {any} */ event) => {
      const {bottom, height} = event.currentTarget.getBoundingClientRect();
      const part = Math.min(1, Math.max(0, (bottom - event.clientY) / height));
      this.set(worth, full * TUBE + Math.round((part * TUBE) / STEP) * STEP);
    };
    const [, , body, edge] = CHIPS.find(([value]) => value === worth) ?? [worth, "", "#8fa0bd", "#fff"];
    return html`<div class="tube-column" key=${worth} data-worth=${worth} style=${{"--chip": body, "--edge": edge}}>
      <div class="tube" style=${{"--share": inLast / TUBE}} title=${t("Touch the height to which the chips stand")} onclick=${touch}>
        ${full ? html`<small>${t("+ {count} full", {count: full})}</small>` : null}
        <i></i>
      </div>
      <svg class="disc" viewBox="0 0 100 100" aria-hidden="true"><use href="#chip-${worth}" /></svg>
      <label>
        <span>${money(worth)}</span>
        <input name="${this.prefix}chip-${worth}" type="number" min="0" max="1000000" step="1" placeholder="0"
            inputmode="numeric" value=${count ? String(count) : ""} oninput=${type} />
      </label>
      <small class="worth">${money(worth * count)}</small>
      <div class="steps">
        ${STEPS.map((step) => {
          const sign = step < 0 ? `−${-step}` : `+${step}`;
          return html`<button type="button" key=${step} disabled=${count + step < 0}
              aria-label=${t("{step} chips of {worth}", {step: sign, worth: money(worth)})}
              onclick=${() => this.set(worth, count + step)}>${sign}</button>`;
        })}
      </div>
    </div>`;
  }

  /** What is counted so far, beside what should be there. */
  sum() {
    const {total, due} = this;
    const difference = due === null ? 0 : total - due;
    const isCounted = Object.values(this.counts).some(Boolean);
    return html`<dl class="tray-sum">
      ${due === null ? null : html`<div key="due"><dt>${t("Should be there")}</dt><dd>${money(due)}</dd></div>`}
      <div key="counted"><dt>${t("Counted")}</dt><dd class="large"><output>${money(total)}</output></dd></div>
      ${
        due === null
          ? null
          : html`<div key="difference" class=${!isCounted ? "" : difference ? "off" : "even"}>
            <dt>${t("Difference")}</dt>
            <dd>${!isCounted ? "–" : difference ? `⚠ ${gain(difference)}` : `✓ ${t("none")}`}</dd>
          </div>`
      }
    </dl>`;
  }
}
customElements.define("chip-tray", ChipTray);
