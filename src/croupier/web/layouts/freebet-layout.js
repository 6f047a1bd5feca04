import {Drawn, html} from "../core/draw.js";
import {isFree, purposeOf} from "../core/table/purpose.js";
import {gain, money} from "../core/words/say.js";
import {counted, t, words} from "../core/words/words.js";
import {chips} from "../elements/felt/chip-stack.js";
import {cards} from "../elements/felt/playing-card.js";
import {
  absence,
  avatar,
  betOn,
  betSpot,
  emptyPlace,
  fitted,
  isYou,
  offerAt,
  pod,
  seatAt,
  slots,
  won,
} from "./common.js";

/** @typedef {import("./common.js").Scene} Scene */

const SIDES = /** @type {[string, string, string][]} */ ([
  ["pair", t("Pair"), t("Pair")],
  ["busted", t("Busted"), t("Bust")],
  ["pot_of_gold", t("Pot of Gold"), t("Gold")],
]);
const CELL = 96; // how wide somebody else's place is, and
const OWN = 396; // how wide your own: four hands
// How far down a place stands, by how far it is from the middle: the rail is round.
const DOWN = /** @type {[number, number][]} */ ([
  [0, 392],
  [66, 388],
  [165, 350],
  [264, 294],
  [362, 222],
  [462, 132],
]);
// Where the felt ends at the left, by how far down.
const EDGE = /** @type {[number, number][]} */ ([
  [270, 30],
  [455, 64],
  [541, 130],
  [589, 182],
  [628, 244],
  [700, 470],
]);
const TABLET_CELLS = [
  [82, 212],
  [184, 290],
  [286, 334],
  [534, 334],
  [636, 290],
  [738, 212],
  [410, 372], // if nobody sits at the middle below
];
const STATES = /** @type {Record<string, string>} */ (words({stood: "stands", bust: "bust", playing: "playing"}));
const CHIP_COLOURS = ["#cf7f99", "#eef0ee", "#c4303c", "#1f8a55", "#23262c", "#6b3fa0", "#e0a526", "#f2c94c"];

/** Between two points of a table. @param {[number, number][]} table @param {number} at */
function between(table, at) {
  const next = table.findIndex(([each]) => each >= at);
  if (next <= 0) return table[next === 0 ? 0 : table.length - 1][1];
  const [[x0, y0], [x1, y1]] = [table[next - 1], table[next]];
  return y0 + ((y1 - y0) * (at - x0)) / (x1 - x0);
}

/**
 * Where the areas lie: true order, the first at the right; others upright beside each other, your own wider and inside the rail.
 * @param {number} count @param {number | null} own @returns {Record<number, Record<string, number>>} custom properties by place
 */
function cells(count, own) {
  const order = Array.from({length: count}, (_, index) => count - index);
  const widths = order.map((place) => (place === own ? OWN : CELL));
  const gap = own ? 3 : 44;
  let left = 554 - (widths.reduce((sum, width) => sum + width, 0) + gap * (count - 1)) / 2;
  let other = 0;
  return Object.fromEntries(
    order.map((place, index) => {
      const x = left + widths[index] / 2;
      left += widths[index] + gap;
      const off = x - 554;
      const isOwn = place === own;
      const y = isOwn ? 292 - 70 * Math.min(1, Math.abs(off) / 284) ** 2 : between(DOWN, Math.abs(off));
      const [tx, ty] = isOwn
        ? [410, 560]
        : TABLET_CELLS[own ? other++ : order.length === 7 && index === 3 ? 6 : other++];
      // Your spots and your plate go inwards until their corners are on the felt.
      const inward = (/** @type {number} */ bottom, /** @type {number} */ wide) =>
        -Math.sign(off) *
        Math.min((OWN - wide) / 2, Math.max(0, between(EDGE, y + bottom) + 8 - (554 - Math.abs(off) - wide / 2)));
      return [
        place,
        {
          "--dx": Math.round(x),
          "--dy": Math.round(y),
          "--in-spots": isOwn ? Math.round(inward(284, 364)) : 0,
          "--in-plate": isOwn ? Math.round(inward(346, 292)) : 0,
          "--in-backs": isOwn ? Math.round(inward(378, 300)) : 0,
          "--tx": tx,
          "--ty": ty,
          "--at": index,
          "--of": count,
        },
      ];
    }),
  );
}

