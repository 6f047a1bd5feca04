// What the house says of its games: how they are called, the shape of their tables, the buttons of a player.
import {get} from "./api.js";

/** @typedef {{name: string, title: string, short_title: string, shape: string, dock: string[][], first_hands: number, pages: string}} Game */

/** In the order the house lists them. @type {Map<string, Game>} */
export const known = new Map();

/** Asked once, before anything is drawn. Without an answer a game is called by its name. */
export async function meetGames() {
  const games = /** @type {Game[]} */ (await get("/api/games").catch(() => []));
  for (const game of games) known.set(game.name, game);
}

/** @param {string} name @returns {Game} */
export function gameOf(name) {
  const title = name.replaceAll("-", " ").replace(/^./, (first) => first.toUpperCase());
  return known.get(name) ?? {name, title, short_title: title, shape: "oval", dock: [], first_hands: 0, pages: ""};
}
