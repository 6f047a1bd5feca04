// The table as the dealer stands at it: place 1 at the left hand, numbers clockwise, everything upright. Never a mirror of the players' felt.
import {html} from "../core/draw.js";
import {madeOf} from "../core/table/hands.js";
import {money} from "../core/words/say.js";
import {t} from "../core/words/words.js";
import {placesOf} from "./knows.js";
import {betOn, fitted} from "./common.js";
import {chips} from "../elements/felt/chip-stack.js";

/** @typedef {import("../core/types.js").Scene} Scene */
/** @typedef {import("../core/types.js").Option} Option */
/** A place for a card that is named now. @typedef {{index: number, spot: string, card: string, isGoal: boolean}} Slot */
/** @typedef {(() => unknown) | null} Touch */
/** What the dock has in hand, and what a touch does. @typedef {{place: number, slots: Slot[], half: string, kept: Record<string, string[]>, ghost: number, told: Record<number, Due>, said: Record<number, string>, isWrong: boolean, choose: (place: number) => void, bet: (option: Option) => void, glow: (index: number) => void, fold: Touch, call: Touch, wrong: (what: Wrong, target: EventTarget | null) => void, picked: Wrong | null}} Hands */
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

/** What can be touched when it lies wrong; its cards by themselves, where there are any. @param {Hands} hands @param {Wrong} what @param {string} className @param {Record<string, string>} style @param {unknown} inside @param {boolean} [hasCards] */
function spot(hands, what, className, style, inside, hasCards = false) {
  const shape = "spot-on-felt " + className;
  return hands.isWrong && !hasCards
    ? html`<button type="button" class=${shape + " touchable"} key=${className} style=${style} data-what=${what.kind}
        onclick=${(/** @type {Event} */ event) => hands.wrong(what, event.currentTarget)}>${inside}</button>`
    : html`<div class=${shape} key=${className + "-"} style=${style}>${inside}</div>`;
}

/** @param {Scene} scene @param {Hands} hands */
function pokerTable(scene, hands) {
  const {view} = scene;
  const street = view.phase === "idle" ? -1 : view.marker === "SHOWDOWN" ? 4 : Math.max(0, view.betting_round - 1);
  const pot = (view.pots ?? []).reduce(
    (/** @type {number} */ sum, /** @type {{amount: number}} */ each) => sum + each.amount,
    0,
  );
  return [
    placesOf(scene).map((place) => pokerSeat(scene, hands, place.number)),
    pot ? touched(hands, {kind: "chips"}, "potline", at(590, 148), chips(pot)) : null,
    board(scene, hands, at(590, 232)),
    html`<div class="streets" key="streets" style=${at(590, 312)} aria-hidden="true">
      ${STREETS.map((name, index) => html`<span class=${index === street ? "on" : ""}>${t(name)}</span>`)}
    </div>`,
  ];
}

/** @param {Scene} scene @param {Hands} hands @param {number} number */
function pokerSeat(scene, hands, number) {
  const {view} = scene;
  const where = SEATS[(number - 1) % SEATS.length];
  const seat = view.seats[number];
  const isAt = hands.place === number;
  const isShowing = isAt && hands.slots.some(({spot}) => spot === "hand");
  const hand = seat?.cards ?? [];
  const count = seat?.is_active || hand.length ? seat.card_count : 0;
  const ghost = isAt ? hands.ghost : 0;
  const due = hands.told[number];
  const isUp = hand.length > 0 || isShowing;
  const what = /** @type {const} */ ({kind: "hand", place: number});
  const inside = [
    isShowing ? lay(hands, {kind: "hand", place: number}, "hand", {}) : lay(hands, what, "", {known: hand, count}),
    seat?.ranking ? html`<b class="tot">${madeOf(hand, view.board)}</b>` : null,
    due?.gets ? pushed(due.gets) : null,
  ];
  const look = "hole" + (isUp ? " up" : "") + (where[0] > 590 ? " east" : "");
  const place = isUp ? at(where[6], where[7]) : at(where[2], where[3]);
  const [key, words] = ["hole" + number, t("Fold")];
  const bet = ghost || seat?.bet;
  return [
    plate(scene, hands, number, at(where[0], where[1]), marks(view, number)),
    !count
      ? null
      : isAt && hands.fold && !isShowing
        ? html`<button type="button" class=${look + " does"} key=${key + "-"} style=${place} aria-label=${words} data-does="fold" onclick=${hands.fold}>${inside}</button>`
        : html`<div class=${look} key=${key} style=${place}>${inside}</div>`,
    isAt && hands.call && !ghost
      ? html`<button type="button" class="bet does" key=${"bet" + number + "-"} style=${at(where[4], where[5])} aria-label=${t("Check or call")} data-does="call" onclick=${hands.call}>
          ${bet ? chips(bet) : html`<i class="no-chips" />`}
        </button>`
      : bet
        ? touched(
            hands,
            {kind: "chips", place: number},
            "bet" + (ghost ? " ghost" : ""),
            at(where[4], where[5]),
            chips(bet),
          )
        : null,
    due?.gets && !isUp ? pushed(due.gets, at(where[4], where[5])) : null,
  ];
}

