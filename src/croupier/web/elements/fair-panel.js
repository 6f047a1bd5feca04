import {get, path} from "../core/api.js";
import {Drawn, html, notYet} from "../core/draw.js";
import {canCheck, noted, ownWords, useWords} from "../core/fair/fair.js";
import {isProved, isWhole} from "../core/fair/fair-check.js";
import {session} from "../core/session.js";
import {t} from "../core/words/words.js";
import "./felt/playing-card.js";

/** @typedef {{words: string, is_good: boolean | null}} Line */

/** What of a Round one can check alone: what was sealed, what one added, each card one saw. It asks for nothing until it is opened. */
export class FairPanel extends Drawn {
  round = "";
  table = "";
  /** @type {import("../core/types.js").RoundFairness} */
  found = notYet;
  /** @type {Line[]} */
  lines = [];
  /** Which cards agree, by their place in the list. @type {boolean[]} */
  good = [];
  problem = "";
  isAsked = false;

  async open() {
    if (this.isAsked) return;
    this.isAsked = true;
    try {
      this.found = await get(path("rounds", this.round, "fairness"));
      await this.check();
    } catch (error) {
      this.problem = /** @type {any} */ (error)?.reason ?? String(error);
    }
    this.redraw();
  }

  async check() {
    const {shuffles, cards, opened} = this.found;
    for (const {seal} of shuffles) this.lines.push(...this.compared(seal));
    if (!canCheck()) return;
    const seals = Object.fromEntries(shuffles.map((each) => [each.seq, each.seal]));
    this.good = await Promise.all(cards.map((each) => isProved(each, seals[each.shuffle])));
    for (const each of opened)
      this.lines.push({
        words: t("Seed, contributions, order and root agree"),
        is_good: await isWhole(each, seals[each.seq]),
      });
  }

  /** With what this device noted before the deal. @param {import("../core/fair/fair.js").Seal} seal @returns {Line[]} */
  compared(seal) {
    const note = noted(this.table, seal);
    const own = seal.contributions.filter((each) => each.player === session.me?.id);
    /** @type {Line[]} */
    const lines = [];
    if (note?.root)
      lines.push({words: t("The root is the one this device heard before the deal"), is_good: note.root === seal.root});
    if (note?.bytes)
      lines.push({
        words: t("What this device added is in the record"),
        is_good: own.some((each) => each.bytes === note.bytes),
      });
    else if (own.length) lines.push({words: t("A device of yours added to this shuffle"), is_good: null});
    else if (seal.left_out.includes(session.me?.id ?? ""))
      lines.push({words: t("No device of yours added to this shuffle in time"), is_good: null});
    return lines;
  }

  look() {
    return html`<details class="fair" ontoggle=${(/** @type {Typed} */ event) => event.target.open && this.open()}>
      <summary>${t("What I can check myself")}</summary>
      ${this.inside()}
    </details>`;
  }

  inside() {
    if (this.problem) return html`<p class="problem" role="alert">${this.problem}</p>`;
    if (!this.found) return html`<p class="quiet">${t("Checking…")}</p>`;
    const {shuffles, cards, publishes} = this.found;
    if (!shuffles.length)
      return html`<p class="quiet">
        ${t("These cards were not shuffled by the house’s device, or before cards were sealed one by one.")}
      </p>`;
    return html`<div>
      ${shuffles.map(
        ({seq, seal}) =>
          html`<p class="quiet hash" key=${seq}>
            ${t("Published before the first card:")} <code>${seal.root}</code> ${t("{count} devices added to it.", {count: seal.contributions.length})}
          </p>`,
      )}
      <ul class="checks">
        ${this.lines.map(
          (each, index) =>
            html`<li key=${index} class=${each.is_good === null ? "" : each.is_good ? "good" : "bad"}>
              ${each.is_good === null ? each.words : [html`<strong>${each.is_good ? "✓ " : "✗ "}</strong>`, each.words]}
            </li>`,
        )}
      </ul>
      ${canCheck() ? this.cards(cards) : html`<p class="quiet">${t("This browser checks cards only over HTTPS.")}</p>`}
      <p class="quiet">${publishes}</p>
      ${this.words()}
    </div>`;
  }

  /** @param {any[]} cards */
  cards(cards) {
    if (!cards.length) return html`<p class="quiet">${t("You saw no card of this Round.")}</p>`;
    const isGood = this.good.every(Boolean);
    return html`<div>
      <p class=${isGood ? "all-well" : "problem"} role="status">
        ${
          isGood
            ? t("Each card you saw was fixed before the deal.")
            : t("A card is not the one that was fixed before the deal.")
        }
      </p>
      <ul class="fair-cards">
        ${cards.map(
          (each, index) =>
            html`<li key="${each.shuffle}/${each.place}" class=${this.good[index] ? "good" : "bad"}>
              <playing-card card=${each.card} />
              <span><strong>${this.good[index] ? "✓" : "✗"}</strong> ${each.place + 1}</span>
            </li>`,
        )}
      </ul>
    </div>`;
  }

  words() {
    const save = (/** @type {Typed} */ event) => useWords(event.target.value.trim());
    return html`<label class="fair-words">
      ${t("Words of my own for the next shuffles (empty: random)")}
      <input type="text" maxlength="100" value=${ownWords()} autocomplete="off" onchange=${save} />
    </label>`;
  }
}
customElements.define("fair-panel", FairPanel);
