import {get, post, put} from "../core/api.js";
import {houseDay} from "../core/days.js";
import {h} from "../core/draw.js";
import {Page} from "../core/page.js";
import {link} from "../core/router.js";
import {gain, gameName, money} from "../core/words/say.js";
import {dateAndTime} from "../core/words/say-more.js";
import {t, told} from "../core/words/words.js";
import {heads, scrolled} from "../elements/table.js";

/** Your sessions, and limits that you set for yourself: they hold at every table until their day. */
class LimitsPage extends Page {
  isForMembers = true;
  /** @type {any} */
  limits = null;
  /** @type {any[]} */
  sessions = [];
  isSure = false;

  async load() {
    [this.limits, this.sessions] = await Promise.all([get("/api/me/limits"), get("/api/me/sessions")]);
  }

  look() {
    if (!this.limits) return h("div", {class: "pad"}, h("h1", null, t("Your limits")), this.refusal());
    const {lost, minutes, reached, excluded_until: excluded} = this.limits;
    const one = (/** @type {string} */ name, /** @type {string} */ value) =>
      h("div", {key: name}, h("dt", null, t(name)), h("dd", null, value));
    return h(
      "div",
      {class: "pad limits"},
      h("h1", null, t("Your limits")),
      this.refusal(),
      reached ? h("p", {class: "problem notice", role: "status"}, told(reached)) : null,
      h(
        "dl",
        {class: "figures"},
        one("Lost today", money(Math.max(0, lost))),
        one("Played today", t("{count} minutes", {count: minutes})),
      ),
      h(
        "p",
        {class: "quiet"},
        t(
          "They hold at every table. They can be made stricter at any time, and undone only from the day that you choose now. A Round that has begun is finished.",
        ),
      ),
      h(
        "div",
        {class: "limit-panels"},
        this.setting("loss", "Loss a day", "Dollars"),
        this.setting("time", "Time a day", "Minutes"),
        this.excluding(excluded),
      ),
      h("h2", null, t("Your sessions")),
      this.sessions.length
        ? this.sessions.map((each) => this.session(each))
        : h("p", {class: "quiet"}, t("You have not played yet.")),
    );
  }

  get dayAfterTomorrow() {
    return houseDay(2);
  }

  /** @param {"loss"|"time"} kind @param {string} title @param {string} unit */
  setting(kind, title, unit) {
    const known = this.limits[kind];
    const scale = kind === "loss" ? 100 : 1;
    const set = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      this.attempt(async () => {
        this.limits = await put("/api/me/limits", {
          kind,
          amount: Math.round(Number(form.get("amount")) * scale),
          until: String(form.get("until")),
        });
      });
    };
    const end = () =>
      this.attempt(async () => {
        this.limits = await put("/api/me/limits", {kind, amount: null, until: this.dayAfterTomorrow});
      });
    return h(
      "section",
      {class: "panel", key: kind},
      h("h2", null, t(title)),
      h(
        "p",
        null,
        known
          ? t("{amount} a day; to be undone from {time}", {
              amount: kind === "loss" ? money(known.amount) : t("{count} minutes", {count: known.amount}),
              time: dateAndTime(known.until),
            })
          : t("No limit."),
      ),
      h(
        "form",
        {class: "row", onsubmit: set},
        h(
          "label",
          {class: "field inline"},
          h("span", null, t(unit)),
          h("input", {name: "amount", type: "number", min: "1", step: "1", required: true, inputmode: "numeric"}),
        ),
        h(
          "label",
          {class: "field inline"},
          h("span", null, t("Not to be undone before")),
          h("input", {
            name: "until",
            type: "date",
            min: this.dayAfterTomorrow,
            value: this.dayAfterTomorrow,
            required: true,
          }),
        ),
        h("button", {type: "submit", class: "primary"}, t("Set")),
        known ? h("button", {type: "button", onclick: end}, t("Undo")) : null,
      ),
    );
  }

  /** @param {number} until */
  excluding(until) {
    const isOut = until > Date.now();
    const exclude = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      if (!this.isSure) {
        this.isSure = true;
        this.redraw();
        return;
      }
      this.isSure = false;
      this.attempt(async () => {
        this.limits = await post("/api/me/exclusion", {until: String(form.get("until"))});
      });
    };
    return h(
      "section",
      {class: "panel", key: "exclusion"},
      h("h2", null, t("Exclusion")),
      h(
        "p",
        null,
        isOut
          ? t("You are excluded from play until {time}.", {time: dateAndTime(until)})
          : t("No seat at any table until a day that you choose. It cannot be taken back."),
      ),
      h(
        "form",
        {class: "row", onsubmit: exclude},
        h(
          "label",
          {class: "field inline"},
          h("span", null, t("Until")),
          h("input", {
            name: "until",
            type: "date",
            min: this.dayAfterTomorrow,
            value: this.dayAfterTomorrow,
            required: true,
          }),
        ),
        h("button", {type: "submit", class: "danger"}, t(this.isSure ? "Yes, exclude me" : "Exclude me")),
      ),
    );
  }

  /** @param {any} each */
  session(each) {
    const names = ["Table", "Game", "Time", "Rounds", "Without a bet", "Average bet", "Expected", "Result"];
    return scrolled(
      dateAndTime(each.since),
      h(
        "table",
        null,
        h("caption", null, `${dateAndTime(each.since)} · ${gain(each.won)}`),
        heads(names, t),
        h(
          "tbody",
          null,
          each.stays.map((/** @type {any} */ stay, /** @type {number} */ index) =>
            h(
              "tr",
              {key: index},
              h(
                "th",
                {scope: "row"},
                h("a", {href: link("/table/:id", stay.table)}, stay.title),
                stay.is_practice ? ` (${t("practice")})` : "",
              ),
              h("td", null, t(gameName(stay.game))),
              h("td", {class: "figure"}, t("{count} minutes", {count: Math.round((stay.until - stay.since) / 60_000)})),
              h("td", {class: "figure"}, stay.rounds),
              h("td", {class: "figure"}, stay.idle),
              h("td", {class: "figure"}, money(stay.average_bet)),
              h("td", {class: "figure"}, stay.theoretical === null ? "–" : gain(-Math.round(stay.theoretical))),
              h("td", {class: "figure " + (stay.won >= 0 ? "won" : "lost")}, gain(stay.won)),
            ),
          ),
        ),
      ),
      each.since,
    );
  }
}
customElements.define("limits-page", LimitsPage);
