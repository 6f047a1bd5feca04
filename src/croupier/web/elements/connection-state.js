import {Drawn, html} from "../core/draw.js";
import {t} from "../core/words/words.js";

const SHORT = {
  connecting: t("Connecting"),
  live: t("Live"),
  waiting: t("Reconnecting"),
  offline: t("Offline"),
  over: t("Ended"),
};

/** Always visible: whether what you see is what the house has. */
export class ConnectionState extends Drawn {
  /** @type {import("../core/table/socket.js").TableSocket | null} */
  socket = null;
  /** @type {import("../core/table/socket.js").TableSocket | null} */
  #heard = null;

  look() {
    if (this.socket !== this.#heard) {
      this.#heard = this.socket;
      this.socket?.addEventListener("link", () => this.redraw());
    }
    const link = this.socket?.link;
    if (!link) return null;
    const left = link.until ? Math.max(0, Math.ceil((link.until - Date.now()) / 1000)) : 0;
    if (link.until && left) setTimeout(() => this.redraw(), 500);
    const words = link.until ? t("{words} in {seconds} s.", {words: link.words, seconds: left || 1}) : link.words;
    const again = () => this.socket?.again();
    return html`<div class=${"connection " + link.state} role="status" data-state=${link.state}>
      <span class="dot" aria-hidden="true" />
      <strong>${SHORT[link.state]}</strong>
      ${link.state === "live" ? null : html`<span class="words">${words}</span>`}
      ${
        link.code === 4401
          ? html`<a class="button" href=${"#/sign-in?to=" + encodeURIComponent(location.hash.slice(1))}>${t("Sign in")}</a>`
          : null
      }
      ${
        link.state === "waiting" || link.code === 4409
          ? html`<button type="button" onclick=${again}>${t("Try now")}</button>`
          : null
      }
    </div>`;
  }
}
customElements.define("connection-state", ConnectionState);