/** Chips on the felt: they can lie wrong. @param {Hands} hands @param {Wrong} what @param {string} look @param {Record<string, string>} style @param {unknown} inside */
function touched(hands, what, look, style, inside) {
  const key = look + what.place;
  return hands.isWrong
    ? html`<button type="button" class=${look + " spot-on-felt touchable"} key=${key + "-"} style=${style} data-what=${what.kind}
        onclick=${(/** @type {Event} */ event) => hands.wrong(what, event.currentTarget)}>${inside}</button>`
    : html`<div class=${look} key=${key} style=${style}>${inside}</div>`;
}

/** @param {Scene} scene @param {Hands} hands @param {Record<string, string>} style */
function board({view}, hands, style) {
  const known = [...(view.board ?? []), ...(hands.kept.board ?? [])];
  return spot(
    hands,
    {kind: "board"},
    "community",
    style,
    lay(hands, {kind: "board"}, "board", {known, all: 5}),
    known.length > 0,
  );
}

const HOLD_MS = 450;
/** Of the one finger that holds a card, through whatever is drawn meanwhile. @type {ReturnType<typeof setTimeout> | undefined} */
let held;

/**
 * Cards that lie there, those that are named now, and empty places: each can be touched by itself.
 * @param {Hands} hands @param {Wrong} what @param {string} spot @param {{known?: string[], count?: number, all?: number}} lies
 */
function lay(hands, what, spot, {known = [], count = 0, all = 0}) {
  const slots = hands.slots.filter((each) => each.spot === spot);
  const down = slots.length ? 0 : Math.max(0, count - known.length);
  const shown = [...known, ...Array(down).fill("")];
  return html`<span class="cards" role="group">
    ${shown.map((card, index) => lying(hands, {...what, ...(what.kind === "board" ? {part: partOf(index)} : {})}, card, index))}
    ${slots.map((slot) => slotHere(hands, slot))}
    ${Array.from({length: Math.max(0, all - shown.length - slots.length)}, (_, index) => html`<i class="slot" key=${"s" + index} />`)}
  </span>`;
}

/** @param {Hands} hands @param {Wrong} what @param {string} card @param {number} index */
function lying(hands, what, card, index) {
  const shown = html`<playing-card card=${card} key=${"c" + index} />`;
  if (!hands.isWrong) return shown;
  const {picked} = hands;
  const isPicked = picked?.kind === what.kind && picked?.place === (what.place ?? 0) && picked?.card === card;
  return html`<button type="button" class=${"lies touchable" + (isPicked ? " picked" : "")} aria-pressed=${String(isPicked)} key=${"w" + index} data-what="card" onclick=${(
    /** @type {Event} */ event,
  ) => {
    event.stopPropagation();
    hands.wrong({...what, card}, event.currentTarget);
  }}>${shown}</button>`;
}

/** Where a card goes: touched, the next one goes there; one that is held is replaced. @param {Hands} hands @param {Slot} slot */
function slotHere(hands, {index, card, isGoal}) {
  const key = "n" + index;
  const glow = () => hands.glow(index);
  if (!card || isGoal)
    return html`<button type="button" class=${"slot" + (isGoal ? " goal" : "")} key=${key + "-"} data-slot=${index} aria-label=${t("The next card goes here")} onclick=${glow}>
      ${isGoal && hands.half ? html`<b class="half">${hands.half}?</b>` : card ? html`<playing-card card=${card} isDim />` : null}</button>`;
  const hold = () => {
    held = setTimeout(glow, HOLD_MS);
  };
  const letGo = () => clearTimeout(held);
  return html`<button type="button" class="named" key=${key} data-slot=${index} aria-label=${t("Hold to replace")} onpointerdown=${hold} onpointerup=${letGo} onpointerleave=${letGo}
      oncontextmenu=${(/** @type {Event} */ event) => event.preventDefault()}><playing-card card=${card} /></button>`;
}

/** @param {number} index of a card of the board */
function partOf(index) {
  return index < 3 ? "flop" : index === 3 ? "turn" : "river";
}

/** What a seat gets of the pots. @param {number} cents @param {Record<string, string>} [style] */
function pushed(cents, style = {}) {
  return html`<b class="due" key="due" style=${style}>${t("Push {amount}", {amount: money(cents)})}</b>`;
}

/** @param {Scene["view"]} view @param {number} number */
function marks(view, number) {
  return view.button === number ? html`<b class="mark" title=${t("Button")}>D</b>` : null;
}

