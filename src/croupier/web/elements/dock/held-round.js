import {Drawn, html} from "../../core/draw.js";
import {plain, time} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";
import {cites} from "../cite-chip.js";

/** In the dock: what the document foresees for a Round that a restart interrupted, and who confirms it. */
class HeldRound extends Drawn {
  /** @type {any} */
  held = null;

  look() {
    const {held} = this;
    const {words = "", citations = [], role = "", confirm_by = 0} = held ?? {};
    return html`<div class="held" role="status">
      <p>${t("The house restarted during this Round. Nothing is lost: every chip and card is where it was.")}</p>
      ${
        held
          ? html`<p>
            <strong>${t("Foreseen:")} ${words}</strong> ${cites(citations, 1)} ${t(
              "A {role} confirms it or rules otherwise; without a word it is taken at {time}.",
              {
                role: plain(role),
                time: time(confirm_by),
              },
            )}
          </p>`
          : null
      }
    </div>`;
  }
}
customElements.define("held-round", HeldRound);
