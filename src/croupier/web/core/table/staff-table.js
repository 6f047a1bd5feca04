// What the dealer's console and the pit's table have in common: what waits for a ruling, what can have gone wrong, what was said.
import {isRuling} from "./about.js";
import {h} from "../draw.js";
import {late} from "../late.js";
import {TableView} from "./table-view.js";
import "../../elements/staff/decision-list.js";
import "../../elements/happening-log.js";
import "../../elements/staff/trouble-sheet.js";

/** @typedef {import("../types.js").Scene} Scene */

late("held-round", () => import("../../elements/dock/held-round.js"));

export class StaffTable extends TableView {
  /** What comes next at the table; rulings have their own place. */
  get course() {
    return this.options("play").filter((option) => !isRuling(option));
  }

  /** @param {Scene} scene */
  rulings(scene) {
    return h("decision-list", {
      decisions: scene.decisions,
      options: scene.options,
      socket: this.socket,
      acting: this.role,
      isBusy: this.isBusy || !this.isLive,
      ongive: this.give,
    });
  }

  /** @param {Scene} scene */
  trouble(scene) {
    return h("trouble-sheet", {
      key: "trouble",
      seq: scene.seq,
      options: this.options("irregularity"),
      course: this.course,
      socket: this.socket,
      isLive: this.isLive,
      ongive: this.give,
    });
  }

  /** A Round that a restart has interrupted: what is foreseen, and where it is confirmed. @param {Scene} scene */
  held({table}) {
    if (table.status !== "interrupted") return null;
    return h(
      "div",
      {class: "decision held-here", key: "held"},
      h("p", {class: "who"}, h("strong", null, "This Round is held.")),
      h("held-round", {held: table.held}),
      h("a", {class: "button", href: "#/pit"}, "Pit"),
    );
  }

  saidAndDone() {
    return h(
      "aside",
      {class: "said-and-done", "aria-label": "What has happened"},
      h("h2", null, "Announced and done"),
      h("happening-log", {happenings: this.log}),
    );
  }

  /** Where one column holds everything, what can have gone wrong is below the screen: a way there. */
  jump() {
    const go = () => {
      this.querySelector("trouble-sheet")?.scrollIntoView();
      /** @type {HTMLElement | null} */ (this.querySelector("trouble-sheet input"))?.focus({preventScroll: true});
    };
    return h("button", {type: "button", class: "jump", onclick: go}, "Something went wrong");
  }
}
