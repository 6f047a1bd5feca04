import {get, path} from "../../core/api.js";
import {html, notYet} from "../../core/draw.js";
import {Page} from "../../core/page.js";
import {editions} from "../../core/rules.js";
import {go, link} from "../../core/router.js";
import {capital, gameName, plain, versionName} from "../../core/words/say.js";
import {t} from "../../core/words/words.js";
import {cites, citesOf} from "../../elements/cite-chip.js";
import {countingCurves} from "../../elements/counting-curves.js";
import {heads, scrolled} from "../../elements/table.js";

const WAIT_MS = 250; // a slider that moves asks once it rests
const SECTIONS = {parameter: t("Fixed by the document"), "pay line": t("Pay lines"), setting: t("Left to the House")};

/** The lab: an edition's numbers as sliders and choices; edge and risk of every bet follow. */
class LabPage extends Page {
  /** @type {import("../../core/types.js").Knob[]} */
  knobs = [];
  /** @type {import("../../core/types.js").LabAnswer} */
  found = notYet;
  /** @type {import("../../core/types.js").EditionLine[]} */
  books = [];
  /** What is not as approved. @type {Map<string, string>} */
  turned = new Map();
  isAsking = false;
  /** Where the game can be hurt with what is turned, once it has been asked for. @type {import("../../core/types.js").Section} */
  weak = notYet;
  isAskingWeak = false;
  /** How the shoe is dealt and bet on, for who counts cards. @type {Record<string, number>} */
  shoe = {penetration: 75, areas: 1, spread: 8};
  /** What a counter sees, once it has been asked for. @type {import("../../core/types.js").LabCounter | null} */
  counted = null;
  isCounting = false;
  dealt = 0;
  asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  resting = undefined;

  async load() {
    for (const text of this.query.getAll("with")) {
      const at = text.indexOf("=");
      if (at > 0) this.turned.set(text.slice(0, at), text.slice(at + 1));
    }
    [this.books, this.knobs] = await Promise.all([editions(), get(path("lab", this.params.edition, "knobs"))]);
    this.redraw();
    await this.ask();
  }

  get changes() {
    return new URLSearchParams([...this.turned].map(([name, value]) => ["with", `${name}=${value}`]));
  }

  async ask() {
    const number = ++this.asked;
    this.isAsking = true;
    this.weak = notYet;
    this.isAskingWeak = false;
    this.redraw();
    try {
      const found = await get(path("lab", this.params.edition), this.changes);
      if (number === this.asked) this.found = found;
    } finally {
      if (number === this.asked) this.isAsking = false;
    }
    if (this.isCounting && number === this.asked) await this.count();
  }

  /** Asks again whenever rules or shoe are other ones; the last question counts. */
  async count() {
    this.isCounting = true;
    const number = ++this.dealt;
    const asked = this.changes;
    asked.set("penetration", String(this.shoe.penetration / 100));
    asked.set("areas", String(this.shoe.areas));
    asked.set("spread", String(this.shoe.spread));
    const found = await get(path("lab", this.params.edition, "counting"), asked);
    if (number === this.dealt) this.counted = found;
    this.redraw();
  }

  async askWeak() {
    const number = this.asked;
    this.isAskingWeak = true;
    this.redraw();
    try {
      const found = await get(path("lab", this.params.edition, "weak-spots"), this.changes);
      if (number === this.asked) this.weak = found;
    } finally {
      if (number === this.asked) this.isAskingWeak = false;
    }
  }

