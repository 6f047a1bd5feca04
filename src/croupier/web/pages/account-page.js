import {get, path, post, put, remove} from "../core/api.js";
import {h} from "../core/draw.js";
import {Page} from "../core/page.js";
import {link} from "../core/router.js";
import {gain, money, plain} from "../core/words/say.js";
import {clockOrDate, dateAndTime, roundName} from "../core/words/say-more.js";
import {session} from "../core/session.js";
import {t, told} from "../core/words/words.js";
import {blank, sign} from "../elements/blank.js";
import {cites} from "../elements/cite-chip.js";
import {avatar} from "../layouts/common.js";
import {heads, scrolled} from "../elements/table.js";

/** Your own money, line by line; your password, second factor and sessions. */
class AccountPage extends Page {
  /** @type {any} */
  statement = null;
  done = "";
  /** @type {any[]} */
  sessions = [];
  /** A device that has not shown a code yet. @type {{secret: string, address: string} | null} */
  device = null;
  /** Shown once. @type {string[]} */
  recovery = [];

  from = "";
  to = "";

  async load() {
    if (session.me && !session.me.is_demo) this.sessions = await get("/api/me/sign-ins");
    if (session.me?.roles.includes("player")) this.statement = await get("/api/statement" + this.range());
  }

  /** Days as the house counts them, both included. */
  range() {
    const day = (/** @type {string} */ date) => Date.parse(`${date}T00:00:00+08:00`);
    const wanted = new URLSearchParams();
    if (this.from) wanted.set("from", String(day(this.from)));
    if (this.to) wanted.set("to", String(day(this.to) + 86_400_000));
    return wanted.size ? `?${wanted}` : "";
  }

  /** Which days, and the statement to take away. */
  days() {
    const change = (/** @type {"from"|"to"} */ name) => (/** @type {any} */ event) => {
      this[name] = event.target.value;
      this.attempt(() => this.load());
    };
    return h(
      "div",
      {class: "row no-print"},
      h(
        "label",
        {class: "field"},
        h("span", null, t("From")),
        h("input", {type: "date", value: this.from, onchange: change("from")}),
      ),
      h(
        "label",
        {class: "field"},
        h("span", null, t("To")),
        h("input", {type: "date", value: this.to, onchange: change("to")}),
      ),
      h("a", {class: "button", href: "/api/statement.csv" + this.range(), download: "statement.csv"}, "CSV"),
      h("button", {type: "button", onclick: () => print()}, t("Print")),
    );
  }

  look() {
    const {me} = session;
    if (!me)
      return h(
        "div",
        {class: "pad"},
        h("h1", null, t("Your account")),
        h("p", null, h("a", {class: "button primary", href: "#/sign-in?to=/account"}, t("Sign in"))),
      );
    return h(
      "div",
      {class: "pad account"},
      h(
        "header",
        {class: "panel account-head"},
        avatar(me.name, 56),
        h(
          "div",
          null,
          h("h1", null, me.name),
          h(
            "p",
            null,
            me.roles.map((role) => h("span", {class: "tag", key: role}, told(plain(role)))),
            me.is_demo ? h("span", {class: "quiet"}, t("demo: these chips are for fun")) : null,
          ),
        ),
        me.roles.includes("player")
          ? h(
              "p",
              {class: "balance"},
              h("span", null, t("In your account:")),
              " ",
              h("strong", null, money(me.balance)),
            )
          : null,
      ),
      this.refusal(),
      h(
        "div",
        {class: "account-body"},
        this.statement
          ? h(
              "section",
              {class: "panel", "aria-labelledby": "statement"},
              h(
                "header",
                {class: "panel-head"},
                h(
                  "div",
                  null,
                  h("h2", {id: "statement"}, t("Statement")),
                  h(
                    "p",
                    {class: "quiet"},
                    t("from {before} to {after}", {
                      before: money(this.statement.opening),
                      after: money(this.statement.closing),
                    }),
                  ),
                ),
                this.days(),
              ),
              this.lines(this.statement),
            )
          : null,
        h(
          "div",
          {class: "account-side"},
          me.roles.includes("player")
            ? h(
                "a",
                {class: "panel line", href: "#/limits"},
                sign("gauge"),
                h(
                  "span",
                  null,
                  h("strong", null, t("Your limits and sessions")),
                  h("small", null, t("What you may lose or play a day, and how you have played.")),
                ),
              )
            : null,
          me.has_password ? [this.password(), this.secondFactor(Boolean(me.has_second_factor))] : null,
          me.is_demo ? null : this.signedIn(),
        ),
      ),
    );
  }

  /** What a part of the page is about, before it is opened. @param {string} name @param {string} title @param {string} words */
  summary(name, title, words) {
    return h("summary", null, sign(name), h("span", null, h("strong", null, title), h("small", null, words)));
  }

  /** @param {boolean} isSet */
  secondFactor(isSet) {
    return h(
      "details",
      {class: "panel", key: "second-factor", open: this.recovery.length > 0 || undefined},
      this.summary("phone", t("Second factor"), t(isSet ? "Set: signing in asks for a code." : "Not set.")),
      this.recovery.length ? this.recoveryCodes() : isSet ? this.withDevice() : this.withoutDevice(),
    );
  }

