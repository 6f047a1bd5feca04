// Who has to decide comes to the dealer's screen: signs in for this one ruling, sees what it does, and gives it.
import {Drawn, html} from "../../core/draw.js";
import {SignedHere} from "../../core/table/signed-here.js";
import {plain} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";

/** @typedef {import("../../core/types.js").Decision} Decision */

export class RulingHere extends Drawn {
  table = "";
  /** @type {Decision | null} */
  decision = null;
  isOpen = false;
  isBusy = false;
  problem = "";
  credentials = {name: "", password: "", code: ""};
  /** @type {SignedHere | null} */
  signed = null;
  /** What has been decided here: until the table shows it, nothing more is. @type {Decision | null} */
  ruled = null;

  disconnectedCallback() {
    this.signed?.leave();
    super.disconnectedCallback();
  }

  /** @param {Event} event */
  enter = async (event) => {
    event.preventDefault();
    if (!this.decision) return;
    this.isBusy = true;
    this.problem = "";
    this.redraw();
    try {
      const signed = await SignedHere.in(this.table, this.decision.role, this.credentials);
      if (this.isConnected) this.signed = signed;
      else signed.leave();
    } catch (refused) {
      this.problem = /** @type {import("../../core/api.js").Refused} */ (refused).reason;
    }
    this.credentials = {name: this.credentials.name, password: "", code: ""};
    this.isBusy = false;
    this.redraw();
  };

  /** @param {Told} event */
  rule = async (event) => {
    event.stopPropagation();
    const {signed, decision} = this;
    if (!signed || this.isBusy) return;
    this.isBusy = true;
    this.redraw();
    const answer = await signed.give(event.detail.option, event.detail.values);
    this.problem = answer.ok ? "" : answer.reason;
    if (answer.ok) this.ruled = decision;
    else if (this.isConnected) await signed.look().catch(({reason}) => (this.problem = reason));
    this.isBusy = false;
    this.redraw();
  };

  look() {
    if (this.ruled && this.ruled !== this.decision) {
      this.signed?.leave(); // another question, perhaps somebody else's
      this.signed = this.ruled = null;
      this.isOpen = false;
    }
    const {decision, signed} = this;
    if (!decision) return null;
    const who = plain(decision.role);
    if (signed)
      return html`<p class="quiet">${t("{name} decides here as {role}.", {name: signed.name, role: who})}</p>
        ${this.trouble()}
        <decision-list decisions=${signed.decisions.filter(({key}) => key === decision.key)} options=${signed.options}
            socket=${signed} acting=${signed.role} isBusy=${this.isBusy || this.ruled !== null} ongive=${this.rule} />`;
    const open = () => {
      this.isOpen = true;
      this.redraw();
      setTimeout(() => this.querySelector("input")?.focus(), 0);
    };
    if (!this.isOpen)
      return html`<button type="button" class="primary sign-here" onclick=${open}>${t("A {role} signs in here", {role: who})}</button>`;
    return html`<form class="row sign-here" onsubmit=${this.enter} aria-label=${t("A {role} signs in here", {role: who})}>
      ${this.blank(t("Name"), "name", "text")}
      ${this.blank(t("Password"), "password", "password")}
      ${this.blank(t("Code, if you have one"), "code", "text")}
      <button type="submit" class="primary" disabled=${this.isBusy}>${t("Sign in")}</button>
      ${this.trouble()}
    </form>`;
  }

  trouble() {
    return this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : null;
  }

  /** Nothing is filled in by the browser: the tablet is the dealer's. @param {string} label @param {"name" | "password" | "code"} field @param {string} type */
  blank(label, field, type) {
    const typed = (/** @type {Typed} */ event) => {
      this.credentials = {...this.credentials, [field]: event.target.value};
    };
    return html`<label class="field"><span>${label}</span>
      <input type=${type} autocomplete="off" value=${this.credentials[field]} oninput=${typed} /></label>`;
  }
}
customElements.define("ruling-here", RulingHere);
