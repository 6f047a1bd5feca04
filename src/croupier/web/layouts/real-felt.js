// The table as the dealer stands at it: place 1 at the left hand, numbers clockwise, everything upright. Never a mirror of the players' felt.
import {html} from "../core/draw.js";
import {madeOf} from "../core/table/hands.js";
import {money} from "../core/words/say.js";
import {t} from "../core/words/words.js";
import {placesOf} from "./knows.js";
import {betOn, fitted} from "./common.js";
import {chips} from "../elements/felt/chip-stack.js";
import {cards} from "../elements/felt/playing-card.js";

/** @typedef {import("../core/types.js").Scene} Scene */
/** @typedef {import("../core/types.js").Option} Option */
/** What the dock has in hand, and what a touch does. @typedef {{place: number, named: string[], lying: Record<string, string[]>, goal: string, ghost: number, told: Record<number, {pays: number, takes: number, gets?: number}>, said: Record<number, string>, isWrong: boolean, choose: (place: number) => void, bet: (option: Option) => void, wrong: (what: Wrong) => void}} Hands */
/** What can lie wrong: a spot of the felt, chips, a player, the device. @typedef {Partial<import("../core/types.js").Subject> & {card?: string}} Wrong */

const HUES = ["#5d6f3a", "#6a5d9c", "#4a6aa3", "#8f6b2e", "#9a4b55", "#7d5068", "#3f6f8f", "#4f7d73"];
// Of a stage of 1180 by 536: the plate, its cards face down, its bet, and its cards once they are shown.
const SEATS = [
  [250, 480, 268, 424, 352, 408, 268, 398],
  [96, 380, 206, 362, 310, 366, 238, 362],
  [88, 240, 198, 236, 292, 240, 226, 236],
  [190, 104, 248, 164, 342, 186, 262, 176],
  [424, 42, 424, 100, 500, 130, 424, 120],
  [756, 42, 756, 100, 680, 130, 756, 120],
  [990, 104, 932, 164, 838, 186, 918, 176],
  [1092, 240, 982, 236, 888, 240, 954, 236],
  [1084, 380, 974, 362, 870, 366, 942, 362],
  [930, 480, 912, 424, 828, 408, 912, 398],
];
const HOUSE_SPOTS = /** @type {Record<string, [string, string][][]>} */ ({
  "mbs-freebet": [
    [
      ["pair", "Pair"],
      ["busted", "Bust"],
      ["pot_of_gold", "Gold"],
    ],
    [["main", "Wager"]],
  ],
  "rws-multilink": [
    [
      ["ante", "Ante"],
      ["progressive", "★"],
      ["bonus", "Bonus"],
    ],
    [
      ["flop", "Flop"],
      ["turn", "Turn"],
      ["river", "River"],
    ],
  ],
});
const STREETS = ["Pre-flop", "Flop", "Turn", "River", "Showdown"];

/** @param {number} x @param {number} y */
const at = (x, y) => ({"--x": `${(x / 11.8).toFixed(2)}%`, "--y": `${(y / 5.36).toFixed(2)}%`});

/** @param {Scene} scene @param {Hands} hands */
export function realFelt(scene, hands) {
  const {view, table} = scene;
  const isPoker = Boolean(view.seats);
  const [shoe, burnt] = isPoker
    ? [at(420, 462), at(758, 460)]
    : view.board
      ? [at(940, 452), at(858, 446)]
      : [at(330, 478), at(850, 472)];
  const state = hands.isWrong ? " held" : "";
  return html`<div class="real-felt ${isPoker ? "oval" : "bow"}${state}" data-game=${table.game} key="felt">
    <div class="rim" aria-hidden="true" />
    ${isPoker ? pokerTable(scene, hands) : houseTable(scene, hands)}
    ${spot(hands, {kind: "device"}, "shoe", shoe, html`<span>${left(scene)}</span><i />`)}
    <div class="tray" style=${at(590, isPoker ? 478 : 506)} aria-hidden="true"><i /><i /><i /><i /><i /><i /><i /><i /></div>
    ${spot(hands, {kind: "burn"}, "burnt", burnt, html`<playing-card size="small" /><span>${t("Burnt")}</span>`)}
    ${scene.view.jackpot ? html`<b class="meter" style=${at(130, 486)} key="meter">${t("Jackpot {amount}", {amount: money(scene.view.jackpot)})}</b>` : null}
  </div>`;
}