const sum = (/** @type {any[]} */ all, /** @type {string} */ field) =>
  all.reduce((total, each) => total + (each[field] ?? 0), 0);

/** Free Bet Blackjack: seven areas along an arc with hands, wagers, side wagers and the House's markers beside them. */
export class FreebetLayout extends Drawn {
  /** @type {Scene | null} */
  scene = null;

  look() {
    const scene = this.scene;
    if (!scene?.view?.areas) return null;
    const {view} = scene;
    const count = scene.table.places || 7;
    const own = this.own(scene, count);
    const places = cells(count, own);
    return html`<div class="felt freebet" data-phase=${view.phase}>
      <div class="stage">
        <div class="rim" aria-hidden="true"><div class="cloth" /></div>
        ${this.print()}
        <div class="tray" role="img" aria-label=${t("The House’s chips")} data-account="bank">
          ${CHIP_COLOURS.map((colour, index) => html`<i key=${index} style=${{"--c": colour}} />`)}
        </div>
        <div class="discards" role="img" aria-label=${t("{count} cards used", {count: view.cards_used})}>
          <b>${view.cards_used}</b>
        </div>
        <div class="dealer-hand">
          ${cards(view.dealer, {label: t("the dealer’s hand")})}
          ${slots(2, view.dealer.length)}
          ${view.dealer.length ? html`<strong class="total">${view.dealer_total}</strong>` : null}
          ${this.dealerEnd(scene)}
        </div>
        <div class="shoe">
          <span class="hidden">${t("Card shoe")}</span>
          <b>${view.cards_left}</b>
          ${view.shuffle_due ? html`<span class="tag warn">${t("shuffle due")}</span>` : null}
        </div>
        ${this.exposed(view)}
        <ol class="areas" aria-label=${t("Playing areas, clockwise from the dealer’s left")}>
          ${Object.keys(places).map((number) => this.area(scene, Number(number), places[Number(number)]))}
        </ol>
        ${this.standing(scene, count)}
      </div>
    </div>`;
  }

  /** The area that is drawn large: your own, or the one you play for while you stand behind others. @param {Scene} scene @param {number} count */
  own(scene, count) {
    return scene.you.place !== null && scene.you.place <= count ? scene.you.place : null;
  }

  /** What is printed on the felt. */
  print() {
    const path = (/** @type {string} */ id, /** @type {string} */ d) => html`<path id=${id} d=${d} fill="none" />`;
    const curved = (/** @type {string} */ href, /** @type {string} */ className, /** @type {string} */ text) =>
      html`<text class=${className} text-anchor="middle" style=${fitted(text)}><textPath href=${href} startOffset="50%">${text}</textPath></text>`;
    return html`<svg class="print" viewBox="0 0 1108 724" aria-hidden="true">
      <defs>
        ${path("insurance-arc", "M254 212C400 232 708 232 854 212")}
        ${path("pays-arc", "M254 194C400 214 708 214 854 194")}
      </defs>
      ${curved("#insurance-arc", "insurance-words", t("Insurance pays 2 to 1"))}
      ${curved("#pays-arc", "pays-words", t("Blackjack pays 3 to 2 · Dealer 22 pushes"))}
    </svg>`;
  }

  /** @param {any} view */
  exposed(view) {
    return [
      view.next_cards?.length
        ? html`<div class="exposed" key="next">
          ${t("Next:")} ${cards(view.next_cards, {size: "small", label: t("cards that come next")})}
        </div>`
        : null,
      view.disclosed?.length
        ? html`<div class="exposed" key="seen">
          ${t("Disclosed:")} ${cards(view.disclosed, {size: "small", label: t("disclosed cards")})}
        </div>`
        : null,
    ];
  }

