import {Drawn, h} from "../core/draw.js";
import {capital, gain, money, optionWords, plain} from "../core/say.js";
import {optionKey} from "./action-bar.js";
import {cites} from "./cite-chip.js";

/** @typedef {import("../core/types.js").Option} Option */

/** Something went wrong: what can be reported now, only the blanks its rule needs, what it would do, then do it. */
export class TroubleSheet extends Drawn {
  /** @type {Option[]} */
  options = [];
  /** @type {import("../core/socket.js").TableSocket | null} */
  socket = null;
  isLive = true;
  search = "";
  chosen = "";
  /** @type {Record<string, any>} */
  values = {};
  /** @type {any} */
  foreseen = null;
  isBusy = false;
  /** What the table was at, and what it was at when the outcome was worked out. */
  seq = 0;
  #foreseenAt = 0;

  get option() {
    return this.options.find((option) => optionKey(option) === this.chosen) ?? null;
  }

  /** @param {Option} option */
  choose(option) {
    this.chosen = optionKey(option);
    this.values = {};
    this.foreseen = null;
    this.redraw();
    if (!option.asks.length) this.foresee(option, {});
  }

  back() {
    this.chosen = "";
    this.foreseen = null;
    this.redraw();
  }

  /** @param {Option} option @param {Record<string, any>} values */
  async foresee(option, values) {
    this.values = values;
    this.#foreseenAt = this.seq;
    const answer = await this.socket?.preview(option, values);
    if (this.chosen !== optionKey(option)) return;
    this.foreseen = answer;
    this.redraw();
  }

  look() {
    const option = this.option;
    // Players went on meanwhile: what was shown is no longer what would happen.
    if (option && this.foreseen && this.seq !== this.#foreseenAt) this.foresee(option, this.values);
    return h("section", {class: "trouble", "aria-label": "Something went wrong"}, h("h2", null, "Something went wrong"), option ? this.one(option) : this.list());
  }

  list() {
    const wanted = this.search.toLowerCase();
    const found = this.options.filter((option) => (optionWords(option) + option.citations.map((cite) => cite.paragraph).join(" ")).toLowerCase().includes(wanted));
    if (!this.options.length) return h("p", {class: "quiet"}, "Nothing that the rules speak of can have gone wrong at this moment.");
    return [
      this.options.length > 5 ? h("label", {class: "field"}, h("span", null, "Find by word or paragraph"), h("input", {type: "search", value: this.search, oninput: (/** @type {any} */ event) => { this.search = event.target.value; this.redraw(); }})) : null,
      h("ul", {class: "troubles"}, found.map((option) => h("li", {key: optionKey(option)}, h("button", {type: "button", class: "trouble-button", "data-command": option.command, onclick: () => this.choose(option)}, optionWords(option)), cites(option.citations, 3)))),
    ];
  }

  /** @param {Option} option */
  one(option) {
    const isAsked = option.asks.length > 0 && !this.foreseen;
    return h(
      "div",
      {class: "trouble-one"},
      h("h3", null, optionWords(option, this.values), " ", cites(option.citations)),
      isAsked
        ? h("option-form", {key: "form" + this.chosen, option, confirmWords: "Show what will happen", ongive: (/** @type {any} */ event) => { event.stopPropagation(); this.foresee(option, event.detail); }, oncancel: () => this.back()})
        : this.foreseen
          ? this.outcome(option)
          : h("p", {class: "quiet"}, "Working out what will happen…"),
    );
  }

  /** @param {Option} option */
  outcome(option) {
    const seen = this.foreseen;
    const isOpaque = !seen.ok && seen.code !== "refused";
    const sure = async () => {
      this.isBusy = true;
      this.redraw();
      this.tell("give", {option, values: this.values});
      this.isBusy = false;
      this.back();
    };
    return [
      seen.ok ? this.preview(seen) : h("p", {class: isOpaque ? "quiet" : "problem"}, isOpaque ? "What comes of it cannot be shown beforehand: " : "Refused: ", seen.reason, " ", cites(seen.citations)),
      h(
        "div",
        {class: "row"},
        h("button", {type: "button", class: "primary sure", disabled: this.isBusy || !this.isLive || (!seen.ok && !isOpaque), onclick: sure}, "Do it"),
        h("button", {type: "button", onclick: () => this.back()}, "Back"),
      ),
    ];
  }

  /** @param {import("../core/types.js").Preview} seen */
  preview(seen) {
    const changed = seen.players.filter((player) => player.before !== player.after);
    return [
      h("h4", null, "What will happen"),
      h("ol", {class: "foreseen"}, seen.events.map((event, index) => h("li", {key: index}, event.words, " ", cites(event.citations)))),
      h(
        "table",
        {class: "changes"},
        h("caption", null, changed.length ? "Chips in front of each player" : "Nobody’s chips move"),
        h("thead", null, h("tr", null, ["Player", "Now", "Then", "Change"].map((name) => h("th", {scope: "col"}, name)))),
        h("tbody", null, seen.players.map((player) => h("tr", {key: player.place, class: player.before === player.after ? "same" : ""}, h("th", {scope: "row"}, `${player.place} ${player.name}`), h("td", null, money(player.before)), h("td", null, money(player.after)), h("td", {class: player.after > player.before ? "won" : player.after < player.before ? "lost" : ""}, gain(player.after - player.before))))),
      ),
      seen.decisions.length ? h("p", null, h("strong", null, "Then waits for: "), seen.decisions.map((each) => [`${capital(plain(each.role))}: ${each.question} `, cites(each.citations)])) : null,
    ];
  }
}
customElements.define("trouble-sheet", TroubleSheet);