/** @param {Scene} scene */
function left({view}) {
  return view.cards_left === undefined ? t("Shoe") : t("{count} left", {count: view.cards_left});
}

/** What can be touched when it lies wrong. @param {Hands} hands @param {Wrong} what @param {string} className @param {any} style @param {any} inside */
function spot(hands, what, className, style, inside) {
  const shape = "spot-on-felt " + className;
  return hands.isWrong
    ? html`<button type="button" class=${shape + " touchable"} key=${className} style=${style} data-what=${what.kind}
        onclick=${() => hands.wrong(what)}>${inside}</button>`
    : html`<div class=${shape} key=${className} style=${style}>${inside}</div>`;
}

/** @param {Scene} scene @param {Hands} hands */
function pokerTable(scene, hands) {
  const {view} = scene;
  const street = view.phase === "idle" ? -1 : view.marker === "SHOWDOWN" ? 4 : Math.max(0, view.betting_round - 1);
  const pot = (view.pots ?? []).reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.amount, 0);
  const naming = hands.goal === "board" ? hands.named.filter((card) => card !== "??") : [];
  const board = [...(view.board ?? []), ...naming];
  return [
    placesOf(scene).map((place) => {
      const where = SEATS[(place.number - 1) % SEATS.length];
      const seat = view.seats[place.number];
      const isShowing = hands.goal === "hand" && hands.place === place.number;
      const hand = isShowing ? hands.named : (seat?.cards ?? []);
      const count = seat?.is_active || seat?.cards?.length ? seat.card_count : 0;
      const ghost = hands.place === place.number ? hands.ghost : 0;
      const due = hands.told[place.number];
      const isUp = hand.length > 0 || isShowing;
      return [
        plate(scene, hands, place.number, at(where[0], where[1]), marks(view, place.number)),
        count
          ? html`<div class=${"hole" + (isUp ? " up" : "") + (where[0] > 590 ? " east" : "")} key=${"hole" + place.number} style=${isUp ? at(where[6], where[7]) : at(where[2], where[3])}>
              ${isShowing ? boardCards(hand, 2, true) : cards(hand, {count})}
              ${seat?.ranking ? html`<b class="tot">${madeOf(hand, view.board)}</b>` : null}
              ${due?.gets ? pushed(due.gets) : null}
            </div>`
          : null,
        ghost || seat?.bet
          ? html`<div class=${"bet" + (ghost ? " ghost" : "")} key=${"bet" + place.number} style=${at(where[4], where[5])}>
              ${chips(ghost || seat.bet)}
            </div>`
          : null,
        due?.gets && !isUp ? pushed(due.gets, at(where[4], where[5])) : null,
      ];
    }),
    pot ? html`<div class="potline" key="pot" style=${at(590, 148)}>${chips(pot)}</div>` : null,
    spot(hands, {kind: "board"}, "community", at(590, 232), boardCards(board, 5, hands.goal === "board")),
    html`<div class="streets" key="streets" style=${at(590, 312)} aria-hidden="true">
      ${STREETS.map((name, index) => html`<span class=${index === street ? "on" : ""}>${t(name)}</span>`)}
    </div>`,
  ];
}

/** What a seat gets of the pots. @param {number} cents @param {any} [style] */
function pushed(cents, style = {}) {
  return html`<b class="due" key="due" style=${style}>${t("Push {amount}", {amount: money(cents)})}</b>`;
}

/** @param {string[]} lying @param {number} all @param {boolean} isGoal */
function boardCards(lying, all, isGoal) {
  return html`<span class="cards">
    ${Array.from({length: Math.max(all, lying.length)}, (_, index) =>
      index < lying.length
        ? html`<playing-card card=${lying[index]} key=${index} />`
        : html`<i class=${"slot" + (isGoal && index === lying.length ? " goal" : "")} key=${"s" + index} />`,
    )}
  </span>`;
}

/** @param {any} view @param {number} number */
function marks(view, number) {
  return view.button === number ? html`<b class="mark" title=${t("Button")}>D</b>` : null;
}