  /** @param {Scene} scene */
  dealerEnd({view, outcome}) {
    if (!outcome || view.dealer.length < 2) return null;
    const words = view.dealer_total === 22 ? t("Dealer has 22") : view.dealer_total > 22 ? t("Dealer busts") : "";
    return words ? html`<span class="flag">${words}</span>` : null;
  }

  /** @param {Scene} scene @param {number} number @param {Record<string, any>} style */
  area(scene, number, style) {
    const {view} = scene;
    const area = view.areas[number] ?? {wagers: [], sides: [], insurances: [], hands: [], controller: null};
    const isOwn = isYou(scene, number);
    const isTurn = view.in_play ? view.in_play[0] === number : scene.awaited.includes(number);
    return html`<li class=${["area", isTurn ? "turn" : "", isOwn ? "you" : "", area.hands.length > 2 ? "many" : ""]
      .filter(Boolean)
      .join(" ")} key=${number} data-area=${number} aria-current=${isTurn ? "true" : undefined}
        style=${{...style, "--hands": Math.max(1, area.hands.length)}}>
      ${isOwn ? this.block(scene, number, area) : this.cell(scene, number, area)}
      ${this.head(scene, number, area)}
    </li>`;
  }

  /** Your own place: hands beside each other with their stakes, then the spots, then your plate. @param {Scene} scene @param {number} number @param {any} area */
  block(scene, number, area) {
    const hasHands = area.hands.length > 0;
    const isBetting = !hasHands || betOn(scene, number, "main"); // the last Round's cards may still lie there
    return html`<div class="spread block">
      ${this.insurance(scene, number, area)}
      <div class="hands">
        ${
          hasHands
            ? area.hands.map((/** @type {any} */ hand, /** @type {number} */ index) =>
                this.hand(scene, number, area, hand, index),
              )
            : html`<div class="hand" key="none"><span class="cards">${slots(2)}</span></div>`
        }
      </div>
      <div class=${"spots" + (isBetting ? " betting" : "")}>
        ${isBetting ? this.wager(scene, number, area) : null}
        ${SIDES.map(([key, long]) => this.side(scene, number, area, key, long))}
      </div>
      ${this.plate(scene, number, area)}
      ${this.backs(scene, number, area)}
    </div>`;
  }

  /** Somebody else's place, upright: hand, wager, the sum of the side wagers, plate, and a line. @param {Scene} scene @param {number} number @param {any} area */
  cell(scene, number, area) {
    const [first, ...more] = area.hands;
    const isOffered = SIDES.some(([key]) => betOn(scene, number, key));
    const sides = sum(area.sides, "amount");
    const sidesWon = SIDES.map(([key]) => wonAt(scene, `${number}/`, `/${key}`)).filter((cents) => cents !== undefined);
    const sidesSaid = sidesWon.length
      ? gain(sidesWon.reduce((all, cents) => all + cents, 0))
      : sides
        ? money(sides)
        : "";
    return html`<div class="spread cell">
      <div class="cell-hand">
        ${
          more.length
            ? area.hands.map((/** @type {any} */ hand, /** @type {number} */ index) =>
                this.miniHand(scene, number, hand, index),
              )
            : first
              ? html`<div class="hand" style=${{"--cards": first.cards.length}}>
                <span class="total" style=${fitted(points(first))}>${points(first)}</span>
                ${cards(first.cards, {label: t("hand {hand} of area {number}", {hand: first.number, number})})}
              </div>`
              : null
        }
      </div>
      ${this.wager(scene, number, area)}
      ${
        this.insurance(scene, number, area) ??
        (isOffered
          ? html`<div class="sides">${SIDES.map(([key, , short]) => this.side(scene, number, area, key, short))}</div>`
          : html`<span class="cell-sum" style=${fitted(t("Sides") + "_" + sidesSaid)}>
            ${sidesSaid ? [t("Sides"), " ", html`<b>${sidesSaid}</b>`] : null}
          </span>`)
      }
      ${this.plate(scene, number, area)}
      ${this.line(scene, number, area)}
    </div>`;
  }

