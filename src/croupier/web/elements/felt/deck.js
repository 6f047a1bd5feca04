// The deck and the chips as shapes: drawn once into the page, used from there by every card and stack.

const SVG = "http://www.w3.org/2000/svg";

/** @type {Record<string, string>} */
export const SUITS = {
  s: "M50 5c12 17 42 33 42 57 0 13-9 21-20 21-8 0-14-4-17.5-10C55.5 83 59 90 66 95H34c7-5 10.5-12 11.5-22C42 79 36 83 28 83 17 83 8 75 8 62 8 38 38 22 50 5Z",
  h: "M50 92C38 78 6 59 6 33 6 18 17 8 30 8c9 0 16 5 20 13C54 13 61 8 70 8c13 0 24 10 24 25C94 59 62 78 50 92Z",
  d: "M50 3C58 20 72 38 87 50 72 62 58 80 50 97 42 80 28 62 13 50 28 38 42 20 50 3Z",
  c: "M50 5a21 21 0 0 1 17 33.5A21.5 21.5 0 1 1 55 71c.5 11 4 19 12 24H33c8-5 11.5-13 12-24A21.5 21.5 0 1 1 33 38.5 21 21 0 0 1 50 5Z",
};

// Strokes, so that they look the same with any fonts.
/** @type {Record<string, string>} */
export const GLYPHS = {
  A: "M6 84 31 8 56 84M15 58H47",
  2: "M9 27C9 14 18 7 30 7c13 0 21 8 21 19 0 13-11 21-39 51H54",
  3: "M9 7H50L27 34c16-1 26 8 26 21 0 14-10 22-23 22C18 77 9 70 7 59",
  4: "M42 84V9L9 61H59",
  5: "M51 7H16L12 39c5-5 11-8 19-8 13 0 22 9 22 23S44 77 30 77C19 77 10 71 7 61",
  6: "M43 4C22 18 7.5 34 7.5 54M7.5 54C7.5 40 17 31 30 31s23 9.5 23 23-10 23-23 23S7.5 68 7.5 54Z",
  7: "M5 7H49L21 84",
  8: "M30 38c11 0 19-6 19-15.5S41 7 30 7 11 13 11 22.5 19 38 30 38Zc14 0 23 7 23 19.5S43 77 30 77 7 70 7 57.5 16 38 30 38Z",
  9: "M17 80C38 66 52.5 50 52.5 30M52.5 30C52.5 44 43 53 30 53S7 43.5 7 30 17 7 30 7s22.5 9 22.5 23Z",
  T: "M4 22 18 11V84M54 7c14 0 18 15 18 35S68 77 54 77 36 62 36 42 40 7 54 7Z",
  J: "M41 0V54c0 15-7 23-18 23S7 70 7 58",
  Q: "M30 7C48 7 53 22 53 42S48 77 30 77 7 62 7 42 12 7 30 7ZM34 56 57 82",
  K: "M12 0V84M53 2 14 50M27 36 56 84",
};

const SKIN = "#f4e3cd";
const GOLD = "#d9a93b";
const COAT = "M-1 94C-1 74 7 66 24 61h12c17 5 25 13 25 33Z";
const FACE = "M18 26h24v13c0 11-5 18-12 18S18 50 18 39Z";
const EYES = "M21.5 37q2.5-2 5 0M33.5 37q2.5-2 5 0M30 37v7h-2";

/** @param {string} fill @param {string} d */
const shape = (fill, d) => `<path fill="${fill}" d="${d}"/>`;
/** @param {string} ink @param {string} hair */
const bust = (ink, hair) =>
  (hair ? shape(ink, hair) : "") +
  shape(ink, COAT) +
  shape(SKIN, "M24 50h12v12l-6 6-6-6Z") +
  shape(GOLD, "M23 60.5 30 72l7-11.5 6 2.3L30 86 17 62.8Z") +
  shape(SKIN, FACE);
/** @param {string} ink @param {string} d */
const lines = (ink, d) =>
  `<path d="${d}" fill="none" stroke="${ink}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>`;

/** @type {Record<string, (ink: string) => string>} */
const COURTS = {
  J: (ink) =>
    bust(ink, "M15 24c-2 14-4 22-2 30l9 1V26ZM45 24c2 14 4 22 2 30l-9 1V26Z") +
    shape(GOLD, "M11 26C10 14 19 8 31 8s19 7 18 18Z") +
    shape(ink, "M11 22h38v6H11Z") +
    shape(ink, "M41 20C42 6 50-2 60-6c1 12-3 22-14 28Z") +
    `<path d="M44 19 57-1" stroke="${GOLD}" stroke-width="1.3"/>` +
    lines(ink, EYES + "M27 50.5q3 2 6 0"),
  Q: (ink) =>
    bust(ink, "M15 24C7 42 8 58 12 70l12-8c-4-12-4-24-3-36ZM45 24c8 18 7 34 3 46l-12-8c4-12 4-24 3-36Z") +
    shape(GOLD, "M14 27C11 19 12 13 13 9l9 9L30 5l8 13 9-9c1 4 2 10-1 18Z") +
    shape(ink, "M14 23h32v5H14Z") +
    `<g fill="${ink}"><circle cx="12.5" cy="7.5" r="3"/><circle cx="30" cy="3.5" r="3"/><circle cx="47.5" cy="7.5" r="3"/></g>` +
    lines(ink, EYES + "M27 50.5q3 2 6 0"),
  K: (ink) =>
    bust(ink, "") +
    shape(ink, "M17 36c0 18 5 30 13 32 8-2 13-14 13-32-2 8-6 10-9 9-2-1-6-1-8 0-3 1-7-1-9-9Z") +
    `<path d="M27 50.5h6" stroke="${SKIN}" stroke-width="1.6" stroke-linecap="round"/>` +
    shape(GOLD, "M13 27 9 6l11 10L30 0l10 16L51 6l-4 21Z") +
    shape(ink, "M13 22h34v6H13Z") +
    `<circle cx="30" cy="12" r="2.6" fill="${ink}"/>` +
    lines(ink, EYES),
};

