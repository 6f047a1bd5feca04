// What lies beside a player's table: what the dealer says, the sign, one's own seat; below it the book or the coach.
import {html} from "../../core/draw.js";
import {late} from "../../core/late.js";
import {prefs} from "../../core/prefs.js";
import {wear} from "../../core/styles.js";
import {t} from "../../core/words/words.js";
import {icon} from "../icon.js";

late("happening-log", () => Promise.all([import("../happening-log.js"), wear("log")]));
late("coach-panel", () => Promise.all([import("./coach-panel.js"), wear("coach")]));
late("coach-figures", () => Promise.all([import("./coach-panel.js"), wear("coach")]));
late("book-panel", () => Promise.all([import("../book-panel.js"), wear("desk")]));
late("seat-tab", () => Promise.all([import("./seat-tab.js"), wear("desk")]));
late("sign-tab", () => Promise.all([import("./sign-tab.js"), wear("desk")]));
const TABS = /** @type {[string, string][]} */ ([
  ["dealer", t("Dealer")],
  ["sign", t("Sign")],
  ["seat", t("My seat")],
]);

/** @param {any} page @param {import("../../core/types.js").Scene} scene */
export function beside(page, scene) {
  const {table, you} = scene;
  const isSeated = you.place !== null;
  const tabs = TABS.filter(([name]) => name !== "seat" || isSeated);
  const tab = tabs.some(([name]) => name === page.tab) ? page.tab : "dealer";
  return [
    html`<div class="tabs" key="tabs">
      <div class="tab-list" role="tablist">
        ${tabs.map(
          ([name, words]) =>
            html`<button type="button" role="tab" id="tab-${name}" key=${name} aria-selected=${String(name === tab)}
                onclick=${() => page.keep({tab: name})}>${words}</button>`,
        )}
      </div>
      <a class="rounds-link" href="#/rounds?table=${encodeURIComponent(table.id)}">${t("Rounds")}</a>
      <button type="button" class="close" aria-label=${t("Close")}
          onclick=${() => page.keep({isSideOpen: false})}>×</button>
    </div>`,
    page.coach && isSeated && tab === "dealer"
      ? html`<coach-figures key="figures" rounds=${page.coach.rounds} since=${page.coach.since} />`
      : null,
    html`<div class="tab-body" role="tabpanel" aria-labelledby="tab-${tab}" key=${tab}
        tabindex=${tab === "dealer" ? undefined : "0"}>
      ${
        tab === "dealer"
          ? html`<happening-log happenings=${page.log} isShort />`
          : tab === "sign"
            ? html`<sign-tab scene=${scene} />`
            : html`<seat-tab scene=${scene} isBusy=${page.isBusy} isLive=${page.isLive} ongive=${page.give}
                onwork=${page.work} onadopt=${(/** @type {Told} */ event) => page.adopt(event.detail)}
                ontold=${(/** @type {Told} */ event) => page.told(event.detail)} />`
      }
    </div>`,
    book(page),
  ];
}

/** @param {any} page */
function book(page) {
  if (page.why) return html`<book-panel key="book" about=${page.why} onclose-book=${() => page.keep({why: null})} />`;
  const now = prefs.isOn("coach") ? page.coach?.now : null;
  if (now?.choices.length)
    return html`<coach-panel key="coach" advice=${now}
        oncompare=${() => page.querySelector("advice-panel")?.toggle()} />`;
  return html`<section class="book" key="hint" aria-label=${t("The book")}>
    <h3>${icon("book", 16)}<span>${t("The book")}</span></h3>
    <p class="quiet">${t("Touch a line of the dealer, or hold a button, to see the paragraph behind it.")}</p>
  </section>`;
}
