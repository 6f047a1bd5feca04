import {Drawn, h} from "../core/draw.js";
import {go, here} from "../core/router.js";
import {money} from "../core/say.js";
import {session} from "../core/session.js";
import "./rule-sheet.js";

/** The house around every page: where you are, who you are, and whether what you see is live. */
class FloorApp extends Drawn {
  place = here();
  isReady = false;
  isOut = false; // a page's own code could not be fetched
  said = "";

  async connectedCallback() {
    addEventListener("hashchange", () => this.move());
    session.addEventListener("change", () => this.redraw());
    this.addEventListener("open-paragraph", (event) => /** @type {any} */ (this.querySelector("rule-sheet"))?.open(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("say", (event) => this.say(/** @type {CustomEvent} */ (event).detail));
    await Promise.all([session.load(), this.fetch(this.place)]);
    this.isReady = true;
    this.titled();
    super.connectedCallback();
  }

  /** A page's code comes with the first visit to it, so that the first page has little to wait for. @param {import("../core/router.js").Place} place */
  async fetch({page}) {
    try {
      await import(`../pages/${page}.js`);
      this.isOut = false;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // our own mistake, not the network's
      this.isOut = true;
    }
  }

  async move() {
    const place = here();
    await this.fetch(place);
    if (location.hash !== place.hash) return; // gone on meanwhile
    this.place = place;
    this.titled();
    this.redraw();
    setTimeout(() => /** @type {HTMLElement | null} */ (this.querySelector("main"))?.focus({preventScroll: true}), 0);
    scrollTo(0, 0);
  }

  titled() {
    document.title = `${this.place.title} · Croupier`;
  }

  /** For screen readers: what just happened. @param {string} words */
  say(words) {
    this.said = words;
    this.redraw();
  }

  look() {
    const {page, params, query} = this.place;
    const isBare = page === "jackpot-page";
    const address = location.hash.split("?")[0];
    return [
      h("a", {class: "skip", href: "#main", onclick: (/** @type {Event} */ event) => { event.preventDefault(); this.querySelector("main")?.focus(); }}, "Skip to the table"),
      isBare ? null : this.header(address),
      h("main", {id: "main", tabindex: "-1"}, this.isOut ? this.outNote() : this.isReady ? h(page, {params, query, key: page + address}) : h("p", {class: "quiet pad"}, "Opening the floor…")),
      h("div", {class: "hidden", role: "status", "aria-live": "polite"}, this.said),
      h("rule-sheet", {key: "rules"}),
    ];
  }

  outNote() {
    return h("div", {class: "pad"}, h("h1", null, this.place.title), h("p", {class: "problem notice", role: "alert"}, "This page could not be fetched. Check the network. ", h("button", {type: "button", onclick: () => location.reload()}, "Try again")));
  }

  /** @param {string} address */
  header(address) {
    const to = (/** @type {string} */ href, /** @type {string} */ name) => h("a", {href, key: href, "aria-current": address === href || (href === "#/" && !address) ? "page" : undefined}, name);
    const {me} = session;
    return h(
      "header",
      {class: "top"},
      h("a", {class: "brand", href: "#/"}, h("img", {src: "/icon.svg", alt: "", width: "28", height: "28"}), "Croupier"),
      h(
        "nav",
        {"aria-label": "Main"},
        to("#/", "Lobby"),
        me ? to("#/rounds", "Rounds") : null,
        to("#/rules", "Rules"),
        to("#/learn", "Learn"),
        session.may("dealer") || session.may("auditor") ? to("#/pit", "Pit") : null,
        session.may("pit_manager") || session.may("auditor") ? [to("#/people", "People"), to("#/reports", "Reports")] : null,
      ),
      h(
        "div",
        {class: "me"},
        me
          ? [h("a", {href: "#/account", title: "Your account"}, h("span", {class: "me-name"}, me.name), " ", h("strong", null, money(me.balance))), h("button", {type: "button", onclick: () => this.leave()}, "Sign out")]
          : h("a", {class: "button", href: "#/sign-in"}, "Sign in"),
      ),
    );
  }

  async leave() {
    await session.signOut();
    go("/");
  }
}
customElements.define("floor-app", FloorApp);
