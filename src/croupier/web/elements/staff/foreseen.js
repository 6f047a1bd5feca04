// What a command would do, before it is done: in words, with its paragraphs, and to each player's chips.
import {h} from "../../core/draw.js";
import {named} from "../../core/words/names.js";
import {capital, gain, money, plain} from "../../core/words/say.js";
import {cites} from "../cite-chip.js";

/** The house's answer to "what if". @param {any} seen */
export function foreseen(seen) {
  if (seen.ok) return outcome(seen);
  const isOpaque = seen.code !== "refused";
  return h(
    "p",
    {class: isOpaque ? "quiet" : "problem", role: isOpaque ? undefined : "alert"},
    isOpaque ? "What comes of it cannot be shown beforehand: " : "Refused: ",
    isOpaque ? seen.reason.split(";")[0] + "." : seen.reason,
    " ",
    cites(seen.citations),
  );
}

/** May it be done, as far as anybody can say beforehand? @param {any} seen */
export function isPossible(seen) {
  return seen.ok || seen.code !== "refused";
}

/** @param {import("../../core/types.js").Preview} seen */
function outcome(seen) {
  const changed = seen.players.filter((player) => player.before !== player.after);
  return [
    h("h4", null, "What will happen"),
    h(
      "ol",
      {class: "foreseen"},
      seen.events.map((event, index) =>
        h("li", {key: index}, capital(plain(named(event.words))), " ", cites(event.citations)),
      ),
    ),
    h(
      "table",
      {class: "changes"},
      h("caption", null, changed.length ? "Chips in front of each player" : "Nobody’s chips move"),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["Player", "Now", "Then", "Change"].map((name) => h("th", {scope: "col"}, name)),
        ),
      ),
      h(
        "tbody",
        null,
        seen.players.map((player) =>
          h(
            "tr",
            {key: player.place, class: player.before === player.after ? "same" : ""},
            h("th", {scope: "row"}, `${player.place} ${player.name}`),
            h("td", null, money(player.before)),
            h("td", null, money(player.after)),
            h(
              "td",
              {class: player.after > player.before ? "won" : player.after < player.before ? "lost" : ""},
              gain(player.after - player.before),
            ),
          ),
        ),
      ),
    ),
    seen.decisions.length
      ? h(
          "p",
          null,
          h("strong", null, "Then waits for: "),
          seen.decisions.map((each) => [
            h("br"),
            `${capital(plain(each.role))}: ${named(each.question)} `,
            cites(each.citations),
          ]),
        )
      : null,
  ];
}
