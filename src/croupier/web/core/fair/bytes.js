// Bytes, put together and hashed: what checking a shuffle takes.

export const encoder = new TextEncoder();
/** @param {string} text */
export const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {number} value @param {number} size */
export const number = (value, size) =>
  Uint8Array.from({length: size}, (_, at) => Math.floor(value / 256 ** (size - 1 - at)) % 256);

/** @param {Uint8Array[]} parts */
export function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {...Uint8Array} parts */
export const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", joined(parts)));
