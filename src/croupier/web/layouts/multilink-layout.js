import {Drawn, h} from "../core/draw.js";
import {bestFive, madeOf} from "../core/table/hands.js";
import {capital, gain, money, plain} from "../core/words/say.js";
import {t, told} from "../core/words/words.js";
import "../elements/dock/chip-rack.js";
import "../elements/dock/hand-steps.js";
import {icon} from "../elements/icon.js";
import {cards} from "../elements/felt/playing-card.js";
import {arc, avatar, betOn, betSpot, emptyPlace, isYou, nameOf, pod, presence, slots} from "./common.js";
import "../elements/felt/meter-display.js";

/** @typedef {import("./common.js").Scene} Scene */

const SPOTS = /** @type {[string, string][]} */ ([
  ["flop", "Flop"],
  ["turn", "Turn"],
  ["river", "River"],
  ["ante", "Ante"],
  ["bonus", "Bonus"],
  ["progressive", "Jackpot"],
]);
const ARC = {wide: 300, narrow: 132, top: 206, depth: 96};
const WATCHED = {wide: 300, narrow: 156, top: 246, depth: 112};

/** Multi-Link: boxes with lit coin spots along the rail, the community cards and the Dealer's Hand above. */
export class MultilinkLayout extends Drawn {
  /** @type {Scene | null} */
  scene = null;

  look() {
    const scene = this.scene;
    if (!scene?.view?.boxes) return null;
    const {view} = scene;
    const count = scene.table.places || 6;
    const places = arc(count, scene.you.place, scene.you.place ? ARC : WATCHED);
    const board = view.board ?? [];
    const laid = Math.max(board.length, view.board_count ?? 0); // a street lies face down before it is turned over
    const best = this.best(scene);
    return h(
      "div",
      {class: "felt multilink", "data-phase": view.phase},
      h(
        "div",
        {class: "stage"},
        h("div", {class: "rim", "aria-hidden": "true"}, h("div", {class: "cloth"})),
        h(
          "div",
          {class: "meter" + (view.is_jackpot_open ? "" : " off")},
          h("span", null, t("Jackpot")),
          this.meter(scene),
        ),
        h(
          "div",
          {class: "dealer-hand", "data-account": "bank"},
          h("span", {class: "cap"}, t("Dealer")),
          cards(view.dealer, {
            count: view.dealer_count,
            isDim: Boolean(best),
            label: t(
              view.dealer.length
                ? "the dealer’s hand"
                : view.dealer_count
                  ? "the dealer’s hand, face down"
                  : "no dealer’s hand yet",
            ),
          }),
          slots(2, view.dealer_count),
          this.dealerHas(scene),
        ),
        h(
          "div",
          {class: "board"},
          h("span", {class: "cap"}, `${t("Flop")} · ${t("Turn")} · ${t("River")}`),
          cards(board, {
            count: laid,
            best,
            label: t(board.length ? "community cards" : "no community cards yet"),
          }),
          slots(5, laid),
        ),
        view.notice ? h("p", {class: "house-notice", role: "status"}, told(view.notice)) : null,
        h(
          "ol",
          {class: "boxes", "aria-label": t("Betting boxes, clockwise from the dealer’s left")},
          Object.keys(places).map((number) => this.box(scene, Number(number), places[Number(number)], best)),
        ),
      ),
    );
  }

  /** Your five that count, once you have won something with them. @param {Scene} scene */
  best(scene) {
    const box = scene.view.boxes[scene.you.place ?? -1];
    const net = scene.outcome?.nets[scene.you.place ?? -1] ?? 0;
    if (!box || net <= 0 || scene.view.board.length < 5) return null;
    const found = bestFive([...box.cards, ...scene.view.board]);
    return found ? new Set(found.five) : null;
  }

  /** @param {Scene} scene */
  dealerHas(scene) {
    const made = scene.view.dealer.length ? madeOf([...scene.view.dealer, ...scene.view.board]) : "";
    return made ? h("span", {class: "pill made"}, t(made)) : null;
  }

  /** Live while the table is on a link; in a replay, what the display said then. @param {Scene} scene */
  meter(scene) {
    if (scene.table.link && scene.table.meter != null)
      return h(
        "strong",
        null,
        h("meter-display", {
          jackpot: scene.table.link,
          display: scene.table.meter,
          status: scene.view.is_jackpot_open ? "open" : "closed",
        }),
      );
    if (!scene.view.jackpot) return h("strong", {class: "none"}, t("none at this table"));
    return h("strong", null, money(scene.view.jackpot));
  }

