import {Drawn, html} from "../../core/draw.js";
import {totals} from "../../core/table/coach.js";
import {capital, money} from "../../core/words/say.js";
import {minutes} from "../../core/words/say-more.js";
import {t} from "../../core/words/words.js";
import {icon} from "../icon.js";

/** How one plays so far, on top of the side panel. */
class CoachFigures extends Drawn {
  /** @type {import("../../core/types.js").RoundReview[]} */
  rounds = [];
  since = 0;

  look() {
    const {accuracy, mistakes, ungraded} = totals(this.rounds);
    const cell = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ more = "") =>
      html`<div key=${name}><dt>${name}</dt><dd>${value}</dd>${more ? html`<dd class="more">${more}</dd>` : null}</div>`;
    return html`<dl class="coach-figures">
      ${cell(t("Accuracy"), accuracy === null ? "–" : `${Math.round(accuracy * 100)}%`, ungraded ? t("{count} not graded", {count: ungraded}) : "")}
      ${cell(t("Mistakes cost"), money(-mistakes))}
      ${cell(t("Time"), minutes(Date.now() - this.since))}
    </dl>`;
  }
}
customElements.define("coach-figures", CoachFigures);

/** What each choice is worth in money, where the book is when nobody reads it. */
class CoachPanel extends Drawn {
  /** @type {import("../../core/types.js").Advised} */
  advice = /** @type {any} */ (null);

  look() {
    const {choices, unit_cents, is_exact} = this.advice;
    const [best, ...others] = choices;
    const worth = (/** @type {{words: string, value: number}} */ {words, value}) =>
      `${capital(words)} ${signed(value * unit_cents)}`;
    return html`<section class="book coach" aria-label=${t("Coach")}>
      <h3>${icon("book", 16)}<span>${t("Coach")}</span></h3>
      <p>
        <strong class="figure">${worth(best) + "."}</strong>
        ${others.map((each, index) => [
          " ",
          html`<span class="figure" key=${each.command}>${worth(each) + (others[index + 1] ? "," : ".")}</span>`,
        ])}
      </p>
      <p class="quiet">
        ${is_exact ? t("Averages over many Rounds, counted exactly.") : t("Averages over many Rounds, against ranges.")}
      </p>
      <button type="button" class="link" onclick=${() => this.tell("compare")}>${t("See all compared")}</button>
    </section>`;
  }
}
customElements.define("coach-panel", CoachPanel);

/** @param {number} cents */
function signed(cents) {
  const whole = Math.round(cents);
  return whole > 0 ? "+" + money(whole) : money(whole);
}
