import {Drawn, h} from "../core/draw.js";
import {t, told} from "../core/words/words.js";

const SHORT = {connecting: "Connecting", live: "Live", waiting: "Reconnecting", offline: "Offline", over: "Ended"};

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
    const words = link.until
      ? t("{words} in {seconds} s.", {words: told(link.words), seconds: left || 1})
      : told(link.words);
    const again = () => this.socket?.again();
    return h(
      "div",
      {class: "connection " + link.state, role: "status", "data-state": link.state},
      h("span", {class: "dot", "aria-hidden": "true"}),
      h("strong", null, t(SHORT[link.state])),
      link.state === "live" ? null : h("span", {class: "words"}, words),
      link.code === 4401
        ? h("a", {class: "button", href: "#/sign-in?to=" + encodeURIComponent(location.hash.slice(1))}, t("Sign in"))
        : null,
      link.state === "waiting" || link.code === 4409
        ? h("button", {type: "button", onclick: again}, t("Try now"))
        : null,
    );
  }
}
customElements.define("connection-state", ConnectionState);
