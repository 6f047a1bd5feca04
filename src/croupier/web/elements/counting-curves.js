// What each bet is worth by true count: a line for each bet, whiskers for its standard error.
import {html} from "../core/draw.js";
import {t} from "../core/words/words.js";

const [WIDE, HIGH, LEFT, LOW] = [560, 260, 44, 24];
const OFTEN = 0.002; // rarer counts are a small sample
const TOP = 0.3; // of the stake; what is beyond is cut

/** @param {import("../core/types.js").LabCurve[]} curves of the lab's answer */
export function countingCurves(curves) {
  const shown = curves
    .map((curve) => ({
      ...curve,
      points: curve.points.filter(([, often]) => often > OFTEN / (curve.bet === "insurance" ? 13 : 1)),
    }))
    .filter((curve) => curve.points.length > 1);
  const counts = shown.flatMap((curve) => curve.points.map(([count]) => count));
  const [first, last] = [Math.min(...counts), Math.max(...counts)];
  const x = (/** @type {number} */ count) => LEFT + ((WIDE - LEFT - 8) * (count - first)) / (last - first || 1);
  const y = (/** @type {number} */ ev) =>
    (HIGH - LOW) / 2 - ((HIGH - LOW - 12) / 2) * (Math.max(-TOP, Math.min(TOP, ev)) / TOP);
  const words = shown.map(({name, good_from: from}) =>
    from === null
      ? t("{bet} never gains", {bet: name})
      : t("{bet} gains from {count} on", {bet: name, count: signed(from)}),
  );
  return html`<figure class="counting">
    <svg class="luck" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label=${words.join(", ")}>
      ${[-TOP, -TOP / 2, 0, TOP / 2, TOP].map((ev) => [
        html`<line key="l${ev}" class=${ev ? "band" : "axis"} x1=${LEFT} x2=${WIDE - 8} y1=${y(ev)} y2=${y(ev)} />`,
        html`<text key="t${ev}" x=${LEFT - 4} y=${y(ev) + 4} text-anchor="end">${signed(Math.round(100 * ev))}%</text>`,
      ])}
      ${[...new Set(counts)]
        .filter((count) => count % 2 === 0)
        .map(
          (count) =>
            html`<text key="c${count}" x=${x(count)} y=${HIGH - 6} text-anchor="middle">${signed(count)}</text>`,
        )}
      ${shown.map(({bet, points}) => [
        html`<path key="p${bet}" class="curve ${bet}" d=${points
          .map(
            ([count, , ev], /** @type {number} */ at) => `${at ? "L" : "M"}${x(count).toFixed(1)} ${y(ev).toFixed(1)}`,
          )
          .join("")} />`,
        points.map(
          ([count, , ev, error]) =>
            html`<line key="${bet}${count}" class="curve ${bet}" x1=${x(count)} x2=${x(count)} y1=${y(ev - error)}
                y2=${y(ev + error)} />`,
        ),
      ])}
    </svg>
    <figcaption class="row wrap">
      ${shown.map(({bet}, at) => html`<span key=${bet} class="curve-name ${bet}">${words[at]}</span>`)}
    </figcaption>
  </figure>`;
}

/** @param {number} number */
const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "\u2212"));
