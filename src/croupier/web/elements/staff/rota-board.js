import {Drawn, html} from "../../core/draw.js";
import {ZONE_NAME} from "../../core/days.js";
import {dateAndTime, hourAndMinute} from "../../core/words/say-more.js";
import {t} from "../../core/words/words.js";
import {avatar} from "../../layouts/common.js";

/** @typedef {import("../../core/types.js").DutyLine} Duty */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const STEP_MS = 5 * MINUTE_MS;
const SHOWN_MS = 8 * HOUR_MS;
const BEFORE_MS = 2 * HOUR_MS; // so much of what was is still seen
const LONGEST_MS = 80 * MINUTE_MS; // without a break

/** Who deals where and when, breaks too: a row for each dealer. A block is moved along its row. Tells "move" and "drop". */
export class RotaBoard extends Drawn {
  /** @type {Duty[]} */
  duties = [];
  /** The game of each table. @type {Map<string, string>} */
  games = new Map();
  isAllowed = false;
  /** The block that is taken, and by how much it has moved. @type {{duty: Duty, by: number} | null} */
  taken = null;
  #grabbedAt = 0;

  get since() {
    return Math.floor((Date.now() - BEFORE_MS) / HOUR_MS) * HOUR_MS;
  }

  /** @param {number} at */
  left(at) {
    return `${((100 * (at - this.since)) / SHOWN_MS).toFixed(3)}%`;
  }

  look() {
    const until = this.since + SHOWN_MS;
    const shown = this.duties.filter((each) => each.until > this.since && each.since < until);
    const people = [...new Map(shown.map((each) => [each.person, each.name]))];
    if (!people.length) return null;
    const hours = Array.from({length: SHOWN_MS / HOUR_MS}, (_, index) => this.since + index * HOUR_MS);
    return html`<div class="rota">
      <p class="rota-hours" aria-hidden="true">
        ${hours.map((at) => html`<span key=${at} style=${{left: this.left(at)}}>${hourAndMinute(at)}</span>`)}
      </p>
      <ul class="rota-rows duties">
        ${people.map(([person, name]) =>
          this.row(
            name,
            shown.filter((each) => each.person === person),
          ),
        )}
        <li class="rota-now" aria-hidden="true" key="now">
          <i style=${{left: this.left(Date.now())}}>
            <b>${t("Now {time} {zone}", {time: hourAndMinute(Date.now()), zone: ZONE_NAME})}</b>
          </i>
        </li>
      </ul>
      ${this.bar(shown)}
    </div>`;
  }

  /** @param {string} name @param {Duty[]} duties */
  row(name, duties) {
    const now = Date.now();
    const here = duties.find((each) => each.since <= now && each.until > now);
    const minutes = here ? Math.round((now - here.since) / MINUTE_MS) : 0;
    const isLong = Boolean(here?.table) && now - Number(here?.since) > LONGEST_MS;
    const where = !here
      ? t("off")
      : here.table
        ? t("{table}, {minutes} min", {table: here.title, minutes})
        : t("break to {time}", {time: hourAndMinute(here.until)});
    return html`<li key=${name} class="rota-row">
      <div class="rota-who">
        ${avatar(name, 32)}
        <span><b>${name}</b> <small class=${isLong ? "late" : ""}>${where}</small></span>
      </div>
      <div class="rota-track">${duties.map((each) => this.block(each))}</div>
    </li>`;
  }

  /** @param {Duty} duty */
  block(duty) {
    const isTaken = this.taken && same(this.taken.duty, duty);
    const by = isTaken ? Number(this.taken?.by) : 0;
    const [since, until] = [duty.since + by, duty.until + by];
    const values = {
      name: duty.name,
      where: duty.title || t("break"),
      since: hourAndMinute(since),
      until: hourAndMinute(until),
    };
    const game = this.games.get(duty.table) ?? "";
    return html`<button type="button" key=${duty.person + duty.since}
        class=${`rota-block ${duty.table ? game : "break"}${isTaken ? " taken" : ""}${duty.until < Date.now() ? " past" : ""}`}
        style=${{left: this.left(since), width: `calc(${this.left(this.since + until - since)} - 3px)`}}
        aria-label=${t("{name}: {where}, {since} to {until}", values)} disabled=${!this.isAllowed}
        onpointerdown=${(/** @type {PointerEvent} */ event) => this.grab(event, duty)}
        onpointermove=${(/** @type {PointerEvent} */ event) => this.drag(event)}
        onpointerup=${() => this.let_go()} onkeydown=${(/** @type {KeyboardEvent} */ event) => this.key(event, duty)}>
      ${values.where}
    </button>`;
  }

