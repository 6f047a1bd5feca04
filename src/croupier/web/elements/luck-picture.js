// Pictures of luck: where a result lies among all that could have come.
import {html} from "../core/draw.js";
import {gain, money} from "../core/words/say.js";
import {t} from "../core/words/words.js";

const [WIDE, HIGH] = [560, 170];

/** How likely every result was, what was expected and what came. @param {any} expected */
export function bell({curve, win, compared}) {
  if (!curve || curve.length < 3) return null;
  const [first, last] = [curve[0][0], curve[curve.length - 1][0]];
  const x = (/** @type {number} */ cents) => 10 + ((WIDE - 20) * (cents - first)) / (last - first || 1);
  const steps = curve
    .slice(1)
    .map((/** @type {number[]} */ point, /** @type {number} */ index) => [
      (point[0] + curve[index][0]) / 2,
      Math.max(0, point[1] - curve[index][1]),
    ]);
  // A lattice makes a comb: three neighbours together show its shape.
  const smooth = steps.map((/** @type {number[]} */ step, /** @type {number} */ index) => [
    step[0],
    (step[1] + (steps[index - 1]?.[1] ?? 0) + (steps[index + 1]?.[1] ?? 0)) / 3,
  ]);
  const top = Math.max(...smooth.map((/** @type {number[]} */ step) => step[1])) || 1;
  const y = (/** @type {number} */ mass) => HIGH - 34 - ((HIGH - 60) * mass) / top;
  const path = smooth
    .map(
      (/** @type {number[]} */ step, /** @type {number} */ index) =>
        `${index ? "L" : "M"}${x(step[0]).toFixed(1)} ${y(step[1]).toFixed(1)}`,
    )
    .join("");
  const close = `L${x(last).toFixed(1)} ${HIGH - 34}L${x(first).toFixed(1)} ${HIGH - 34}Z`;
  const mark = (
    /** @type {number} */ cents,
    /** @type {string} */ name,
    /** @type {string} */ words,
    /** @type {number} */ line,
  ) => [
    html`<line class=${name} x1=${x(cents)} x2=${x(cents)} y1="20" y2=${HIGH - 34} />`,
    html`<text class=${name} x=${Math.min(WIDE - 90, Math.max(90, x(cents)))} y=${HIGH - line} text-anchor="middle">
      ${words} ${money(Math.round(cents))}
    </text>`,
  ];
  const words = t("What could have come: expected {expected}, came {came}", {
    expected: money(Math.round(win)),
    came: money(compared),
  });
  return html`<svg class="luck" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label=${words}>
    <path class="mass" d=${path + close} />
    ${mark(win, "due", "expected", 18)}
    ${mark(compared, "came", "came", 3)}
  </svg>`;
}

const SHOWN = 24;
const BAND = 2; // standard deviations: 19 days of 20 lie in it
const STEPS = [1, 2, 5];

/** @typedef {import("../core/types.js").Expected} Expected */

/** Whether a result lies outside the band; null where nothing is expected. @param {Expected} expected @returns {boolean | null} */
export function isOutside({compared, win, sd}) {
  return win === null || !sd ? null : Math.abs(compared - win) > BAND * sd;
}

/** How much over or under what was expected, by shape and colour and in words. @param {Expected} expected */
export function against({compared, win}) {
  if (win === null) return "–";
  const off = Math.round(compared - win);
  const amount = money(Math.abs(off));
  if (!off) return t("as expected");
  return html`<span class=${off > 0 ? "won" : "lost"}>
    ${off > 0 ? "▲" : "▼"} ${off > 0 ? t("{amount} over", {amount}) : t("{amount} under", {amount})}
  </span>`;
}

/** What came, beside what was to be expected: a band for each line, and a mark over or under it. @param {{name: string, expected: Expected}[]} lines */
export function bands(lines) {
  const known = lines.filter(({expected: {win, sd}}) => win !== null && sd).slice(0, SHOWN);
  if (!known.length) return null;
  const ends = known.flatMap(({expected: {win, sd, compared}}) => [
    Number(win) - BAND * Number(sd),
    Number(win) + BAND * Number(sd),
    compared,
  ]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const at = (/** @type {number} */ cents) => `${((100 * (cents - least)) / (most - least || 1)).toFixed(2)}%`;
  return html`<section class="bands" aria-labelledby="bands">
    <header>
      <h2 id="bands">${t("What came, beside what was to be expected")}</h2>
      <p class="quiet">
        <i class="sample"></i> ${t("expected, 19 days of 20 lie in the band")} <b class="won">▲ ${t("over")}</b>
        <b class="lost">▼ ${t("under")}</b>
      </p>
    </header>
    <ol>${known.map((line) => row(line, at))}</ol>
    <p class="scale" aria-hidden="true">
      ${ticks(least, most).map((cents) => html`<span key=${cents} style=${{left: at(cents)}}>${gain(cents)}</span>`)}
    </p>
  </section>`;
}

/** @param {{name: string, expected: Expected}} line @param {(cents: number) => string} at */
function row({name, expected}, at) {
  const [win, sd] = [Number(expected.win), Number(expected.sd)];
  const isOver = expected.compared >= win;
  const isOut = isOutside(expected);
  const words = isOut ? t("{amount} · look at it", {amount: gain(expected.compared)}) : gain(expected.compared);
  const from = at(win - BAND * sd);
  return html`<li key=${name} aria-label=${t("{name}: came {came}, expected {win}", {name, came: gain(expected.compared), win: money(Math.round(win))})}>
    <b>${name}</b>
    <div class="track">
      <i class="band" style=${{left: from, width: `calc(${at(win + BAND * sd)} - ${from})`}}></i>
      <i class="due" style=${{left: at(win)}}></i>
      <em class=${`mark ${isOver ? "won" : "lost"}${isOut ? " out" : ""}`} style=${{left: at(expected.compared)}}>${isOver ? "▲" : "▼"}</em>
    </div>
    <strong class=${isOver ? "won" : "lost"}>${words}</strong>
  </li>`;
}

/** Round amounts along the scale. @param {number} least @param {number} most */
function ticks(least, most) {
  const rough = Math.max(1_00, (most - least) / 7);
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = ten * (STEPS.find((each) => each * ten >= rough) ?? 10);
  const first = Math.ceil(least / step);
  return Array.from({length: Math.floor(most / step) - first + 1}, (_, index) => (first + index) * step);
}
