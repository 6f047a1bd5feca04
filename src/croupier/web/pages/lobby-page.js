import {getQuietly, post} from "../core/api.js";
import {h} from "../core/draw.js";
import {Page} from "../core/page.js";
import {go, link} from "../core/router.js";
import {capital, gameName, shortName, tableName, versionName, whole} from "../core/say.js";
import {session} from "../core/session.js";
import "../elements/meter-display.js";
import "../elements/sign-age.js";

/** @typedef {import("../core/types.js").TableLine} TableLine */

const ORDER = ["rws-poker", "rws-multilink", "mbs-freebet"];

/** All tables of the house. */
class LobbyPage extends Page {
  refreshMs = 4_000;
  /** @type {{is_demo: boolean, tables: TableLine[], jackpots: import("../core/types.js").Jackpot[], editions: any[]} | null} */
  lobby = null;
  filter = "";
  isFreeOnly = false;
  bots = 3;

  async load() {
    this.lobby = await getQuietly("/api/lobby");
    session.isDemo = this.lobby?.is_demo ?? false;
  }

  look() {
    const lobby = this.lobby;
    if (!lobby) return h("div", {class: "pad"}, h("h1", null, "Lobby"), this.refusal() ?? h("p", {class: "quiet"}, "Looking around the floor…"));
    const tables = lobby.tables.filter((table) => table.status !== "closed" && (!this.filter || table.edition === this.filter) && (!this.isFreeOnly || table.seats.length < table.places));
    const games = [...new Set(lobby.tables.map((table) => table.game))].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
    return h(
      "div",
      {class: "pad lobby"},
      h("div", {class: "hero"}, h("h1", null, "Take a seat"), h("p", null, "Three games, five rule books. Every chip that moves names the paragraph that moved it."), lobby.is_demo && !session.me ? h("p", {class: "quiet"}, "This is a demo house: sit down anywhere and you get throw-away chips.") : null),
      this.refusal(),
      lobby.jackpots.map((jackpot) => this.jackpot(jackpot)),
      this.filters(lobby),
      tables.length ? null : h("p", {class: "quiet", key: "none"}, lobby.tables.length ? "No table is like that at the moment." : "No table is open at the moment. Open one of your own to practise."),
      games.map((game) => this.game(game, tables.filter((table) => table.game === game))),
      this.practice(lobby.editions),
    );
  }

  /** @param {any} lobby */
  filters(lobby) {
    const editions = [...new Set(lobby.tables.map((/** @type {TableLine} */ table) => table.edition))].sort();
    const choose = (/** @type {string} */ edition) => () => { this.filter = edition; this.redraw(); };
    return h(
      "div",
      {class: "row filters", role: "group", "aria-label": "Which tables"},
      h("button", {type: "button", "aria-pressed": String(!this.filter), onclick: choose("")}, "All"),
      editions.map((/** @type {any} */ edition) => h("button", {type: "button", key: edition, "aria-pressed": String(this.filter === edition), onclick: choose(edition), "data-edition": edition}, shortName(edition))),
      h("label", {class: "check"}, h("input", {type: "checkbox", checked: this.isFreeOnly, onchange: (/** @type {any} */ event) => { this.isFreeOnly = event.target.checked; this.redraw(); }}), "with a free seat"),
    );
  }

  /** @param {import("../core/types.js").Jackpot} jackpot */
  jackpot(jackpot) {
    return h(
      "a",
      {class: "jackpot-band", key: jackpot.id, href: link("/jackpot/:id", jackpot.id), "aria-label": `${jackpot.title}: open the display`},
      h("span", {class: "spot-name"}, jackpot.title),
      h("meter-display", {jackpot: jackpot.id, display: jackpot.display, status: jackpot.status ?? "open"}),
      h("span", {class: "quiet"}, jackpot.status !== "fault" ? jackpot.tables ? `${jackpot.tables.length} linked table${jackpot.tables.length === 1 ? "" : "s"}` : "" : "not available at the moment"),
    );
  }

