import {getQuietly, path, post} from "../core/api.js";
import {html} from "../core/draw.js";
import {gameOf, known} from "../core/games.js";
import {Page} from "../core/page.js";
import {ahead, go, link} from "../core/router.js";
import {capital, gain, gameAfter, gameName, money, plain, shortGame, time, versionName} from "../core/words/say.js";
import {byTitle, roundName, tableName} from "../core/words/say-more.js";
import {session} from "../core/session.js";
import {counted, t} from "../core/words/words.js";
import {avatar} from "../layouts/common.js";
import "../elements/felt/meter-display.js";
import "../elements/felt/mini-table.js";
import "../elements/sign-age.js";

/** @typedef {import("../core/types.js").TableLine} TableLine */

const CLOCK = "20"; // seconds; not what a table has by itself, so that it is known to be wanted

const WINS = 3; // of a jackpot, the last so many

/** Where a game stands among others: as the house lists them, strangers last. @param {string} game */
function rankOf(game) {
  const at = [...known.keys()].indexOf(game);
  return at < 0 ? known.size : at;
}

/** The games of the house, and the tables of the one that is chosen. */
class LobbyPage extends Page {
  refreshMs = 4_000;
  /** @type {import("../core/types.js").Lobby | null} */
  lobby = null;
  game = "";
  /** The edition chosen for a game; else its newest. @type {Record<string, string>} */
  editions = {};
  filter = "";
  bots = 3;
  hasClock = false; // at practice one takes as long as one likes, unless one asks for a clock

  /** Your last Rounds, if you are somebody. @type {any[]} */
  rounds = [];

  async load() {
    const mark = this.lobby?.mark;
    const found = await getQuietly("/api/lobby", mark ? {after: mark} : {});
    this.lobby = this.lobby && found.is_whole === false ? changed(this.lobby, found) : found;
    session.isDemo = this.lobby?.is_demo ?? false;
    this.game ||= this.first();
    if (session.me && !this.rounds.length)
      this.rounds = (await getQuietly("/api/rounds", {limit: "4"}).catch(() => null))?.rounds ?? [];
  }

  /** Where one sits already, or else the first game of the house that has tables. */
  first() {
    const own = this.tables.find(isHere);
    return own?.game ?? this.games.find((game) => this.tablesOf(game).length) ?? this.games[0] ?? "";
  }

  /** Open tables, by their numbers; somebody else's practice is nobody's business. @returns {TableLine[]} */
  get tables() {
    const all = (this.lobby?.tables ?? []).filter(
      (table) => table.status !== "closed" && (!table.is_practice || table.owner === session.me?.id),
    );
    return all.sort(byTitle);
  }

  /** What can be played here. @returns {string[]} */
  get games() {
    const all = [...this.playable, ...this.tables].map(({game}) => game);
    return [...new Set(all)].sort((one, other) => rankOf(one) - rankOf(other) || one.localeCompare(other));
  }

  get playable() {
    return (this.lobby?.editions ?? []).filter((edition) => edition.is_playable !== false);
  }

  /** The versions of a game, the newest first. @param {string} game @returns {string[]} */
  versions(game) {
    const all = [...this.playable.map(({id}) => id), ...this.tables.map(({edition}) => edition)];
    const found = [...new Set(all)].filter((id) => id.split("@")[0] === game);
    return found.sort((one, other) => Number(other.split("@")[1]) - Number(one.split("@")[1]));
  }

  /** @param {string} game */
  edition(game) {
    return this.editions[game] ?? this.versions(game)[0] ?? "";
  }

  /** @param {string} game */
  tablesOf(game) {
    return this.tables.filter((table) => table.game === game && table.edition === this.edition(game));
  }

  look() {
    const {lobby} = this;
    if (!lobby)
      return html`<div class="pad">
        <h1>${t("Lobby")}</h1>
        ${this.refusal() ?? html`<p class="quiet">${t("Looking around the floor…")}</p>`}
      </div>`;
    return html`<div class="lobby">
      <div class="lobby-main">
        <h1>${t("Take a seat")}</h1>
        ${this.refusal()}
        <div class="game-cards" key="games">${this.games.map((game) => this.card(game))}</div>
        ${this.welcome()}
        ${this.list()}
      </div>
      <aside class="lobby-side" aria-label=${t("Beside the tables")}>
        ${lobby.jackpots.map((jackpot) => this.jackpot(jackpot))}
        ${this.lately()}
        ${this.practice()}
        <section class="card-box">
          <h2>${t("Learn")}</h2>
          <p>${t("Situations as they happen at a table, with the paragraph that decides them.")}</p>
          <a href="#/learn">${t("Answer one")}</a>
        </section>
        ${
          lobby.is_demo && !session.me
            ? html`<p class="quiet">${t("This is a demo house: sit down anywhere and you get throw-away chips.")}</p>`
            : null
        }
      </aside>
    </div>`;
  }

