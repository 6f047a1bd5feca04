// Who deals shows again who they are, on top of the table: nothing that was entered is lost, and nothing is left.
import {Refused, post} from "../../core/api.js";
import {Drawn, html} from "../../core/draw.js";
import {session} from "../../core/session.js";
import {t} from "../../core/words/words.js";

const OVER = 4401;

export class SignAgain extends Drawn {
  /** @type {import("../../core/table/socket.js").TableSocket | null} */
  socket = null;
  name = "";
  problem = "";
  isBusy = false;
  /** @type {import("../../core/table/socket.js").TableSocket | null} */
  #heard = null;

  /** @param {Submitted} event */
  enter = async (event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const [password, code] = [String(form.get("password")), String(form.get("code"))];
    this.isBusy = true;
    this.problem = "";
    this.redraw();
    try {
      const {socket, name} = this;
      if (socket?.link.code === OVER) {
        session.set(await post("/api/session", code ? {name, password, code} : {name, password}));
        socket.again();
      } else {
        session.set(await post("/api/session/renewal", {password, code}));
        socket?.renew(null);
      }
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      this.problem = refused.reason;
    }
    this.isBusy = false;
    this.redraw();
  };

  look() {
    const {socket} = this;
    if (socket !== this.#heard) {
      this.#heard = socket;
      socket?.addEventListener("link", () => this.redraw());
    }
    const isOver = socket?.link.code === OVER;
    const due = socket?.renewal;
    if (!isOver && !due) return null;
    const words = isOver
      ? t("Your session is over. What you enter is kept, and sent once you have signed in again.")
      : t("Sign in again soon: your session ends.");
    return html`<form class="sign-again" onsubmit=${this.enter} aria-label=${t("Sign in again")}>
      <p role="status">${words}</p>
      ${
        due?.way === "sign_on"
          ? html`<a class="button primary" href=${"/api/sign-on?to=" + encodeURIComponent(location.hash.slice(1))}>${t("Sign in again")}</a>`
          : [
              html`<b key="name">${this.name}</b>`,
              html`<label class="field" key="password"><span>${t("Password")}</span><input type="password" name="password" autocomplete="off" required /></label>`,
              html`<label class="field" key="code"><span>${t("Code, if you have one")}</span><input type="text" name="code" autocomplete="off" /></label>`,
              html`<button type="submit" class="primary" key="go" disabled=${this.isBusy}>${t("Sign in again")}</button>`,
            ]
      }
      ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : null}
    </form>`;
  }
}
customElements.define("sign-again", SignAgain);
