// What a page is made of is fetched at once, not file after file as each names the next. A test holds the lists true.

/** @type {Record<string, string>} */
const PARTS = {
  "lobby-page":
    "core/purpose core/say-more core/signs elements/chip-stack elements/deck elements/meter-display elements/mini-table elements/sign-age layouts/common pages/lobby-page",
  "table-page":
    "core/bets core/fair core/motion core/places core/purpose core/socket core/table-view elements/advice-panel elements/chip-rack elements/chip-stack elements/connection-state elements/deck elements/happening-log elements/play-dock elements/turn-clock layouts/index layouts/outcome pages/table-page",
};

/** Somebody is on the way to this page. @param {string} page */
export function ahead(page) {
  for (const part of PARTS[page]?.split(" ") ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = `/${part}.js`;
    document.head.append(link);
  }
  delete PARTS[page];
}
