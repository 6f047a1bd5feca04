import {get} from "../core/api.js";
import {h} from "../core/draw.js";
import {Page} from "../core/page.js";
import {go} from "../core/router.js";
import {session} from "../core/session.js";

/** Sign in, use a one-time link, or start as a throw-away player in a demo house. */
class SignInPage extends Page {
  async load() {
    session.isDemo = (await get("/api/lobby")).is_demo;
  }

  look() {
    const {token} = this.params;
    const to = this.query.get("to") ?? (token ? "/pit" : "/");
    const submit = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      const [name, password] = [String(form.get("name")), String(form.get("password"))];
      this.attempt(async () => {
        await (token
          ? session.useInvitation(token, name, password)
          : session.signIn(name, password, String(form.get("code") ?? "")));
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
      {class: "pad narrow"},
      h("h1", null, token ? "Welcome to the staff" : "Sign in"),
      token ? h("p", null, "Choose the name and password you will sign in with. This link works once.") : null,
      this.refusal(),
      h(
        "form",
        {class: "panel", onsubmit: submit},
        h(
          "label",
          {class: "field"},
          h("span", null, "Name"),
          h("input", {name: "name", type: "text", autocomplete: "username", required: true, maxlength: 32}),
        ),
        h(
          "label",
          {class: "field"},
          h("span", null, "Password"),
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
              h("span", null, "Code, if you use a second factor"),
              h("input", {name: "code", type: "text", autocomplete: "one-time-code", maxlength: 40}),
            ),
        h("button", {type: "submit", class: "primary"}, token ? "Begin" : "Sign in"),
      ),
      session.isDemo && !token
        ? h(
            "p",
            null,
            "Or ",
            h("button", {type: "button", onclick: demo}, "play with demo chips"),
            ", no sign-up needed.",
          )
        : null,
    );
  }
}
customElements.define("sign-in-page", SignInPage);
