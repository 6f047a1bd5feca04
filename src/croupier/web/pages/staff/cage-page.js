import {get, path, post} from "../../core/api.js";
import {html, notYet} from "../../core/draw.js";
import {newKey, postOnce} from "../../core/once.js";
import {Page} from "../../core/page.js";
import {link} from "../../core/router.js";
import {capital, cents, gain, money, plain} from "../../core/words/say.js";
import {clockOrDate, dateAndTime} from "../../core/words/say-more.js";
import {session} from "../../core/session.js";
import {t} from "../../core/words/words.js";
import {blank} from "../../elements/blank.js";
import {amount, choice, field, folded, reason} from "../../elements/fields.js";
import {heads, scrolled} from "../../elements/table.js";
import {columnsOf} from "../../elements/felt/chip-stack.js";
import "../../elements/staff/chip-tray.js";
import {SLIPS} from "./slip-page.js";

/** @typedef {import("../../core/types.js").TransferLine} Transfer */

/** Chips of the house: what is in the cage, what each rack should hold, and slips that wait to be signed. */
class CagePage extends Page {
  isForMembers = true;
  refreshMs = 5_000;
  /** @type {import("../../core/types.js").CagePage} */
  cage = notYet;
  /** @type {import("../../core/types.js").SlipLine[]} */
  slips = [];
  /** @type {import("../../core/types.js").TableLine[]} */
  tables = [];
  /** @type {import("../../core/types.js").PersonLine[]} */
  people = [];
  done = 0;
  isAsked = false; // what was done last was only asked for

  async load() {
    const isPit = session.may("pit_supervisor") || session.may("auditor");
    const [cage, {tables}, slips] = await Promise.all([
      get("/api/cage"),
      get("/api/lobby"),
      isPit ? get("/api/cage/slips", {limit: "20"}) : [],
    ]);
    Object.assign(this, {cage, slips, tables: tables.filter((each) => !each.is_practice)});
    if (session.may("pit_manager") && !this.people.length)
      this.people = (await get("/api/people")).filter((each) => each.roles.includes("player") && !each.is_bot);
  }

  look() {
    const {cage} = this;
    return html`<div class="pad cage">
      <div class="cage-head"><h1>${t("Cage")}</h1>${cage ? this.parts(cage) : null}</div>
      ${this.refusal()}
      ${
        this.done
          ? html`<p class="notice done" role="status" key="done">
            ${this.doneWords()} <a class="button" href=${link("/slip/:number", String(this.done))}>${t("Slip {number}", {number: this.done})}</a>
          </p>`
          : null
      }
      ${
        cage
          ? [this.toSign(cage), this.racks(cage), this.opening(cage), this.boxes(cage), this.sets(cage), this.history()]
          : null
      }
    </div>`;
  }

  /** The page is long: a way to each part of it that there is. @param {import("../../core/types.js").CagePage} cage */
  parts(cage) {
    const all = /** @type {[string, string, number][]} */ ([
      ["racks", t("Rack"), cage.racks.length],
      ["to-sign", t("Fill and credit"), cage.transfers.length],
      ["boxes", t("Drop"), cage.boxes.length],
      ["sets", t("Chips"), cage.sets.length],
      ["history", t("Day"), this.slips.length],
    ]);
    const go = (/** @type {string} */ id) => () => this.querySelector(`#${id}`)?.scrollIntoView({block: "start"});
    return html`<nav class="cage-parts" aria-label=${t("Cage")}>
      ${all.map(
        ([id, words, count]) =>
          html`<button type="button" key=${id} disabled=${!count} onclick=${go(id)}>
            ${words}${id === "to-sign" && count ? html` <span class="count">${count}</span>` : null}
          </button>`,
      )}
    </nav>`;
  }

  /** A fill that was asked for has moved nothing yet. */
  doneWords() {
    return this.isAsked ? t("Asked for: the pit signs next.") : t("Done.");
  }

