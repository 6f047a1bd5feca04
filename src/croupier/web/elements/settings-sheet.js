import {Drawn, html} from "../core/draw.js";
import {presetOf, presets} from "../core/table/presets.js";
import {prefs} from "../core/prefs.js";
import {play} from "../core/sound.js";
import {choose, language, languages, t} from "../core/words/words.js";
import {cards} from "./felt/playing-card.js";

/** @typedef {import("../core/prefs.js").Name} Name */

const SOUNDS = /** @type {[Name, string, string][]} */ ([
  ["volume-all", t("Everything"), "card"],
  ["volume-cards", t("Cards and chips"), "chips"],
  ["volume-turn", t("Your turn"), "turn"],
  ["volume-wins", t("Wins and jackpot"), "win"],
  ["volume-refused", t("Not allowed"), "refused"],
]);
const FELTS = /** @type {[Name, string][]} */ ([
  ["felt-poker", t("Poker")],
  ["felt-multilink", t("Multi-Link")],
  ["felt-freebet", t("Free Bet")],
]);
const COLOURS = /** @type {[string, string][]} */ ([
  ["green", t("Green")],
  ["blue", t("Blue")],
  ["red", t("Burgundy")],
  ["slate", t("Slate")],
]);
const KEYS = /** @type {[string, string][]} */ ([
  [t("Fold, surrender"), "F"],
  [t("Check, call"), "C"],
  [t("Raise, bet"), "R"],
  [t("All in"), "A"],
  [t("Hit"), "H"],
  [t("Stand"), "S"],
  [t("Free double"), "D"],
  [t("Split"), "P"],
  [t("Insurance"), "I"],
  [t("Look at cards"), "L"],
  [t("Chip 1 to 6"), "1–6"],
  [t("Undo"), "Z"],
  [t("Same bets"), "E"],
  [t("Ready, confirm"), "⏎"],
  [t("Amount"), "← →"],
  [t("Sound"), "M"],
  [t("Sit out"), "O"],
  [t("Add chips"), "B"],
  [t("Replay"), "Y"],
  [t("Close"), "Esc"],
]);

/** Everything that can be set on this device. Each acts at once; Esc or the veil closes. */
class SettingsSheet extends Drawn {
  constructor() {
    super();
    prefs.addEventListener("change", () => this.redraw());
  }

  open() {
    /** @type {HTMLDialogElement | null} */ (this.querySelector("dialog"))?.showModal();
  }

  close() {
    /** @type {HTMLDialogElement | null} */ (this.querySelector("dialog"))?.close();
  }

  look() {
    return html`<dialog class="settings" aria-labelledby="settings-title" onclick=${(/** @type {any} */ event) => {
      if (event.target.tagName === "DIALOG") this.close(); // the veil
    }}>
      <header>
        <h2 id="settings-title">${t("Settings")}</h2>
        <span class="quiet">${t("Kept with this device")}</span>
        <button type="button" class="close" aria-label=${t("Close")} onclick=${() => this.close()}>×</button>
      </header>
      <div class="set-columns">
        <div>${this.sound()}${this.movement()}${this.felts()}${this.notifications()}</div>
        <div>${this.cardsBox()}${this.presetBox()}${this.asking()}</div>
        <div>${this.seat()}${this.languageBox()}${this.keyboard()}</div>
      </div>
    </dialog>`;
  }

  /** @param {string} title @param {...any} rows */
  box(title, ...rows) {
    return html`<section class="set-box"><h3>${title}</h3>${rows}</section>`;
  }

  /** @param {Name} name @param {string} words @param {string} [more] @param {(isOn: boolean) => void} [then] */
  toggle(name, words, more = "", then = () => {}) {
    const flip = () => {
      prefs.set(name, prefs.isOn(name) ? "off" : "on");
      then(prefs.isOn(name));
    };
    return html`<label class="set-row" key=${name}>
      <span>${words}${more ? html`<small>${more}</small>` : null}</span>
      <input type="checkbox" role="switch" class="switch" checked=${prefs.isOn(name)} onchange=${flip} />
    </label>`;
  }

  /** @param {Name} name @param {string} words @param {[string, string][]} values */
  choice(name, words, values) {
    return html`<div class="set-row" role="group" aria-label=${words} key=${name}>
      <span>${words}</span>
      <span class="set-choice">
        ${values.map(
          ([value, said]) =>
            html`<button type="button" key=${value} aria-pressed=${String(prefs.get(name) === value)}
                onclick=${() => prefs.set(name, value)}>${said}</button>`,
        )}
      </span>
    </div>`;
  }

  sound() {
    return this.box(
      t("Sound"),
      this.toggle("sound", t("Sound")),
      SOUNDS.map(
        ([name, words, example]) =>
          html`<label class="set-row" key=${name}>
            <span>${words}</span>
            <input type="range" min="0" max="100" step="5" value=${prefs.get(name)}
                oninput=${(/** @type {Typed} */ event) => prefs.set(name, event.target.value)}
                onchange=${() => play(example)} />
            <output>${Number(prefs.get(name)) ? prefs.get(name) : t("off")}</output>
          </label>`,
      ),
    );
  }

  movement() {
    return this.box(
      t("Movement"),
      this.choice("speed", t("Animation speed"), [
        ["off", t("Off")],
        ["slow", t("Slow")],
        ["normal", t("Normal")],
        ["fast", t("Fast")],
      ]),
    );
  }

