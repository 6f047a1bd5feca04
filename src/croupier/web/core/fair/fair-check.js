// What a player's device checks of a shuffle and its cards when the Round is over. docs/verify.md.
import {bytesOf, encoder, joined, number, sha256} from "./bytes.js";
import {hex} from "./fair.js";

/** @typedef {import("./fair.js").Seal} Seal */
/** @typedef {import("./fair.js").SeenCard} SeenCard */

/** Whether the card lay at its place under the root. @param {SeenCard} seen @param {Seal} seal */
export async function isProved(seen, seal) {
  if (seen.place >= seal.cards) return false;
  let found = await sha256(new Uint8Array([0]), number(seen.place, 2), bytesOf(seen.salt), encoder.encode(seen.card));
  const path = [...seen.path];
  let width = seal.cards;
  for (let at = seen.place; width > 1; at = at >> 1, width = (width + 1) >> 1) {
    if ((at ^ 1) >= width) continue; // no partner: it moves up as it is
    const other = bytesOf(path.shift() ?? "");
    found = await sha256(new Uint8Array([1]), ...(at & 1 ? [other, found] : [found, other]));
  }
  return !path.length && hex(found) === seal.root;
}

/** For an auditor: whether seed, contributions, order and root agree. @param {{seed: string, cards: string[], order: string[]}} opened @param {Seal} seal */
export async function isWhole(opened, seal) {
  const seed = bytesOf(opened.seed);
  if (hex(await sha256(seed)) !== seal.commitment) return false;
  const mixed = await mix(seal);
  const order = await shuffled(opened.cards, seed, mixed);
  if (order.join() !== opened.order.join()) return false;
  const key = await sha256(encoder.encode("croupier salt 2\0"), mixed, seed);
  let level = await Promise.all(
    order.map(async (card, place) =>
      sha256(new Uint8Array([0]), number(place, 2), await sha256(key, number(place, 2)), encoder.encode(card)),
    ),
  );
  while (level.length > 1) {
    const pairs = await Promise.all(
      Array.from({length: level.length >> 1}, (_, at) => sha256(new Uint8Array([1]), level[2 * at], level[2 * at + 1])),
    );
    level = [...pairs, ...level.slice(2 * pairs.length)];
  }
  return hex(level[0]) === seal.root;
}

/** @param {Seal} seal */
function mix(seal) {
  const label = encoder.encode(seal.label);
  const parts = [
    encoder.encode("croupier mix 2\0"),
    bytesOf(seal.commitment),
    number(label.length, 2),
    label,
    number(seal.contributions.length, 2),
  ];
  for (const each of seal.contributions) {
    const player = encoder.encode(each.player);
    parts.push(number(player.length, 2), player, bytesOf(each.bytes));
  }
  return sha256(...parts);
}

/** @param {string[]} cards @param {Uint8Array} seed @param {Uint8Array} mixed */
async function shuffled(cards, seed, mixed) {
  const order = [...cards];
  let next = async () => 0;
  for (let place = 0; place < order.length; place += 1) {
    if (place % 52 === 0) next = await wordsOf(seed, place / 52, mixed);
    const bound = order.length - place;
    let word = await next();
    while (word >= 65536 - (65536 % bound)) word = await next();
    const pick = place + (word % bound);
    [order[place], order[pick]] = [order[pick], order[place]];
  }
  return order;
}

/** 16-bit numbers without end from one chunk of the seed. @param {Uint8Array} seed @param {number} chunk @param {Uint8Array} mixed */
async function wordsOf(seed, chunk, mixed) {
  const key = await crypto.subtle.importKey(
    "raw",
    seed.slice(64 * chunk, 64 * chunk + 64),
    {name: "HMAC", hash: "SHA-512"},
    false,
    ["sign"],
  );
  let block = 0;
  /** @type {number[]} */
  let words = [];
  return async () => {
    if (!words.length) {
      const digest = new DataView(
        await crypto.subtle.sign(
          "HMAC",
          key,
          joined([encoder.encode("croupier order 2\0"), number(chunk, 2), number(block, 4), mixed]),
        ),
      );
      words = Array.from({length: 32}, (_, at) => digest.getUint16(2 * at));
      block += 1;
    }
    return words.shift() ?? 0;
  };
}
