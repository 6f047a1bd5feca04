// What a command would do, before it is done: in words, with its paragraphs, and to each player's chips.
import {html} from "../../core/draw.js";
import {capital, gain, money, plain} from "../../core/words/say.js";
import {cites} from "../cite-chip.js";
import {t} from "../../core/words/words.js";

/** The house's answer to "what if". @param {any} seen */
export function foreseen(seen) {
  if (seen.ok) return outcome(seen);
  const isOpaque = seen.code !== "refused";
  return html`<p class=${isOpaque ? "quiet" : "problem"} role=${isOpaque ? undefined : "alert"}>
    ${isOpaque ? t("What comes of it cannot be shown beforehand:") : t("Refused:")} ${seen.reason} ${cites(seen.citations)}
  </p>`;
}

/** May it be done, as far as anybody can say beforehand? @param {any} seen */
export function isPossible(seen) {
  return seen.ok || seen.code !== "refused";
}

/** @param {import("../../core/types.js").Preview} seen */
function outcome(seen) {
  const changed = seen.players.filter((player) => player.before !== player.after);
  return [
    html`<h4>What will happen</h4>`,
    html`<ol class="foreseen">
      ${seen.events.map(
        (event, index) => html`<li key=${index}>${capital(event.words)} ${cites(event.citations)}</li>`,
      )}
    </ol>`,
    html`<table class="changes">
      <caption>${changed.length ? t("Chips in front of each player") : t("Nobody’s chips move")}</caption>
      <thead><tr>${[t("Player"), t("Now"), t("Then"), t("Change")].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>
        ${seen.players.map(
          (player) =>
            html`<tr key=${player.place} class=${player.before === player.after ? "same" : ""}>
              <th scope="row">${player.place} ${player.name}</th>
              <td>${money(player.before)}</td>
              <td>${money(player.after)}</td>
              <td class=${player.after > player.before ? "won" : player.after < player.before ? "lost" : ""}>
                ${gain(player.after - player.before)}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`,
    seen.decisions.length
      ? html`<p>
        <strong>Then waits for: </strong>
        ${seen.decisions.map((each) => [
          html`<br />`,
          `${capital(plain(each.role))}: ${each.question} `,
          cites(each.citations),
        ])}
      </p>`
      : null,
  ];
}