  /** @param {Scene} scene @param {number} number @param {Record<string, any>} style @param {Set<string> | null} best */
  box(scene, number, style, best) {
    const {view} = scene;
    const box = view.boxes[number];
    const isOwn = isYou(scene, number);
    const isTurn = view.to_decide === number || scene.awaited.includes(number);
    const net = scene.outcome?.nets[number];
    const state = [
      "box",
      isTurn ? "turn" : "",
      isOwn ? "you" : "",
      box && box.status !== "in" ? "out" : "",
      net ? (net > 0 ? "won" : "lost") : "",
    ]
      .filter(Boolean)
      .join(" ");
    return h(
      "li",
      {class: state, key: number, "data-box": number, "aria-current": isTurn ? "true" : undefined, style},
      h(
        "div",
        {class: "spread"},
        h(
          "div",
          {class: "hand"},
          box?.card_count
            ? cards(box.cards, {
                count: box.card_count,
                isDim: box.status !== "in",
                best: isOwn ? best : null,
                label: t("hole cards of box {number}", {number}),
              })
            : isOwn
              ? slots(2)
              : null,
        ),
        h(
          "div",
          {class: "spots"},
          SPOTS.map(([spot, name]) => this.spot(scene, number, spot, name)),
        ),
        this.plate(scene, number, box, net),
      ),
      this.head(scene, number, box, net),
    );
  }

  /** @param {Scene} scene @param {number} number @param {string} spot @param {string} name */
  spot(scene, number, spot, name) {
    const bets = scene.view.boxes[number]?.bets ?? {};
    const option = betOn(scene, number, spot);
    const more = spot === "progressive" ? icon("star", 18) : null;
    return betSpot(this, {
      name,
      cents: bets[spot] ?? 0,
      option,
      isNext: Boolean(option?.costs),
      className: spot + (spot === "progressive" && bets.progressive ? " lit" : ""),
      key: spot,
      account: `${spot}/${number}`,
      result: scene.outcome?.spots[`${number}/${spot}`],
      more,
    });
  }

  /** @param {Scene} scene @param {number} number @param {any} box @param {number | undefined} net */
  plate(scene, number, box, net) {
    const {sitter, bettor, chips} = this.people(scene, number, box);
    if (!sitter && !bettor) return h("div", {class: "plate vacant"}, emptyPlace(this, scene, number, "Box"));
    const isOwn = isYou(scene, number);
    const guest = bettor === scene.you.id ? t("you") : nameOf(scene, bettor);
    const status = box && box.status !== "in" ? h("span", {class: "note"}, t(capital(plain(box.status)))) : null;
    return pod(scene, number, {
      name: sitter ? nameOf(scene, sitter) : t("free"),
      chips,
      size: isOwn ? 40 : 28,
      more: [
        sitter ? presence(scene, number) : null,
        bettor ? h("span", {class: "tag"}, t("bet of {name}", {name: guest})) : null,
        isOwn ? null : status,
      ],
      right: isOwn
        ? (this.holding(scene, box, net) ?? status)
        : net === undefined
          ? null
          : h("b", {class: net > 0 ? "w" : "l"}, gain(net)),
    });
  }

  /** @param {Scene} scene @param {any} box @param {number | undefined} net */
  holding(scene, box, net) {
    if (net !== undefined)
      return [
        h("i", null, told(scene.outcome?.hands[scene.you.place ?? 0] ?? "")),
        h("b", {class: net > 0 ? "w" : "l"}, gain(net)),
      ];
    if (!box || box.status !== "in" || !box.cards.length) return null;
    const made = madeOf([...box.cards, ...scene.view.board]);
    return made ? [h("i", null, t("You hold")), h("b", null, t(made))] : null;
  }

  /** @param {Scene} scene @param {number} number @param {any} box */
  people(scene, number, box) {
    const sitter = scene.view.names[number] ?? "";
    const bettor = box && Object.keys(box.bets).length && box.player !== sitter ? box.player : "";
    return {sitter, bettor, chips: scene.view.chips[number]};
  }

  /** On small screens the others are a row of heads with what they have at stake. @param {Scene} scene @param {number} number @param {any} box @param {number | undefined} net */
  head(scene, number, box, net) {
    const {sitter, bettor} = this.people(scene, number, box);
    const name = isYou(scene, number)
      ? t("You")
      : sitter
        ? nameOf(scene, sitter)
        : bettor
          ? nameOf(scene, bettor)
          : t("Box {number}", {number});
    const staked = Object.values(box?.bets ?? {}).reduce((sum, cents) => sum + Number(cents), 0);
    const mayPlay = !sitter && scene.you.place === null && scene.you.role === "player";
    return h(
      "div",
      {class: "head"},
      mayPlay
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
        : box?.cards?.length && !isYou(scene, number)
          ? cards(box.cards, {label: t("hole cards of box {number}", {number})})
          : sitter || bettor
            ? avatar(name, 30)
            : h("span", {class: "ava vacant"}, number),
      box?.bets.progressive ? h("span", {class: "coin-star"}, icon("star", 12)) : null,
      h("b", {class: net ? (net > 0 ? "w" : "l") : ""}, net ? gain(net) : staked ? money(staked) : "–"),
      h("small", null, sitter || bettor ? h("span", {class: "number"}, `${number} `) : null, name),
    );
  }
}
customElements.define("multilink-layout", MultilinkLayout);
