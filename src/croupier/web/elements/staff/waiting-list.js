import {get, path, post, remove} from "../../core/api.js";
import {Drawn, h} from "../../core/draw.js";
import {capital, money} from "../../core/words/say.js";
import {session} from "../../core/session.js";
import {cites} from "../cite-chip.js";
import "../dock/amount-picker.js";

const USUAL_CENTS = 500_00;

/** Who waits for a seat, in order; the pit seats the next one or takes somebody off. */
export class WaitingList extends Drawn {
  /** @type {import("../../core/types.js").TableLine | null} */
  table = null;
  /** @type {any} */
  list = null;
  /** @type {any} */
  problem = null;
  isBusy = false;
  /** The player who is being seated. */
  seating = "";
  place = 0;
  /** @type {number | null} */
  cents = null;
  #seen = "";

  /** @param {() => Promise<any>} work */
  async attempt(work) {
    this.isBusy = true;
    this.problem = null;
    try {
      await work();
      this.list = await get(path("tables", this.table?.id ?? "", "waiting"));
    } catch (error) {
      this.problem = error;
    }
    this.isBusy = false;
    this.redraw();
  }

  look() {
    const table = this.table;
    if (!table) return null;
    // The line of the table says that something has changed; the list itself is asked for then.
    const now = JSON.stringify([table.waiting, table.seats.map((seat) => seat.place)]);
    if (now !== this.#seen && table.status !== "closed") {
      this.#seen = now;
      this.attempt(async () => {});
    }
    if (!this.list) return h("p", {class: "quiet"}, this.problem?.reason ?? "Looking up the list…");
    const {waiting} = this.list;
    return [
      this.problem
        ? h("p", {class: "problem notice", role: "alert"}, this.problem.reason, " ", cites(this.problem.citations))
        : null,
      waiting.length
        ? h(
            "ol",
            {class: "seat-rows waiting"},
            waiting.map((/** @type {any} */ one, /** @type {number} */ index) => this.one(table, one, index)),
          )
        : h("p", {class: "all-well", role: "status"}, "Nobody waits for a seat."),
    ];
  }

  /** @param {import("../../core/types.js").TableLine} table @param {any} one @param {number} index */
  one(table, one, index) {
    const isOpen = this.seating === one.player;
    const off = () => this.attempt(() => remove(path("tables", table.id, "waiting", one.player)));
    const open = () => {
      this.seating = isOpen ? "" : one.player;
      this.place = this.list.places[0] ?? 0;
      this.cents = this.usual();
      this.redraw();
    };
    return h(
      "li",
      {class: "seat-row", key: one.player},
      h("h3", null, h("span", {class: "number"}, `${index + 1}.`), ` ${one.name}`),
      session.may("pit_supervisor")
        ? h(
            "div",
            {class: "row"},
            h(
              "button",
              {
                type: "button",
                class: index ? "" : "primary",
                "aria-expanded": String(isOpen),
                disabled: this.isBusy || !this.list.places.length,
                onclick: open,
              },
              `Seat ${one.name}`,
            ),
            h("button", {type: "button", disabled: this.isBusy, onclick: off}, "Take off the list"),
            this.list.places.length ? null : h("span", {class: "quiet"}, `No ${table.place_word} is free.`),
          )
        : h("p", {class: "quiet"}, "A pit supervisor or above gives seats."),
      isOpen ? this.form(table, one) : null,
    );
  }

  usual() {
    const ask = this.list.chips;
    return ask ? Math.max(ask.minimum, Math.min(ask.maximum, USUAL_CENTS)) : USUAL_CENTS;
  }

  /** @param {import("../../core/types.js").TableLine} table @param {any} one */
  form(table, one) {
    const word = table.place_word;
    const sit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (this.cents === null) return;
      this.attempt(async () => {
        await post(path("tables", table.id, "waiting", one.player, "seat"), {place: this.place, chips: this.cents});
        this.seating = "";
      });
    };
    return h(
      "form",
      {class: "option-form", onsubmit: sit, "aria-label": `Seat ${one.name}`},
      h(
        "label",
        {class: "field"},
        h("span", null, capital(word)),
        h(
          "select",
          {
            value: String(this.place),
            onchange: (/** @type {any} */ event) => {
              this.place = Number(event.target.value);
              this.redraw();
            },
          },
          this.list.places.map((/** @type {number} */ place) =>
            h(
              "option",
              {value: String(place), key: place, selected: place === this.place},
              `${capital(word)} ${place}`,
            ),
          ),
        ),
      ),
      this.list.chips
        ? h("amount-picker", {
            key: "chips" + one.player,
            ask: this.list.chips,
            label: "Chips, from the player’s account",
            start: this.usual(),
            onamount: (/** @type {any} */ event) => {
              this.cents = event.detail;
              this.redraw();
            },
          })
        : null,
      h(
        "div",
        {class: "row"},
        h(
          "button",
          {type: "submit", class: "primary", disabled: this.isBusy || this.cents === null},
          `Seat ${one.name} at ${word} ${this.place}` + (this.cents === null ? "" : ` with ${money(this.cents)}`),
        ),
      ),
    );
  }
}
customElements.define("waiting-list", WaitingList);