/** Somebody at a place, or a way to seat a guest there. @param {Scene} scene @param {Hands} hands @param {number} number @param {any} style @param {any} more */
function plate(scene, hands, number, style, more = null) {
  const seat = scene.table.seats.find((each) => each.place === number);
  const chosen = hands.place === number ? " turn" : "";
  const touch = () => (hands.isWrong ? hands.wrong({kind: "player", place: number}) : hands.choose(number));
  const word = scene.table.place_word;
  if (!seat)
    return html`<button type="button" class=${"free" + chosen} key=${"plate" + number} style=${style} data-place=${number}
        onclick=${touch}>+ ${placeWords(word, number)}</button>`;
  const held = placesOf(scene)[number - 1].chips;
  const isOut = scene.view.seats && scene.round && !scene.view.seats[number]?.is_active;
  return html`<button type="button" class=${"pod" + chosen + (isOut ? " out" : "")} key=${"plate" + number} style=${style}
      data-place=${number} aria-pressed=${String(hands.place === number)} onclick=${touch}>
    <span class="ava" style=${{"--hue": HUES[number % HUES.length]}}>${number}</span>
    ${scene.view.seats && hands.said[number] ? html`<span class="said">${hands.said[number]}</span>` : null}
    <span class="whom"><i>${seat.name}</i>${held === null ? null : html`<b style=${fitted(money(held))}>${money(held)}</b>`}</span>
    ${more}
  </button>`;
}

/** @param {string} word @param {number} number */
export function placeWords(word, number) {
  if (word === "box") return t("Box {number}", {number});
  return word === "area" ? t("Area {number}", {number}) : t("Seat {number}", {number});
}

/** @param {Scene} scene @param {Hands} hands */
function houseTable(scene, hands) {
  const {view, table} = scene;
  const count = table.places;
  const rows = HOUSE_SPOTS[table.game] ?? [];
  const dealer = [...(view.dealer ?? []), ...(hands.lying.dealer ?? [])];
  const board = view.board
    ? [...view.board, ...(hands.goal === "board" ? hands.named.filter((card) => card !== "??") : [])]
    : null;
  return [
    placesOf(scene).map(({number}) => {
      const across = count > 1 ? (number - 1) / (count - 1) : 0.5;
      const x = 92 + across * 996;
      const off = (x - 590) / 498;
      return html`<div class=${"ar" + (hands.told[number]?.pays ? " paid" : "")} key=${"place" + number} style=${at(x, 40 + 138 * off * off)}>
        ${plate(scene, hands, number, {})}
        ${rows.map((row, index) => html`<div class="row" key=${"row" + index}>${row.map(([key, name]) => houseSpot(scene, hands, number, key, name))}</div>`)}
        ${handsAt(scene, hands, number)}
        ${due(hands.told[number])}
      </div>`;
    }),
    board
      ? spot(hands, {kind: "board"}, "community", at(606, 412), boardCards(board, 5, hands.goal === "board"))
      : printed(),
    spot(
      hands,
      {kind: "dealer"},
      "dealers",
      at(board ? 316 : 590, 412),
      html`${board ? html`<span class="name">${t("Dealer’s cards")}</span>` : null}
        ${
          dealer.length < (view.dealer_count ?? 0)
            ? cards(dealer, {count: view.dealer_count})
            : boardCards(dealer, 2, hands.goal === "dealer")
        }${view.dealer_total ? html`<b class="tot">${view.dealer_total}</b>` : null}`,
    ),
  ];
}

/** What is printed on the felt of Free Bet. */
function printed() {
  const line = (
    /** @type {string} */ id,
    /** @type {number} */ y,
    /** @type {string} */ words,
  ) => html`<path id=${id} d="M180 ${y}Q590 ${y + 76} 1000 ${y}" fill="none" />
    <text text-anchor="middle"><textPath href=${"#" + id} startOffset="50%">${words}</textPath></text>`;
  return html`<svg class="print" viewBox="0 0 1180 536" aria-hidden="true" key="print">
    ${line("pays-line", 292, t("Blackjack pays 3 to 2 · Dealer 22 pushes"))}
    ${line("insurance-line", 318, t("Insurance pays 2 to 1"))}
  </svg>`;
}

/** @typedef {{pays: number, takes: number, gets?: number}} Due */

/** @param {Due | undefined} told */
function due(told) {
  const look = !told ? "" : told.pays ? "pays" : told.takes ? "takes" : "quiet";
  return told ? html`<b class="due ${look}" key="due">${dueWords(told)}</b>` : null;
}

/** What is done with the chips of a place. @param {Due} told */
export function dueWords({pays, takes, gets}) {
  if (gets) return t("Push {amount}", {amount: money(gets)});
  const both = [takes && t("Take {amount}", {amount: money(takes)}), pays && t("Pay {amount}", {amount: money(pays)})];
  return both.filter(Boolean).join(" · ") || t("Leave it");
}

