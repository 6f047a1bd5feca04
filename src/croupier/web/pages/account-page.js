import {get, path, post, put, remove} from "../core/api.js";
import {DAY_MS, houseMidnight} from "../core/days.js";
import {html} from "../core/draw.js";
import {Page} from "../core/page.js";
import {link} from "../core/router.js";
import {gain, money, plain} from "../core/words/say.js";
import {clockOrDate, dateAndTime, roundName} from "../core/words/say-more.js";
import {session} from "../core/session.js";
import {t} from "../core/words/words.js";
import {blank, sign} from "../elements/blank.js";
import {cites} from "../elements/cite-chip.js";
import {avatar} from "../layouts/common.js";
import {heads, scrolled} from "../elements/table.js";

/** Your own money, line by line; your password, second factor and sessions. */
class AccountPage extends Page {
  /** @type {import("../core/types.js").Statement | null} */
  statement = null;
  done = "";
  /** @type {import("../core/types.js").OwnSession[]} */
  sessions = [];
  /** A device that has not shown a code yet. @type {{secret: string, address: string} | null} */
  device = null;
  /** Shown once. @type {string[]} */
  recovery = [];

  from = "";
  to = "";

  async load() {
    if (session.me && !session.me.is_demo) this.sessions = await get("/api/me/sign-ins");
    if (session.me?.roles.includes("player")) this.statement = await get("/api/statement", this.range());
  }

  /** Days as the house counts them, both included. */
  range() {
    const wanted = new URLSearchParams();
    if (this.from) wanted.set("from", String(houseMidnight(this.from)));
    if (this.to) wanted.set("to", String(houseMidnight(this.to) + DAY_MS));
    return wanted;
  }

  /** Which days, and the statement to take away. */
  days() {
    const change = (/** @type {"from"|"to"} */ name) => (/** @type {any} */ event) => {
      this[name] = event.target.value;
      this.attempt(() => this.load());
    };
    return html`<div class="row no-print">
      <label class="field">
        <span>${t("From")}</span>
        <input type="date" value=${this.from} onchange=${change("from")} />
      </label>
      <label class="field">
        <span>${t("To")}</span>
        <input type="date" value=${this.to} onchange=${change("to")} />
      </label>
      <a class="button" href="/api/statement.csv?${this.range()}" download="statement.csv">CSV</a>
      <button type="button" onclick=${() => print()}>${t("Print")}</button>
    </div>`;
  }

  look() {
    const {me} = session;
    if (!me)
      return html`<div class="pad">
        <h1>${t("Your account")}</h1>
        <p><a class="button primary" href="#/sign-in?to=/account">${t("Sign in")}</a></p>
      </div>`;
    return html`<div class="pad account">
      <header class="panel account-head">
        ${avatar(me.name, 56)}
        <div>
          <h1>${me.name}</h1>
          <p>
            ${me.roles.map((role) => html`<span class="tag" key=${role}>${plain(role)}</span>`)}
            ${me.is_demo ? html`<span class="quiet">${t("demo: these chips are for fun")}</span>` : null}
          </p>
        </div>
        ${
          me.roles.includes("player")
            ? html`<p class="balance"><span>${t("In your account:")}</span> <strong>${money(me.balance)}</strong></p>`
            : null
        }
      </header>
      ${this.refusal()}
      <div class="account-body">
        ${
          this.statement
            ? html`<section class="panel" aria-labelledby="statement">
              <header class="panel-head">
                <div>
                  <h2 id="statement">${t("Statement")}</h2>
                  <p class="quiet">
                    ${t("from {before} to {after}", {
                      before: money(this.statement.opening),
                      after: money(this.statement.closing),
                    })}
                  </p>
                </div>
                ${this.days()}
              </header>
              ${this.lines(this.statement)}
            </section>`
            : null
        }
        <div class="account-side">
          ${
            me.roles.includes("player")
              ? html`<a class="panel line" href="#/limits">
                ${sign("gauge")}
                <span>
                  <strong>${t("Your limits and sessions")}</strong>
                  <small>${t("What you may lose or play a day, and how you have played.")}</small>
                </span>
              </a>`
              : null
          }
          ${
            me.needs_second_factor
              ? html`<p class="problem notice" role="alert">
                ${t("Your position here counts once you have set a second factor.")}
              </p>`
              : null
          }
          ${me.has_password ? [this.password(), this.secondFactor(Boolean(me.has_second_factor))] : null}
          ${me.is_demo ? null : this.signedIn()}
        </div>
      </div>
    </div>`;
  }

  /** What a part of the page is about, before it is opened. @param {string} name @param {string} title @param {string} words */
  summary(name, title, words) {
    return html`<summary>${sign(name)}<span><strong>${title}</strong><small>${words}</small></span></summary>`;
  }

  /** @param {boolean} isSet */
  secondFactor(isSet) {
    return html`<details class="panel" key="second-factor" open=${this.recovery.length > 0 || undefined}>
      ${this.summary("phone", t("Second factor"), t(isSet ? "Set: signing in asks for a code." : "Not set."))}
      ${this.recovery.length ? this.recoveryCodes() : isSet ? this.withDevice() : this.withoutDevice()}
    </details>`;
  }

