// HTTP to the house. Every answer that is not good becomes a Refused with a sentence for a person.
import {learnRefusals} from "./words/words.js";

/** @typedef {import("./types.js").Citation} Citation */

export class Refused extends Error {
  /** @param {{code: string, reason: string, citations?: Citation[]}} body */
  constructor(body) {
    super(body.reason);
    this.code = body.code;
    this.reason = body.reason;
    /** @type {Citation[]} */
    this.citations = body.citations ?? [];
    this.isPassing = false; // met while a page looked again by itself
  }
}

/**
 * @param {string} method @param {string} path @param {unknown} [body] @param {Record<string, string>} [more] headers
 * @returns {Promise<any>}
 */
export async function call(method, path, body, more = {}) {
  /** @type {RequestInit} */
  const request = {method, headers: {...more}, credentials: "same-origin"};
  const headers = /** @type {Record<string, string>} */ (request.headers);
  if (method !== "GET") headers["X-Croupier"] = "1";
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    await learnRefusals();
    const known = more["Idempotency-Key"]
      ? "Whether it was done is not known: ask again, it is done once."
      : "Check the network; nothing has been done.";
    throw new Refused({code: "unavailable", reason: `The house cannot be reached. ${known}`});
  }
  if (answer.status === 204) return null;
  const text = await answer.text();
  const found = readBody(text);
  if (answer.ok) return found;
  await learnRefusals();
  throw new Refused(
    found?.reason ? found : {code: "unavailable", reason: `The house answered ${answer.status}. Please try again.`},
  );
}

/** @param {string} text */
function readBody(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {string} path */
export const get = (path) => call("GET", path);
/** What a page asks for by itself every few seconds: it does not keep a session alive. @param {string} path */
export const getQuietly = (path) => call("GET", path, undefined, {"X-Croupier-Quiet": "1"});
/** @param {string} path @param {unknown} [body] */
export const post = (path, body) => call("POST", path, body);
/** @param {string} path @param {unknown} [body] */
export const put = (path, body) => call("PUT", path, body);
/** @param {string} path */
export const remove = (path) => call("DELETE", path);

/** @param {...string} parts */
export const path = (...parts) => "/api/" + parts.map(encodeURIComponent).join("/");
