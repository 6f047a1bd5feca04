import {Drawn, h} from "../core/draw.js";
import {Refused} from "../core/api.js";
import {link} from "../core/router.js";
import {lookUp} from "../core/rules.js";
import {plain} from "../core/words/say.js";
import {t, told} from "../core/words/words.js";
import {citesOf} from "./cite-chip.js";

/** The gist of one paragraph, in a dialog over the page. */
export class RuleSheet extends Drawn {
  /** @type {import("../core/types.js").Citation | null} */
  cite = null;
  /** @type {any} */
  found = null;
  /** @type {any} */
  reading = null;
  problem = "";

  /** @param {import("../core/types.js").Citation} cite */
  async open(cite) {
    this.cite = cite;
    this.found = this.reading = null;
    this.problem = "";
    this.redraw();
    await Promise.resolve();
    const dialog = this.querySelector("dialog");
    if (dialog && !dialog.open) dialog.showModal();
    try {
      ({found: this.found, reading: this.reading} = await lookUp(cite));
    } catch (error) {
      this.problem = error instanceof Refused ? error.reason : String(error);
    }
    this.redraw();
  }

  look() {
    const {edition: id = "", paragraph: number = ""} = this.cite ?? {};
    const close = () => this.querySelector("dialog")?.close();
    const backdrop = (/** @type {MouseEvent} */ event) => event.target === event.currentTarget && close();
    return h(
      "dialog",
      {class: "sheet", "aria-labelledby": "rule-title", onclick: backdrop},
      h(
        "div",
        {class: "sheet-body"},
        h("h2", {id: "rule-title"}, t("Paragraph {number}", {number})),
        h("p", {class: "quiet"}, id),
        this.problem
          ? h("p", {class: "problem"}, told(this.problem))
          : this.found
            ? this.gist()
            : h("p", null, t("Looking it up…")),
        h(
          "p",
          {class: "row end"},
          h(
            "a",
            {class: "button", href: link("/rules/:edition", id) + `?at=${encodeURIComponent(number)}`, onclick: close},
            t("In the rule book"),
          ),
          h("button", {type: "button", class: "primary", autofocus: true, onclick: close}, t("Close")),
        ),
      ),
    );
  }

  gist() {
    const {gist, kind, elsewhere = []} = this.found;
    const others = elsewhere.filter((/** @type {any} */ each) => each.edition !== this.cite?.edition);
    return [
      h("p", {class: "gist"}, gist),
      this.reading
        ? h(
            "div",
            {class: "reading"},
            h("strong", null, t("Reading {id}:", {id: this.reading.id}) + ` ${this.reading.title ?? ""} `),
            this.reading.taken,
          )
        : null,
      h(
        "p",
        {class: "quiet"},
        t("Kind: {kind}. In our own words; the document itself is the authority.", {kind: told(plain(kind))}),
      ),
      others.length
        ? h(
            "p",
            {class: "quiet"},
            t("Elsewhere:") + " ",
            others.map((/** @type {any} */ each) => [
              h("span", null, each.edition + " "),
              citesOf(each.edition, each.paragraphs ?? [each.number]),
              " ",
            ]),
          )
        : null,
    ];
  }
}
customElements.define("rule-sheet", RuleSheet);
