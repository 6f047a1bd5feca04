// What every page has: its part of the address, one way of loading, one way of saying what went wrong.
import {Refused} from "./api.js";
import {Drawn, html} from "./draw.js";
import {capital} from "./words/say.js";
import {session} from "./session.js";
import {t} from "./words/words.js";

export class Page extends Drawn {
  /** @type {Record<string, string>} */
  params = {};
  query = new URLSearchParams();
  /** @type {Refused | null} */
  problem = null;
  isLoading = true;
  isGone = false;
  refreshMs = 0; // how often the page looks again by itself; 0 for never
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  refreshing = undefined;
  isTurnedAway = false; // refused at the door: there is nothing here for this person, not even an empty list
  isForMembers = false; // nothing of it for strangers: they need not even be refused

  connectedCallback() {
    this.isGone = false;
    this.ariaBusy = "true";
    super.connectedCallback();
    queueMicrotask(async () => {
      await this.attempt(() => this.admit());
      this.isTurnedAway = this.problem?.code === "not_allowed";
      if (this.isTurnedAway) this.redraw();
      await null; // drawn by then
      this.ariaBusy = "false";
      this.later();
    });
  }

  /** Look again in a while: through a lost network, but not once the session is over or the page is gone. */
  later() {
    clearTimeout(this.refreshing);
    if (this.isGone || !this.refreshMs || this.problem?.code === "sign_in") return;
    this.refreshing = setTimeout(() => this.again(), this.refreshMs);
  }

  /** What a person was refused stays on the page; what only went wrong in looking goes when it works again. */
  async again() {
    try {
      if (!document.hidden) await this.load();
      if (this.problem?.isPassing) this.problem = null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      error.isPassing = true;
      if (error.code === "sign_in") session.expire();
      if (!this.problem || this.problem.isPassing || error.code === "sign_in") this.problem = error;
    }
    this.redraw();
    this.later();
  }

  async admit() {
    if (this.isForMembers && !session.me) throw new Refused({code: "sign_in", reason: t("Sign in to see this page.")});
    await this.load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.isGone = true;
    clearTimeout(this.refreshing);
  }

  /** Fetch what the page shows. @returns {Promise<void>} */
  async load() {}

  /** Do something with the house; a refusal is shown on the page. @param {() => Promise<any>} work */
  async attempt(work) {
    this.problem = null;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === "sign_in") session.expire();
      this.problem = error;
      this.tell("say", error.reason);
    }
    this.isLoading = false;
    this.redraw();
  }

  /** What a page shows to somebody it is not for. @param {string} title */
  turnedAway(title) {
    return html`<div class="pad"><h1>${title}</h1>${this.refusal()}</div>`;
  }

  refusal() {
    if (!this.problem) return null;
    const isSignIn = this.problem.code === "sign_in" && !location.hash.startsWith("#/sign-in");
    return html`<p class="problem notice" role="alert" key="refusal">
      ${capital(this.problem.reason)} <cite-list citations=${this.problem.citations} />
      ${
        isSignIn
          ? html`<a class="button" href=${"#/sign-in?to=" + encodeURIComponent(location.hash.slice(1))}>${t("Sign in")}</a>`
          : null
      }
    </p>`;
  }
}