  /** One of several hands of somebody else: its total and a word; its cards for who points at it. @param {Scene} scene @param {number} number @param {any} hand @param {number} index */
  miniHand(scene, number, hand, index) {
    const isPlayed = scene.view.in_play?.[0] === number && scene.view.in_play?.[1] === index;
    const word = isPlayed ? t("playing") : hand.is_doubled ? t("doubled") : (STATES[hand.status] ?? t("waits"));
    const label = t("hand {hand} of area {number}", {hand: hand.number, number});
    return html`<div class=${`mini-hand ${hand.status}` + (isPlayed ? " played" : "")} key=${hand.number} tabindex="0"
        title=${label}>
      <b>${hand.is_blackjack ? "BJ" : hand.total}</b>
      <small style=${fitted(word)}>${word}</small>
      <div class="its-cards">${cards(hand.cards, {label})}</div>
    </div>`;
  }

  /** The last line of a cell: at the end what was won or lost, else who backs it. @param {Scene} scene @param {number} number @param {any} area */
  line(scene, number, area) {
    const net = scene.outcome?.nets[number];
    if (net) return html`<b class=${"outcome " + (net > 0 ? "w" : "l")} style=${fitted(gain(net))}>${gain(net)}</b>`;
    return this.backs(scene, number, area) ?? absenceNote(scene, number);
  }

  /** @param {Scene} scene @param {number} number @param {any} area */
  insurance(scene, number, area) {
    const insured = sum(area.insurances, "amount");
    if (!insured && scene.view.phase !== "insurance") return null;
    return betSpot(this, {
      name: t("Insurance"),
      cents: insured,
      option: offerAt(scene, "insure", number),
      className: "insurance",
      columns: 1,
      key: "insurance",
      account: `insurance/${number}`,
    });
  }

  /** @param {Scene} scene @param {number} number @param {any} area */
  wager(scene, number, area) {
    const live = area.wagers.filter((/** @type {any} */ wager) => wager.is_live);
    const added = sum(
      area.hands.flatMap((/** @type {any} */ hand) => hand.stakes),
      "added",
    );
    const mine = live.filter((/** @type {any} */ wager) => wager.place === (area.controller ?? number));
    const cents = sum(mine.length ? mine : live, "amount") + added;
    const markers = area.hands.length ? 0 : sum(live, "markers");
    return betSpot(this, {
      name: t("Wager"),
      cents,
      option: betOn(scene, number, "main"),
      className: "main",
      columns: 1,
      key: "main",
      account: `bet/${number}/${mine[0]?.place ?? number}`,
      result: isYou(scene, number) ? undefined : wonAt(scene, `${number}/`, "/hand/"),
      more: markers ? freeMarkers(markers) : null,
    });
  }

  /** @param {Scene} scene @param {number} number @param {any} area @param {string} key @param {string} name */
  side(scene, number, area, key, name) {
    const cents = sum(
      area.sides.filter((/** @type {any} */ side) => side.bet === key),
      "amount",
    );
    return betSpot(this, {
      name,
      cents,
      option: betOn(scene, number, key),
      className: "side " + key,
      columns: 1,
      key,
      account: `${key}/${number}/${number}`,
      result:
        scene.outcome?.spots[`${number}/${scene.you.place ?? number}/${key}`] ??
        scene.outcome?.spots[`${number}/${number}/${key}`],
    });
  }

