import {Drawn, html} from "../../core/draw.js";
import {capital} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";
import {cites} from "../cite-chip.js";

/** What is best now and what each choice is worth, as the house worked it out. */
export class AdviceFigures extends Drawn {
  /** @type {import("../../core/types.js").Advised | null} */
  advice = null;
  problem = "";
  isTurn = false;
  isAsked = false; // about this very moment

  look() {
    const {advice} = this;
    return html`<div class="advice-body" role="status">${this.waits() ?? (advice ? this.figures(advice) : null)}</div>`;
  }

  /** Why there is nothing to read yet. */
  waits() {
    if (this.problem) return html`<p class="quiet">${capital(this.problem)}.</p>`;
    if (!this.isAsked && !this.isTurn) return html`<p class="quiet">${t("When it is your turn again.")}</p>`;
    if (!this.advice || !this.isAsked) return html`<p class="quiet">${t("The house is working it out…")}</p>`;
    return null;
  }

  /** @param {import("../../core/types.js").Advised} advice */
  figures(advice) {
    const {words, choices, facts, method, citations} = advice;
    return [
      html`<p class="advice-words"><strong>${words}</strong> ${cites(citations.slice(0, 2))}</p>`,
      html`<div class="advice-figures">
        ${choices.length ? this.choices(advice) : null}
        ${
          facts.length
            ? html`<dl class="advice-facts">
              ${facts.map(
                (fact) => html`<div key=${fact.name}><dt>${capital(fact.name)}</dt><dd>${fact.value}</dd></div>`,
              )}
            </dl>`
            : null
        }
      </div>`,
      method ? html`<p class="quiet">${method}</p>` : null,
    ];
  }

  /** @param {import("../../core/types.js").Advised} advice */
  choices({choices, unit}) {
    const places = unit.startsWith("dollars") ? 2 : 3;
    return html`<table class="advice-choices">
      <caption>
        ${
          unit.startsWith("dollars")
            ? t("Expected, in {unit}", {unit: unit})
            : t("Expected, in units of {unit}", {unit: unit})
        }
      </caption>
      <tbody>
        ${choices.map(
          (each) =>
            html`<tr key=${each.command} class=${each.is_best ? "best" : ""}>
              <th scope="row">${capital(each.words)}${each.is_best ? " — " + t("best") : ""}</th>
              <td title=${each.exact ?? undefined}>${expected(each.value, places)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
  }
}
customElements.define("advice-figures", AdviceFigures);

/** With a sign, so that gain and loss cannot be mistaken. @param {number} value @param {number} places */
function expected(value, places) {
  const text = Math.abs(value).toFixed(places);
  return Number(text) === 0 ? text : (value > 0 ? "+" : "−") + text;
}
