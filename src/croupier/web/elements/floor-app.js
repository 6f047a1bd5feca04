import {Drawn, html} from "../core/draw.js";
import {meetGames} from "../core/games.js";
import {fetched, late} from "../core/late.js";
import {here} from "../core/router.js";
import {capital, money, plain} from "../core/words/say.js";
import {play} from "../core/sound.js";
import {prefs} from "../core/prefs.js";
import {session} from "../core/session.js";
import {wear} from "../core/styles.js";
import {choose, language, languages, t} from "../core/words/words.js";
import {chineseSign, icon} from "./icon.js";

late("cite-list", () => import("./cite-chip.js"));
late("house-clock", () => import("./house-clock.js"));
late("menu-sheet", () => Promise.all([import("./menu-sheet.js"), wear("menu")]));
late("rule-sheet", () => import("./rule-sheet.js"));
late("settings-sheet", () => Promise.all([import("./settings-sheet.js"), wear("settings")]));

/** The house around every page: where you are, who you are, and whether what you see is live. */
class FloorApp extends Drawn {
  place = here();
  isReady = false;
  isOut = false; // a page's own code could not be fetched
  isReading = false; // a paragraph has been asked for
  isMenuWanted = false;
  isMenuOpen = false;
  isSetting = false; // the settings have been asked for
  said = "";
  /** At a table the top says which. @type {{title: string, words: string} | null} */
  where = null;

  async connectedCallback() {
    if (window.frameElement) await wear("framed"); // one of several tables in a window, which has a bar of its own
    prefs.addEventListener("change", () => this.redraw());
    this.addEventListener("where", (event) => this.keep({where: /** @type {CustomEvent} */ (event).detail}));
    document.addEventListener("click", (event) => this.closeMenu(/** @type {Element} */ (event.target)));
    document.addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("hashchange", () => this.move());
    session.addEventListener("change", () => this.redraw());
    this.addEventListener("open-paragraph", (event) => this.open(/** @type {CustomEvent} */ (event).detail));
    this.addEventListener("settings", () => this.set());
    this.addEventListener("say", (event) => this.say(/** @type {CustomEvent} */ (event).detail));
    await Promise.all([session.load(), this.fetch(this.place), meetGames()]);
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

  /** Everything that can be set, over whatever is there. */
  async set() {
    this.closeMenu(document.body);
    await fetched("settings-sheet");
    this.isSetting = true;
    this.redraw();
    await new Promise((go) => setTimeout(go, 0)); // drawn by then
    /** @type {any} */ (this.querySelector("settings-sheet"))?.open();
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
    document.title = `${this.place.title} · Croupier`;
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
    const which = Object.keys(params).length ? address : location.hash; // a page of one thing minds its own query
    return [
      html`<a class="skip" href="#main" onclick=${(/** @type {Event} */ event) => {
        event.preventDefault();
        this.querySelector("main")?.focus();
      }}>${t("Skip to the table")}</a>`,
      isBare ? null : this.header(address),
      html`<main id="main" tabindex="-1">
        ${
          this.isOut
            ? this.outNote()
            : this.isReady
              ? html`<${page} params=${params} query=${query} key=${page + which} />`
              : html`<p class="quiet pad">${t("Opening the floor…")}</p>`
        }
      </main>`,
      html`<div class="hidden" role="status" aria-live="polite">${this.said}</div>`,
      this.isReading ? html`<rule-sheet key="rules" />` : null,
      this.isSetting ? html`<settings-sheet key="settings" />` : null,
    ];
  }

  outNote() {
    return html`<div class="pad">
      <h1>${this.place.title}</h1>
      <p class="problem notice" role="alert">
        ${t("This page could not be fetched. Check the network.")} <button type="button" onclick=${() => location.reload()}>${t("Try again")}</button>
      </p>
    </div>`;
  }

  /** @param {string} address */
  header(address) {
    return html`<header class=${"top" + (this.where ? " at-table" : "")}>
      <a class="brand" href="#/" aria-label="Croupier">
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span>Croupier</span>
      </a>
      ${
        this.where
          ? html`<div class="where" key="where"><h1>${this.where.title}</h1><span>${this.where.words}</span></div>`
          : this.nav(address)
      }
      <div class="tools" key="tools">${this.purse()}${this.languages()}${this.sound()}${this.menu(address)}</div>
    </header>`;
  }

  /** @param {string} address */
  nav(address) {
    const to = (/** @type {string} */ href, /** @type {string} */ name) =>
      html`<a href=${href} key=${href} aria-current=${address === href || (href === "#/" && !address) ? "page" : undefined}>
        ${name}
      </a>`;
    const {me} = session;
    return html`<nav aria-label=${t("Main")} key="nav">
      ${to("#/", t("Lobby"))}
      ${me ? [to("#/rounds", t("Rounds")), to("#/statistics", t("Statistics"))] : null}
      ${to("#/rules", t("Rules"))}
      ${to("#/learn", t("Learn"))}
      ${session.may("dealer") || session.may("auditor") ? [to("#/pit", t("Pit")), to("#/cage", t("Cage")), to("#/rulings", t("Rulings"))] : null}
      ${
        session.may("pit_manager") || session.may("auditor")
          ? [to("#/cashier", t("Cashier")), to("#/people", t("People")), to("#/reports", t("Reports"))]
          : null
      }
    </nav>`;
  }

  purse() {
    const {me} = session;
    if (!me) return html`<a class="button" href="#/sign-in" key="purse">${t("Sign in")}</a>`;
    const {staffRole} = session;
    return [
      staffRole ? html`<house-clock key="clock" />` : null,
      html`<a class="purse" href="#/account" title=${t("Your account")} key="purse">
        ${
          me.roles.includes("player")
            ? [html`<span>${t("Balance")}</span>`, " ", html`<strong>${money(me.balance)}</strong>`]
            : [html`<b>${me.name}</b>`, staffRole ? html`<small>${capital(plain(staffRole))}</small>` : null]
        }
      </a>`,
    ];
  }

  languages() {
    return html`<div class="languages" role="group" aria-label=${t("Language")} key="languages">
      ${languages.map(
        ([one, name]) =>
          html`<button type="button" lang=${one} aria-label=${name} aria-pressed=${String(one === language)}
              onclick=${() => choose(one)} key=${one}>${one === "zh" ? chineseSign() : one.toUpperCase()}</button>`,
      )}
    </div>`;
  }

  sound() {
    const isOn = prefs.get("sound") === "on";
    const toggle = () => {
      prefs.set("sound", isOn ? "off" : "on");
      play("chips");
    };
    return html`<button type="button" class="tool sound" aria-pressed=${String(isOn)} aria-label=${t("Sound")}
        title=${t(isOn ? "Sound is on" : "Sound is off")} onclick=${toggle} key="sound">
      ${icon(isOn ? "sound" : "mute")}
    </button>`;
  }

  /** @param {string} address */
  menu(address) {
    const open = (/** @type {Typed} */ event) => {
      this.isMenuWanted ||= event.target.open;
      this.isMenuOpen = event.target.open;
      this.redraw();
    };
    return html`<details class="menu" key="menu" ontoggle=${open}>
      <summary class="tool" aria-label=${t("Menu")}>${icon("menu")}</summary>
      ${this.isMenuWanted ? html`<menu-sheet key="sheet" nav=${this.nav(address)} isOpen=${this.isMenuOpen} />` : null}
    </details>`;
  }
}
customElements.define("floor-app", FloorApp);
