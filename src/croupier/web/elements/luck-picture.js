// Pictures of luck: where a result lies among all that could have come.
import {h} from "../core/draw.js";
import {money} from "../core/words/say.js";

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
    h("line", {class: name, x1: x(cents), x2: x(cents), y1: 20, y2: HIGH - 34}),
    h(
      "text",
      {class: name, x: Math.min(WIDE - 90, Math.max(90, x(cents))), y: HIGH - line, "text-anchor": "middle"},
      `${words} ${money(Math.round(cents))}`,
    ),
  ];
  const words = `What could have come: expected ${money(Math.round(win))}, came ${money(compared)}`;
  return h(
    "svg",
    {class: "luck", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": words},
    h("path", {class: "mass", d: path + close}),
    mark(win, "due", "expected", 18),
    mark(compared, "came", "came", 3),
  );
}

/** How far every line is from what was expected, in standard deviations. @param {any[]} lines @param {number} limit */
export function bars(lines, limit) {
  const known = lines.filter((line) => line.sd).slice(0, 24);
  if (!known.length) return null;
  const [row, middle, unit] = [22, 372, 42];
  const high = known.length * row + 22;
  const words =
    "How far every line is from what was expected: " +
    known.map((line) => `${line.name} ${off(line).toFixed(1)} deviations`).join(", ");
  return h(
    "svg",
    {class: "luck", viewBox: `0 0 ${WIDE} ${high}`, role: "img", "aria-label": words},
    [-3, 0, 3].map((at) =>
      h("line", {
        class: at ? "band" : "axis",
        key: at,
        x1: middle + at * unit,
        x2: middle + at * unit,
        y1: 0,
        y2: high - 18,
      }),
    ),
    [-3, 0, 3].map((at) =>
      h(
        "text",
        {class: "quiet", key: "t" + at, x: middle + at * unit, y: high - 4, "text-anchor": "middle"},
        at ? `${at} sd` : "expected",
      ),
    ),
    known.map((line, index) => {
      const far = Math.max(-4.4, Math.min(4.4, off(line)));
      return [
        h(
          "text",
          {key: "n" + index, class: "name", x: 4, y: index * row + 15},
          line.name.length > 26 ? line.name.slice(0, 25) + "…" : line.name,
        ),
        h("rect", {
          key: "r" + index,
          class: line.chance !== null && line.chance < 1 / limit ? "bar far" : "bar",
          x: middle + Math.min(0, far) * unit,
          y: index * row + 4,
          width: Math.max(1, Math.abs(far) * unit),
          height: row - 8,
        }),
      ];
    }),
  );
}

/** @param {any} line */
function off({compared, win, sd}) {
  return (compared - win) / sd;
}
