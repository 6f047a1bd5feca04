import {Drawn, html} from "../core/draw.js";
import {spotOf} from "../core/table/purpose.js";
import {money} from "../core/words/say.js";
import {t, words} from "../core/words/words.js";

const STEPS = words({ante: "Ante", flop: "Flop", turn: "Turn", river: "River"});

/** In the dock: how far a Hand of Multi-Link has come, and what its next bet costs. */
class HandSteps extends Drawn {
  /** @type {import("../core/types.js").Scene | null} */
  scene = null;
  /** The bet that may be placed now. @type {import("../core/types.js").Option | null} */
  next = null;

  look() {
    const box = this.scene?.view.boxes[this.scene.you.place ?? -1];
    if (!box) return null;
    const {next} = this;
    return html`<ol class="steps" aria-label=${t("Your bets")}>
      ${Object.entries(STEPS).map(([spot, name]) => {
        const isNext = next && spotOf(next) === spot;
        return html`<li key=${spot} class=${box.bets[spot] ? "done" : isNext ? "now" : ""}>
          <span>${name}</span> <b>${box.bets[spot] ? money(box.bets[spot]) : isNext ? money(next.costs) : ""}</b>
        </li>`;
      })}
    </ol>`;
  }
}
customElements.define("hand-steps", HandSteps);
