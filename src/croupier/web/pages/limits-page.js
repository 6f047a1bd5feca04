import {get, post, put} from "../core/api.js";
import {houseDay} from "../core/days.js";
import {html, notYet} from "../core/draw.js";
import {Page} from "../core/page.js";
import {link} from "../core/router.js";
import {gain, gameName, money} from "../core/words/say.js";
import {dateAndTime} from "../core/words/say-more.js";
import {t} from "../core/words/words.js";
import {heads, scrolled} from "../elements/table.js";

/** Your sessions, and limits that you set for yourself: they hold at every table until their day. */
class LimitsPage extends Page {
  isForMembers = true;
  /** @type {import("../core/types.js").OwnLimits} */
  limits = notYet;
  /** @type {import("../core/types.js").SessionLine[]} */
  sessions = [];
  isSure = false;

  async load() {
    [this.limits, this.sessions] = await Promise.all([get("/api/me/limits"), get("/api/me/sessions")]);
  }

  look() {
    if (!this.limits) return html`<div class="pad"><h1>${t("Your limits")}</h1>${this.refusal()}</div>`;
    const {lost, minutes, reached, excluded_until: excluded} = this.limits;
    const one = (/** @type {string} */ name, /** @type {string} */ value) =>
      html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`;
    return html`<div class="pad limits">
      <h1>${t("Your limits")}</h1>
      ${this.refusal()}
      ${reached ? html`<p class="problem notice" role="status">${reached}</p>` : null}
      <dl class="figures">
        ${one(t("Lost today"), money(Math.max(0, lost)))}
        ${one(t("Played today"), t("{count} minutes", {count: minutes}))}
      </dl>
      <p class="quiet">
        ${t(
          "They hold at every table. They can be made stricter at any time, and undone only from the day that you choose now. A Round that has begun is finished.",
        )}
      </p>
      <div class="limit-panels">
        ${this.setting("loss", t("Loss a day"), t("Dollars"))}
        ${this.setting("time", t("Time a day"), t("Minutes"))}
        ${this.excluding(excluded)}
      </div>
      <h2>${t("Your sessions")}</h2>
      ${
        this.sessions.length
          ? this.sessions.map((each) => this.session(each))
          : html`<p class="quiet">${t("You have not played yet.")}</p>`
      }
    </div>`;
  }

  get dayAfterTomorrow() {
    return houseDay(2);
  }

  /** @param {"loss"|"time"} kind @param {string} title @param {string} unit */
  setting(kind, title, unit) {
    const known = this.limits[kind];
    const scale = kind === "loss" ? 100 : 1;
    const set = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      this.attempt(async () => {
        this.limits = await put("/api/me/limits", {
          kind,
          amount: Math.round(Number(form.get("amount")) * scale),
          until: String(form.get("until")),
        });
      });
    };
    const end = () =>
      this.attempt(async () => {
        this.limits = await put("/api/me/limits", {kind, amount: null, until: this.dayAfterTomorrow});
      });
    return html`<section class="panel" key=${kind}>
      <h2>${title}</h2>
      <p>
        ${
          known
            ? t("{amount} a day; to be undone from {time}", {
                amount: kind === "loss" ? money(known.amount) : t("{count} minutes", {count: known.amount}),
                time: dateAndTime(known.until),
              })
            : t("No limit.")
        }
      </p>
      <form class="row" onsubmit=${set}>
        <label class="field inline">
          <span>${unit}</span>
          <input name="amount" type="number" min="1" step="1" required inputmode="numeric" />
        </label>
        <label class="field inline">
          <span>${t("Not to be undone before")}</span>
          <input name="until" type="date" min=${this.dayAfterTomorrow} value=${this.dayAfterTomorrow} required />
        </label>
        <button type="submit" class="primary">${t("Set")}</button>
        ${known ? html`<button type="button" onclick=${end}>${t("Undo")}</button>` : null}
      </form>
    </section>`;
  }

  /** @param {number} until */
  excluding(until) {
    const isOut = until > Date.now();
    const exclude = (/** @type {any} */ event) => {
      event.preventDefault();
      const form = new FormData(event.target);
      if (!this.isSure) {
        this.isSure = true;
        this.redraw();
        return;
      }
      this.isSure = false;
      this.attempt(async () => {
        this.limits = await post("/api/me/exclusion", {until: String(form.get("until"))});
      });
    };
    return html`<section class="panel" key="exclusion">
      <h2>${t("Exclusion")}</h2>
      <p>
        ${
          isOut
            ? t("You are excluded from play until {time}.", {time: dateAndTime(until)})
            : t("No seat at any table until a day that you choose. It cannot be taken back.")
        }
      </p>
      <form class="row" onsubmit=${exclude}>
        <label class="field inline">
          <span>${t("Until")}</span>
          <input name="until" type="date" min=${this.dayAfterTomorrow} value=${this.dayAfterTomorrow} required />
        </label>
        <button type="submit" class="danger">${t(this.isSure ? "Yes, exclude me" : "Exclude me")}</button>
      </form>
    </section>`;
  }

  /** @param {any} each */
  session(each) {
    const names = [
      t("Table"),
      t("Game"),
      t("Time"),
      t("Rounds"),
      t("Without a bet"),
      t("Average bet"),
      t("Expected"),
      t("Result"),
    ];
    return scrolled(
      dateAndTime(each.since),
      html`<table>
        <caption>${dateAndTime(each.since)} · ${gain(each.won)}</caption>
        ${heads(names)}
        <tbody>
          ${each.stays.map(
            (/** @type {any} */ stay, /** @type {number} */ index) =>
              html`<tr key=${index}>
                <th scope="row">
                  <a href=${link("/table/:id", stay.table)}>${stay.title}</a>
                  ${stay.is_practice ? ` (${t("practice")})` : ""}
                </th>
                <td>${gameName(stay.game)}</td>
                <td class="figure">${t("{count} minutes", {count: Math.round((stay.until - stay.since) / 60_000)})}</td>
                <td class="figure">${stay.rounds}</td>
                <td class="figure">${stay.idle}</td>
                <td class="figure">${money(stay.average_bet)}</td>
                <td class="figure">${stay.theoretical === null ? "–" : gain(-Math.round(stay.theoretical))}</td>
                <td class=${"figure " + (stay.won >= 0 ? "won" : "lost")}>${gain(stay.won)}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
      each.since,
    );
  }
}
customElements.define("limits-page", LimitsPage);
