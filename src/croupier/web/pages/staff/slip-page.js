import {get, path} from "../../core/api.js";
import {h} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {capital, gain, money, plain} from "../../core/words/say.js";
import {dateAndTime} from "../../core/words/say-more.js";
import {t} from "../../core/words/words.js";
import {heads} from "../../elements/table.js";

/** What a slip is for. @type {Record<string, string>} */
export const SLIPS = {
  receipt: "Receipt",
  reversal: "Reversal",
  float: "Float",
  fill: "Fill",
  credit: "Credit",
  count: "Count of the rack",
  closing: "Closing count",
  colour_up: "Colour-up",
  cash: "Cash at the table",
  box: "Count of the drop box",
  stock: "Chips of the House",
  jackpot: "Jackpot",
  jackpot_back: "Prize taken back",
};
const PAPERS = /** @type {Record<string, string>} */ ({roll: "80 mm", a4: "A4"});

/** A slip to print: on a roll of 80 mm or on A4. Its number is its place in the journal. */
class SlipPage extends Page {
  isForMembers = true;
  /** @type {any} */
  slip = null;
  paper = "roll";

  async load() {
    this.paper = this.query.get("paper") === "a4" ? "a4" : "roll";
    this.slip = await get(path("slips", this.params.number) + `?part=${Number(this.query.get("part") ?? 1)}`);
  }

  look() {
    const {slip} = this;
    if (!slip) return h("div", {class: "pad"}, h("h1", null, t("Slip")), this.refusal());
    const choose = (/** @type {string} */ paper) => () => {
      this.paper = paper;
      this.redraw();
    };
    return h(
      "div",
      {class: "pad slip-page"},
      h(
        "style",
        null,
        `@page { size: ${this.paper === "a4" ? "A4" : "80mm auto"}; margin: ${this.paper === "a4" ? "20mm" : "4mm"}; }`,
      ),
      h(
        "div",
        {class: "row no-print"},
        h(
          "div",
          {role: "group", "aria-label": t("Paper"), class: "row"},
          Object.entries(PAPERS).map(([paper, name]) =>
            h(
              "button",
              {type: "button", key: paper, "aria-pressed": String(this.paper === paper), onclick: choose(paper)},
              name,
            ),
          ),
        ),
        h("button", {type: "button", class: "primary", onclick: () => print()}, t("Print")),
      ),
      h("article", {class: `slip ${this.paper}`, "aria-labelledby": "slip-title"}, this.body(slip)),
    );
  }

  /** @param {any} slip */
  body(slip) {
    const isMoney = ["receipt", "reversal"].includes(slip.kind);
    return [
      h("h1", {id: "slip-title"}, t(SLIPS[slip.kind] ?? "Slip")),
      h("p", {class: "slip-number"}, t("No. {number}", {number: slip.number})),
      h("p", {class: "slip-amount"}, isMoney ? gain(slip.cents) : money(slip.cents)),
      h("p", {class: "slip-words"}, capital(slip.english)),
      h("p", {class: "slip-words", lang: "zh-Hans"}, slip.chinese),
      h(
        "dl",
        null,
        this.facts(slip)
          .filter(([, value]) => value)
          .map(([name, value]) => h("div", {key: name}, h("dt", null, t(name)), h("dd", null, value))),
      ),
      this.chips(t(slip.kind === "colour_up" ? "Taken" : "Chips"), slip.chips),
      this.chips(t("Given"), slip.given),
      h(
        "div",
        {class: "slip-signatures"},
        this.signatures(slip).map(([what, name]) => h("p", {key: what}, h("span", null, t(what)), h("b", null, name))),
      ),
      h("p", {class: "slip-foot"}, t("Entry {number} of the house’s journal", {number: slip.number})),
    ];
  }

  /** @param {any} slip @returns {[string, string][]} */
  facts(slip) {
    const rounds = slip.last_round
      ? slip.first_round < slip.last_round
        ? `${slip.first_round}–${slip.last_round}`
        : String(slip.last_round)
      : "";
    return [
      ["When", dateAndTime(slip.at)],
      ["Player", slip.person_name],
      ["Table", slip.table_title],
      ["Jackpot", slip.link_title],
      ["Box", slip.box ? String(slip.box) : ""],
      ["Hand", slip.hand ? capital(plain(slip.hand)) : ""],
      ["Display", slip.meter === null ? "" : money(slip.meter)],
      ["Rounds", rounds],
      ["Due", slip.expected === null ? "" : money(slip.expected)],
      ["Difference", slip.expected === null ? "" : gain(slip.cents - slip.expected)],
      ["Drop", slip.drop === null ? "" : money(slip.drop)],
      ["Reason", slip.reason],
      ["Takes back", slip.reverses ? String(slip.reverses) : ""],
      ["Taken back by", slip.reversed_by ? String(slip.reversed_by) : ""],
      ["Cards", slip.check?.cards ?? ""],
      ["Deck", slip.check?.deck ?? ""],
      ["Witnesses", slip.check?.witnesses ?? ""],
      ["Note", slip.check?.note ?? ""],
    ];
  }

  /** @param {string} title @param {{cents: number, count: number}[]} chips */
  chips(title, chips) {
    if (!chips.length) return null;
    return h(
      "table",
      null,
      h("caption", null, title),
      heads(["Chip", "Count", "Amount"], t, ["Amount"]),
      h(
        "tbody",
        null,
        chips.map(({cents, count}) =>
          h(
            "tr",
            {key: cents},
            h("td", null, money(cents)),
            h("td", null, String(count)),
            h("td", {class: "figure"}, money(cents * count)),
          ),
        ),
      ),
    );
  }

  /** Who stands for it; a line each to sign on paper. @param {any} slip @returns {[string, string][]} */
  signatures(slip) {
    const all = /** @type {[string, string][]} */ (
      ["fill", "credit"].includes(slip.kind)
        ? [
            ["Dealer", slip.asked_by_name],
            ["Pit", slip.approved_by_name],
            ["Cage", slip.by_name],
          ]
        : slip.kind === "jackpot"
          ? [
              ["Manager", slip.check?.by_name ?? ""],
              ["Witness", ""],
              ["Player", ""],
            ]
          : [
              [capital(plain(slip.role)), slip.by_name],
              ["Second person", slip.second_name],
            ]
    );
    return all.filter(([what, name]) => name || ["Witness", "Player"].includes(what));
  }
}
customElements.define("slip-page", SlipPage);