  /** What one does here has a key: a second click is the same deed. @param {any} event @param {string} where @param {(form: FormData) => any} body */
  submit(event, where, body) {
    event.preventDefault();
    const form = event.target;
    if (form.dataset.busy) return;
    form.dataset.busy = "1";
    form.dataset.key ??= newKey();
    this.attempt(async () => {
      try {
        const answer = await postOnce(where, body(new FormData(form)), form.dataset.key);
        this.done = answer.number ?? 0;
        this.isAsked = where.endsWith("/chips");
        form.reset();
        form.closest("details")?.removeAttribute("open");
        delete form.dataset.key;
      } catch (error) {
        if (/** @type {any} */ (error).code !== "unavailable") delete form.dataset.key; // answered, and not done
        throw error;
      } finally {
        delete form.dataset.busy;
        await this.load();
      }
    });
  }

  /** @param {import("../../core/types.js").CagePage} cage */
  toSign(cage) {
    if (!cage.transfers.length) return null;
    return html`<section key="to-sign" aria-labelledby="to-sign">
      <h2 id="to-sign">${t("To be signed")}</h2>
      <ul class="transfers">${cage.transfers.map((each) => this.transfer(each))}</ul>
    </section>`;
  }

  /** A fill or credit: its chips, and four signatures of four people. @param {Transfer} each */
  transfer(each) {
    return html`<li class="seat-row transfer" key=${each.slip} data-way=${each.way}>
      <div class="slip-chips">
        <h3>${t(SLIPS[each.way])} · ${each.title}</h3>
        <p class="slip-total">${money(each.cents)}</p>
        <ul>
          ${each.chips.map(
            ({cents: worth, count}) =>
              html`<li key=${worth}>
                ${columnsOf(worth, count)}
                <span>${count} × ${money(worth)}</span>
                <b>${money(worth * count)}</b>
              </li>`,
          )}
        </ul>
      </div>
      <div>
        <h3>${t("Four signatures, four people")}</h3>
        <ol class="chain">
          ${this.step(t("asked by {name}", {name: each.asked_by_name}), each.at)}
          ${
            each.approved_by
              ? this.step(t("approved by {name}", {name: each.approved_by_name}), each.approved_at)
              : this.next(each, t("approved by …"))
          }
          ${
            each.delivered_by
              ? this.step(t("delivered by {name}", {name: each.delivered_by_name}), each.delivered_at)
              : this.next(each, t("delivered by …"), Boolean(each.approved_by))
          }
          ${this.next(each, t("received by …"), Boolean(each.delivered_by))}
        </ol>
        ${this.signing(each)}
      </div>
    </li>`;
  }

  /** @param {string} words @param {number} at */
  step(words, at) {
    return html`<li class="signed"><b>${capital(words)}</b> <small>${dateAndTime(at)}</small></li>`;
  }

  /** A signature that is missing; the first of them says who may give it. @param {Transfer} each @param {string} words @param {boolean} [isNext] */
  next(each, words, isNext = true) {
    const names = [each.asked_by_name, each.approved_by_name, each.delivered_by_name].filter(Boolean).join(", ");
    const values = {role: capital(plain(each.role)), names};
    return html`<li class=${isNext ? "waits" : ""}>
      <b>${capital(words)}</b>
      ${
        isNext
          ? html`<small>${t("{role} or above may sign next, but not {names}: who has signed cannot sign again.", values)}</small>`
          : null
      }
    </li>`;
  }

  /** The one signature that is mine to give, and the way back. @param {Transfer} each */
  signing(each) {
    const me = session.me?.id ?? "";
    const hasSigned = [each.asked_by, each.approved_by, each.delivered_by].includes(me);
    const mine = !hasSigned && session.may(each.role);
    const step = /** @type {"approve" | "hand-over" | "receive"} */ (
      each.delivered_by ? "receive" : each.approved_by ? "hand-over" : "approve"
    );
    const sign = (/** @type {"approve" | "hand-over" | "receive" | "refuse"} */ what) =>
      this.attempt(async () => {
        const transfer = /** @type {const} */ (["cage", "transfers", String(each.slip)]);
        const again = () => this.load();
        this.isAsked = false;
        if (what === "hand-over") this.done = (await post(path(...transfer, "hand-over")).finally(again)).number;
        else if (what === "refuse") await post(path(...transfer, "refuse"), {reason: "refused"}).finally(again);
        else if (what === "receive") await post(path(...transfer, "receive")).finally(again);
        else await post(path(...transfer, "approve")).finally(again);
      });
    const words = {
      approve: t("Approve for the pit"),
      "hand-over": each.way === "fill" ? t("Hand the chips over") : t("Take the chips"),
      receive: t("Sign: received"),
    };
    return html`<div class="row">
      ${mine ? html`<button type="button" class="primary" onclick=${() => sign(step)}>${words[step]}</button>` : null}
      ${
        each.delivered_by
          ? null
          : each.asked_by === me
            ? html`<button type="button" onclick=${() => sign("refuse")}>${t("Withdraw")}</button>`
            : session.may("pit_supervisor")
              ? html`<button type="button" onclick=${() => sign("refuse")}>${t("Refuse")}</button>`
              : null
      }
    </div>`;
  }