  withoutDevice() {
    const begin = () =>
      this.attempt(async () => {
        this.device = await post("/api/me/second-factor");
      });
    if (!this.device)
      return h(
        "div",
        {class: "narrow"},
        h("p", null, t("A code from a device of yours, besides the password, each time you sign in.")),
        h("button", {type: "button", onclick: begin}, t("Set it up")),
      );
    const {secret, address} = this.device;
    const confirm = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      this.attempt(async () => {
        this.recovery = (
          await put("/api/me/second-factor", {
            secret,
            password: String(form.get("password")),
            code: String(form.get("code")),
          })
        ).codes;
        this.device = null;
        await session.load();
      });
    };
    return h(
      "form",
      {class: "narrow", onsubmit: confirm},
      h(
        "p",
        null,
        t("Give this to the device:") + " ",
        h("a", {href: address}, t("open it here")),
        " " + t("or type") + " ",
        h("code", null, secret),
      ),
      field("Password", {name: "password", type: "password", autocomplete: "current-password", required: true}),
      field("The device’s code now", {
        name: "code",
        inputmode: "numeric",
        autocomplete: "one-time-code",
        required: true,
        pattern: "[0-9]{6}",
        maxlength: 6,
      }),
      h("button", {type: "submit", class: "primary"}, t("Confirm")),
    );
  }

  recoveryCodes() {
    const done = () => {
      this.recovery = [];
      this.redraw();
    };
    return h(
      "div",
      {role: "status"},
      h(
        "p",
        null,
        t(
          "Keep these codes where the device is not. Each opens your account once if it is lost; they are not shown again.",
        ),
      ),
      h(
        "ul",
        null,
        this.recovery.map((code) => h("li", {key: code}, h("code", null, code))),
      ),
      h("button", {type: "button", class: "primary", onclick: done}, t("I have kept them")),
    );
  }

  withDevice() {
    const take = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      this.attempt(async () => {
        await post("/api/me/second-factor/remove", {
          password: String(form.get("password")),
          code: String(form.get("code")),
        });
        await session.load();
      });
    };
    return h(
      "form",
      {class: "narrow", onsubmit: take},
      h("p", null, t("Signing in asks for a code of your device.")),
      field("Password", {name: "password", type: "password", autocomplete: "current-password", required: true}),
      field("The device’s code now, or a recovery code", {
        name: "code",
        autocomplete: "one-time-code",
        required: true,
        maxlength: 40,
      }),
      h("button", {type: "submit"}, t("Do without it")),
    );
  }

  signedIn() {
    const end = (/** @type {string} */ id) => () =>
      this.attempt(async () => {
        await remove(path("me", "sign-ins", id));
        this.sessions = await get("/api/me/sign-ins");
      });
    return h(
      "details",
      {class: "panel", key: "sessions"},
      this.summary(
        "screens",
        t("Where you are signed in ({count})", {count: this.sessions.length}),
        t("End any that you do not know."),
      ),
      h(
        "ul",
        {class: "plain-list"},
        this.sessions.map((each) =>
          h(
            "li",
            {key: each.id},
            h(
              "span",
              null,
              t("since {start}, last seen {seen}", {
                start: clockOrDate(each.started),
                seen: clockOrDate(each.seen),
              }),
            ),
            each.is_this
              ? h("strong", {class: "tag"}, t("this one"))
              : h("button", {type: "button", onclick: end(each.id)}, t("End it")),
          ),
        ),
      ),
    );
  }

  /** @param {any} statement */
  lines(statement) {
    if (!statement.lines.length)
      return blank(
        "slip",
        t(this.range() ? "Nothing moved on these days." : "No movements yet."),
        t("What you bring to a table and take home, and payments at the cashier’s window, stand here line by line."),
      );
    return scrolled(
      t("Statement"),
      h(
        "table",
        {class: "movements"},
        heads(["When", "What", "Amount", "Balance"], t, ["Amount", "Balance"]),
        h(
          "tbody",
          null,
          statement.lines.map((/** @type {any} */ line, /** @type {number} */ index) =>
            h(
              "tr",
              {key: index},
              h("td", {class: "when", title: dateAndTime(line.at)}, clockOrDate(line.at)),
              h(
                "td",
                null,
                told(line.words),
                " ",
                line.round
                  ? h("a", {href: link("/round/:id", line.round), title: line.round}, told(roundName(line.round)))
                  : null,
                " ",
                cites(line.citations, 2),
              ),
              h("td", {class: `figure ${line.cents > 0 ? "won" : "lost"}`}, gain(line.cents)),
              h("td", {class: "figure"}, money(line.balance)),
            ),
          ),
        ),
      ),
    );
  }

  password() {
    const change = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      this.attempt(async () => {
        await put("/api/me/password", {old: String(form.get("old")), new: String(form.get("new"))});
        this.done = t("Your password is changed.");
        event.target.reset();
      });
    };
    return h(
      "details",
      {class: "panel"},
      this.summary("lock", t("Change your password"), t("Other devices are signed out.")),
      h(
        "form",
        {class: "narrow", onsubmit: change},
        h(
          "label",
          {class: "field"},
          h("span", null, t("Old password")),
          h("input", {name: "old", type: "password", autocomplete: "current-password", required: true}),
        ),
        h(
          "label",
          {class: "field"},
          h("span", null, t("New password")),
          h("input", {name: "new", type: "password", autocomplete: "new-password", required: true, minlength: 8}),
        ),
        h("button", {type: "submit", class: "primary"}, t("Change it")),
        this.done ? h("p", {role: "status"}, this.done) : null,
      ),
    );
  }
}

/** @param {string} words @param {Record<string, unknown>} input */
function field(words, input) {
  return h("label", {class: "field"}, h("span", null, t(words)), h("input", input));
}

customElements.define("account-page", AccountPage);