  /** @param {string} game @param {TableLine[]} tables */
  game(game, tables) {
    if (!tables.length) return null;
    return h("section", {key: game, "aria-labelledby": "game-" + game}, h("h2", {id: "game-" + game}, gameName(game)), h("ul", {class: "tiles"}, tables.map((table) => this.tile(table))));
  }

  /** @param {TableLine} table */
  tile(table) {
    // Somebody may have bets on several boxes; they take one seat.
    const sitting = [...new Map(table.seats.map((seat) => [seat.player, seat])).values()];
    const free = table.places - sitting.length;
    const isHere = table.seats.some((seat) => seat.player === session.me?.id);
    const address = link("/table/:id", table.id);
    const name = tableName(table);
    return h(
      "li",
      {class: "tile " + table.game, key: table.id, "data-table": table.id},
      h("div", {class: "tile-head"}, h("h3", null, table.title), h("span", {class: "tag"}, versionName(table.edition)), table.is_practice ? h("span", {class: "tag"}, "practice") : null, table.status !== "open" ? h("span", {class: "tag warn"}, table.status) : null),
      h("sign-age", {table, isShort: true}),
      h("div", {class: "dots", role: "img", "aria-label": `${sitting.length} of ${table.places} seats taken`}, Array.from({length: table.places}, (_, index) => h("i", {class: index < sitting.length ? (sitting[index].is_bot ? "bot" : "taken") : ""}))),
      h("p", {class: "quiet"}, free > 0 ? `${free} of ${table.places} seats free` : "full", table.waiting.length ? `, ${table.waiting.length} waiting` : "", table.rounds_per_hour ? ` · ${whole(table.rounds_per_hour)} Round${table.rounds_per_hour === 1 ? "" : "s"} an hour` : "", table.dealer === "person" ? ` · dealt by ${table.dealer_name}` : ""),
      h(
        "div",
        {class: "row"},
        isHere
          ? h("a", {class: "button primary", href: address}, "Back to your seat")
          : free > 0 && table.status === "open"
            ? h("button", {type: "button", class: "primary", "aria-label": `Play at ${name}`, onclick: () => this.play(table)}, "Play")
            : h("button", {type: "button", "aria-label": `Wait for a seat at ${name}`, onclick: () => this.wait(table)}, "Wait for a seat"),
        h("a", {class: "button", href: address, "aria-label": `Watch ${name}`}, "Watch"),
      ),
    );
  }

  /** @param {TableLine} table */
  play(table) {
    return this.attempt(async () => {
      if (!(await session.ensure())) return go("/sign-in?to=" + encodeURIComponent(`/table/${table.id}?sit=yes`));
      go(`/table/${encodeURIComponent(table.id)}?sit=yes`);
    });
  }

  /** @param {TableLine} table */
  wait(table) {
    return this.attempt(async () => {
      if (!(await session.ensure())) return go("/sign-in");
      await post(`/api/tables/${encodeURIComponent(table.id)}/waiting`);
      go(`/table/${encodeURIComponent(table.id)}`);
    });
  }

  /** @param {any[]} editions */
  practice(editions) {
    const open = (/** @type {string} */ edition) => () =>
      this.attempt(async () => {
        if (!(await session.ensure())) return go("/sign-in");
        const table = await post("/api/tables", {edition, is_practice: true, bots: this.bots});
        go(`/table/${encodeURIComponent(table.id)}?sit=yes`);
      });
    const playable = editions.filter((edition) => edition.is_playable !== false);
    if (!playable.length) return null;
    return h(
      "section",
      {class: "practice", "aria-labelledby": "practice"},
      h("h2", {id: "practice"}, "Open a practice table"),
      h("p", {class: "quiet"}, "Your own table with bots, at any edition."),
      h("label", {class: "field inline"}, h("span", null, "Bots"), h("input", {type: "number", min: 0, max: 9, value: String(this.bots), onchange: (/** @type {any} */ event) => { this.bots = Math.max(0, Math.min(9, Number(event.target.value))); this.redraw(); }})),
      h("div", {class: "row"}, playable.map((edition) => h("button", {type: "button", key: edition.id, onclick: open(edition.id)}, `${capital(gameName(edition.game))}, ${versionName(edition.id)}`))),
    );
  }
}
customElements.define("lobby-page", LobbyPage);