/** @param {string} rank @param {string} suit */
function face(rank, suit) {
  const ink = `var(--suit-${suit})`;
  const pip = (/** @type {string} */ where) => `<path transform="${where}" fill="${ink}" d="${SUITS[suit]}"/>`;
  return (
    `<symbol id="${rank}${suit}" viewBox="0 0 100 140">` +
    `<rect x=".75" y=".75" width="98.5" height="138.5" rx="8.5" fill="var(--card-face)" stroke="var(--card-edge)" stroke-width="1.5"/>` +
    `<path transform="translate(8 9) scale(.548)" d="${GLYPHS[rank]}" fill="none" stroke="${ink}" stroke-width="14.5" stroke-linejoin="${rank === "7" ? "miter" : "round"}"/>` +
    pip("translate(8.5 63) scale(.29)") +
    (COURTS[rank]
      ? `<g transform="translate(41 53) scale(.93)">${COURTS[rank](ink)}</g>`
      : pip("translate(39 78) scale(.54)")) +
    "</symbol>"
  );
}

const BACK =
  `<symbol id="card-back" viewBox="0 0 100 140"><rect width="100" height="140" rx="9" fill="#f6f2e8"/>` +
  `<rect x="6" y="6" width="88" height="128" rx="5" fill="#22315c"/><rect x="6" y="6" width="88" height="128" rx="5" fill="url(#lattice)"/>` +
  `<rect x="11" y="11" width="78" height="118" rx="3" fill="none" stroke="#c9b37a" stroke-width="1.5"/>` +
  `<path d="M50 40 76 70 50 100 24 70Z" fill="#22315c" stroke="#c9b37a" stroke-width="2"/>` +
  `<path transform="translate(35 54) scale(.3)" fill="#e9d9a8" d="${SUITS.s}"/></symbol>` +
  `<pattern id="lattice" width="10" height="10" patternUnits="userSpaceOnUse"><path d="M0 5 5 0l5 5-5 5Z" fill="none" stroke="#5f74ad" stroke-width=".9"/>` +
  `<circle cx="5" cy="5" r="1" fill="#8fa0cf"/></pattern>`;

/** Cents, what the chip says, its colour, its edge, its ink; the largest first. @type {[number, string, string, string, string][]} */
export const CHIPS = [
  [2_500_000, "25K", "#1f6fb2", "#f1d27a", "#fff"],
  [500_000, "5K", "#b5562a", "#f6e7c8", "#fff"],
  [100_000, "1K", "#e0a526", "#23262c", "#23262c"],
  [50_000, "500", "#6b3fa0", "#f1d27a", "#fff"],
  [10_000, "100", "#23262c", "#d9dde2", "#fff"],
  [2_500, "25", "#1f8a55", "#fff", "#fff"],
  [500, "5", "#c4303c", "#fff", "#fff"],
  [100, "1", "#eef0ee", "#5b6b86", "#1b1d22"],
  [50, "50¢", "#d98aa3", "#fff", "#2b1018"],
];

/** From above, and lying in a stack. @param {[number, string, string, string, string]} chip */
function chip([cents, words, colour, edge, ink]) {
  const size = [0, 38, 34, 27][words.length];
  const dark = `color-mix(in srgb, ${colour}, #000 32%)`;
  return (
    `<symbol id="chip-${cents}" viewBox="0 0 100 100"><circle cx="50" cy="50" r="49" fill="${dark}"/><circle cx="50" cy="50" r="47" fill="${colour}"/>` +
    `<circle cx="50" cy="50" r="40" fill="none" stroke="${edge}" stroke-width="14" stroke-dasharray="17.5 24.39" stroke-dashoffset="8.75"/>` +
    `<circle cx="50" cy="50" r="31.5" fill="${colour}"/>` +
    `<circle cx="50" cy="50" r="29.5" fill="none" stroke="${edge}" stroke-opacity=".55" stroke-width="1.5" stroke-dasharray="3 3.18"/>` +
    `<text x="50" y="${50 + size * 0.36}" text-anchor="middle" font-size="${size}" font-weight="700" fill="${ink}">${words}</text></symbol>` +
    `<symbol id="disc-${cents}" viewBox="0 0 40 24" overflow="visible"><path d="M1 9v6a19 8.5 0 0 0 38 0V9Z" fill="${dark}"/>` +
    `<path d="M4.5 13.2v6.1q2.6 1.7 5.7 2.7v-6ZM16.5 17.3v6.1q3.5.4 7 0v-6.1ZM29.8 16v6q3.1-1 5.7-2.7v-6.1Z" fill="${edge}" fill-opacity=".9"/>` +
    `<ellipse cx="20" cy="9" rx="19" ry="8.5" fill="${colour}"/><ellipse cx="20" cy="9" rx="15.5" ry="6.6" fill="none" stroke="${edge}" stroke-width="3.6" stroke-dasharray="6.2 5.7"/>` +
    `<ellipse cx="20" cy="9" rx="12" ry="5" fill="${colour}" stroke="${edge}" stroke-opacity=".5" stroke-width=".8"/></symbol>`
  );
}

function sheet() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "sprites");
  svg.setAttribute("aria-hidden", "true");
  const faces = Object.keys(GLYPHS).flatMap((rank) => Object.keys(SUITS).map((suit) => face(rank, suit)));
  svg.innerHTML = faces.join("") + BACK + CHIPS.map(chip).join("");
  return svg;
}
document.body.prepend(sheet());
