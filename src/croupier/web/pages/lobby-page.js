import {getQuietly, post} from "../core/api.js";
import {h} from "../core/draw.js";
import {known} from "../core/games.js";
import {Page} from "../core/page.js";
import {ahead, go, link} from "../core/router.js";
import {capital, gameAfter, gameName, shortGame, time, versionName} from "../core/words/say.js";
import {byTitle, roundName, tableName, whole} from "../core/words/say-more.js";
import {named, remember} from "../core/words/names.js";
import {session} from "../core/session.js";
import {t, told} from "../core/words/words.js";
import "../elements/felt/meter-display.js";
import "../elements/felt/mini-table.js";
import "../elements/sign-age.js";

/** @typedef {import("../core/types.js").TableLine} TableLine */

const CLOCK = "20"; // seconds; not what a table has by itself, so that it is known to be wanted

/** Where a game stands among others: as the house lists them, strangers last. @param {string} game */
function rankOf(game) {
  const at = [...known.keys()].indexOf(game);
  return at < 0 ? known.size : at;
}

/** All tables of the house. */
class LobbyPage extends Page {
  refreshMs = 4_000;
  /** @type {{is_demo: boolean, tables: TableLine[], jackpots: import("../core/types.js").Jackpot[], editions: any[], felts: Record<string, import("../core/types.js").Felt>} | null} */
  lobby = null;
  filter = "";
  isFreeOnly = false;
  bots = 3;
  hasClock = false; // at practice one takes as long as one likes, unless one asks for a clock

  /** Your last Rounds, if you are somebody. @type {any[]} */
  rounds = [];

  async load() {
    this.lobby = await getQuietly("/api/lobby");
    session.isDemo = this.lobby?.is_demo ?? false;
    for (const table of this.lobby?.tables ?? []) remember(table);
    if (session.me && !this.rounds.length)
      this.rounds = (await getQuietly("/api/rounds?limit=4").catch(() => null))?.rounds ?? [];
  }

  /** Open tables, your own first; somebody else's practice is nobody's business. @returns {TableLine[]} */
  get tables() {
    const all = (this.lobby?.tables ?? []).filter(
      (table) => table.status !== "closed" && (!table.is_practice || table.owner === session.me?.id),
    );
    return all.sort((one, other) => Number(isHere(other)) - Number(isHere(one)) || byTitle(one, other));
  }

  look() {
    const {lobby} = this;
    if (!lobby)
      return h(
        "div",
        {class: "pad"},
        h("h1", null, t("Lobby")),
        this.refusal() ?? h("p", {class: "quiet"}, t("Looking around the floor…")),
      );
    const shown = this.tables.filter(
      (table) =>
        (!this.filter || table.game === this.filter) && (!this.isFreeOnly || table.seats.length < table.places),
    );
    return h(
      "div",
      {class: "lobby"},
      h(
        "div",
        {class: "lobby-main"},
        h("div", {class: "lobby-head"}, h("h1", null, t("Take a seat")), this.filters()),
        this.refusal(),
        shown.length
          ? null
          : h(
              "p",
              {class: "quiet", key: "none"},
              t(
                this.tables.length
                  ? "No table is like that at the moment."
                  : "No table is open at the moment. Open one of your own to practise.",
              ),
            ),
        h(
          "ul",
          {class: "tiles", key: "tiles"},
          shown.map((table) => this.tile(table)),
        ),
      ),
      h(
        "aside",
        {class: "lobby-side", "aria-label": t("Beside the tables")},
        lobby.jackpots.map((jackpot) => this.jackpot(jackpot)),
        this.practice(lobby.editions),
        this.lately(),
        h(
          "section",
          {class: "card-box"},
          h("h2", null, t("Learn")),
          h("p", null, t("Situations as they happen at a table, with the paragraph that decides them.")),
          h("a", {href: "#/learn"}, t("Answer one")),
        ),
        lobby.is_demo && !session.me
          ? h("p", {class: "quiet"}, t("This is a demo house: sit down anywhere and you get throw-away chips."))
          : null,
      ),
    );
  }

