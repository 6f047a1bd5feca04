import {Drawn, h} from "../core/draw.js";
import {accountName, money, plain, time} from "../core/say.js";
import {cites} from "./cite-chip.js";

/** @typedef {import("../core/types.js").Happening} Happening */

/** What has been announced and done, newest last, each with the chips it moved and its paragraph. */
export class HappeningLog extends Drawn {
  /** @type {Happening[]} */
  happenings = [];
  label = "Announcements";
  /** @type {number | null} */
  current = null;

  look() {
    return h(
      "ol",
      {class: "log", role: "log", "aria-label": this.label, tabindex: "0"},
      this.happenings.map((each) => this.line(each)),
    );
  }

  drawn() {
    const list = this.querySelector("ol");
    if (list && this.current === null) list.scrollTop = list.scrollHeight;
    else this.querySelector("li.current")?.scrollIntoView({block: "nearest"});
  }

  /** @param {Happening} each */
  line(each) {
    const moves = each.transfers.filter((move) => move.cents);
    const isCurrent = each.seq === this.current;
    return h(
      "li",
      {key: each.seq, class: (isCurrent ? "current " : "") + (each.is_system_decision ? "system" : ""), "data-event": each.event?.type, "aria-current": isCurrent ? "step" : undefined},
      h("span", {class: "said", title: `${time(each.at)} · ${each.by?.name ?? ""} (${plain(each.by?.role ?? "")})`}, each.words),
      each.is_system_decision ? h("span", {class: "tag"}, "decided by the system") : null,
      moves.length ? h("span", {class: "moves"}, moves.map((move) => h("span", {class: "move"}, `${accountName(move.source)} → ${accountName(move.target)} ${money(move.cents)}`))) : null,
      " ",
      cites(each.citations),
    );
  }
}
customElements.define("happening-log", HappeningLog);