  /** @param {import("../../core/types.js").CagePage} cage */
  racks(cage) {
    if (!cage.racks.length) return null;
    return html`<section key="racks" aria-labelledby="racks">
      <h2 id="racks">${t("Racks")}</h2>
      <ul class="rack-rows">${cage.racks.map((rack) => this.rack(cage, rack))}</ul>
    </section>`;
  }

  /** @param {import("../../core/types.js").CagePage} cage @param {import("../../core/types.js").RackLine} rack */
  rack(cage, rack) {
    const {denominations} = this.set(cage, rack.chips);
    const figure = (/** @type {string} */ name, /** @type {number} */ amount, /** @type {string} */ kind = "") =>
      html`<div key=${name} class=${kind}><dt>${name}</dt><dd>${money(amount)}</dd></div>`;
    const at = path("tables", rack.table);
    return html`<li class="panel table-rack" key=${rack.table} data-table=${rack.table}>
      <h3>
        ${rack.title} <span class="tag">${t(rack.is_by_play ? "virtual" : "physical")}</span>
        ${rack.rack < 0 ? html`<span class="tag warn">${t("needs a fill")}</span>` : null}
      </h3>
      <dl class="sum-line">
        ${figure(t("Rack"), rack.rack, "large")}
        ${figure("− Opening", rack.opening)}
        ${figure("− Fills", rack.fills)}
        ${figure("+ Credits", rack.credits)}
        ${figure("+ Drop", rack.drop)}
        ${figure(t("= Result by the chips"), rack.by_chips, "large")}
        ${figure(t("Result by play"), rack.by_play, "large")}
      </dl>
      <p class=${rack.difference ? "problem notice" : "all-well"}>
        ${
          rack.difference
            ? t("{amount} that play does not explain", {amount: gain(rack.difference)})
            : t("Play explains all of it")
        }
      </p>
      <p class="quiet">
        ${
          rack.last_round
            ? t("since the last count Rounds {first} to {last}", {first: rack.first_round, last: rack.last_round})
            : t("no Round yet")
        }
        ${rack.prizes ? ` · ${t("jackpots paid {amount}", {amount: money(rack.prizes)})}` : ""}
      </p>
      ${
        session.may("dealer")
          ? folded(
              t("Ask for a fill or credit"),
              (event) => this.submit(event, `${at}/chips`, (form) => ({way: form.get("way"), counts: countsIn(form)})),
              [
                choice(t("Which"), "way", [
                  ["fill", t("Fill")],
                  ["credit", t("Credit")],
                ]),
                html`<chip-tray denominations=${denominations} />`,
              ],
              t("Ask"),
            )
          : null
      }
      ${
        session.may("dealer")
          ? folded(
              t("Colour up"),
              (event) =>
                this.submit(event, `${at}/colour-up`, (form) => ({
                  taken: countsIn(form, "taken"),
                  given: countsIn(form, "given"),
                })),
              [
                html`<fieldset><legend>${t("Taken")}</legend>${this.counter(denominations, "taken")}</fieldset>`,
                html`<fieldset><legend>${t("Given")}</legend>${this.counter(denominations, "given")}</fieldset>`,
              ],
              t("Exchange"),
            )
          : null
      }
      ${
        session.may("pit_supervisor")
          ? folded(
              t("Count the rack"),
              (event) =>
                this.submit(event, `${at}/count`, (form) => ({
                  counts: countsIn(form),
                  is_closing: form.get("is_closing") === "on",
                  reason: String(form.get("reason")),
                })),
              [
                rack.is_by_play
                  ? html`<p class="quiet">${t("A virtual rack holds what play says; nobody counts it.")}</p>`
                  : html`<chip-tray denominations=${denominations} due=${rack.rack} />`,
                reason(t("Why, if it does not match")),
                html`<label class="check">
                  <input name="is_closing" type="checkbox" />
                  ${t("the table closes: take the chips to the cage")}
                </label>`,
              ],
              t("Book the count"),
            )
          : null
      }
      ${
        session.may("pit_manager") && !rack.is_by_play
          ? folded(
              t("Cash at the table"),
              (event) =>
                this.submit(event, `${at}/drop`, (form) => ({
                  person: form.get("person"),
                  cents: cents(String(form.get("amount"))),
                })),
              [
                choice(
                  t("Player"),
                  "person",
                  this.people.map((each) => [each.id, each.name]),
                ),
                amount(),
              ],
              t("Into the box"),
            )
          : null
      }
    </li>`;
  }