  filters() {
    const games = [...new Set(this.tables.map((table) => table.game))].sort(
      (one, other) => rankOf(one) - rankOf(other) || one.localeCompare(other),
    );
    const choose = (/** @type {string} */ game) => () => {
      this.filter = game;
      this.redraw();
    };
    return h(
      "div",
      {class: "filters", role: "group", "aria-label": t("Which tables")},
      h("button", {type: "button", "aria-pressed": String(!this.filter), onclick: choose("")}, t("All")),
      games.map((game) =>
        h(
          "button",
          {
            type: "button",
            key: game,
            class: game,
            "aria-pressed": String(this.filter === game),
            onclick: choose(game),
          },
          h("i", {class: "game-dot", "aria-hidden": "true"}),
          t(shortGame(game)),
        ),
      ),
      h(
        "label",
        {class: "check"},
        h("input", {
          type: "checkbox",
          checked: this.isFreeOnly,
          onchange: (/** @type {any} */ event) => {
            this.isFreeOnly = event.target.checked;
            this.redraw();
          },
        }),
        t("with a free seat"),
      ),
      h("button", {type: "button", class: "primary quick", onclick: () => this.quick()}, t("Quick seat")),
    );
  }

  /** The first free seat at a table like that, the fullest one first: that is where something happens. */
  quick() {
    const free = this.tables.filter(
      (table) =>
        table.status === "open" &&
        !isHere(table) &&
        table.seats.length < table.places &&
        (!this.filter || table.game === this.filter),
    );
    const [best] = free.sort((one, other) => other.seats.length - one.seats.length);
    if (best) this.play(best);
  }

  /** @param {import("../core/types.js").Jackpot} jackpot */
  jackpot(jackpot) {
    const last = (jackpot.hits ?? []).at(-1);
    return h(
      "a",
      {
        class: "jackpot-card",
        key: jackpot.id,
        href: link("/jackpot/:id", jackpot.id),
        "aria-label": t("{title}: open the display", {title: told(jackpot.title)}),
      },
      h("span", {class: "caption"}, told(jackpot.title)),
      h("meter-display", {jackpot: jackpot.id, display: jackpot.display, status: jackpot.status ?? "open"}),
      h(
        "span",
        {class: "quiet"},
        jackpot.status === "fault"
          ? t("not available at the moment")
          : jackpot.tables
            ? t(jackpot.tables.length === 1 ? "{count} linked table" : "{count} linked tables", {
                count: jackpot.tables.length,
              })
            : "",
        last ? " · " + t("last won {time}", {time: time(last.at)}) : "",
      ),
    );
  }

  lately() {
    if (!session.me || !this.rounds.length) return null;
    return h(
      "section",
      {class: "card-box", key: "lately"},
      h("h2", null, t("Your last Rounds")),
      h(
        "ul",
        {class: "lately"},
        this.rounds.map((round) =>
          h(
            "li",
            {key: round.id, class: round.game},
            h("i", {class: "game-dot", "aria-hidden": "true"}),
            h("a", {href: link("/round/:id", round.id)}, told(round.title), " · ", told(roundName(round.id))),
          ),
        ),
      ),
      h("a", {href: "#/rounds"}, t("All Rounds")),
    );
  }

  /** @param {TableLine} table */
  tile(table) {
    // Somebody may have bets on several boxes; they take one seat.
    const sitting = [...new Map(table.seats.map((seat) => [seat.player, seat])).values()];
    const free = table.places - sitting.length;
    const address = link("/table/:id", table.id);
    const isNumbered = gameAfter(table.title, table.game) !== ""; // the title does not say what is played there
    const name = isNumbered ? `${told(gameName(table.game))}, ${told(tableName(table))}` : tableName(table);
    const edition = told(versionName(table.edition));
    const felt = this.lobby?.felts?.[table.id] ?? null;
    return h(
      "li",
      {class: `tile ${table.game}` + (isHere(table) ? " here" : ""), key: table.id, "data-table": table.id},
      h("mini-table", {table, felt, own: session.me?.id ?? ""}),
      h(
        "div",
        {class: "tile-head"},
        h("h3", null, told(table.title)),
        h("span", {class: "tag"}, isNumbered ? `${t(shortGame(table.game))} · ${edition}` : edition),
        table.is_practice ? h("span", {class: "tag"}, t("practice")) : null,
        table.status !== "open" ? h("span", {class: "tag warn"}, t(table.status)) : null,
      ),
      h(
        "div",
        {class: "tile-facts"},
        h("p", {class: "stakes"}, table.stakes),
        h(
          "span",
          {class: "pace quiet"},
          free > 0 ? t("{free} of {places} free", {free, places: table.places}) : t("Full"),
          table.waiting.length ? ` · ${t("{count} waiting", {count: table.waiting.length})}` : "",
          table.rounds_per_hour
            ? h(
                "span",
                null,
                table.rounds_per_hour === 1
                  ? t("1 Round an hour")
                  : t("{count} Rounds an hour", {count: whole(table.rounds_per_hour)}),
              )
            : null,
          table.dealer === "person" ? h("span", null, t("dealt by {name}", {name: table.dealer_name})) : null,
        ),
      ),
      h("p", {class: "lately-said quiet"}, felt?.said ? told(named(felt.said)) : t("Nothing has been said yet.")),
      h("div", {class: "hidden"}, h("sign-age", {table, isShort: true})),
      h(
        "div",
        {class: "row"},
        isHere(table)
          ? h(
              "a",
              {class: "button back", href: address, "aria-label": t("Back to your seat at {name}", {name: told(name)})},
              t("Back to my seat"),
            )
          : free > 0 && table.status === "open"
            ? h(
                "button",
                {
                  type: "button",
                  class: "primary",
                  "aria-label": t("Play at {name}", {name: told(name)}),
                  onclick: () => this.play(table),
                },
                t("Play"),
              )
            : h(
                "button",
                {
                  type: "button",
                  "aria-label": t("Wait for a seat at {name}", {name: told(name)}),
                  onclick: () => this.wait(table),
                },
                t("Wait for a seat"),
              ),
        h("a", {class: "button", href: address, "aria-label": t("Watch {name}", {name: told(name)})}, t("Watch")),
      ),
    );
  }

