import {Drawn, html} from "../../core/draw.js";
import {money} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";
import {chipsBetween} from "../felt/chip-stack.js";
import {icon} from "../icon.js";

/** Which chip the next tap on the layout lays. Tells "chip" with cents, and "undo". */
export class ChipRack extends Drawn {
  chip = 0;
  least = 100;
  most = 100_000;
  canUndo = false;
  isOff = false;

  /** The chips of this table, the smallest first. */
  get chips() {
    return chipsBetween(this.least, this.most);
  }

  look() {
    return html`<div class="rack" role="group" aria-label=${t("Your chip")}>
      ${this.chips.map(
        (cents, index) =>
          html`<button type="button" class="rack-chip" key=${cents} aria-pressed=${String(cents === this.chip)}
              aria-label=${money(cents)} aria-keyshortcuts=${String(index + 1)} disabled=${this.isOff}
              onclick=${() => this.tell("chip", cents)}>
            <svg viewBox="0 0 100 100" aria-hidden="true"><use href="#chip-${cents}" /></svg>
          </button>`,
      )}
      <button type="button" class="undo" aria-label=${t("Undo")} disabled=${this.isOff || !this.canUndo}
          aria-keyshortcuts="z" onclick=${() => this.tell("undo")}>${icon("undo", 18)}<span>${t("Undo")}</span></button>
    </div>`;
  }
}
customElements.define("chip-rack", ChipRack);
