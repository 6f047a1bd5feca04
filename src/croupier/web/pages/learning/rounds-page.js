import {get} from "../../core/api.js";
import {html} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {gain, gameAfter, versionName} from "../../core/words/say.js";
import {dateAndTime, roundName, tableName} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {t} from "../../core/words/words.js";
import {heads, scrolled} from "../../elements/table.js";

const FIELDS = ["table", "player", "paragraph"];

/** Find a Round by table, player, paragraph or time. */
class RoundsPage extends Page {
  isForMembers = true;
  /** @type {import("../../core/types.js").RoundLine[]} */
  rounds = [];
  /** @type {any} */
  next = null;
  /** @type {import("../../core/types.js").TableLine[]} */
  tables = [];

  async load() {
    this.rounds = [];
    const lobby = get("/api/lobby").then(({tables}) => {
      this.tables = tables;
    });
    await Promise.all([lobby, this.more(null)]);
  }

  /** @param {any} before */
  async more(before) {
    const wanted = new URLSearchParams({limit: before ? "30" : "15"}); // what one sees first comes soon: each Round is played again for it
    for (const name of [...FIELDS, "from", "to"]) {
      const value = this.query.get(name);
      if (value) wanted.set(name, name === "from" || name === "to" ? String(Date.parse(value)) : value);
    }
    if (before) wanted.set("before", String(before));
    const found = await get("/api/rounds", wanted);
    this.rounds = [...this.rounds, ...found.rounds];
    this.next = found.next;
    this.redraw();
  }

  look() {
    if (!session.me)
      return html`<div class="pad">
        <h1>${t("Rounds")}</h1>
        <p>${t("Sign in to find the Rounds you played.")}</p>
        <p><a class="button primary" href="#/sign-in?to=/rounds">${t("Sign in")}</a></p>
      </div>`;
    const hasPlayed = this.rounds.some(({own}) => own !== null);
    return html`<div class="pad rounds-page">
      <div class="page-head">
        <h1>${t("Rounds")}</h1>${this.sum()}<a class="button" href="#/statistics">${t("Your statistics")}</a>
      </div>
      ${this.refusal()}
      ${this.finder()}
      ${
        this.rounds.length
          ? scrolled(
              t("Rounds found"),
              html`<table class="rounds">
                ${heads([t("Round"), t("When"), ...(hasPlayed ? [t("You")] : []), t("Players"), t("Paragraphs")], [t("You")])}
                <tbody>${this.rounds.map((round) => this.row(round, hasPlayed))}</tbody>
              </table>`,
            )
          : html`<p class="quiet">${t(this.isLoading ? "Looking…" : "No Rounds yet that you may see. Play one!")}</p>`
      }
      ${
        this.next
          ? html`<button type="button" onclick=${() => this.attempt(() => this.more(this.next))}>
            ${t("Earlier Rounds")}
          </button>`
          : null
      }
    </div>`;
  }

  /** What the Rounds in sight brought together. */
  sum() {
    const played = this.rounds.filter(({own}) => own !== null);
    if (!played.length) return null;
    const own = played.reduce((total, round) => total + (round.own ?? 0), 0);
    return html`<p class="rounds-sum" role="status">
      <strong class=${look(own)}>${gain(own)}</strong> <span class="quiet">${t("in the Rounds below")}</span>
    </p>`;
  }

  finder() {
    const find = (/** @type {any} */ event) => {
      event.preventDefault();
      const wanted = new URLSearchParams();
      for (const [name, value] of new FormData(event.currentTarget)) if (value) wanted.set(name, String(value));
      history.replaceState(null, "", "#/rounds?" + wanted);
      this.query = wanted;
      this.attempt(() => this.load());
    };
    const value = (/** @type {string} */ name) => this.query.get(name) ?? "";
    const field = (/** @type {string} */ name, /** @type {string} */ words, /** @type {object} */ more) =>
      html`<label class="field" key=${name}>
        <span>${words}</span>
        <input name=${name} type="text" value=${value(name)} autocomplete="off" ...${more} />
      </label>`;
    const isWide = ["paragraph", "player", "from", "to"].some(value);
    return html`<form class="finder" onsubmit=${find} role="search">
      <select name="table" aria-label=${t("Table")}
          onchange=${(/** @type {any} */ event) => event.target.form.requestSubmit()}>
        <option value="">${t("All tables")}</option>
        ${this.tables.map(
          (table) =>
            html`<option value=${table.id} key=${table.id} selected=${table.id === value("table")}>
              ${tableName(table)}
            </option>`,
        )}
      </select>
      <details open=${isWide || undefined}>
        <summary>${t("By time or paragraph")}</summary>
        <div class="row wrap">
          ${field("paragraph", t("Paragraph"), {placeholder: t("such as 5.12")})}
          ${session.may("pit_supervisor") || session.may("auditor") ? field("player", t("Player"), {}) : null}
          ${field("from", t("From"), {type: "datetime-local"})}
          ${field("to", t("To"), {type: "datetime-local"})}
          <button type="submit" class="primary">${t("Find")}</button>
        </div>
      </details>
    </form>`;
  }

  /** @param {import("../../core/types.js").RoundLine} round @param {boolean} hasPlayed whether there is anything of one's own in the list */
  row(round, hasPlayed) {
    const {id, title, game, edition, status, own, players, won, paragraphs} = round;
    return html`<tr key=${id} data-status=${status}>
      <th scope="row" class=${edition.split("@")[0]}>
        <i class="game-dot" aria-hidden="true" />
        <a href=${link("/round/:id", id)} title=${id}>${title} · ${roundName(id)}</a>
        <small class="quiet">${gameAfter(title, game) + versionName(edition)}</small>
        ${
          status === "concluded"
            ? null
            : html`<span class=${"tag" + (status === "void" ? " warn" : "")}>
              ${t(status === "open" ? "in play" : status)}
            </span>`
        }
      </th>
      <td class="when">${dateAndTime(round.opened_at)}</td>
      ${
        hasPlayed
          ? html`<td class="own figure">${own === null ? "–" : html`<strong class=${look(own)}>${gain(own)}</strong>`}</td>`
          : null
      }
      <td class="who">
        ${players.map(
          (/** @type {string} */ name, /** @type {number} */ index) =>
            html`<span key=${index}>
              ${name}
              ${won[index] ? html`<small class=${look(won[index])}>${" " + gain(won[index])}</small>` : null}
            </span>`,
        )}
      </td>
      <td class="quiet cited">
        ${paragraphs.slice(0, 4).join(", ")}
        ${paragraphs.length > 4 ? ` +${paragraphs.length - 4}` : ""}
      </td>
    </tr>`;
  }
}

/** @param {number} cents */
function look(cents) {
  return cents > 0 ? "won" : cents < 0 ? "lost" : "quiet";
}
customElements.define("rounds-page", RoundsPage);
