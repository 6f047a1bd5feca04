import {get, path} from "../../core/api.js";
import {html} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {capital, gain, money, plain} from "../../core/words/say.js";
import {dateAndTime} from "../../core/words/say-more.js";
import {t} from "../../core/words/words.js";
import {heads} from "../../elements/table.js";

/** What a slip is for. @type {Record<string, string>} */
export const SLIPS = {
  receipt: t("Receipt"),
  reversal: t("Reversal"),
  float: t("Float"),
  fill: t("Fill"),
  credit: t("Credit"),
  count: t("Count of the rack"),
  closing: t("Closing count"),
  colour_up: "Colour-up",
  cash: t("Cash at the table"),
  box: t("Count of the drop box"),
  stock: t("Chips of the House"),
  jackpot: t("Jackpot"),
  jackpot_back: t("Prize taken back"),
};
const PAPERS = /** @type {Record<string, string>} */ ({roll: "80 mm", a4: "A4"});

/** A slip to print: on a roll of 80 mm or on A4. Its number is its place in the journal. */
class SlipPage extends Page {
  isForMembers = true;
  /** @type {import("../../core/types.js").SlipPage | null} */
  slip = null;
  paper = "roll";

  async load() {
    this.paper = this.query.get("paper") === "a4" ? "a4" : "roll";
    this.slip = await get(path("slips", this.params.number), {part: this.query.get("part") ?? "1"});
  }

  look() {
    const {slip} = this;
    if (!slip) return html`<div class="pad"><h1>${t("Slip")}</h1>${this.refusal()}</div>`;
    const choose = (/** @type {string} */ paper) => () => {
      this.paper = paper;
      this.redraw();
    };
    return html`<div class="pad slip-page">
      <style>
        ${`@page { size: ${this.paper === "a4" ? "A4" : "80mm auto"}; margin: ${this.paper === "a4" ? "20mm" : "4mm"}; }`}
      </style>
      <div class="row no-print">
        <div role="group" aria-label=${t("Paper")} class="row">
          ${Object.entries(PAPERS).map(
            ([paper, name]) =>
              html`<button type="button" key=${paper} aria-pressed=${String(this.paper === paper)} onclick=${choose(paper)}>
                ${name}
              </button>`,
          )}
        </div>
        <button type="button" class="primary" onclick=${() => print()}>${t("Print")}</button>
      </div>
      <article class="slip ${this.paper}" aria-labelledby="slip-title">${this.body(slip)}</article>
    </div>`;
  }

  /** @param {import("../../core/types.js").SlipPage} slip */
  body(slip) {
    const isMoney = ["receipt", "reversal"].includes(slip.kind);
    return [
      html`<h1 id="slip-title">${t(SLIPS[slip.kind] ?? "Slip")}</h1>`,
      html`<p class="slip-number">${t("No. {number}", {number: slip.number})}</p>`,
      html`<p class="slip-amount">${isMoney ? gain(slip.cents) : money(slip.cents)}</p>`,
      html`<p class="slip-words">${capital(slip.english)}</p>`,
      html`<p class="slip-words" lang="zh-Hans">${slip.chinese}</p>`,
      html`<dl>
        ${this.facts(slip)
          .filter(([, value]) => value)
          .map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
      </dl>`,
      this.chips(t(slip.kind === "colour_up" ? "Taken" : "Chips"), slip.chips),
      this.chips(t("Given"), slip.given),
      html`<div class="slip-signatures">
        ${this.signatures(slip).map(([what, name]) => html`<p key=${what}><span>${what}</span><b>${name}</b></p>`)}
      </div>`,
      html`<p class="slip-foot">${t("Entry {number} of the house’s journal", {number: slip.number})}</p>`,
    ];
  }

  /** @param {import("../../core/types.js").SlipPage} slip @returns {[string, string][]} */
  facts(slip) {
    const rounds = slip.last_round
      ? slip.first_round < slip.last_round
        ? `${slip.first_round}–${slip.last_round}`
        : String(slip.last_round)
      : "";
    return [
      [t("When"), dateAndTime(slip.at)],
      [t("Player"), slip.person_name],
      [t("Table"), slip.table_title],
      [t("Jackpot"), slip.link_title],
      [t("Box"), slip.box ? String(slip.box) : ""],
      [t("Hand"), slip.hand ? capital(plain(slip.hand)) : ""],
      [t("Display"), slip.meter === null ? "" : money(slip.meter)],
      [t("Rounds"), rounds],
      [t("Due"), slip.expected === null ? "" : money(slip.expected)],
      [t("Difference"), slip.expected === null ? "" : gain(slip.cents - slip.expected)],
      [t("Drop"), slip.drop === null ? "" : money(slip.drop)],
      [t("Reason"), slip.reason],
      [t("Takes back"), slip.reverses ? String(slip.reverses) : ""],
      [t("Taken back by"), slip.reversed_by ? String(slip.reversed_by) : ""],
      [t("Cards"), slip.check?.cards ?? ""],
      [t("Deck"), slip.check?.deck ?? ""],
      [t("Witnesses"), slip.check?.witnesses ?? ""],
      [t("Note"), slip.check?.note ?? ""],
    ];
  }

  /** @param {string} title @param {{cents: number, count: number}[]} chips */
  chips(title, chips) {
    if (!chips.length) return null;
    return html`<table>
      <caption>${title}</caption>
      ${heads([t("Chip"), t("Count"), t("Amount")], [t("Amount")])}
      <tbody>
        ${chips.map(
          ({cents, count}) =>
            html`<tr key=${cents}>
              <td>${money(cents)}</td>
              <td>${String(count)}</td>
              <td class="figure">${money(cents * count)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  /** Who stands for it; a line each to sign on paper. @param {import("../../core/types.js").SlipPage} slip @returns {[string, string][]} */
  signatures(slip) {
    const all = /** @type {[string, string][]} */ (
      ["fill", "credit"].includes(slip.kind)
        ? [
            [t("Dealer"), slip.asked_by_name],
            [t("Pit"), slip.approved_by_name],
            [t("Cage"), slip.by_name],
          ]
        : slip.kind === "jackpot"
          ? [
              [t("Manager"), slip.check?.by_name ?? ""],
              [t("Witness"), ""],
              [t("Player"), ""],
            ]
          : [
              [capital(plain(slip.role)), slip.by_name],
              [t("Second person"), slip.second_name],
            ]
    );
    return all.filter(([what, name]) => name || [t("Witness"), t("Player")].includes(what));
  }
}
customElements.define("slip-page", SlipPage);
