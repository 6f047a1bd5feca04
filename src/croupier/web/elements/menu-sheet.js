import {Drawn, h} from "../core/draw.js";
import {prefs} from "../core/prefs.js";
import {go} from "../core/router.js";
import {session} from "../core/session.js";
import {t} from "../core/words/words.js";

/** What opens under the menu: the ways through the house, how it looks, and the way out. */
class MenuSheet extends Drawn {
  /** The ways, drawn by who knows them. @type {any} */
  nav = null;

  /** @param {"theme"|"suits"} name @param {string} title @param {[string, string][]} values */
  choice(name, title, values) {
    return h(
      "div",
      {class: "menu-row", role: "group", "aria-label": t(title)},
      h("span", null, t(title)),
      values.map(([value, words]) =>
        h(
          "button",
          {
            type: "button",
            key: value,
            "aria-pressed": String(prefs.get(name) === value),
            onclick: () => prefs.set(name, value),
          },
          t(words),
        ),
      ),
    );
  }

  look() {
    const out = async () => {
      await session.signOut();
      go("/");
    };
    return h(
      "div",
      {class: "menu-sheet"},
      this.nav,
      this.choice("theme", "Theme", [
        ["auto", "Automatic"],
        ["light", "Light"],
        ["dark", "Dark"],
      ]),
      this.choice("suits", "Suits", [
        ["two", "Two colours"],
        ["four", "Four colours"],
      ]),
      session.me
        ? h(
            "div",
            {class: "menu-row"},
            h("span", null, session.me.name),
            h("button", {type: "button", onclick: out}, t("Sign out")),
          )
        : null,
    );
  }
}
customElements.define("menu-sheet", MenuSheet);
