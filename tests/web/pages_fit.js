// What lies over something else, is cut, sticks out or is too small on a page. Evaluated in the page by test_pages_fit.py.
(root) => {
  const LEAST_PX = 10;
  const within = document.querySelector(root);
  const found = [];
  const nameOf = (one) => `${one.localName}.${[...one.classList].join(".")} "${one.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  const isSeen = (one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !one.closest(".hidden, [aria-hidden=true]");
  const layerOf = (one) => {
    for (let at = one; at && at !== document.body; at = at.parentElement)
      if (["fixed", "sticky"].includes(getComputedStyle(at).position) || at.localName === "dialog") return at;
    return null;
  };
  const isScrolled = (one) => {
    for (let at = one.parentElement; at && at !== within; at = at.parentElement)
      if (["auto", "scroll"].includes(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  const wide = within === document.body ? document.documentElement : within;
  if (wide.scrollWidth > wide.clientWidth + 1) found.push(`wider than the screen: ${wide.scrollWidth} of ${wide.clientWidth}`);
  const THINGS = "button, a, select, input, summary, h1, h2, h3, dt, dd, output, svg text, .stakes, .quiet, .stats-name > b, li > b";
  const all = [...within.querySelectorAll(THINGS)]
    .filter((one) => isSeen(one) && !one.closest(".mini-table, .line-graph.spark, .skip"))
    .map((one) => [one, one.getBoundingClientRect(), layerOf(one)])
    .filter(([, box]) => box.width > 1 && box.height > 1);
  all.forEach(([one, a, layer], index) => {
    if ((a.left < -1 || a.right > innerWidth + 1) && !isScrolled(one)) found.push(`outside the screen: ${nameOf(one)}`);
    for (const [other, b, its] of all.slice(index + 1)) {
      if (layer !== its || one.contains(other) || other.contains(one)) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 3) found.push(`${nameOf(one)} over ${nameOf(other)}`);
    }
    if (one.localName === "text") {
      const size = parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
      if (size < LEAST_PX) found.push(`too small: ${nameOf(one)} ${size.toFixed(1)} px`);
    }
    if (one.localName === "select") {
      const style = getComputedStyle(one);
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = style.font;
      const room = a.width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const words = one.selectedOptions[0]?.textContent.trim() ?? "";
      if (pen.measureText(words).width > room + 1) found.push(`cut: "${words}" in a choice ${Math.round(room)} wide`);
    }
  });
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const holder = text.parentElement;
    if (!text.nodeValue.trim() || !isSeen(holder) || holder.closest("svg, option, .ava, .name, playing-card, .cards, iframe")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (box.width < 1) continue;
    for (let outer = holder; outer && outer !== within; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      const isBox = outer.matches("button, .button, .panel, .card-box, .set-box, .tag");
      if (style.overflowX === "visible" && !isBox) continue;
      const around = outer.getBoundingClientRect();
      if (box.right > around.right + 2 || box.left < around.left - 2) found.push(`cut: "${text.nodeValue.trim()}" in ${nameOf(outer)}`);
      break;
    }
  }
  return [...new Set(found)];
}
