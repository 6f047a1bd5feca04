import {Drawn, h} from "../core/draw.js";
import {accountName, money, plain, time} from "../core/say.js";
import {named} from "../core/names.js";
import {cites} from "./cite-chip.js";

/** @typedef {import("../core/types.js").Happening} Happening */

/** What has been announced and done, newest last, each with the chips it moved and its paragraph. */
export class HappeningLog extends Drawn {
  /** @type {Happening[]} */
  happenings = [];
  label = "Announcements";

  look() {
    return h(
      "div",
      {class: "log", role: "log", "aria-label": this.label, tabindex: "0"},
      h("ol", null, this.happenings.map((each) => this.line(each))),
    );
  }

  drawn() {
    const list = this.querySelector(".log");
    // The chips are drawn after us and make lines taller: look for the end once they are there.
    if (list) requestAnimationFrame(() => { list.scrollTop = list.scrollHeight; });
  }

  /** @param {Happening} each */
  line(each) {
    const moves = each.transfers.filter((move) => move.cents);
    return h(
      "li",
      {key: each.seq, class: each.is_system_decision ? "system" : "", "data-event": each.event?.type, "data-seq": each.seq},
      h("span", {class: "said", title: `${time(each.at)} · ${each.by?.name ?? ""} (${plain(each.by?.role ?? "")})`}, named(each.words)),
      each.is_system_decision ? h("span", {class: "tag"}, "decided by the system") : null,
      moves.length ? h("span", {class: "moves"}, moves.map((move) => h("span", {class: "move"}, `${accountName(move.source)} → ${accountName(move.target)} ${money(move.cents)}`))) : null,
      " ",
      cites(each.citations, 3),
    );
  }
}
customElements.define("happening-log", HappeningLog);
