import {Drawn, h} from "../../core/draw.js";
import {plain, time} from "../../core/words/say.js";
import {t, told} from "../../core/words/words.js";
import {cites} from "../cite-chip.js";

/** In the dock: what the document foresees for a Round that a restart interrupted, and who confirms it. */
class HeldRound extends Drawn {
  /** @type {any} */
  held = null;

  look() {
    const {held} = this;
    const {words = "", citations = [], role = "", confirm_by = 0} = held ?? {};
    return h(
      "div",
      {class: "held", role: "status"},
      h("p", null, t("The house restarted during this Round. Nothing is lost: every chip and card is where it was.")),
      held
        ? h(
            "p",
            null,
            h("strong", null, t("Foreseen:"), " ", told(words)),
            " ",
            cites(citations, 1),
            " ",
            t("A {role} confirms it or rules otherwise; without a word it is taken at {time}.", {
              role: told(plain(role)),
              time: time(confirm_by),
            }),
          )
        : null,
    );
  }
}
customElements.define("held-round", HeldRound);
