import {get, path, post} from "../core/api.js";
import {html} from "../core/draw.js";
import {Page} from "../core/page.js";
import {go} from "../core/router.js";
import {session} from "../core/session.js";
import {t} from "../core/words/words.js";
import {cards} from "../elements/felt/playing-card.js";

/** How single sign-on ended, where it did not end well. @type {Record<string, string>} */
const SIGN_ON = {
  "not-done": t("Nobody was signed in: it took too long, was broken off, or was not meant for this house. Try again."),
  "no-role": t("Your account has no role in this house. Whoever keeps the accounts can give it one."),
  away: t("Single sign-on cannot be reached. Try again later, or sign in with a password."),
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
    const submit = (/** @type {Submitted} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const who = {name: String(form.get("name")), password: String(form.get("password"))};
      const code = String(form.get("code") ?? ""); // of a second factor
      this.attempt(async () => {
        session.set(await post(token ? path("invitations", token) : "/api/session", code ? {...who, code} : who));
        go(to);
      });
    };
    const demo = () =>
      this.attempt(async () => {
        await session.startDemo();
        go(to);
      });
    return html`<div class="pad entrance">
      <div class="welcome" aria-hidden="true">
        ${cards(["Ts", "Js", "Qs", "Ks", "As"])}
        <strong>${t("Casino table games, by the book")}</strong>
        <p>${t("Poker, Multi-Link and Free Bet Blackjack, where every decision names its paragraph.")}</p>
      </div>
      <div class="door">${this.door(submit, demo)}</div>
    </div>`;
  }

  /** @param {(event: any) => void} submit @param {() => void} demo */
  door(submit, demo) {
    const {token} = this.params;
    return [
      html`<h1>${t(token ? "Welcome to the staff" : "Sign in")}</h1>`,
      token ? html`<p>${t("Choose the name and password you will sign in with. This link works once.")}</p>` : null,
      this.refusal(),
      SIGN_ON[this.query.get("sign-on") ?? ""]
        ? html`<p class="problem notice" role="alert">${SIGN_ON[this.query.get("sign-on") ?? ""]}</p>`
        : null,
      this.signOn && !token
        ? html`<p>
          <button type="button" class="primary" onclick=${() => this.signOnElsewhere()}>
            Staff: sign in with ${this.signOn}
          </button>
        </p>`
        : null,
      html`<form class="panel" onsubmit=${submit}>
        <label class="field">
          <span>${t("Name")}</span>
          <input name="name" type="text" autocomplete="username" required maxlength="32" />
        </label>
        <label class="field">
          <span>${t("Password")}</span>
          <input name="password" type="password" autocomplete=${token ? "new-password" : "current-password"} required
              maxlength="200" />
        </label>
        ${
          token
            ? null
            : html`<label class="field">
              <span>${t("Code, if you use a second factor")}</span>
              <input name="code" type="text" autocomplete="one-time-code" maxlength="40" />
            </label>`
        }
        <button type="submit" class="primary">${t(token ? "Begin" : "Sign in")}</button>
      </form>`,
      session.isDemo && !token
        ? html`<p class="demo">
          ${t("No account? Nothing to sign up for:")}
          <button type="button" onclick=${demo}>${t("Play with demo chips")}</button>
        </p>`
        : null,
    ];
  }
}
customElements.define("sign-in-page", SignInPage);
