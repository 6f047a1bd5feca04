import {path, post, put} from "../../core/api.js";
import {Drawn, html} from "../../core/draw.js";
import {go} from "../../core/router.js";
import {session} from "../../core/session.js";
import {note, noteOn} from "../../core/notes.js";
import {t} from "../../core/words/words.js";
import "./own-affairs.js";

/** @typedef {import("../../core/types.js").Scene} Scene */

/** "My seat" beside the felt: own affairs, and the tools of one's own practice table. Tells "give", "work" with what the page is to attempt, "adopt", "told". */
class SeatTab extends Drawn {
  /** @type {Scene | null} */
  scene = null;
  isBusy = false;
  isLive = true;

  look() {
    const {scene, isBusy, isLive} = this;
    if (!scene) return null;
    return [
      html`<own-affairs key="affairs" scene=${scene} isBusy=${isBusy} isLive=${isLive}
          onmove-to=${(/** @type {Told} */ event) => this.work(() => this.moveTo(scene.table.id, event.detail))} />`,
      this.notes(scene),
      this.practiceTools(scene),
    ];
  }

  /** @param {() => Promise<any>} work */
  work(work) {
    this.tell("work", work);
  }

  /** Up from one place and down at another, with the same chips: one order, so that nobody is left standing. @param {string} table @param {number} place */
  async moveTo(table, place) {
    await put(path("tables", table, "seat"), {place});
    this.tell("told", t("You sit at {number} now.", {number: place}));
  }

  /** @param {Scene} scene */
  notes({table, you}) {
    const others = [...new Map(table.seats.map((seat) => [seat.player, seat])).values()].filter(
      ({player}) => player !== you.id,
    );
    if (!others.length) return null;
    return html`<section class="affair player-notes" key="notes" aria-label=${t("Notes on players")}>
      <h3>${t("Notes on players")} <small class="quiet">${t("only on this device")}</small></h3>
      ${others.map(
        ({player, name}) =>
          html`<label key=${player}>
            <span>${name}</span>
            <input type="text" maxlength="120" autocomplete="off" value=${noteOn(player)}
                onchange=${(/** @type {Typed} */ event) => note(player, event.target.value.trim())} />
          </label>`,
      )}
    </section>`;
  }

  /** @param {Scene} scene */
  practiceTools({table}) {
    if (!table.is_practice || table.owner !== session.me?.id) return null;
    const bots = (/** @type {number} */ count) => () =>
      this.work(async () => this.tell("adopt", await put(path("tables", table.id, "bots"), {count})));
    const close = async () => {
      await post(path("tables", table.id, "close"), {reason: "practice is over"});
      go("/");
    };
    const now = table.seats.filter((seat) => seat.is_bot).length;
    return html`<section class="affair" key="practice" aria-label=${t("Your practice table")}>
      <h3>${t("Your practice table")}</h3>
      <div class="row">
        <button type="button" onclick=${bots(now + 1)} disabled=${table.seats.length >= table.places}>
          ${t("One more bot")}
        </button>
        <button type="button" onclick=${bots(Math.max(0, now - 1))} disabled=${!now}>${t("One bot less")}</button>
        <button type="button" onclick=${() => this.work(close)}>${t("Close this practice table")}</button>
      </div>
    </section>`;
  }
}
customElements.define("seat-tab", SeatTab);