  /** @param {import("../../core/types.js").CagePage} cage */
  opening(cage) {
    const closed = this.tables.filter((each) => !cage.racks.some((rack) => rack.table === each.id));
    if (!session.may("pit_supervisor") || !cage.sets.length || !closed.length) return null;
    const denominations = [...new Set(cage.sets.flatMap((each) => each.denominations))];
    return html`<section key="opening" aria-labelledby="opening">
      <details class="panel" open=${!cage.racks.length}>
      <summary id="opening">${t("Open a table with a counted float")}</summary>
      <form onsubmit=${(/** @type {any} */ event) =>
        this.submit(event, path("tables", String(new FormData(event.target).get("table")), "float"), (form) => ({
          chips: form.get("chips"),
          counts: countsIn(form),
        }))}>
        <div class="row">
          ${choice(
            t("Table"),
            "table",
            closed.map((each) => [each.id, each.title]),
          )}
          ${choice(
            t("Set of chips"),
            "chips",
            cage.sets.map((each) => [each.id, each.title]),
          )}
        </div>
        <chip-tray denominations=${denominations} />
        <button type="submit" class="primary">${t("Count it in")}</button>
      </form>
      </details>
    </section>`;
  }

  /** @param {import("../../core/types.js").CagePage} cage */
  boxes(cage) {
    if (!cage.boxes.length) return null;
    return html`<section key="boxes" aria-labelledby="boxes">
      <h2 id="boxes">${t("Drop boxes")}</h2>
      <ul class="seat-rows">
        ${cage.boxes.map(
          (each) =>
            html`<li class="seat-row" key=${each.table}>
              <h3>${each.title} · ${money(each.cents)}</h3>
              ${
                session.may("pit_manager")
                  ? folded(
                      t("Count the box"),
                      (event) =>
                        this.submit(event, path("tables", each.table, "box"), (form) => ({
                          cents: cents(String(form.get("amount"))),
                          reason: String(form.get("reason")),
                        })),
                      [amount(), reason(t("Why, if it does not match"))],
                      t("Book the count"),
                    )
                  : null
              }
            </li>`,
        )}
      </ul>
    </section>`;
  }

