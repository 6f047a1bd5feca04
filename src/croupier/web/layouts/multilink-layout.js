import {Drawn, html} from "../core/draw.js";
import {bestFive, madeOf} from "../core/table/hands.js";
import {gain, money} from "../core/words/say.js";
import {t, words} from "../core/words/words.js";
import "./hand-steps.js";
import {icon} from "../elements/icon.js";
import {cards} from "../elements/felt/playing-card.js";
import {absence, arc, avatar, betOn, betSpot, emptyPlace, fitted, isYou, nameOf, pod, slots} from "./common.js";
import "../elements/felt/meter-display.js";

/** @typedef {import("./common.js").Scene} Scene */

const SPOTS = /** @type {[string, string][]} */ ([
  ["flop", t("Flop")],
  ["turn", t("Turn")],
  ["river", t("River")],
  ["ante", t("Ante")],
  ["bonus", t("Bonus")],
  ["progressive", t("Jackpot")],
]);
/** Of a box that is not in. @type {Record<string, string>} */
const STATUSES = words({folded: "Folded", refused: "Refused", cancelled: "Cancelled"});
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
    return html`<div class="felt multilink" data-phase=${view.phase}>
      <div class="stage">
        <div class="rim" aria-hidden="true"><div class="cloth" /></div>
        <div class=${"meter" + (view.is_jackpot_open ? "" : " off")}>
          <span>${t("Jackpot")}</span>
          ${this.meter(scene)}
        </div>
        <div class="dealer-hand" data-account="bank">
          <span class="cap">${t("Dealer")}</span>
          ${cards(view.dealer, {
            count: view.dealer_count,
            isDim: Boolean(best),
            label: t(
              view.dealer.length
                ? "the dealer’s hand"
                : view.dealer_count
                  ? "the dealer’s hand, face down"
                  : "no dealer’s hand yet",
            ),
          })}
          ${slots(2, view.dealer_count)}
          ${this.dealerHas(scene)}
        </div>
        <div class="board">
          <span class="cap">${t("Flop")} · ${t("Turn")} · ${t("River")}</span>
          ${cards(board, {
            count: laid,
            best,
            label: t(board.length ? "community cards" : "no community cards yet"),
          })}
          ${slots(5, laid)}
        </div>
        ${view.notice ? html`<p class="house-notice" role="status">${view.notice}</p>` : null}
        <ol class="boxes" aria-label=${t("Betting boxes, clockwise from the dealer’s left")}>
          ${Object.keys(places).map((number) => this.box(scene, Number(number), places[Number(number)], best))}
        </ol>
      </div>
    </div>`;
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
    const made = scene.view.dealer.length ? (bestFive([...scene.view.dealer, ...scene.view.board])?.name ?? "") : "";
    return made ? html`<span class="pill made">${made}</span>` : null;
  }

  /** Live while the table is on a link; in a replay, what the display said then. @param {Scene} scene */
  meter(scene) {
    if (scene.table.link)
      return html`<strong>
        <meter-display jackpot=${scene.table.link} display=${scene.view.jackpot}
            status=${scene.view.is_jackpot_open ? "open" : "closed"} />
      </strong>`;
    if (!scene.view.jackpot) return html`<strong class="none">${t("none at this table")}</strong>`;
    return html`<strong>${money(scene.view.jackpot)}</strong>`;
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
    return html`<li class=${state} key=${number} data-box=${number} aria-current=${isTurn ? "true" : undefined} style=${style}>
      <div class="spread">
        <div class="hand">
          ${
            box?.card_count
              ? cards(box.cards, {
                  count: box.card_count,
                  isDim: box.status !== "in",
                  best: isOwn ? best : null,
                  label: t("hole cards of box {number}", {number}),
                })
              : isOwn
                ? slots(2)
                : null
          }
        </div>
        <div class="spots">${SPOTS.map(([spot, name]) => this.spot(scene, number, spot, name))}</div>
        ${this.plate(scene, number, box, net)}
        ${this.line(scene, number, box, net)}
      </div>
      ${this.head(scene, number, box, net)}
    </li>`;
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
      columns: isYou(scene, number) ? 2 : 1,
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
    if (!sitter && !bettor)
      return html`<div class="plate vacant">${emptyPlace(this, scene, number, t("Box {number}", {number}))}</div>`;
    const isOwn = isYou(scene, number);
    return pod(scene, number, {
      name: sitter ? nameOf(scene, sitter) : t("free"),
      chips,
      size: isOwn ? 40 : 28,
      right: isOwn ? (this.holding(scene, box, net) ?? this.status(box)) : null,
    });
  }

  /** @param {any} box */
  status(box) {
    return box && box.status !== "in" ? html`<span class="note">${STATUSES[box.status]}</span>` : null;
  }

  /** The line below somebody else's plate: what was won or lost, whose bet it is, or that the hand is out. @param {Scene} scene @param {number} number @param {any} box @param {number | undefined} net */
  line(scene, number, box, net) {
    if (isYou(scene, number)) return null;
    if (net) return html`<b class=${"outcome " + (net > 0 ? "w" : "l")} style=${fitted(gain(net))}>${gain(net)}</b>`;
    const {bettor} = this.people(scene, number, box);
    if (bettor) {
      const name = bettor === scene.you.id ? t("you") : nameOf(scene, bettor);
      return html`<span class="back"><span class="name">${t("bet of {name}", {name})}</span></span>`;
    }
    const words = box && box.status !== "in" ? STATUSES[box.status] : absence(scene, number);
    return words ? html`<span class="back" style=${fitted(words)}>${words}</span>` : null;
  }

  /** @param {Scene} scene @param {any} box @param {number | undefined} net */
  holding(scene, box, net) {
    if (net !== undefined)
      return [
        html`<i>${box?.status === "in" ? madeOf(box.cards, scene.view.board) : ""}</i>`,
        html`<b class=${net > 0 ? "w" : "l"} style=${fitted(gain(net))}>${gain(net)}</b>`,
      ];
    if (!box || box.status !== "in" || !box.cards.length) return null;
    const made = madeOf(box.cards, scene.view.board);
    return made ? [html`<i>${t("You hold")}</i>`, html`<b>${made}</b>`] : null;
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
    const total = net ? gain(net) : staked ? money(staked) : "–";
    const mayPlay = !sitter && scene.you.place === null && scene.you.role === "player";
    return html`<div class="head">
      ${
        mayPlay
          ? html`<button type="button" class="ava vacant" aria-label=${t("Sit at {number}", {number})}
              onclick=${() => this.tell("sit", number)}>${number}</button>`
          : box?.cards?.length && !isYou(scene, number)
            ? cards(box.cards, {label: t("hole cards of box {number}", {number})})
            : sitter || bettor
              ? avatar(name, 30)
              : html`<span class="ava vacant">${number}</span>`
      }
      ${box?.bets.progressive ? html`<span class="coin-star">${icon("star", 12)}</span>` : null}
      <b class=${net ? (net > 0 ? "w" : "l") : ""} style=${fitted(total)}>${total}</b>
      <small class="name">${sitter || bettor ? html`<span class="number">${number} </span>` : null}${name}</small>
    </div>`;
  }
}
customElements.define("multilink-layout", MultilinkLayout);
