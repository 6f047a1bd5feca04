// Money that is asked for again moves once.
import {call} from "./api.js";

/** Sent again under the same key it is done once. @param {string} path @param {unknown} body @param {string} key */
export const postOnce = (path, body, key) => call("POST", path, body, {"Idempotency-Key": key});

/** A key that nobody has had before; also where the page is not served over TLS. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