  /** One of your hands, with what stands on it. @param {Scene} scene @param {number} number @param {any} area @param {any} hand @param {number} index */
  hand(scene, number, area, hand, index) {
    const {view} = scene;
    const isPlayed = view.in_play?.[0] === number && view.in_play?.[1] === index;
    const isWaiting = !isPlayed && view.in_play?.[0] === number && (view.in_play?.[1] ?? 0) < index;
    const status = isPlayed
      ? t("your turn")
      : hand.is_blackjack
        ? t("Blackjack")
        : hand.is_doubled
          ? t("doubled")
          : isWaiting
            ? t("waits")
            : (STATES[hand.status] ?? "");
    const free = sum(hand.stakes, "markers");
    const wager = area.wagers.find(
      (/** @type {any} */ each) => each.is_live && each.place === (area.controller ?? number),
    );
    const own = hand.stakes.filter((/** @type {any} */ stake) => stake.place === wager?.place);
    const staked = own.some((/** @type {any} */ stake) => stake.has_wager) ? wager.amount : 0;
    const cents = staked + sum(own, "added");
    const result =
      scene.outcome?.spots[`${number}/${scene.you.place ?? number}/hand/${index}`] ??
      scene.outcome?.spots[`${number}/${number}/hand/${index}`];
    const offered = isPlayed && scene.options.some((option) => purposeOf(option) === "double" && isFree(option));
    return html`<div class=${[
      "hand",
      hand.status,
      isPlayed ? "played" : "",
      view.in_play?.[0] === number && !isPlayed ? "resting" : "",
    ]
      .filter(Boolean)
      .join(" ")} key=${hand.number} style=${{"--cards": hand.cards.length}}>
      <span class="total" style=${fitted(points(hand))}>${points(hand)}</span>
      ${cards(hand.cards, {label: t("hand {hand} of area {number}", {hand: hand.number, number})})}
      <span class="stake" data-account=${index ? undefined : `bet/${number}/${wager?.place ?? number}`}>
        ${
          result === undefined
            ? [
                cents
                  ? html`<span class="amounts" style=${fitted(money(cents))} key="stake">${chips(cents, t("Wager"), 1)}</span>`
                  : null,
                free ? freeMarkers(free) : null,
                offered ? freeMarkers(1, "ghost") : null,
              ]
            : won(result)
        }
      </span>
      <small class="status" style=${fitted(status)}>${status}</small>
    </div>`;
  }

  /** Who has a wager on somebody else's area. @param {Scene} scene @param {number} number @param {any} area */
  backs(scene, number, area) {
    const behind = area.wagers.filter(
      (/** @type {any} */ wager) => wager.is_live && wager.place !== (area.controller ?? number),
    );
    if (!behind.length) return null;
    const name = (/** @type {any} */ wager) =>
      isYou(scene, wager.place) ? t("You") : (seatAt(scene, wager.place)?.name ?? String(wager.place));
    if (!isYou(scene, number))
      return html`<span class="back" style=${fitted(money(sum(behind, "amount")) + "_____")} title=${behind.map(name).join(", ")}>
        ${t("Back")} ${money(sum(behind, "amount"))}
      </span>`;
    return html`<div class="backs">
      ${behind.map(
        (/** @type {any} */ wager) =>
          html`<span class="back" key=${wager.place}>
            ${avatar(name(wager), 20)}
            <span class="name">${name(wager)}</span> ${money(wager.amount)}
          </span>`,
      )}
    </div>`;
  }

  /** @param {Scene} scene @param {number} number @param {any} area */
  plate(scene, number, area) {
    const player = scene.view.players[number];
    if (!player)
      return html`<div class="plate vacant">${emptyPlace(this, scene, number, t("Area {number}", {number}))}</div>`;
    const other =
      area.controller && area.controller !== number
        ? (seatAt(scene, area.controller)?.name ?? t("seat {number}", {number: area.controller}))
        : "";
    const net = scene.outcome?.nets[number];
    const isOwn = isYou(scene, number);
    return pod(scene, number, {
      name: seatAt(scene, number)?.name ?? player.name,
      chips: player.chips,
      size: isOwn ? 42 : 0,
      more: other ? html`<span class="note">${t("played by {name}", {name: other})}</span>` : null,
      right: isOwn ? this.inShort(scene, area, net) : null,
    });
  }

  /** At the end of your plate: what you have won or lost, or what your hand is against. @param {Scene} scene @param {any} area @param {number | undefined} net */
  inShort({view, you}, area, net) {
    if (net) return html`<b class=${net > 0 ? "w" : "l"} style=${fitted(gain(net))}>${gain(net)}</b>`;
    const [place, index] = view.in_play ?? [];
    const hand = place === you.place ? area.hands[index] : null;
    if (!hand || !view.dealer.length) return null;
    const which = t("Hand {number} of {count}", {number: index + 1, count: area.hands.length});
    const against = t("{mine} against {dealer}", {mine: points(hand), dealer: view.dealer_total});
    return [
      area.hands.length > 1 ? html`<i style=${fitted(which)}>${which}</i>` : null,
      html`<b style=${fitted(against)}>${against}</b>`,
    ];
  }

