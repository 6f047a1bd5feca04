import {Drawn, h} from "../core/draw.js";
import {meetGames} from "../core/games.js";
import {fetched, late} from "../core/late.js";
import {here} from "../core/router.js";
import {money} from "../core/words/say.js";
import {play} from "../core/sound.js";
import {prefs} from "../core/prefs.js";
import {session} from "../core/session.js";
import {wear} from "../core/styles.js";
import {learn, t} from "../core/words/words.js";
import {chineseSign, icon} from "./icon.js";

late("menu-sheet", () => import("./menu-sheet.js"));
late("rule-sheet", () => import("./rule-sheet.js"));

/** The house around every page: where you are, who you are, and whether what you see is live. */
class FloorApp extends Drawn {
  place = here();
  isReady = false;
  isOut = false; // a page's own code could not be fetched
  isReading = false; // a paragraph has been asked for
  isMenuWanted = false;
  said = "";
  /** At a table the top says which. @type {{title: string, words: string} | null} */
  where = null;

  async connectedCallback() {
    prefs.addEventListener("change", () => this.redraw());
    this.addEventListener("where", (event) => {
      this.where = /** @type {CustomEvent} */ (event).detail;
      this.redraw();
    });
    document.addEventListener("click", (event) => this.closeMenu(/** @type {Element} */ (event.target)));
    document.addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("hashchange", () => this.move());
    session.addEventListener("change", () => this.redraw());
    this.addEventListener("open-paragraph", (event) => this.open(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("say", (event) => this.say(/** @type {CustomEvent} */ (event).detail));
    await Promise.all([session.load(), this.fetch(this.place), learn(), meetGames()]);
    this.isReady = true;
    this.titled();
    super.connectedCallback();
  }

  /** A page's code comes with the first visit to it, so that the first page has little to wait for. @param {import("../core/router.js").Place} place */
  async fetch({file, styles}) {
    try {
      await Promise.all([import(`../pages/${file}.js`), wear(...styles)]);
      this.isOut = false;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // our own mistake, not the network's
      this.isOut = true;
    }
  }

  /** The paragraph behind something. @param {import("../core/types.js").Citation} cite */
  async open(cite) {
    await fetched("rule-sheet");
    this.isReading = true;
    this.redraw();
    await new Promise((go) => setTimeout(go, 0)); // drawn by then
    /** @type {any} */ (this.querySelector("rule-sheet"))?.open(cite);
  }

  async move() {
    const place = here();
    await this.fetch(place);
    if (location.hash !== place.hash) return; // gone on meanwhile
    this.place = place;
    this.where = null;
    this.titled();
    this.redraw();
    setTimeout(() => /** @type {HTMLElement | null} */ (this.querySelector("main"))?.focus({preventScroll: true}), 0);
    scrollTo(0, 0);
  }

  titled() {
    document.title = `${t(this.place.title)} · Croupier`;
  }

  /** Anything beside the menu closes it, and so does anything chosen in it that leads elsewhere. @param {Element} target */
  closeMenu(target) {
    const menu = this.querySelector("details.menu");
    if (menu && (!menu.contains(target) || target.closest("a"))) menu.removeAttribute("open");
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      /** @type {Element} */ (event.target).closest("input, textarea, select")
    )
      return;
    if (event.key === "Escape") this.closeMenu(document.body);
    if (event.key === "m") prefs.set("sound", prefs.get("sound") === "on" ? "off" : "on");
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
      h(
        "a",
        {
          class: "skip",
          href: "#main",
          onclick: (/** @type {Event} */ event) => {
            event.preventDefault();
            this.querySelector("main")?.focus();
          },
        },
        t("Skip to the table"),
      ),
      isBare ? null : this.header(address),
      h(
        "main",
        {id: "main", tabindex: "-1"},
        this.isOut
          ? this.outNote()
          : this.isReady
            ? h(page, {params, query, key: page + address})
            : h("p", {class: "quiet pad"}, t("Opening the floor…")),
      ),
      h("div", {class: "hidden", role: "status", "aria-live": "polite"}, this.said),
      this.isReading ? h("rule-sheet", {key: "rules"}) : null,
    ];
  }

