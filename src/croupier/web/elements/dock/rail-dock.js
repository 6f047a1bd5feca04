import {path, post, remove} from "../../core/api.js";
import {Drawn, html} from "../../core/draw.js";
import {late} from "../../core/late.js";
import {go, link} from "../../core/router.js";
import {money} from "../../core/words/say.js";
import {session} from "../../core/session.js";
import {wear} from "../../core/styles.js";
import {t} from "../../core/words/words.js";
import "../felt/turn-clock.js";

/** @typedef {import("../../core/types.js").Scene} Scene */

late("held-round", () => Promise.all([import("./held-round.js"), wear("desk")]));
late("decision-list", () => Promise.all([import("../staff/decision-list.js"), wear("desk")]));

/** Where the dock of a player is, for somebody who watches: a seat, or the list for one. Tells "take-seat", "work" with what the page is to attempt, "connect-again". */
class RailDock extends Drawn {
  /** @type {Scene | null} */
  scene = null;
  free = 0; // seats
  /** @type {() => number} */
  now = Date.now;
  /** What the last Round brought somebody who has got up since. @type {{round: string, net: number} | null} */
  result = null;

  look() {
    const {scene, free} = this;
    if (!scene) return null;
    const canSit = free > 0 && scene.table.status === "open";
    const mayPlay = session.me?.roles.includes("player") ?? true;
    const isHeld = scene.table.status === "interrupted";
    return html`<div class=${"dock rail" + (isHeld ? " waits" : "")}>
      <turn-clock key="clock" clock=${scene.clock} now=${this.now} place=${null} />
      <div class="whose">
        <strong>${t(isHeld ? "This Round is held" : "You are watching from the rail")}</strong>
        <span class="more">
          ${
            canSit
              ? t("{count} of {places} seats are free", {count: free, places: scene.table.places})
              : scene.table.status === "open"
                ? t("No seat is free.")
                : t("The table is {status}.", {status: scene.table.status})
          }
        </span>
      </div>
      <div class="dock-middle">
        ${
          isHeld
            ? html`<held-round held=${scene.table.held} />`
            : scene.decisions.length
              ? html`<decision-list key="decisions" decisions=${scene.decisions} options=${scene.options} isBusy />`
              : this.wonNote()
        }
      </div>
      <div class="acts">
        ${
          canSit && mayPlay
            ? html`<button type="button" class="act primary" onclick=${() => this.tell("take-seat")}>
              ${t(scene.you.waiting ? "A seat is free: take it" : "Take a seat")}
            </button>`
            : null
        }
        ${mayPlay && scene.table.status !== "closed" ? this.waiting(scene, canSit) : null}
      </div>
    </div>`;
  }

  wonNote() {
    if (!this.result) return null;
    return html`<p class="result">
      ${t("Last Round")} <strong>${money(this.result.net)}</strong> <a href=${link("/round/:id", this.result.round)} aria-label=${t("See why, step by step")}>${t("Replay")}</a>
    </p>`;
  }

  /** The list for a seat: join it, see how far one is, leave it. @param {Scene} scene @param {boolean} canSit */
  waiting({you, table}, canSit) {
    const address = path("tables", table.id, "waiting");
    if (you.waiting) {
      const stop = () => this.tell("work", () => remove(address));
      return html`<p class="row waiting" role="status">
        <strong>
          ${t("You are number {number} of {count} on the waiting list.", {
            number: you.waiting,
            count: table.waiting.length,
          })}
        </strong>
        <button type="button" class="act neutral" onclick=${stop}>${t("Leave the list")}</button>
      </p>`;
    }
    if (canSit) return null;
    const join = async () => {
      const wasStranger = !session.me;
      if (!(await session.ensure())) return go("/sign-in?to=" + encodeURIComponent(`/table/${table.id}`));
      await post(address);
      if (wasStranger) this.tell("connect-again");
    };
    return html`<p class="row waiting">
      ${table.waiting.length ? t("{count} waiting.", {count: table.waiting.length}) + " " : ""}
      <button type="button" class="act primary" onclick=${() => this.tell("work", join)}>
        ${t("Wait for a seat")}
      </button>
    </p>`;
  }
}
customElements.define("rail-dock", RailDock);