  /** For who has not played yet: hands that teach a game, from nothing. */
  welcome() {
    const taught = this.games.filter((game) => gameOf(game).first_hands);
    if (this.rounds.length || !taught.length) return null;
    return html`<p class="newcomer card-box" key="newcomer">
      <b>${t("Never played?")}</b>
      <span>${t("A few hands show you how it goes; nothing is at stake.")}</span>
      ${taught.map(
        (game) =>
          html`<a class="button" key=${game} href=${link("/first/:game", game)}
              aria-label=${t("First hands of {game}", {game: shortGame(game)})}>${shortGame(game)}</a>`,
      )}
    </p>`;
  }

  /** A game: its felt as it lies there now, the way in, and which rules. @param {string} game */
  card(game) {
    const tables = this.tablesOf(game);
    const table = liveliest(tables) ?? null;
    const edition = this.edition(game);
    const free = tables.reduce((sum, each) => sum + Math.max(0, freeAt(each)), 0);
    const title = shortGame(game);
    const choose = () => this.keep({game});
    const canPractise = this.playable.some(({id}) => id === edition);
    return html`<article class=${`game-card ${game}` + (game === this.game ? " on" : "")} key=${game}>
      <button type="button" class="game-felt" aria-pressed=${String(game === this.game)}
          aria-label=${t("Tables of {game}", {game: title})} onclick=${choose}>
        <mini-table table=${table ?? empty(game)} felt=${table ? (this.lobby?.felts?.[table.id] ?? null) : null}
            own=${session.me?.id ?? ""} />
      </button>
      <h2>
        ${title}
        <span class="quiet">${tables.length ? t("{free} free", {free}) : t("no table")}</span>
      </h2>
      <p class="stakes">${rangeOf(tables) || html`<span class="quiet">${t("practice")}</span>`}</p>
      <div class="game-ways">
        <button type="button" class="primary" disabled=${!this.seat(game) && !tables.some(isHere)} aria-label=${t("Play {game}", {game: title})}
            onclick=${() => this.quick(game)} onpointerenter=${() => onTheWay(edition)}>${t("Play")}</button>
        <button type="button" class="practise" disabled=${!canPractise} aria-label=${t("Practise {game}", {game: title})}
            onclick=${() => this.practise(edition)} onpointerenter=${() => onTheWay(edition)}
            onfocus=${() => onTheWay(edition)}>${t("Practise")}</button>
      </div>
      <label class="game-rules">
        <span>${edition === this.versions(game)[0] ? t("Newest rules") : t("Rules")}</span>
        <select onchange=${(/** @type {Typed} */ event) => {
          this.editions = {...this.editions, [game]: event.target.value};
          choose();
        }}>
          ${this.versions(game).map(
            (id) => html`<option value=${id} key=${id} selected=${id === edition}>${versionName(id)}</option>`,
          )}
        </select>
      </label>
    </article>`;
  }

  /** Where somebody who only wants to play is seated: where something happens, and a seat is free. @param {string} game */
  seat(game) {
    return liveliest(
      this.tablesOf(game).filter((table) => table.status === "open" && !isHere(table) && freeAt(table) > 0),
    );
  }

  /** @param {string} game */
  quick(game) {
    const own = this.tablesOf(game).find(isHere);
    const found = own ?? this.seat(game);
    if (found) this.play(found);
  }

