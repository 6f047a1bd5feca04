import {Refused, path, post} from "../../core/api.js";
import {Drawn, html} from "../../core/draw.js";
import {session} from "../../core/session.js";
import {t} from "../../core/words/words.js";
import {cites} from "../cite-chip.js";
import "./amount-picker.js";
import "../sign-age.js";

const USUAL_CENTS = 500_00;

/** Take a seat with chips: the bounds are the table's own. Tells "seated". */
export class SitDialog extends Drawn {
  /** @type {import("../../core/types.js").Scene | null} */
  scene = null;
  place = 0;
  /** @type {number | null} */
  cents = null;
  /** @type {Refused | null} */
  problem = null;
  isBusy = false;

  /** @param {number} place */
  open(place) {
    this.place = place;
    this.problem = null;
    this.cents = this.usual();
    this.redraw();
    queueMicrotask(() => this.querySelector("dialog")?.showModal()); // after the drawing that was asked for before
  }

  close() {
    this.querySelector("dialog")?.close();
  }

  /** The seat's own bounds if the house offers them, else what you have. */
  ask() {
    const option =
      this.scene?.options.find((each) => each.purpose === "sit" && each.place === this.place) ??
      this.scene?.options.find((each) => each.purpose === "sit");
    const bounds = option?.asks.find((ask) => ask.kind === "money");
    const most = session.me?.balance ?? 0;
    const ask = bounds ?? {
      field: "chips",
      kind: /** @type {"money"} */ ("money"),
      minimum: 100,
      maximum: Math.max(most, 100),
      step: 100,
      choices: [],
    };
    const rest = (Math.min(ask.maximum, most) - ask.minimum) % ask.step;
    return {...ask, maximum: Math.max(ask.minimum, Math.min(ask.maximum, most) - rest)};
  }

  usual() {
    const {minimum, maximum} = this.ask();
    return Math.max(minimum, Math.min(maximum, USUAL_CENTS));
  }

  look() {
    if (!this.scene || !this.place) return null;
    const ask = this.ask();
    const sit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      if (this.cents === null || this.isBusy) return;
      this.isBusy = true;
      this.redraw();
      try {
        await post(path("tables", this.scene?.table.id ?? "", "seat"), {place: this.place, chips: this.cents});
        this.close();
        this.tell("seated");
      } catch (error) {
        this.problem = /** @type {Refused} */ (error);
      }
      this.isBusy = false;
      this.redraw();
    };
    return html`<dialog class="sheet" aria-labelledby="sit-title" onclose=${() => {
      this.place = 0;
    }}>
      <form class="sheet-body" onsubmit=${sit}>
        <h2 id="sit-title">
          ${t("Seat {number} at {table}", {number: this.place, table: this.scene.table.title})}
        </h2>
        <sign-age table=${this.scene.table} isShort />
        <amount-picker key="pick${this.place}" ask=${ask} label=${t("Chips to bring")} start=${this.usual()}
            onamount=${(/** @type {Told} */ event) => this.keep({cents: event.detail})} />
        ${
          this.problem
            ? html`<p class="problem" role="alert">${this.problem.reason} ${cites(this.problem.citations)}</p>`
            : null
        }
        <p class="row end">
          <button type="button" onclick=${() => this.close()}>${t("Not now")}</button>
          <button type="submit" class="primary" disabled=${this.cents === null || this.isBusy}>${t("Sit down")}</button>
        </p>
      </form>
    </dialog>`;
  }
}
customElements.define("sit-dialog", SitDialog);
