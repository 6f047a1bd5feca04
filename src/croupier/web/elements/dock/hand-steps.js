import {Drawn, h} from "../../core/draw.js";
import {spotOf} from "../../core/table/purpose.js";
import {capital, money} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";

/** In the dock: how far a Hand of Multi-Link has come, and what its next bet costs. */
class HandSteps extends Drawn {
  /** @type {import("../../core/types.js").Scene | null} */
  scene = null;
  /** The bet that may be placed now. @type {import("../../core/types.js").Option | null} */
  next = null;

  look() {
    const box = this.scene?.view.boxes[this.scene.you.place ?? -1];
    if (!box) return null;
    const {next} = this;
    return h(
      "ol",
      {class: "steps", "aria-label": t("Your bets")},
      ["ante", "flop", "turn", "river"].map((spot) => {
        const isNext = next && spotOf(next) === spot;
        return h(
          "li",
          {key: spot, class: box.bets[spot] ? "done" : isNext ? "now" : ""},
          t(capital(spot)),
          box.bets[spot] ? " " + money(box.bets[spot]) : isNext ? " " + money(next.costs) : "",
        );
      }),
    );
  }
}
customElements.define("hand-steps", HandSteps);