  /** @param {any} knob @param {string} value */
  turn(knob, value) {
    if (value === knob.approved) this.turned.delete(knob.name);
    else this.turned.set(knob.name, value);
    history.replaceState(
      null,
      "",
      link("/lab/:edition", this.params.edition) + (this.turned.size ? `?${this.changes}` : ""),
    );
    this.redraw();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.attempt(() => this.ask()), WAIT_MS);
  }

  look() {
    const {edition} = this.params;
    return html`<div class="pad lab">
      <h1>${t("Lab")}</h1>
      <p class="quiet">
        ${t("Turn what the rule book says and see what every bet becomes. Nothing here changes a table.")}
      </p>
      <label class="field">
        <span>${t("Edition")}</span>
        <select value=${edition}
            onchange=${(/** @type {any} */ event) => go(link("/lab/:edition", event.target.value).slice(1))}>
          ${this.books.map(
            (book) =>
              html`<option key=${book.id} value=${book.id} selected=${book.id === edition}>
                ${`${gameName(book.game)}, ${versionName(book.id)}`}
              </option>`,
          )}
        </select>
      </label>
      ${this.refusal()}
      <div class="lab-sides">
        <section aria-label=${t("Figures")}>${this.figures()}</section>
        <section aria-label=${t("Numbers of the book")}>${this.allKnobs()}</section>
      </div>
    </div>`;
  }

  figures() {
    const found = this.found;
    if (!found) return this.problem ? null : html`<p class="quiet" role="status">${t("Counting…")}</p>`;
    return [
      html`<p class="quiet" role="status" key="status">
        ${
          this.isAsking
            ? t("Counting…")
            : found.changes.length
              ? t("{count} changed against the approved edition", {count: found.changes.length})
              : t("As approved")
        }
      </p>`,
      scrolled(
        t("Bets"),
        html`<table>
          ${heads([t("Bet"), t("House edge"), t("Approved"), t("Deviation"), t("Wins")])}
          <tbody>${found.bets.map((bet) => this.bet(bet))}</tbody>
        </table>`,
      ),
      found.changes.length
        ? [
            html`<h2 key="changed">${t("Changed")}</h2>`,
            html`<ul key="changes">
              ${found.changes.map(
                (each) =>
                  html`<li key=${each.name}>
                    ${this.named(each.name)}: ${plain(each.before)} → ${plain(each.after)} ${
                      this.reason(this.knobs.find((knob) => knob.name === each.name)) ??
                      citesOf(this.params.edition, each.paragraph.split(", "))
                    }
                  </li>`,
              )}
            </ul>`,
            html`<p class="row wrap" key="do">
              <button type="button" onclick=${() => this.reset()}>${t("As approved")}</button>
              <button type="button" class="primary" onclick=${() => this.draft()}>${t("Draft edition")}</button>
            </p>`,
            html`<label class="field" key="share">
              <span>${t("Link to share")}</span>
              <input readonly value=${location.href} onfocus=${(/** @type {any} */ event) => event.target.select()} />
            </label>`,
          ]
        : null,
      this.params.edition.startsWith("mbs-freebet") ? this.counter() : null,
      found.bets.map((bet) => this.outcomes(bet)),
      found.concerns.map((each) => this.concern(each)),
    ];
  }

  /** @param {any} bet */
  bet(bet) {
    const change = bet.change && ` (${bet.change})`;
    return html`<tr key=${bet.bet}>
      <th scope="row">${bet.name} ${citesOf(this.params.edition, bet.paragraphs.slice(0, 1))}</th>
      <td>${bet.priced + change}</td>
      <td>${bet.approved_priced}</td>
      <td>${bet.sd.toFixed(4)}</td>
      <td>${bet.hit_frequency === null ? "" : `${(100 * bet.hit_frequency).toFixed(2)}%`}</td>
    </tr>`;
  }

  /** @param {any} bet */
  outcomes(bet) {
    return html`<details key="outcomes ${bet.bet}">
      <summary>${t("{bet}: every outcome", {bet: bet.name})}</summary>
      <table>
        ${heads([t("Outcome"), t("Chance"), t("Result")])}
        <tbody>
          ${bet.outcomes.map(
            (/** @type {any} */ way) =>
              html`<tr key=${way.name}>
                <th scope="row">${capital(plain(way.name))}</th>
                <td>${(100 * way.probability).toFixed(6)}%</td>
                <td>${way.net > 0 ? `+${way.net}` : String(way.net)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>`;
  }

  /** What a player sees who counts the cards of the shoe. */
  counter() {
    const slider = (
      /** @type {string} */ name,
      /** @type {string} */ words,
      /** @type {number} */ min,
      /** @type {number} */ max,
      /** @type {string} */ unit,
    ) =>
      html`<label class="field" key=${name}>
        <span>${words}</span>
        <span class="row">
          <input type="range" min=${min} max=${max} value=${this.shoe[name]} data-shoe=${name}
              oninput=${(/** @type {any} */ event) => {
                this.shoe = {...this.shoe, [name]: Number(event.target.value)};
                this.redraw();
                clearTimeout(this.resting);
                this.resting = setTimeout(() => this.attempt(() => this.count()), WAIT_MS);
              }} />
          <output>${this.shoe[name] + unit}</output>
        </span>
      </label>`;
    return html`<details key="counter" ontoggle=${(/** @type {any} */ event) => {
      if (event.target.open && !this.isCounting) this.attempt(() => this.count());
    }}>
      <summary>${t("Who counts cards")}</summary>
      ${slider("penetration", t("Part of the shoe that is dealt"), 30, 85, "%")}
      ${slider("areas", t("Areas in play"), 1, 7, "")}
      ${slider("spread", t("Largest bet, in units"), 1, 20, "")}
      ${
        this.counted
          ? [countingCurves(this.counted.curves), this.ramps(this.counted.ramps)]
          : html`<p class="quiet" role="status">${t("Counting…")}</p>`
      }
    </details>`;
  }

  /** @param {import("../../core/types.js").LabRamp[]} ramps */
  ramps(ramps) {
    return scrolled(
      t("Ramps of bets"),
      html`<table>
        ${heads([t("Bet"), t("Where it is not good"), t("Units in 100 Rounds"), "SCORE", "N0"])}
        <tbody>
          ${ramps.map(
            (ramp) =>
              html`<tr key=${ramp.bet + ramp.looks_on}>
                <th scope="row">${ramp.name}</th>
                <td class="words">${ramp.looks_on ? t("looks on") : t("bets one unit")}</td>
                <td>${ramp.per_100.toFixed(3)} ± ${ramp.error.toFixed(3)}</td>
                <td>${ramp.score ? ramp.score.toFixed(1) : ""}</td>
                <td>${ramp.n0 === null ? "" : Math.round(ramp.n0).toLocaleString("en")}</td>
              </tr>`,
          )}
        </tbody>
      </table>`,
      html`<p class="quiet">
        ${t(
          "Two million Rounds by the best chart; each bet by its own simple count, for each deck left. Whiskers: one standard error.",
        )}
      </p>`,
    );
  }

  /** The jackpot as the House sees it, or where the game can be hurt. @param {any} each */
  concern({section, is_approved: ofApproved}) {
    const isApproved = ofApproved && !this.weak;
    if (ofApproved && this.weak) section = this.weak;
    return html`<details key=${section.title}>
      <summary>${section.title}</summary>
      <p class="quiet">${section.text.replaceAll("`", "")}</p>
      ${
        isApproved
          ? html`<div class="notice row wrap">
            <span>${t("Of the edition as approved.")}</span>
            ${
              this.isAskingWeak
                ? html`<span role="status">${t("Counting for your rules, about half a minute…")}</span>`
                : html`<button type="button" onclick=${() => this.attempt(() => this.askWeak())}>
                  ${t("Count for your rules")}
                </button>`
            }
          </div>`
          : null
      }
      ${section.tables.map((/** @type {any} */ table) => this.table(table))}
    </details>`;
  }

  /** @param {any} table */
  table(table) {
    return scrolled(
      table.title,
      html`<table>
        <caption>${table.title} ${citesOf(this.params.edition, table.paragraphs)}</caption>
        <thead>
          <tr>
            ${table.columns.map((/** @type {string} */ name, /** @type {number} */ at) =>
              name ? html`<th scope="col" key=${at}>${capital(name)}</th>` : html`<td key=${at} />`,
            )}
          </tr>
        </thead>
        <tbody>
          ${table.rows.map(
            (/** @type {string[]} */ [first, ...rest]) =>
              html`<tr key=${first}>
                <th scope="row">${first}</th>
                ${rest.map((cell, at) => html`<td key=${at} class=${/[a-z]{4}/.test(cell) ? "words" : ""}>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>`,
      table.note ? html`<p class="quiet">${table.note}</p>` : null,
    );
  }

  allKnobs() {
    return Object.entries(SECTIONS).map(([section, title]) => {
      const found = this.knobs.filter((knob) => knob.section === section);
      if (!found.length) return null;
      return html`<details key=${section} open=${section !== "setting"}>
        <summary>${title}</summary>
        ${found.map((knob) => this.knob(knob))}
      </details>`;
    });
  }

  /** @param {string} name */
  named(name) {
    const knob = this.knobs.find((each) => each.name === name);
    return capital((knob?.section === "pay line" && knob.words) || plain(name).replace(".", ", "));
  }

  /** The paragraph of a knob, with the reading that it switches, if it does. @param {import("../../core/types.js").Knob | undefined} knob */
  reason(knob) {
    if (!knob) return null;
    const {edition} = this.params;
    const [paragraph] = knob.paragraphs;
    return knob.readings.length
      ? cites(knob.readings.map((/** @type {string} */ reading) => ({edition, paragraph, reading})))
      : citesOf(edition, knob.paragraphs.slice(0, 1));
  }

  /** @param {import("../../core/types.js").Knob} knob */
  knob(knob) {
    const value = this.turned.get(knob.name) ?? knob.approved;
    const isTurned = this.turned.has(knob.name);
    const name = knob.section === "pay line" ? knob.words || plain(knob.name) : plain(knob.name);
    return html`<label class=${"field knob" + (isTurned ? " turned" : "")} key=${knob.name} title=${knob.words}>
      <span>
        ${capital(name)} ${this.reason(knob)}
        ${isTurned ? html`<span class="tag">${t("approved {value}", {value: plain(knob.approved)})}</span>` : null}
      </span>
      ${this.handle(knob, value)}
    </label>`;
  }

  /** @param {import("../../core/types.js").Knob} knob @param {string} value */
  handle(knob, value) {
    const set = (/** @type {Typed} */ event) => this.turn(knob, event.target.value);
    const choices = knob.kind === "flag" ? ["yes", "no"] : knob.choices;
    if (choices.length)
      return html`<select value=${value} data-knob=${knob.name} onchange=${set}>
        ${choices.map(
          (/** @type {string} */ each) =>
            html`<option key=${each} value=${each} selected=${each === value}>${capital(plain(each))}</option>`,
        )}
      </select>`;
    if (knob.kind === "number" && knob.minimum !== null && knob.maximum !== null)
      return html`<span class="row">
        <input type="range" min=${knob.minimum} max=${knob.maximum} step="1" value=${value} data-knob=${knob.name}
            oninput=${set} />
        <output>${value}</output>
      </span>`;
    return html`<input type="text" value=${value} data-knob=${knob.name} maxlength="60" onchange=${set} />`;
  }

  reset() {
    this.turned.clear();
    history.replaceState(null, "", link("/lab/:edition", this.params.edition));
    this.attempt(() => this.ask());
  }

  draft() {
    const file = new Blob([this.found.draft], {type: "application/toml"});
    const anchor = Object.assign(document.createElement("a"), {
      href: URL.createObjectURL(file),
      download: `${/^id = "(.+)"$/m.exec(this.found.draft)?.[1]}.toml`,
    });
    anchor.click();
    URL.revokeObjectURL(anchor.href);
  }
}
customElements.define("lab-page", LabPage);