  /** On small screens the others are a row of small hands with totals. @param {Scene} scene @param {number} number @param {any} area */
  head(scene, number, area) {
    const player = scene.view.players[number];
    const name = isYou(scene, number)
      ? t("You")
      : player
        ? (seatAt(scene, number)?.name ?? player.name)
        : t("Area {number}", {number});
    const net = scene.outcome?.nets[number];
    const live = sum(
      area.wagers.filter((/** @type {any} */ wager) => wager.is_live),
      "amount",
    );
    const [first] = area.hands;
    const total =
      area.hands.length > 1
        ? t("{count} hands", {count: area.hands.length})
        : first
          ? first.is_blackjack
            ? "BJ"
            : String(first.total)
          : live
            ? money(live)
            : "–";
    const mayPlay = !player && scene.you.place === null && scene.you.role === "player";
    const sign = first
      ? cards(first.cards, {label: t("hand of area {number}", {number})})
      : mayPlay
        ? html`<button type="button" class="ava vacant" aria-label=${t("Sit at {number}", {number})}
            onclick=${() => this.tell("sit", number)}>${number}</button>`
        : player
          ? avatar(name, 30)
          : html`<span class="ava vacant">${number}</span>`;
    return html`<div class="head" style=${{"--cards": first?.cards.length ?? 0}}>
      ${sign}
      <b class=${net ? (net > 0 ? "w" : "l") : ""} style=${fitted(net ? gain(net) : total)}>
        ${net ? gain(net) : total}
      </b>
      <small class="name">${player ? html`<span class="number">${number} </span>` : null}${name}</small>
    </div>`;
  }

  /** @param {Scene} scene @param {number} seats */
  standing(scene, seats) {
    const standing = Object.entries(scene.view.players).filter(([place]) => Number(place) > seats);
    if (!standing.length) return null;
    const name = ([place, player] = /** @type {[string, any]} */ (["", null])) =>
      `${isYou(scene, Number(place)) ? t("You") : (seatAt(scene, Number(place))?.name ?? player.name)} ${money(player.chips)}`;
    return html`<p class="standing">
      ${t("Standing behind:") + " " + standing.map((each) => name(/** @type {any} */ (each))).join(" · ")}
    </p>`;
  }
}
customElements.define("freebet-layout", FreebetLayout);

/** What was won or lost on spots of an area, by whoever; undefined if nothing was settled there. @param {Scene} scene @param {string} area @param {string} spot @returns {number | undefined} */
function wonAt({outcome}, area, spot) {
  const found = Object.entries(outcome?.spots ?? {}).filter(([key]) => key.startsWith(area) && key.includes(spot));
  return found.length ? found.reduce((all, [, cents]) => all + cents, 0) : undefined;
}

/** What a hand counts, as it is called. @param {any} hand */
function points(hand) {
  if (hand.is_blackjack) return "BJ";
  return hand.is_soft && hand.total < 21 ? t("soft {total}", {total: hand.total}) : String(hand.total);
}

/** @param {Scene} scene @param {number} number */
function absenceNote(scene, number) {
  const words = scene.view.players[number]?.is_absent ? t("absent") : absence(scene, number);
  return words ? html`<span class="back away">${words}</span>` : null;
}

/** Markers of the House: what they stand for costs the player nothing. @param {number} count @param {string} [kind] */
function freeMarkers(count, kind = "") {
  const label = kind
    ? t("a Free Bet Marker is offered")
    : counted(count, "{count} Free Bet Marker", "{count} Free Bet Markers");
  const free = t("FREE");
  return html`<span class="markers" role="img" aria-label=${label} key=${"markers" + kind}>
    ${Array.from({length: Math.min(count, 4)}, (_, index) => html`<i class=${"free-marker " + kind} key=${index} style=${fitted(free)}>${free}</i>`)}
  </span>`;
}
