import {post} from "../core/api.js";
import {h} from "../core/draw.js";
import {Page} from "../core/page.js";
import {gameName, versionName} from "../core/say.js";
import {t, told} from "../core/words.js";
import {cites} from "../elements/cite-chip.js";
import {layout} from "../layouts/index.js";
import "../elements/action-bar.js";
import "../elements/position-line.js";

/** A table that is all in its position: you play on from it, bots do the rest, and nothing is kept. */
class PositionPage extends Page {
  /** @type {any} */
  seen = null;
  /** @type {any[]} */
  said = [];
  isBusy = false;
  /** Why the last thing was not done. @type {any} */
  refused = null;

  get as() {
    return this.query.get("as") ?? "player";
  }

  async load() {
    const position = this.query.get("position");
    if (position) await this.play({position});
  }

  /** @param {any} body */
  async play(body) {
    this.isBusy = true;
    this.redraw();
    try {
      const place = this.seen?.snapshot.you.place ?? Number(this.query.get("place"));
      const found = await post("/api/positions", {role: this.as, ...(place ? {place} : {}), ...body});
      this.seen = found;
      this.said = [...this.said, ...found.said];
      return found.refused ? {ok: false, ...found.refused} : {ok: true};
    } finally {
      this.isBusy = false;
      this.redraw();
    }
  }

  /** @param {CustomEvent} event */
  give = async (event) => {
    const {option, values, done} = event.detail;
    /** @type {any} */
    let answer = {ok: false, reason: "", citations: []};
    await this.attempt(async () => {
      answer = await this.play({
        position: this.seen.position,
        command: {type: option.command, ...option.fixed, ...values},
      });
    });
    const isShown = done?.(answer) ?? false;
    this.refused = answer.ok || isShown ? null : answer;
    this.redraw();
  };

  look() {
    const snapshot = this.seen?.snapshot;
    if (!snapshot)
      return h(
        "div",
        {class: "pad"},
        h("h1", null, t("From a position")),
        this.refusal() ??
          h("p", {class: "quiet"}, t(this.query.get("position") ? "Setting up the table…" : "Open one from a replay.")),
      );
    const scene = {...snapshot, options: [], outcome: null, said: {}}; // the buttons are below: nothing on the felt is one
    return h(
      "div",
      {class: "table-page position-page"},
      h(
        "div",
        {class: "table-head"},
        h(
          "div",
          null,
          h("h1", null, t("From a position")),
          h(
            "p",
            {class: "quiet"},
            `${gameName(snapshot.table.game)}, ${versionName(snapshot.table.edition)} · ${t("Nothing here is kept.")}`,
          ),
        ),
      ),
      this.refusal(),
      h(
        "div",
        {class: "table-body"},
        h(
          "div",
          {class: "table-main"},
          layout(scene),
          this.refused?.reason
            ? h(
                "p",
                {class: "problem notice", role: "alert"},
                told(this.refused.reason),
                " ",
                cites(this.refused.citations),
              )
            : null,
          h(
            "div",
            {class: "dock"},
            h(
              "p",
              {class: "whose", role: "status"},
              this.seen.is_over ? t("The Round is over.") : t("What do you do?"),
            ),
            h("action-bar", {
              options: snapshot.options.filter((/** @type {any} */ each) => each.group === "play"),
              place: snapshot.you.place,
              isBusy: this.isBusy,
              ongive: this.give,
              empty: t("Nothing to decide here."),
            }),
          ),
          h("position-line", {position: this.seen.position, as: this.as}),
        ),
        h(
          "aside",
          {class: "table-side", "aria-label": t("What has happened")},
          h("h2", null, t("What has happened")),
          h(
            "ol",
            {class: "log"},
            this.said.map((each, index) =>
              h("li", {key: index}, h("span", null, told(each.words)), " ", cites(each.citations, 2)),
            ),
          ),
        ),
      ),
    );
  }
}
customElements.define("position-page", PositionPage);
