import {Drawn, html} from "../core/draw.js";
import {today} from "../core/reality.js";
import {go} from "../core/router.js";
import {session} from "../core/session.js";
import {t} from "../core/words/words.js";

/** What opens under the menu: the ways through the house, everything that can be set, and the way out. */
class MenuSheet extends Drawn {
  /** The ways, drawn by who knows them. @type {any} */
  nav = null;
  isOpen = false;
  today = "";

  /** Asked each time the menu is opened. */
  async ask() {
    this.today = await today();
    this.redraw();
  }

  drawn() {
    if (this.isOpen && !this.wasOpen && session.me) this.ask();
    this.wasOpen = this.isOpen;
  }

  wasOpen = false;

  look() {
    const out = async () => {
      await session.signOut();
      go("/");
    };
    return html`<div class="menu-sheet">
      ${this.nav}
      <div class="menu-row">
        <button type="button" class="settings-button" onclick=${() => this.tell("settings")}>${t("Settings")}</button>
      </div>
      ${
        session.me
          ? html`<div class="menu-row">
            <span class="quiet">${this.today}</span>
            <a class="button" href="#/limits">${t("Your limits")}</a>
          </div>
          <div class="menu-row">
            <span>${session.me.name}</span>
            <button type="button" onclick=${out}>${t("Sign out")}</button>
          </div>`
          : null
      }
    </div>`;
  }
}
customElements.define("menu-sheet", MenuSheet);
