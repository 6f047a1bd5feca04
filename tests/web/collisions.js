// What lies over something else, is cut or sticks out: on a felt, or around one. Evaluated in the page by collisions.py.
({things, isAround}) => {
  const felt = document.querySelector(isAround ? "body" : ".felt");
  const isElsewhere = (one) => isAround && one.closest(".felt, .table-side, dialog"); // looked at by itself, or scrolls
  const found = [];
  const nameOf = (one) => {
    const whose = one.closest("li");
    const at = whose ? (whose.dataset.seat ?? whose.dataset.box ?? whose.dataset.area ?? "?") : "";
    const words = one.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
    return `${at ? `${at}${whose.classList.contains("you") ? "*" : ""} ` : ""}.${[...one.classList].join(".") || one.localName} "${words}"`;
  };
  const isSeen = (one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true}) && !one.closest(".hidden")
    && getComputedStyle(one).clipPath !== "inset(50%)"; // for those who listen
  const rectOf = (one) => {
    const parts = one.matches(".cards") ? [...one.querySelectorAll(".card")] : [one];
    const boxes = parts.map((part) => part.getBoundingClientRect()).filter((box) => box.width > 1 && box.height > 1);
    if (!boxes.length) return null;
    return {
      left: Math.min(...boxes.map((box) => box.left)),
      top: Math.min(...boxes.map((box) => box.top)),
      right: Math.max(...boxes.map((box) => box.right)),
      bottom: Math.max(...boxes.map((box) => box.bottom)),
    };
  };
  const stage = felt.querySelector(".stage");
  const scale = isAround ? 1 : stage.getBoundingClientRect().width / stage.offsetWidth;
  const all = [...felt.querySelectorAll(things)]
    .filter((one) => isSeen(one))
    .map((one) => [one, rectOf(one)])
    .filter(([, box]) => box);
  const slack = 1.5 * Math.max(1, scale);
  const whole = isAround ? {left: 0, top: 0, right: innerWidth, bottom: innerHeight} : felt.getBoundingClientRect();
  const mid = (box) => `${Math.round(box.left / scale)},${Math.round(box.top / scale)}-${Math.round(box.right / scale)},${Math.round(box.bottom / scale)}`;
  all.forEach(([one, a], index) => {
    if (!isElsewhere(one) && (a.left < whole.left - slack || a.right > whole.right + slack || a.top < whole.top - slack || a.bottom > whole.bottom + slack))
      found.push(`outside the ${isAround ? "page" : "felt"}: ${nameOf(one)} ${mid(a)}`);
    // A coin may stand over the edge of its plate.
    const within = one.parentElement.closest(".plate, .spot, .head, .cell, .back, .potwon, .handname, .meter");
    if (within && !isAround && !one.matches(".cards, .markers, .ava") && felt.contains(within)) {
      const b = within.getBoundingClientRect();
      if (a.left < b.left - slack || a.right > b.right + slack || a.top < b.top - slack || a.bottom > b.bottom + slack)
        found.push(`outside its box: ${nameOf(one)} in ${nameOf(within)}`);
    }
    for (const [other, b] of all.slice(index + 1)) {
      if (one.contains(other) || other.contains(one) || (isElsewhere(one) && isElsewhere(other))) continue;
      // A toast lies over the bar, and on a phone that lies on its side over the dock's left, for a moment.
      if (one.closest(".toasts") !== other.closest(".toasts") && ![one, other].some((each) => each.closest(".felt, .act"))) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > slack && high > slack) found.push(`${nameOf(one)} ${mid(a)} over ${nameOf(other)} ${mid(b)}`);
    }
  });
  // Words that are cut: only names may be, and those end in dots.
  for (const name of felt.querySelectorAll(".name"))
    if (isSeen(name) && !isElsewhere(name) && name.scrollWidth > name.clientWidth + 1 && getComputedStyle(name).textOverflow !== "ellipsis")
      found.push(`a name that is cut without dots: ${nameOf(name)}`);
  const walker = document.createTreeWalker(felt, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const holder = text.parentElement;
    if (!text.nodeValue.trim() || !isSeen(holder) || holder.closest("svg, .ava, .name, .hidden, .where") || isElsewhere(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (box.width < 1) continue;
    for (let outer = holder; outer && outer !== felt; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      if (style.position === "fixed") break; // nothing around it cuts it
      if (style.clipPath !== "none" && outer.matches(".spot-name")) break;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const around = outer.getBoundingClientRect();
      if (box.right > around.right + slack || box.left < around.left - slack || box.bottom > around.bottom + 3 * slack)
        found.push(`cut: "${text.nodeValue.trim()}" in ${nameOf(outer)}`);
      break;
    }
    const pill = holder.closest(".plate, .said, .gain, .tag, .mark, .total, .pot, .spot, .res, .amount, .flag, .back, .potwon, .handname, .meter, .outcome, .mini-hand, button");
    if (pill && !holder.closest(".name")) {
      const b = pill.getBoundingClientRect();
      if (box.left < b.left - slack || box.right > b.right + slack || box.top < b.top - 4 * slack || box.bottom > b.bottom + 4 * slack)
        found.push(`wider than its box: "${text.nodeValue.trim()}" in ${nameOf(pill)}`);
    }
  }
  return [...new Set(found)];
}
