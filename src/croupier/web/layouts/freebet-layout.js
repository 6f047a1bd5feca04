import {Drawn, h} from "../core/draw.js";
import {isFree, purposeOf} from "../core/table/purpose.js";
import {gain, money} from "../core/words/say.js";
import {t} from "../core/words/words.js";
import "../elements/dock/chip-rack.js";
import {chips} from "../elements/felt/chip-stack.js";
import {cards} from "../elements/felt/playing-card.js";
import {arc, avatar, betOn, betSpot, emptyPlace, isYou, offerAt, pod, presence, seatAt, slots, won} from "./common.js";

/** @typedef {import("./common.js").Scene} Scene */

const SIDES = /** @type {[string, string, string][]} */ ([
  ["pair", "Pair", "Pair"],
  ["busted", "Busted", "Bust"],
  ["pot_of_gold", "Pot of Gold", "Gold"],
]);
const ARC = {wide: 320, narrow: 116, top: 128, depth: 168};
const WATCHED = {wide: 320, narrow: 134, top: 166, depth: 176};
const STATES = /** @type {Record<string, string>} */ ({stood: "stands", bust: "bust"});

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
    const places = arc(count, own, own ? ARC : WATCHED);
    return h(
      "div",
      {class: "felt freebet", "data-phase": view.phase},
      h(
        "div",
        {class: "stage"},
        h("div", {class: "rim", "aria-hidden": "true"}, h("div", {class: "cloth"})),
        this.print(),
        h(
          "div",
          {class: "dealer-hand", "data-account": "bank"},
          cards(view.dealer, {label: t("the dealer’s hand")}),
          slots(2, view.dealer.length),
          view.dealer.length ? h("strong", {class: "total"}, view.dealer_total) : null,
          this.dealerEnd(scene),
        ),
        h(
          "div",
          {class: "shoe"},
          h("span", {class: "hidden"}, t("Card shoe")),
          h("b", null, view.cards_left),
          view.shuffle_due ? h("span", {class: "tag warn"}, t("shuffle due")) : null,
        ),
        this.exposed(view),
        h(
          "ol",
          {class: "areas", "aria-label": t("Playing areas, clockwise from the dealer’s left")},
          Object.keys(places).map((number) => this.area(scene, Number(number), places[Number(number)])),
        ),
        this.standing(scene, count),
      ),
    );
  }

  /** The area that is drawn large: your own, or the one you play for while you stand behind others. @param {Scene} scene @param {number} count */
  own(scene, count) {
    return scene.you.place !== null && scene.you.place <= count ? scene.you.place : null;
  }

  /** What is printed on the felt. */
  print() {
    const path = (/** @type {string} */ id, /** @type {string} */ d) => h("path", {id, d, fill: "none"});
    const words = (/** @type {string} */ href, /** @type {string} */ className, /** @type {string} */ text) =>
      h("text", {class: className, "text-anchor": "middle"}, h("textPath", {href, startOffset: "50%"}, text));
    return h(
      "svg",
      {class: "print", viewBox: "0 0 1108 724", "aria-hidden": "true"},
      h(
        "defs",
        null,
        path("insurance-arc", "M150 154C330 250 778 250 958 154"),
        path("pays-arc", "M230 142C380 212 728 212 878 142"),
      ),
      h("path", {class: "line", d: "M120 160C330 276 778 276 988 160M136 134C330 244 778 244 972 134"}),
      words("#insurance-arc", "insurance-words", t("Insurance pays 2 to 1")),
      words("#pays-arc", "pays-words", t("Blackjack pays 3 to 2 · Dealer 22 pushes")),
    );
  }

  /** @param {any} view */
  exposed(view) {
    return [
      view.next_cards?.length
        ? h(
            "div",
            {class: "exposed", key: "next"},
            t("Next:"),
            " ",
            cards(view.next_cards, {size: "small", label: t("cards that come next")}),
          )
        : null,
      view.disclosed?.length
        ? h(
            "div",
            {class: "exposed", key: "seen"},
            t("Disclosed:"),
            " ",
            cards(view.disclosed, {size: "small", label: t("disclosed cards")}),
          )
        : null,
    ];
  }

  /** @param {Scene} scene */
  dealerEnd({view, outcome}) {
    if (!outcome || view.dealer.length < 2) return null;
    const words = view.dealer_total === 22 ? "Dealer has 22" : view.dealer_total > 22 ? "Dealer busts" : "";
    return words ? h("span", {class: "flag"}, t(words)) : null;
  }

  /** @param {Scene} scene @param {number} number @param {Record<string, any>} style */
  area(scene, number, style) {
    const {view} = scene;
    const area = view.areas[number] ?? {wagers: [], sides: [], insurances: [], hands: [], controller: null};
    const isOwn = isYou(scene, number);
    const isTurn = view.in_play ? view.in_play[0] === number : scene.awaited.includes(number);
    const insured = sum(area.insurances, "amount");
    const hasOffer = view.phase === "insurance";
    return h(
      "li",
      {
        class: ["area", isTurn ? "turn" : "", isOwn ? "you" : "", area.hands.length > 2 ? "many" : ""]
          .filter(Boolean)
          .join(" "),
        key: number,
        "data-area": number,
        "aria-current": isTurn ? "true" : undefined,
        style: {...style, "--hands": Math.max(1, area.hands.length)},
      },
      h(
        "div",
        {class: "spread"},
        insured || hasOffer
          ? betSpot(this, {
              name: "Insurance",
              cents: insured,
              option: offerAt(scene, "insure", number),
              className: "insurance",
              key: "insurance",
              account: `insurance/${number}`,
            })
          : null,
        h(
          "div",
          {class: "hands"},
          area.hands.map((/** @type {any} */ hand, /** @type {number} */ index) =>
            this.hand(scene, number, hand, index, isOwn),
          ),
          isOwn && !area.hands.length
            ? h("div", {class: "hand", key: "none"}, h("span", {class: "cards"}, slots(2)))
            : null,
        ),
        h(
          "div",
          {class: "spots"},
          this.wager(scene, number, area),
          SIDES.map(([key, long, short]) => this.side(scene, number, area, key, isOwn ? long : short)),
        ),
        this.backs(scene, number, area),
        this.plate(scene, number, area),
      ),
      this.head(scene, number, area),
    );
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
      name: "Wager",
      cents,
      option: betOn(scene, number, "main"),
      className: "main",
      key: "main",
      account: `bet/${number}/${mine[0]?.place ?? number}`,
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
      key,
      account: `${key}/${number}/${number}`,
      result:
        scene.outcome?.spots[`${number}/${scene.you.place ?? number}/${key}`] ??
        scene.outcome?.spots[`${number}/${number}/${key}`],
    });
  }

  /** @param {Scene} scene @param {number} number @param {any} hand @param {number} index @param {boolean} isOwn */
  hand(scene, number, hand, index, isOwn) {
    const isPlayed = scene.view.in_play?.[0] === number && scene.view.in_play?.[1] === index;
    const points = hand.is_blackjack
      ? "BJ"
      : hand.is_soft && hand.total < 21
        ? t("soft {total}", {total: hand.total})
        : String(hand.total);
    const status =
      isPlayed && isOwn
        ? "your turn"
        : hand.is_blackjack
          ? "Blackjack"
          : hand.is_doubled
            ? "doubled"
            : (STATES[hand.status] ?? "");
    const free = sum(hand.stakes, "markers");
    const result =
      scene.outcome?.spots[`${number}/${scene.you.place ?? number}/hand/${index}`] ??
      scene.outcome?.spots[`${number}/${number}/hand/${index}`];
    const offered =
      isPlayed && isOwn && scene.options.some((option) => purposeOf(option) === "double" && isFree(option));
    return h(
      "div",
      {
        class: [
          "hand",
          hand.status,
          isPlayed ? "played" : "",
          isOwn && !isPlayed && scene.view.in_play?.[0] === number ? "resting" : "",
        ]
          .filter(Boolean)
          .join(" "),
        key: hand.number,
        style: {"--cards": hand.cards.length},
      },
      h("span", {class: "total"}, points),
      cards(hand.cards, {label: t("hand {hand} of area {number}", {hand: hand.number, number})}),
      h(
        "span",
        {class: "stake"},
        result === undefined
          ? [
              isOwn && sum(hand.stakes, "added") ? chips(sum(hand.stakes, "added")) : null,
              free ? freeMarkers(free) : null,
              offered ? freeMarkers(1, "ghost") : null,
            ]
          : won(result),
      ),
      status && isOwn && !offered ? h("small", {class: "status"}, t(status)) : null,
    );
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
      return h(
        "div",
        {class: "backs"},
        h(
          "span",
          {class: "back"},
          behind.map((/** @type {any} */ wager) => avatar(name(wager), 20)),
          money(sum(behind, "amount")),
        ),
      );
    return h(
      "div",
      {class: "backs"},
      behind.map((/** @type {any} */ wager) =>
        h("span", {class: "back", key: wager.place}, avatar(name(wager), 22), `${name(wager)} ${money(wager.amount)}`),
      ),
    );
  }

  /** @param {Scene} scene @param {number} number @param {any} area */
  plate(scene, number, area) {
    const player = scene.view.players[number];
    if (!player) return h("div", {class: "plate vacant"}, emptyPlace(this, scene, number, "Area"));
    const other =
      area.controller && area.controller !== number
        ? (seatAt(scene, area.controller)?.name ?? t("seat {number}", {number: area.controller}))
        : "";
    const net = scene.outcome?.nets[number];
    return pod(scene, number, {
      name: seatAt(scene, number)?.name ?? player.name,
      chips: player.chips,
      size: isYou(scene, number) ? 40 : 28,
      more: [
        presence(scene, number),
        player.is_absent ? h("span", {class: "tag warn"}, t("absent")) : null,
        other ? h("span", {class: "note"}, t("played by {name}", {name: other})) : null,
      ],
      right: net === undefined || !net ? null : h("b", {class: net > 0 ? "w" : "l"}, gain(net)),
    });
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
        ? h(
            "button",
            {
              type: "button",
              class: "ava vacant",
              "aria-label": t("Sit at {number}", {number}),
              onclick: () => this.tell("sit", number),
            },
            number,
          )
        : player
          ? avatar(name, 30)
          : h("span", {class: "ava vacant"}, number);
    return h(
      "div",
      {class: "head", style: {"--cards": first?.cards.length ?? 0}},
      sign,
      h("b", {class: net ? (net > 0 ? "w" : "l") : ""}, net ? gain(net) : total),
      h("small", null, player ? h("span", {class: "number"}, `${number} `) : null, name),
    );
  }

  /** @param {Scene} scene @param {number} seats */
  standing(scene, seats) {
    const standing = Object.entries(scene.view.players).filter(([place]) => Number(place) > seats);
    if (!standing.length) return null;
    const name = ([place, player] = /** @type {[string, any]} */ (["", null])) =>
      `${isYou(scene, Number(place)) ? t("You") : (seatAt(scene, Number(place))?.name ?? player.name)} ${money(player.chips)}`;
    return h(
      "p",
      {class: "standing"},
      t("Standing behind:") + " " + standing.map((each) => name(/** @type {any} */ (each))).join(" · "),
    );
  }
}
customElements.define("freebet-layout", FreebetLayout);

/** Markers of the House: what they stand for costs the player nothing. @param {number} count @param {string} [kind] */
function freeMarkers(count, kind = "") {
  const label = kind
    ? t("a Free Bet Marker is offered")
    : t(count > 1 ? "{count} Free Bet Markers" : "{count} Free Bet Marker", {count});
  return h(
    "span",
    {class: "markers", role: "img", "aria-label": label, key: "markers" + kind},
    Array.from({length: Math.min(count, 4)}, (_, index) => h("i", {class: "free-marker " + kind, key: index}, "FREE")),
  );
}