  /** The tables of the chosen game; your own before all others, of whatever game. */
  list() {
    const own = this.tables.filter(isHere);
    const tables = this.tablesOf(this.game).filter((table) => !isHere(table));
    const pace = tables.reduce((sum, each) => sum + this.pace(each), 0) / (tables.length || 1);
    const shown = tables.filter(
      (table) =>
        !this.filter || (this.filter === "free" ? freeAt(table) > 0 : this.pace(table) >= pace && this.pace(table) > 0),
    );
    const chip = (/** @type {string} */ filter, /** @type {string} */ words) =>
      html`<button type="button" key=${filter} aria-pressed=${String(this.filter === filter)}
          onclick=${() => this.keep({filter})}>${words}</button>`;
    return html`<section class="panel table-list" key="list">
      <header>
        <h2>${this.game ? t("Tables of {game}", {game: shortGame(this.game)}) : t("Tables")}</h2>
        ${
          own.length > 1
            ? html`<a class="button" href=${link("/tables/:ids", own.map(({id}) => id).join("+"))}>${t("My tables side by side")}</a>`
            : null
        }
        <div class="filters" role="group" aria-label=${t("Which tables")}>
          ${chip("", t("All"))}${chip("free", t("with a free seat"))}${chip("fast", t("Fast"))}
        </div>
      </header>
      <ul>${[...own, ...shown].map((table) => this.row(table))}</ul>
      ${
        shown.length || own.length
          ? null
          : html`<p class="quiet" key="none">
            ${t(
              tables.length
                ? "No table is like that at the moment."
                : "No table is open at the moment. Open one of your own to practise.",
            )}
          </p>`
      }
    </section>`;
  }

  /** @param {TableLine} table */
  pace(table) {
    return this.lobby?.felts?.[table.id]?.rounds_per_hour ?? table.rounds_per_hour;
  }

  /** @param {import("../core/types.js").Jackpot} jackpot */
  jackpot(jackpot) {
    const wins = [...(jackpot.hits ?? [])].reverse().slice(0, WINS);
    return html`<a class="jackpot-card" key=${jackpot.id} href=${link("/jackpot/:id", jackpot.id)}
        aria-label=${t("{title}: open the display", {title: jackpot.title})}>
      <span class="caption">${jackpot.title}</span>
      <meter-display jackpot=${jackpot.id} display=${jackpot.display} status=${jackpot.status ?? "open"} />
      <span class="quiet">
        ${
          jackpot.status === "fault"
            ? t("not available at the moment")
            : jackpot.tables
              ? counted(jackpot.tables.length, "{count} linked table", "{count} linked tables")
              : ""
        }
      </span>
      ${
        wins.length
          ? html`<span class="jackpot-wins">
            ${wins.map(
              (hit) =>
                html`<span key=${hit.number}>
                  <b>${capital(plain(hit.hand))}</b><b>${money(hit.amount)}</b>
                  <small>${hit.table} · ${time(hit.at)}${hit.player ? ` · ${hit.player}` : ""}</small>
                </span>`,
            )}
          </span>`
          : null
      }
    </a>`;
  }

  lately() {
    if (!session.me || !this.rounds.length) return null;
    return html`<section class="card-box" key="lately">
      <h2>${t("Your last Rounds")}<a href="#/rounds">${t("All Rounds")}</a></h2>
      <ul class="lately">
        ${this.rounds.map(
          ({id, game, title, own, opened_at}) =>
            html`<li key=${id} class=${game}>
              <i class="game-dot" aria-hidden="true" />
              <a href=${link("/round/:id", id)}>
                ${title} · ${roundName(id)}
                <small class="quiet">${time(opened_at)}</small>
              </a>
              ${own === null ? null : html`<b class=${own > 0 ? "won" : ""}>${gain(own)}</b>`}
            </li>`,
        )}
      </ul>
    </section>`;
  }

