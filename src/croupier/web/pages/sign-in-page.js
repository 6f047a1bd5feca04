import {get, path, post} from "../core/api.js";
import {h} from "../core/draw.js";
import {Page} from "../core/page.js";
import {go} from "../core/router.js";
import {session} from "../core/session.js";
import {t} from "../core/words/words.js";
import {cards} from "../elements/felt/playing-card.js";

/** How single sign-on ended, where it did not end well. @type {Record<string, string>} */
const SIGN_ON = {
  "not-done": "Nobody was signed in: it took too long, was broken off, or was not meant for this house. Try again.",
  "no-role": "Your account has no role in this house. Whoever keeps the accounts can give it one.",
  away: "Single sign-on cannot be reached. Try again later, or sign in with a password.",
};

/** Sign in, use a one-time link, come by single sign-on, or start as a throw-away player in a demo house. */
class SignInPage extends Page {
  /** What staff sign in with besides a password, if the house has it. */
  signOn = "";

  async load() {
    if (this.query.get("sign-on") === "done") {
      await session.load(true);
      if (session.me) return go(this.query.get("to") ?? "/");
    }
    const lobby = await get("/api/lobby");
    session.isDemo = lobby.is_demo;
    this.signOn = lobby.sign_on;
  }

  /** Another site, the provider's, asks who it is and sends the browser back. */
  signOnElsewhere() {
    location.assign("/api/sign-on?to=" + encodeURIComponent(this.query.get("to") ?? "/pit"));
  }

  look() {
    const {token} = this.params;
    const to = this.query.get("to") ?? (token ? "/pit" : "/");
    const submit = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const who = {name: String(form.get("name")), password: String(form.get("password"))};
      const code = String(form.get("code") ?? ""); // of a second factor
      this.attempt(async () => {
        session.set(
          token ? await post(path("invitations", token), who) : await post("/api/session", code ? {...who, code} : who),
        );
        go(to);
      });
    };
    const demo = () =>
      this.attempt(async () => {
        await session.startDemo();
        go(to);
      });
    return h(
      "div",
      {class: "pad entrance"},
      h(
        "div",
        {class: "welcome", "aria-hidden": "true"},
        cards(["Ts", "Js", "Qs", "Ks", "As"]),
        h("strong", null, t("Casino table games, by the book")),
        h("p", null, t("Poker, Multi-Link and Free Bet Blackjack, where every decision names its paragraph.")),
      ),
      h("div", {class: "door"}, this.door(submit, demo)),
    );
  }

  /** @param {(event: any) => void} submit @param {() => void} demo */
  door(submit, demo) {
    const {token} = this.params;
    return [
      h("h1", null, t(token ? "Welcome to the staff" : "Sign in")),
      token ? h("p", null, t("Choose the name and password you will sign in with. This link works once.")) : null,
      this.refusal(),
      SIGN_ON[this.query.get("sign-on") ?? ""]
        ? h("p", {class: "problem notice", role: "alert"}, SIGN_ON[this.query.get("sign-on") ?? ""])
        : null,
      this.signOn && !token
        ? h(
            "p",
            null,
            h(
              "button",
              {type: "button", class: "primary", onclick: () => this.signOnElsewhere()},
              `Staff: sign in with ${this.signOn}`,
            ),
          )
        : null,
      h(
        "form",
        {class: "panel", onsubmit: submit},
        h(
          "label",
          {class: "field"},
          h("span", null, t("Name")),
          h("input", {name: "name", type: "text", autocomplete: "username", required: true, maxlength: 32}),
        ),
        h(
          "label",
          {class: "field"},
          h("span", null, t("Password")),
          h("input", {
            name: "password",
            type: "password",
            autocomplete: token ? "new-password" : "current-password",
            required: true,
            maxlength: 200,
          }),
        ),
        token
          ? null
          : h(
              "label",
              {class: "field"},
              h("span", null, t("Code, if you use a second factor")),
              h("input", {name: "code", type: "text", autocomplete: "one-time-code", maxlength: 40}),
            ),
        h("button", {type: "submit", class: "primary"}, t(token ? "Begin" : "Sign in")),
      ),
      session.isDemo && !token
        ? h(
            "p",
            {class: "demo"},
            t("No account? Nothing to sign up for:"),
            h("button", {type: "button", onclick: demo}, t("Play with demo chips")),
          )
        : null,
    ];
  }
}
customElements.define("sign-in-page", SignInPage);