  felts() {
    return this.box(
      t("Felt colour"),
      FELTS.map(
        ([name, words]) =>
          html`<div class="set-row" role="group" aria-label=${words} key=${name}>
            <span>${words}</span>
            <span class="set-felts">
              ${COLOURS.map(
                ([colour, said]) =>
                  html`<button type="button" key=${colour} class="felt-choice" style=${{"--c": `var(--felt-${colour})`}}
                      aria-label=${said} aria-pressed=${String(prefs.get(name) === colour)}
                      onclick=${() => prefs.set(name, colour)} />`,
              )}
            </span>
          </div>`,
      ),
    );
  }

  notifications() {
    const ask = (/** @type {boolean} */ isOn) => {
      if (!isOn || !("Notification" in window)) return;
      Notification.requestPermission().then((answer) => {
        if (answer !== "granted") prefs.set("alert-message", "off");
      });
    };
    return this.box(
      t("Reminders"),
      this.toggle("alert-title", t("Title of the tab blinks")),
      this.toggle("alert-vibration", t("Vibration")),
      this.toggle("alert-message", t("Browser message"), t("when it is your turn in another tab"), ask),
      this.choice("reality", t("Time played is said after"), [
        ["0", t("Never")],
        ["30", t("30 min")],
        ["60", t("60 min")],
      ]),
    );
  }

  cardsBox() {
    const deck = (/** @type {string} */ value, /** @type {string} */ words) =>
      html`<button type="button" class="deck-choice" key=${value} data-suits=${value}
          aria-pressed=${String(prefs.get("suits") === value)} onclick=${() => prefs.set("suits", value)}>
        <b>${words}</b>
        ${cards(["As", "Kh", "Qd", "Jc"], {label: words})}
      </button>`;
    return this.box(
      t("Cards"),
      html`<div class="set-decks">${deck("two", t("Two colours"))}${deck("four", t("Four colours"))}</div>`,
      html`<label class="set-row" key="palette">
        <span>${t("Colour-blind palette")}<small>${t("blue and orange instead of green and red")}</small></span>
        <input type="checkbox" role="switch" class="switch" checked=${prefs.get("palette") === "blind"}
            onchange=${() => prefs.set("palette", prefs.get("palette") === "blind" ? "usual" : "blind")} />
      </label>`,
      this.choice("theme", t("Theme"), [
        ["auto", t("Automatic")],
        ["light", t("Light")],
        ["dark", t("Dark")],
      ]),
    );
  }

  presetBox() {
    const line = (/** @type {Name} */ name, /** @type {string} */ words) => {
      const chosen = prefs.get(name);
      const known = chosen.split(/\s+/).filter(Boolean);
      const isGood = known.length <= 4 && known.every((word) => presetOf(word.toLowerCase()));
      return html`<label class="set-row" key=${name}>
        <span>
          ${words}
          <small class=${isGood ? "" : "problem"}>
            ${
              isGood
                ? presets(chosen)
                    .map(({name: said}) => said)
                    .join(" · ")
                : t("Up to four sizes such as 3x, 2/3, 150% or pot")
            }
          </small>
        </span>
        <input type="text" value=${chosen} size="16" autocomplete="off" aria-invalid=${isGood ? undefined : "true"}
            onchange=${(/** @type {Typed} */ event) => prefs.set(name, event.target.value.trim())} />
      </label>`;
    };
    return this.box(
      t("Bet presets"),
      line("presets-first", t("Poker pre-flop")),
      line("presets-later", t("Poker later")),
    );
  }

  asking() {
    return this.box(
      t("Ask before"),
      this.toggle("ask-fold", t("Folding when checking is free")),
      this.toggle("ask-all-in", t("Going all in")),
      this.toggle("ask-odd", t("What can hardly be meant"), t("such as standing on 7 in Free Bet")),
      this.toggle("coach", t("Costly mistakes in practice"), t("and mark the best play")),
    );
  }

  seat() {
    return this.box(
      t("At my seat, in Poker"),
      this.choice("top-up", t("Add chips up to, in Big Blinds"), [
        ["off", t("Never")],
        ["50", "50"],
        ["100", "100"],
        ["most", t("Max")],
      ]),
      this.toggle("muck", t("Muck a losing hand"), t("at the showdown, unasked")),
      this.toggle("show-uncalled", t("Show a hand that nobody called")),
    );
  }

  languageBox() {
    return this.box(
      t("Language"),
      html`<div class="set-row" role="group" aria-label=${t("Language")} key="language">
        <span class="set-choice">
          ${languages.map(
            ([one, name]) =>
              html`<button type="button" key=${one} lang=${one} aria-pressed=${String(one === language)}
                  onclick=${() => choose(one)}>${name}</button>`,
          )}
        </span>
      </div>`,
    );
  }

  keyboard() {
    return this.box(
      t("Keyboard"),
      html`<dl class="set-keys">
        ${KEYS.map(([words, key]) => html`<div key=${words}><dt>${words}</dt><dd><kbd>${key}</kbd></dd></div>`)}
      </dl>`,
      this.toggle("keys", t("Keys work at the table")),
    );
  }
}
customElements.define("settings-sheet", SettingsSheet);
