import {Drawn, html} from "../../core/draw.js";
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
    return html`<div class="mini ${shape}" aria-hidden="true">
      <div class="mini-felt">
        <b class="mini-number">${/\d+/.exec(table.title)?.[0] ?? ""}</b>
        ${
          felt?.cards.length
            ? html`<div class="mini-cards">${felt.cards.map((card, at) => html`<playing-card key=${at} card=${card} />`)}</div>`
            : null
        }
        ${felt?.chips ? html`<b class="mini-chips">${money(felt.chips)}</b>` : null}
      </div>
      ${places.map((place) => this.seat(table, place, shape))}
    </div>`;
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
    if (!seat) return html`<span class="mini-seat free" key=${place} style=${style} />`;
    const isTurn = this.felt?.awaited.includes(place) && this.felt.awaited.length === 1;
    return html`<span class=${"mini-seat" + (seat.player === this.own ? " own" : "") + (isTurn ? " turn" : "")} key=${place}
        style=${style}>${avatar(seat.name, 26)}</span>`;
  }
}
customElements.define("mini-table", MiniTable);