  /** @param {PointerEvent} event @param {Duty} duty */
  grab(event, duty) {
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.#grabbedAt = event.clientX;
    this.taken = {duty, by: 0};
    this.redraw();
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (!this.taken || !event.buttons) return;
    const track = /** @type {HTMLElement} */ (event.currentTarget).parentElement;
    const ms = ((event.clientX - this.#grabbedAt) / (track?.clientWidth || 1)) * SHOWN_MS;
    this.taken = {...this.taken, by: Math.round(ms / STEP_MS) * STEP_MS};
    this.redraw();
  }

  let_go() {
    const {taken} = this;
    if (taken?.by) {
      this.tell("move", taken);
      this.taken = null;
    }
    this.redraw();
  }

  /** Arrows move, Enter puts it there, Escape takes it back. @param {KeyboardEvent} event @param {Duty} duty */
  key(event, duty) {
    const step = {ArrowLeft: -STEP_MS, ArrowRight: STEP_MS}[event.key];
    const by = this.taken && same(this.taken.duty, duty) ? this.taken.by : 0;
    if (step) this.taken = {duty, by: by + step};
    else if (event.key === "Enter" && by) this.let_go();
    else if (event.key === "Escape") this.taken = null;
    else return;
    event.preventDefault();
    this.redraw();
  }

  /** What follows from what is taken, or what is not as it should be. @param {Duty[]} shown */
  bar(shown) {
    const {taken} = this;
    const drop = () => {
      this.tell("drop", taken?.duty);
      this.taken = null;
      this.redraw();
    };
    if (taken) {
      const values = {
        name: taken.duty.name,
        where: taken.duty.title || t("break"),
        since: hourAndMinute(taken.duty.since),
        then: hourAndMinute(taken.duty.since + taken.by),
      };
      return html`<p class="rota-bar" role="status">
        ${
          taken.by
            ? t("{name}, {where}: moves from {since} to {then}.", values)
            : t("{name}, {where} from {since}: move it along its row, or drop it.", values)
        }
        <button type="button" onclick=${drop} aria-label=${t("Drop {name} at {time}", {name: taken.duty.name, time: dateAndTime(taken.duty.since)})}>
          ${t("Drop")}
        </button>
      </p>`;
    }
    const troubles = [...tooLong(shown), ...unmanned(shown)];
    return html`<p class=${"rota-bar" + (troubles.length ? " late" : "")} role="status">
      ${troubles.join(" ") || t("Every table that is planned has a dealer, and nobody deals longer than 80 minutes.")}
    </p>`;
  }
}

/** @param {Duty} one @param {Duty} other */
const same = (one, other) => one.person === other.person && one.since === other.since;

/** Who deals for longer than anybody should without a break. @param {Duty[]} duties */
function tooLong(duties) {
  /** @type {Map<string, {since: number, until: number}>} */
  const spells = new Map();
  const found = new Set();
  for (const each of [...duties].sort((one, other) => one.since - other.since)) {
    if (!each.table) continue;
    const last = spells.get(each.person);
    const spell = {since: last && each.since <= last.until ? last.since : each.since, until: each.until};
    spells.set(each.person, spell);
    if (spell.until - spell.since > LONGEST_MS && spell.until > Date.now()) found.add(each.name);
  }
  return [...found].map((name) => t("{name} deals for more than 80 minutes without a break.", {name}));
}

/** Tables whose plan has a gap. @param {Duty[]} duties */
function unmanned(duties) {
  const now = Date.now();
  const tables = new Map(duties.filter(({table}) => table).map(({table, title}) => [table, title]));
  return [...tables].flatMap(([table, title]) => {
    const its = duties.filter((each) => each.table === table && each.until > now).sort((a, b) => a.since - b.since);
    const gap = its.find(({until}, index) => its[index + 1] && its[index + 1].since > until);
    return gap ? [t("{table} has no dealer from {time}.", {table: title, time: hourAndMinute(gap.until)})] : [];
  });
}
customElements.define("rota-board", RotaBoard);