/** Where chips lie before the cards: a touch lays the chip in hand there. @param {Scene} scene @param {Hands} hands @param {number} number @param {string} key @param {string} name */
function houseSpot(scene, hands, number, key, name) {
  const cents = betAt(scene.view, number, key);
  const option = betOn({...scene, options: scene.options.filter((each) => each.recorded === number)}, number, key);
  const shape = [
    "sq",
    key === "main" || key === "ante" ? "ci" : key === "progressive" ? "coin" : "",
    cents ? "has" : "",
    option ? "can" : "",
  ].join(" ");
  const inside = cents ? chips(cents, t(name), 1) : html`<span>${key === "progressive" ? name : t(name)}</span>`;
  return option && !hands.isWrong
    ? html`<button type="button" class=${shape} key=${key} data-spot=${key} data-place=${number}
        aria-label="${key === "progressive" ? t("Jackpot") : t(name)} ${number}" onclick=${() => hands.bet(option)}>${inside}</button>`
    : html`<div class=${shape} key=${key + "-"} data-spot=${key}>${inside}</div>`;
}

/** @param {any} view @param {number} number @param {string} key */
function betAt(view, number, key) {
  const area = view.areas?.[number];
  if (area) {
    const lying = key === "main" ? area.wagers : area.sides.filter((/** @type {any} */ each) => each.bet === key);
    return lying.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.amount, 0);
  }
  return view.boxes?.[number]?.bets?.[key] ?? 0;
}

/** @param {Scene} scene @param {Hands} hands @param {number} number */
function handsAt({view}, hands, number) {
  const box = view.boxes?.[number];
  const isGoal = hands.goal === `place ${number}`;
  const lying = hands.lying[`place ${number}`];
  if (box?.status === "folded")
    return html`<b class="due quiet" key="folded">${t(box.bets.progressive ? "Folded, coin still plays" : "Folded")}</b>`;
  if (box?.card_count)
    return html`<div class="hand" key="hand">${isGoal ? boardCards(lying ?? [], 2, true) : cards(box.cards, {count: box.card_count})}</div>`;
  const played = [...(view.areas?.[number]?.hands ?? []), ...(lying ? [{number: -1, cards: lying, total: ""}] : [])];
  if (!played.length && !isGoal) return null;
  return html`<div class="hands" key="hands">
    ${played.map(
      (/** @type {any} */ each) =>
        html`<div class="hand" key=${each.number}>
          ${cards(each.cards)}${each.total ? html`<b class="tot">${each.is_blackjack ? "BJ" : each.total}</b>` : null}
        </div>`,
    )}
    ${isGoal ? html`<i class="slot goal" key="goal" />` : null}
  </div>`;
}

/** Does somebody at this place still play in the Round? @param {Scene} scene @param {number} place */
export function playsAt({view}, place) {
  if (view.boxes) return Boolean(view.boxes[place]?.bets.ante) && view.boxes[place].status === "in";
  return !view.seats || Boolean(view.seats[place]?.is_active);
}

/** Places that have to decide yet, in their order from this one on, where that is for all to see. @param {Scene} scene @param {number} from */
export function toDecide({view, awaited}, from) {
  return Object.keys(awaited.length ? (view.boxes ?? {}) : {})
    .map(Number)
    .filter(
      (place) =>
        place >= from &&
        view.boxes[place].status === "in" &&
        view.boxes[place].bets.ante &&
        !view.boxes[place].has_decided,
    );
}

const STREET_OF = /** @type {Record<string, string>} */ ({first: "flop", second: "turn", third: "river"});

/** What somebody has done in this part of the Round. @param {Scene} scene @param {number} place @returns {{words?: string, cents?: number}} */
export function done({view}, place) {
  const box = view.boxes?.[place];
  if (box?.status === "folded") return {words: t("Folded")};
  if (box && view.phase === "betting") return {cents: box.bets.ante};
  if (!box?.has_decided || !STREET_OF[view.phase]) return {};
  const cents = box.bets[STREET_OF[view.phase]];
  return cents ? {words: t("Bets"), cents} : {words: t("Checks")};
}

/** Where a single card goes that the plan names no place for. @param {Scene} scene */
export function cardGoesTo({view}) {
  if (!view.areas) return "board";
  return view.next_card_to ? `place ${view.next_card_to}` : "dealer";
}

/** A raise by the pot, where there is one. @param {Scene} scene */
export function potRaise({view}) {
  return view.pot ? view.pot + (view.turn?.to_call ?? 0) + (view.current_bet ?? 0) : 0;
}