  outNote() {
    return h(
      "div",
      {class: "pad"},
      h("h1", null, t(this.place.title)),
      h(
        "p",
        {class: "problem notice", role: "alert"},
        t("This page could not be fetched. Check the network."),
        " ",
        h("button", {type: "button", onclick: () => location.reload()}, t("Try again")),
      ),
    );
  }

  /** @param {string} address */
  header(address) {
    return h(
      "header",
      {class: "top" + (this.where ? " at-table" : "")},
      h(
        "a",
        {class: "brand", href: "#/", "aria-label": "Croupier"},
        h("img", {src: "/icon.svg", alt: "", width: "28", height: "28"}),
        h("span", null, "Croupier"),
      ),
      this.where
        ? h("div", {class: "where", key: "where"}, h("h1", null, this.where.title), h("span", null, this.where.words))
        : this.nav(address),
      h("div", {class: "tools", key: "tools"}, this.purse(), this.languages(), this.sound(), this.menu(address)),
    );
  }

  /** @param {string} address */
  nav(address) {
    const to = (/** @type {string} */ href, /** @type {string} */ name) =>
      h(
        "a",
        {href, key: href, "aria-current": address === href || (href === "#/" && !address) ? "page" : undefined},
        t(name),
      );
    const {me} = session;
    return h(
      "nav",
      {"aria-label": t("Main"), key: "nav"},
      to("#/", "Lobby"),
      me ? to("#/rounds", "Rounds") : null,
      to("#/rules", "Rules"),
      to("#/learn", "Learn"),
      session.may("dealer") || session.may("auditor") ? [to("#/pit", "Pit"), to("#/cage", "Cage")] : null,
      session.may("pit_manager") || session.may("auditor")
        ? [to("#/cashier", "Cashier"), to("#/people", "People"), to("#/reports", "Reports")]
        : null,
    );
  }

  purse() {
    const {me} = session;
    if (!me) return h("a", {class: "button", href: "#/sign-in", key: "purse"}, t("Sign in"));
    return h(
      "a",
      {class: "purse", href: "#/account", title: t("Your account"), key: "purse"},
      me.roles.includes("player")
        ? [h("span", null, t("Balance")), " ", h("strong", null, money(me.balance))]
        : me.name,
    );
  }

  languages() {
    const choose = (/** @type {string} */ language) => async () => {
      prefs.set("language", language);
      await learn();
      location.reload(); // every page is drawn anew, and what it has said already too
    };
    const one = (
      /** @type {string} */ language,
      /** @type {string} */ name,
      /** @type {string} */ lang,
      /** @type {any} */ sign,
    ) =>
      h(
        "button",
        {
          type: "button",
          lang,
          "aria-label": name,
          "aria-pressed": String(prefs.get("language") === language),
          onclick: choose(language),
        },
        sign,
      );
    return h(
      "div",
      {class: "languages", role: "group", "aria-label": t("Language"), key: "languages"},
      one("en", "EN", "en", "EN"),
      one("zh", "中文", "zh-Hans", chineseSign()),
    );
  }

  sound() {
    const isOn = prefs.get("sound") === "on";
    const toggle = () => {
      prefs.set("sound", isOn ? "off" : "on");
      play("chips");
    };
    return h(
      "button",
      {
        type: "button",
        class: "tool sound",
        "aria-pressed": String(isOn),
        "aria-label": t("Sound"),
        title: t(isOn ? "Sound is on" : "Sound is off"),
        onclick: toggle,
        key: "sound",
      },
      icon(isOn ? "sound" : "mute"),
    );
  }

  /** @param {string} address */
  menu(address) {
    const open = (/** @type {any} */ event) => {
      this.isMenuWanted ||= event.target.open;
      this.redraw();
    };
    return h(
      "details",
      {class: "menu", key: "menu", ontoggle: open},
      h("summary", {class: "tool", "aria-label": t("Menu")}, icon("menu")),
      this.isMenuWanted ? h("menu-sheet", {key: "sheet", nav: this.nav(address)}) : null,
    );
  }
}
customElements.define("floor-app", FloorApp);