  /** @param {TableLine} table */
  row(table) {
    // Somebody may have bets on several boxes; they take one seat.
    const sitting = [...new Map(table.seats.map((seat) => [seat.player, seat])).values()];
    const free = freeAt(table);
    const address = link("/table/:id", table.id);
    const isNumbered = gameAfter(table.title, table.game) !== ""; // the title does not say what is played there
    const name = isNumbered ? `${gameName(table.game)}, ${tableName(table)}` : tableName(table);
    const felt = this.lobby?.felts?.[table.id] ?? null;
    const pace = this.pace(table);
    return html`<li class=${`table-row ${table.game}` + (isHere(table) ? " here" : "")} key=${table.id} data-table=${table.id}>
      <h3>
        ${table.title}
        ${table.game === this.game ? null : html`<small class="quiet">${shortGame(table.game)}</small>`}
        ${table.is_practice ? html`<span class="tag">${t("practice")}</span>` : null}
        ${table.status !== "open" ? html`<span class="tag warn">${plain(table.status)}</span>` : null}
      </h3>
      <p class="row-stakes">
        <b class="stakes">${table.stakes}</b>
        <span class="quiet lately-said">${felt?.said ? felt.said : ""}</span>
      </p>
      <div class="row-heads" aria-hidden="true">
        ${sitting.map((seat) => html`<span key=${seat.player}>${avatar(seat.name, 26)}</span>`)}
        ${Array.from({length: Math.max(0, free)}, (_, index) => html`<s key=${index} />`)}
      </div>
      <p class="row-pace quiet">
        ${free > 0 ? t("{free} of {places} free", {free, places: table.places}) : t("Full")}
        ${table.waiting.length ? ` · ${t("{count} waiting", {count: table.waiting.length})}` : ""}
        ${pace ? html`<span>${counted(pace, "{count} Round an hour", "{count} Rounds an hour")}</span>` : null}
        ${table.dealer === "person" ? html`<span>${t("dealt by {name}", {name: table.dealer_name})}</span>` : null}
      </p>
      <div class="hidden"><sign-age table=${table} isShort /></div>
      <div class="row-ways">
        ${
          isHere(table)
            ? html`<a class="button back" href=${address} aria-label=${t("Back to your seat at {name}", {name})}>
              ${t("Back to my seat")}
            </a>`
            : [
                html`<a class="button" key="watch" href=${address} aria-label=${t("Watch {name}", {name})}>${t("Watch")}</a>`,
                free > 0 && table.status === "open"
                  ? html`<button type="button" key="play" class="primary" aria-label=${t("Play at {name}", {name})}
                      onclick=${() => this.play(table)}>${t("Play")}</button>`
                  : html`<button type="button" key="wait" aria-label=${t("Wait for a seat at {name}", {name})}
                      onclick=${() => this.wait(table)}>${t("Wait")}</button>`,
              ]
        }
      </div>
    </li>`;
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
      await post(path("tables", table.id, "waiting"));
      go(`/table/${encodeURIComponent(table.id)}`);
    });
  }

  /** A table of one's own, with advice. @param {string} edition */
  practise(edition) {
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
  }

  /** How a table of one's own is set up. */
  practice() {
    if (!this.playable.length) return null;
    return html`<section class="practice card-box" aria-labelledby="practice" key="practice">
      <h2 id="practice">${t("Practise alone, with advice")}</h2>
      <div class="row">
        <label class="field inline">
          <span>${t("Bots")}</span>
          <input type="number" min="0" max="9" value=${String(this.bots)}
              onchange=${(/** @type {Typed} */ {target}) => this.keep({bots: Math.max(0, Math.min(9, Number(target.value)))})} />
        </label>
        <label class="check">
          <input type="checkbox" checked=${this.hasClock}
              onchange=${(/** @type {Typed} */ event) => this.keep({hasClock: event.target.checked})} />
          ${t("with a clock")}
        </label>
      </div>
    </section>`;
  }
}

/** Seats of a table that nobody has taken. @param {TableLine} table */
function freeAt(table) {
  return table.places - new Set(table.seats.map(({player}) => player)).size;
}

/** Where most people sit. @param {TableLine[]} tables */
function liveliest(tables) {
  return [...tables].sort((one, other) => other.seats.length - one.seats.length)[0];
}

/** From the least stakes to the highest. @param {TableLine[]} tables */
function rangeOf(tables) {
  const first = (/** @type {string} */ stakes) => Number((/[\d,.]+/.exec(stakes)?.[0] ?? "0").replaceAll(",", ""));
  const all = [...new Set(tables.map(({stakes}) => stakes))].sort((one, other) => first(one) - first(other));
  return all.length > 1 ? t("{least} to {most}", {least: all[0], most: all[all.length - 1]}) : (all[0] ?? "");
}

/** A felt with nobody at it. @param {string} game */
function empty(game) {
  return {game, title: "", places: 6, seats: []};
}

/** What was known, with what is new. @param {import("../core/types.js").Lobby} lobby @param {any} found */
function changed(lobby, found) {
  const merged = (/** @type {{id: string}[]} */ known, /** @type {{id: string}[]} */ news) => [
    ...new Map([...known, ...news].map((each) => [each.id, each])).values(),
  ];
  return {
    ...found,
    tables: merged(lobby.tables, found.tables),
    jackpots: merged(lobby.jackpots, found.jackpots),
    editions: lobby.editions,
    felts: {...lobby.felts, ...found.felts},
  };
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