/** Somebody at a place, or a way to seat a guest there. @param {Scene} scene @param {Hands} hands @param {number} number @param {Record<string, string>} style @param {unknown} more */
function plate(scene, hands, number, style, more = null) {
  const seat = scene.table.seats.find((each) => each.place === number);
  const chosen = hands.place === number ? " turn" : "";
  const touch = (/** @type {Event} */ event) =>
    hands.isWrong ? hands.wrong({kind: "player", place: number}, event.currentTarget) : hands.choose(number);
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
  const dealer = [...(view.dealer ?? []), ...(hands.kept.dealer ?? [])];
  const isNamed = hands.slots.some((each) => each.spot === "dealer");
  const lies = {known: dealer, count: view.dealer_count ?? 0, all: view.dealer_count || isNamed ? 0 : 2};
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
    view.board ? board(scene, hands, at(606, 412)) : printed(),
    spot(
      hands,
      {kind: "dealer"},
      "dealers",
      at(view.board ? 316 : 590, 412),
      html`${view.board ? html`<span class="name">${t("Dealer’s cards")}</span>` : null}
        ${lay(hands, {kind: "dealer"}, "dealer", lies)}${view.dealer_total ? html`<b class="tot">${view.dealer_total}</b>` : null}`,
      dealer.length + lies.count > 0,
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
  if (hands.isWrong && cents) return touched(hands, {kind: "chips", place: number}, shape, {}, inside);
  return option && !hands.isWrong
    ? html`<button type="button" class=${shape} key=${key} data-spot=${key} data-place=${number}
        aria-label="${key === "progressive" ? t("Jackpot") : t(name)} ${number}" onclick=${() => hands.bet(option)}>${inside}</button>`
    : html`<div class=${shape} key=${key + "-"} data-spot=${key}>${inside}</div>`;
}

/** @param {Scene["view"]} view @param {number} number @param {string} key */
function betAt(view, number, key) {
  const area = view.areas?.[number];
  if (area) {
    const lying =
      key === "main" ? area.wagers : area.sides.filter((/** @type {{bet: string}} */ each) => each.bet === key);
    return lying.reduce((/** @type {number} */ sum, /** @type {{amount: number}} */ each) => sum + each.amount, 0);
  }
  return view.boxes?.[number]?.bets?.[key] ?? 0;
}

/** @param {Scene} scene @param {Hands} hands @param {number} number */
function handsAt({view}, hands, number) {
  const box = view.boxes?.[number];
  const [spot, what] = [`place ${number}`, /** @type {const} */ ({kind: "hand", place: number})];
  const isNamed = hands.slots.some((each) => each.spot === spot);
  const kept = hands.kept[spot] ?? [];
  if (box?.status === "folded")
    return html`<b class="due quiet" key="folded">${t(box.bets.progressive ? "Folded, coin still plays" : "Folded")}</b>`;
  if (box?.card_count) {
    const inside = lay(hands, what, spot, {known: [...(box.cards ?? []), ...kept], count: box.card_count});
    return hands.place === number && hands.fold && !isNamed
      ? html`<button type="button" class="hand does" key="hand-" aria-label=${t("Fold")} data-does="fold" onclick=${hands.fold}>${inside}</button>`
      : html`<div class="hand" key="hand">${inside}</div>`;
  }
  const played = view.areas?.[number]?.hands ?? [];
  if (!played.length && !isNamed && !kept.length) return null;
  const last = isNamed || kept.length ? [{number: -1, cards: kept, total: "", is_blackjack: false}] : [];
  return html`<div class="hands" key="hands">
    ${[...played, ...last].map(
      (/** @type {{number: number, cards: string[], total: string, is_blackjack: boolean}} */ each) =>
        html`<div class="hand" key=${each.number}>
          ${lay(hands, what, each.number < 0 ? spot : "", {known: each.cards})}${each.total ? html`<b class="tot">${each.is_blackjack ? "BJ" : each.total}</b>` : null}
        </div>`,
    )}
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

/** Can somebody at this place still decide anything in the Round? @param {Scene} scene @param {number} place */
export function actsAt(scene, place) {
  return playsAt(scene, place) && !scene.view.seats?.[place]?.is_all_in;
}

/** Behind which place a part of the Round begins. @param {Scene} scene */
export function firstAfter({view}) {
  return view.button ?? 0;
}

/** What one has to match to stay in. @param {Scene} scene */
export function price({view}) {
  return view.current_bet ?? 0;
}

/** What somebody at this place has to add for that. @param {Scene} scene @param {number} place */
export function owes(scene, place) {
  return Math.max(0, price(scene) - (scene.view.seats?.[place]?.bet ?? 0));
}

/** A raise by the pot, where there is one. @param {Scene} scene */
export function potRaise({view}) {
  return view.pot ? view.pot + (view.turn?.to_call ?? 0) + (view.current_bet ?? 0) : 0;
}
