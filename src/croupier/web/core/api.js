// HTTP to the house. Every answer that is not good becomes a Refused with a sentence for a person.
import {t} from "./words/words.js";

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
 * @param {RequestCredentials} [credentials] "omit" for who is not whose screen it is
 * @returns {Promise<any>}
 */
export async function call(method, path, body, more = {}, credentials = "same-origin") {
  /** @type {RequestInit} */
  const request = {method, headers: {...more}, credentials};
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
    const reason = more["Idempotency-Key"]
      ? t("The house cannot be reached. Whether it was done is not known: ask again, it is done once.")
      : t("The house cannot be reached. Check the network; nothing has been done.");
    throw new Refused({code: "unavailable", reason});
  }
  if (answer.status === 204) return null;
  const text = await answer.text();
  const found = readBody(text);
  if (answer.ok) return found;
  const reason = t("The house answered {status}. Please try again.", {status: answer.status});
  throw new Refused(found?.reason ? found : {code: "unavailable", reason});
}

/** @param {string} text */
function readBody(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * What the house takes and answers, by method and path (types.d.ts); `*` stands for what is named in a path.
 * @typedef {import("./types.js").GET} GET
 * @typedef {import("./types.js").POST} POST
 * @typedef {import("./types.js").PUT} PUT
 * @typedef {import("./types.js").DELETE} DELETE
 */
/** @template {string} P @typedef {P extends `${infer H}/${infer R}` ? `${Part<H>}/${Key<R>}` : Part<P>} Key */
/** @template {string} S @typedef {string extends S ? "*" : S} Part */
/** @template R, P @typedef {P extends string ? (Key<P> extends keyof R ? P : never) : never} Known */
/** @template R, P @typedef {P extends string ? (Key<P> extends keyof R ? R[Key<P>] : never) : never} Route */
/** @template T @typedef {T extends {answer: infer A} ? A : never} Answer */
/** @template T @typedef {T extends {body: infer B} ? B : never} Body */

/** @typedef {URLSearchParams | Record<string, string>} Query */
/** @param {Query} query */
const asked = (query) => {
  const given = new URLSearchParams(query);
  return given.size ? `?${given}` : "";
};

/**
 * @template {string} P @param {P & Known<GET, P>} path @param {Query} [query]
 * @returns {Promise<Answer<Route<GET, P>>>}
 */
export const get = (path, query = {}) => call("GET", path + asked(query));
/**
 * What a page asks for by itself every few seconds: it does not keep a session alive.
 * @template {string} P @param {P & Known<GET, P>} path @param {Query} [query]
 * @returns {Promise<Answer<Route<GET, P>>>}
 */
export const getQuietly = (path, query = {}) => call("GET", path + asked(query), undefined, {"X-Croupier-Quiet": "1"});
/**
 * @template {string} P @param {P & Known<POST, P>} path @param {Body<Route<POST, P>>} [body]
 * @returns {Promise<Answer<Route<POST, P>>>}
 */
export const post = (path, body) => call("POST", path, body);
/**
 * @template {string} P @param {P & Known<PUT, P>} path @param {Body<Route<PUT, P>>} [body]
 * @returns {Promise<Answer<Route<PUT, P>>>}
 */
export const put = (path, body) => call("PUT", path, body);
/** @template {string} P @param {P & Known<DELETE, P>} path @returns {Promise<Answer<Route<DELETE, P>>>} */
export const remove = (path) => call("DELETE", path);

/** @template {string[]} T @typedef {T extends [infer H extends string, ...infer R extends string[]] ? `/${H}${Joined<R>}` : ""} Joined */
/** @template {string[]} T @param {T} parts @returns {`/api${Joined<T>}`} */
export const path = (...parts) => /** @type {any} */ ("/api/" + parts.map(encodeURIComponent).join("/"));