  withoutDevice() {
    const begin = () =>
      this.attempt(async () => {
        this.device = await post("/api/me/second-factor");
      });
    if (!this.device)
      return html`<div class="narrow">
        <p>${t("A code from a device of yours, besides the password, each time you sign in.")}</p>
        <button type="button" onclick=${begin}>${t("Set it up")}</button>
      </div>`;
    const {secret, address} = this.device;
    const confirm = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      this.attempt(async () => {
        this.recovery = (
          await put("/api/me/second-factor", {
            secret,
            password: String(form.get("password")),
            code: String(form.get("code")),
          })
        ).codes;
        this.device = null;
        await session.load();
      });
    };
    return html`<form class="narrow" onsubmit=${confirm}>
      <p>
        ${t("Give this to the device:") + " "}
        <a href=${address}>${t("open it here")}</a>
        ${" " + t("or type") + " "}
        <code>${secret}</code>
      </p>
      ${field(t("Password"), {name: "password", type: "password", autocomplete: "current-password", required: true})}
      ${field(t("The device’s code now"), {
        name: "code",
        inputmode: "numeric",
        autocomplete: "one-time-code",
        required: true,
        pattern: "[0-9]{6}",
        maxlength: 6,
      })}
      <button type="submit" class="primary">${t("Confirm")}</button>
    </form>`;
  }

  recoveryCodes() {
    const done = () => this.keep({recovery: []});
    return html`<div role="status">
      <p>
        ${t(
          "Keep these codes where the device is not. Each opens your account once if it is lost; they are not shown again.",
        )}
      </p>
      <ul>${this.recovery.map((code) => html`<li key=${code}><code>${code}</code></li>`)}</ul>
      <button type="button" class="primary" onclick=${done}>${t("I have kept them")}</button>
    </div>`;
  }

  withDevice() {
    const take = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      this.attempt(async () => {
        await post("/api/me/second-factor/remove", {
          password: String(form.get("password")),
          code: String(form.get("code")),
        });
        await session.load();
      });
    };
    return html`<form class="narrow" onsubmit=${take}>
      <p>${t("Signing in asks for a code of your device.")}</p>
      ${field(t("Password"), {name: "password", type: "password", autocomplete: "current-password", required: true})}
      ${field(t("The device’s code now, or a recovery code"), {
        name: "code",
        autocomplete: "one-time-code",
        required: true,
        maxlength: 40,
      })}
      <button type="submit">${t("Do without it")}</button>
    </form>`;
  }

  signedIn() {
    const end = (/** @type {string} */ id) => () =>
      this.attempt(async () => {
        await remove(path("me", "sign-ins", id));
        this.sessions = await get("/api/me/sign-ins");
      });
    return html`<details class="panel" key="sessions">
      ${this.summary(
        "screens",
        t("Where you are signed in ({count})", {count: this.sessions.length}),
        t("End any that you do not know."),
      )}
      <ul class="plain-list">
        ${this.sessions.map(
          (each) =>
            html`<li key=${each.id}>
              <span>
                ${t("since {start}, last seen {seen}", {
                  start: clockOrDate(each.started),
                  seen: clockOrDate(each.seen),
                })}
              </span>
              ${
                each.is_this
                  ? html`<strong class="tag">${t("this one")}</strong>`
                  : html`<button type="button" onclick=${end(each.id)}>${t("End it")}</button>`
              }
            </li>`,
        )}
      </ul>
    </details>`;
  }

  /** @param {any} statement */
  lines(statement) {
    if (!statement.lines.length)
      return blank(
        "slip",
        t(this.range() ? "Nothing moved on these days." : "No movements yet."),
        t("What you bring to a table and take home, and payments at the cashier’s window, stand here line by line."),
      );
    return scrolled(
      t("Statement"),
      html`<table class="movements">
        ${heads([t("When"), t("What"), t("Amount"), t("Balance")], [t("Amount"), t("Balance")])}
        <tbody>
          ${statement.lines.map(
            (/** @type {any} */ line, /** @type {number} */ index) =>
              html`<tr key=${index}>
                <td class="when" title=${dateAndTime(line.at)}>${clockOrDate(line.at)}</td>
                <td>
                  ${line.words} ${
                    line.round
                      ? html`<a href=${link("/round/:id", line.round)} title=${line.round}>${roundName(line.round)}</a>`
                      : null
                  } ${cites(line.citations, 2)}
                </td>
                <td class="figure ${line.cents > 0 ? "won" : "lost"}">${gain(line.cents)}</td>
                <td class="figure">${money(line.balance)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
    );
  }

  password() {
    const change = (/** @type {Submitted} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      this.attempt(async () => {
        await put("/api/me/password", {old: String(form.get("old")), new: String(form.get("new"))});
        this.done = t("Your password is changed.");
        event.target.reset();
      });
    };
    return html`<details class="panel">
      ${this.summary("lock", t("Change your password"), t("Other devices are signed out."))}
      <form class="narrow" onsubmit=${change}>
        <label class="field">
          <span>${t("Old password")}</span>
          <input name="old" type="password" autocomplete="current-password" required />
        </label>
        <label class="field">
          <span>${t("New password")}</span>
          <input name="new" type="password" autocomplete="new-password" required minlength="8" />
        </label>
        <button type="submit" class="primary">${t("Change it")}</button>
        ${this.done ? html`<p role="status">${this.done}</p>` : null}
      </form>
    </details>`;
  }
}

/** @param {string} words @param {Record<string, unknown>} input */
function field(words, input) {
  return html`<label class="field"><span>${words}</span><input ...${input} /></label>`;
}

customElements.define("account-page", AccountPage);