  /** @param {TableLine} table */
  play(table) {
    const done = this.attempt(async () => {
      if (!(await session.ensure())) return go("/sign-in?to=" + encodeURIComponent(`/table/${table.id}?sit=yes`));
      go(`/table/${encodeURIComponent(table.id)}?sit=yes`);
    });
    onTheWay(table.edition);
    return done;
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
    const open = (/** @type {string} */ edition) => () => {
      this.attempt(async () => {
        if (!(await session.ensure())) return go("/sign-in");
        const table = await post("/api/tables", {
          edition,
          is_practice: true,
          bots: this.bots,
          settings: this.hasClock ? {action_clock_seconds: CLOCK} : {},
        });
        go(`/table/${encodeURIComponent(table.id)}?sit=yes`);
      });
      onTheWay(edition);
    };
    const playable = editions.filter((edition) => edition.is_playable !== false);
    if (!playable.length) return null;
    return h(
      "section",
      {class: "practice card-box", "aria-labelledby": "practice", key: "practice"},
      h("h2", {id: "practice"}, t("Practise alone, with advice")),
      h(
        "div",
        {class: "row"},
        h(
          "label",
          {class: "field inline"},
          h("span", null, t("Bots")),
          h("input", {
            type: "number",
            min: 0,
            max: 9,
            value: String(this.bots),
            onchange: (/** @type {any} */ event) => {
              this.bots = Math.max(0, Math.min(9, Number(event.target.value)));
              this.redraw();
            },
          }),
        ),
        h(
          "label",
          {class: "check"},
          h("input", {
            type: "checkbox",
            checked: this.hasClock,
            onchange: (/** @type {any} */ event) => {
              this.hasClock = event.target.checked;
              this.redraw();
            },
          }),
          t("with a clock"),
        ),
      ),
      h(
        "div",
        {class: "practice-games"},
        playable.map((edition) =>
          h(
            "button",
            {
              type: "button",
              key: edition.id,
              class: edition.game,
              onpointerenter: () => onTheWay(edition.id),
              onfocus: () => onTheWay(edition.id),
              onclick: open(edition.id),
            },
            h("i", {class: "game-dot", "aria-hidden": "true"}),
            t("{game}, {version}", {
              game: told(capital(gameName(edition.game))),
              version: told(versionName(edition.id)),
            }),
          ),
        ),
      ),
    );
  }
}

/** While somebody reaches for the door and the house opens it, the page, its felt and the seat's dialog are fetched; without a network the page says so. @param {string} edition */
function onTheWay(edition) {
  ahead("table-page");
  import("../layouts/index.js").then(
    ({fetchFelt}) => fetchFelt(edition.split("@")[0]),
    () => null,
  );
  import("../elements/dock/sit-dialog.js").catch(() => null);
}
customElements.define("lobby-page", LobbyPage);

/** Do you sit there? @param {TableLine} table */
function isHere(table) {
  return table.seats.some((seat) => seat.player === session.me?.id);
}
