import {Drawn, h} from "../../core/draw.js";
import {gameOf} from "../../core/games.js";
import {money} from "../../core/words/say.js";
import {avatar} from "../../layouts/common.js";
import "./playing-card.js";

/** A table as one sees it across the room: its shape, its colour, who sits where, what lies on it and whose turn it is. */
export class MiniTable extends Drawn {
  /** @type {import("../../core/types.js").TableLine | null} */
  table = null;
  /** What lies there now, where that is told. @type {import("../../core/types.js").Felt | null} */
  felt = null;
  own = "";

  look() {
    const {table, felt} = this;
    if (!table) return null;
    const {shape} = gameOf(table.game);
    const places = Array.from({length: table.places}, (_, index) => index + 1);
    return h(
      "div",
      {class: `mini ${shape}`, "aria-hidden": "true"},
      h(
        "div",
        {class: "mini-felt"},
        h("b", {class: "mini-number"}, /\d+/.exec(table.title)?.[0] ?? ""),
        felt?.cards.length
          ? h(
              "div",
              {class: "mini-cards"},
              felt.cards.map((card, at) => h("playing-card", {key: at, card})),
            )
          : null,
        felt?.chips ? h("b", {class: "mini-chips"}, money(felt.chips)) : null,
      ),
      places.map((place) => this.seat(table, place, shape)),
    );
  }

  /** @param {import("../../core/types.js").TableLine} table @param {number} place @param {string} shape */
  seat(table, place, shape) {
    const seat = table.seats.find((each) => each.place === place);
    const turn =
      shape === "oval" ? (place / (table.places + 1)) * 2 * Math.PI : ((place - 0.5) / table.places) * Math.PI;
    const [x, y] =
      shape === "oval"
        ? [50 + 46 * Math.sin(turn), 50 - 40 * Math.cos(turn)]
        : [50 + 46 * Math.cos(turn), 22 + 62 * Math.sin(turn)];
    const style = {"--x": `${x.toFixed(1)}%`, "--y": `${y.toFixed(1)}%`};
    if (!seat) return h("span", {class: "mini-seat free", key: place, style});
    const isTurn = this.felt?.awaited.includes(place) && this.felt.awaited.length === 1;
    return h(
      "span",
      {class: "mini-seat" + (seat.player === this.own ? " own" : "") + (isTurn ? " turn" : ""), key: place, style},
      avatar(seat.name, 26),
    );
  }
}
customElements.define("mini-table", MiniTable);