  /** @param {import("../../core/types.js").CagePage} cage */
  sets(cage) {
    const isBoss = session.may("shift_manager");
    return html`<section key="sets" class=${cage.sets.length ? "" : "cage-first"} aria-labelledby="sets">
      <h2 id="sets">${t("Chips in the cage")}</h2>
      ${
        cage.sets.length
          ? null
          : blank(
              "chips",
              t("There are no chips yet. A shift manager makes a set."),
              t("Then every chip of the house is accounted for: in the cage, in a rack, or with a player."),
              [
                t("Make a set: its name and what its chips are worth."),
                t("Put its stock into the cage, counted."),
                t("Open a table with a counted float; fills, credits and counts follow from there."),
              ],
            )
      }
      <ul class="seat-rows">
        ${cage.sets.map(
          (each) =>
            html`<li class="seat-row" key=${each.id}>
              <h3>${each.title} · ${money(each.cents)}</h3>
              <p>${said(each.stock) || t("none")}</p>
              ${
                isBoss
                  ? folded(
                      t("Stock"),
                      (event) =>
                        this.submit(event, path("cage", "sets", each.id, "stock"), (form) => ({
                          counts: countsIn(form),
                          reason: String(form.get("reason")),
                        })),
                      [this.counter(each.denominations, "", -1e6), reason(t("Reason"), true)],
                      t("Into the cage"),
                    )
                  : null
              }
            </li>`,
        )}
      </ul>
      ${
        isBoss
          ? folded(
              t("Make a set of chips"),
              (event) =>
                this.submit(event, "/api/cage/sets", (form) => ({
                  id: String(form.get("id")),
                  title: String(form.get("title")),
                  denominations: String(form.get("worth"))
                    .split(/[\s;]+/)
                    .filter(Boolean)
                    .map((each) => cents(each) ?? 0),
                })),
              [
                field(t("Short name"), "id", {required: true, pattern: "[A-Za-z0-9_\\-]+", maxlength: 64}),
                field(t("Title"), "title", {required: true, maxlength: 80}),
                field(t("What the chips are worth, with spaces between"), "worth", {
                  required: true,
                  placeholder: "1 5 25 100 1000",
                }),
              ],
              t("Make it"),
              "panel",
            )
          : null
      }
    </section>`;
  }

  history() {
    if (!this.slips.length) return null;
    const names = [t("Slip"), t("When"), t("What"), t("Table"), t("Amount"), t("Difference"), t("Rounds"), t("By")];
    return html`<section key="history" aria-labelledby="history">
      <h2 id="history">${t("What happened")}</h2>
      ${scrolled(
        t("What happened"),
        html`<table>
          ${heads(names)}
          <tbody>
            ${this.slips.map(
              (each) =>
                html`<tr key="${each.number}.${each.part}" data-kind=${each.kind}>
                  <td>
                    <a href=${link("/slip/:number", String(each.number)) + (each.part > 1 ? `?part=${each.part}` : "")}>
                      ${String(each.number)}
                    </a>
                  </td>
                  <td title=${dateAndTime(each.at)}>${clockOrDate(each.at)}</td>
                  <td>${t(SLIPS[each.kind] ?? capital(plain(each.kind)))}</td>
                  <td>${each.title}</td>
                  <td class="figure">${money(each.cents)}</td>
                  <td class=${"figure" + (each.difference ? " lost" : "")}>
                    ${each.difference === null ? "" : gain(each.difference)}
                  </td>
                  <td>
                    ${each.difference === null || !each.last_round ? "" : `${each.first_round}–${each.last_round}`}
                  </td>
                  <td>${each.by_name}</td>
                </tr>`,
            )}
          </tbody>
        </table>`,
      )}
    </section>`;
  }

  /** @param {import("../../core/types.js").CagePage} cage @param {string} id */
  set(cage, id) {
    return /** @type {import("../../core/types.js").ChipSetLine} */ (cage.sets.find((each) => each.id === id));
  }

  /** How many of each chip. @param {number[]} denominations */
  counter(denominations, prefix = "", least = 0) {
    return html`<div class="chip-counts">
      ${[...denominations]
        .sort((a, b) => b - a)
        .map(
          (worth) =>
            html`<label class="field" key=${worth}>
              <span>${money(worth)}</span>
              <input name="${prefix}chip-${worth}" type="number" min=${least} max="1000000" step="1" placeholder="0"
                  inputmode="numeric" />
            </label>`,
        )}
    </div>`;
  }
}
customElements.define("cage-page", CagePage);

/** The chips that a form counts. @param {FormData} form */
function countsIn(form, prefix = "") {
  const start = `${prefix}chip-`;
  return [...form.entries()]
    .filter(([name, value]) => name.startsWith(start) && Number(value))
    .map(([name, value]) => ({cents: Number(name.slice(start.length)), count: Number(value)}));
}

/** @param {{cents: number, count: number}[]} chips */
function said(chips) {
  return chips.map(({cents: worth, count}) => `${count} × ${money(worth)}`).join(", ");
}
