// Two lines over the Rounds of somebody: what came, and what was to be expected of it.
import {Drawn, html} from "../core/draw.js";
import {gain, money} from "../core/words/say.js";
import {t} from "../core/words/words.js";

/** @typedef {{values: number[], kind: "solid" | "dashed" | "steps", marks?: number[]}} Line cents after each Round; marks are Rounds with a ring */

const STEPS = [1, 2, 5];
const LETTER = 7.2; // how wide a figure is at the size of the scale; of those at the ends, a little wider
const END = 9;

/** A round amount that makes three to five lines. @param {number} span */
function stepOf(span) {
  for (let ten = 100; ; ten *= 10) for (const each of STEPS) if (span / (each * ten) <= 4.5) return each * ten;
}

/** The sums after each Round, from nothing. @param {number[]} each */
export function sums(each) {
  let so_far = 0;
  return [0, ...each.map((cents) => (so_far += cents))];
}

/** As wide as its place, in dots of the screen: its figures are as large as all others there. */
class LineGraph extends Drawn {
  /** @type {Line[]} */
  lines = [];
  label = "";
  high = 212;
  wide = 0;
  sized = new ResizeObserver(([{contentRect}]) => {
    if (Math.abs(contentRect.width - this.wide) >= 1) this.keep({wide: contentRect.width});
  });

  connectedCallback() {
    this.wide = this.clientWidth;
    this.sized.observe(this);
    super.connectedCallback();
  }

  disconnectedCallback() {
    this.sized.disconnect();
    super.disconnectedCallback();
  }

  look() {
    return this.wide ? lineGraph(this.lines, this.label, Math.round(this.wide), this.high) : null;
  }
}
customElements.define("line-graph", LineGraph);

/** @param {Line[]} lines @param {string} label @param {number} wide @param {number} high */
function lineGraph(lines, label, wide, high) {
  const all = lines.flatMap(({values}) => values);
  const [low, top] = [Math.min(0, ...all), Math.max(0, ...all)];
  const step = stepOf(Math.max(100, top - low));
  const rounds = Math.max(1, lines[0].values.length - 1);
  const foot = high - 26;
  const [least, most] = [Math.floor(low / step) * step, Math.max(step, Math.ceil(top / step) * step)];
  const left = 10 + LETTER * Math.max(scale(least).length, scale(most).length);
  const last = lines.map(({values}) => gain(Math.round(values[values.length - 1])));
  const right = wide - 12 - END * Math.max(...last.map(({length}) => length));
  const x = (/** @type {number} */ round) => left + ((right - left) * round) / rounds;
  const y = (/** @type {number} */ cents) => 8 + ((foot - 16) * (most - cents)) / (most - least);
  const grid = Array.from({length: Math.round((most - least) / step) + 1}, (_, index) => least + index * step);
  const ticks = rounds < 4 ? [rounds] : [1, Math.round(rounds / 3), Math.round((2 * rounds) / 3), rounds];
  const ends = spread(lines.map(({values}) => y(values[values.length - 1])));
  return html`<svg class="line-graph" viewBox="0 0 ${wide} ${high}" role="img" aria-label=${label}>
    ${grid.map((cents) => [
      html`<path class=${cents ? "grid" : "grid zero"} key=${cents} d="M${left} ${y(cents)}H${right}" />`,
      html`<text key=${"t" + cents} x=${left - 8} y=${y(cents) + 4} text-anchor="end">
        ${scale(cents)}
      </text>`,
    ])}
    ${ticks.map(
      (round, index) =>
        html`<text key=${"r" + index} x=${x(round)} y=${high - 4} text-anchor="middle">
          ${index || rounds < 4 ? String(round) : wide < 500 ? "1" : t("Round {number}", {number: 1})}
        </text>`,
    )}
    ${lines.map(({values, kind, marks = []}, index) => [
      html`<path key=${"l" + index} class=${kind} d=${pathOf(values, kind, x, y)} />`,
      marks.map((round) => html`<circle key=${"m" + round} cx=${x(round)} cy=${y(values[round])} r="5" />`),
      html`<text key=${"e" + index} class="end" x=${right + 8} y=${ends[index] + 5}>
        ${last[index]}
      </text>`,
    ])}
  </svg>`;
}

/** @param {number} cents */
function scale(cents) {
  return cents > 0 ? "+" + money(cents) : money(cents);
}

/** Labels that would lie on each other move apart. @param {number[]} at */
function spread(at) {
  if (at.length < 2 || Math.abs(at[0] - at[1]) >= 18) return at;
  const middle = (at[0] + at[1]) / 2;
  return at[0] <= at[1] ? [middle - 9, middle + 9] : [middle + 9, middle - 9];
}

/** @param {number[]} values @param {string} kind @param {(round: number) => number} x @param {(cents: number) => number} y */
function pathOf(values, kind, x, y) {
  return values
    .map((cents, round) => {
      const [across, up] = [x(round).toFixed(1), y(cents).toFixed(1)];
      return round === 0 ? `M${across} ${up}` : kind === "steps" ? `H${across}V${up}` : `L${across} ${up}`;
    })
    .join("");
}

/** A line alone, without figures. @param {number[]} values @param {string} label */
export function sparkLine(values, label) {
  const [wide, high] = [380, 84];
  const [low, top] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = (/** @type {number} */ round) => (wide * round) / Math.max(1, values.length - 1);
  const y = (/** @type {number} */ cents) => 4 + ((high - 8) * (top - cents)) / (top - low);
  return html`<svg class="line-graph spark" viewBox="0 0 ${wide} ${high}" preserveAspectRatio="none" role="img" aria-label=${label}>
    <path class="grid zero" d="M0 ${y(0)}H${wide}" />
    <path class="solid" d=${pathOf(values, "solid", x, y)} />
  </svg>`;
}

/** What a dash and a line mean. @param {string} dashed @param {string} solid */
export function graphKey(dashed, solid) {
  const sign = (/** @type {string} */ kind) =>
    html`<svg width="26" height="8" viewBox="0 0 26 8" class="line-graph" aria-hidden="true">
      <path class=${kind} d="M0 4h26" />
    </svg>`;
  return html`<div class="graph-key"><span>${sign("dashed")}${dashed}</span><span>${sign("solid")}${solid}</span></div>`;
}
