// Somebody else on this screen for one ruling: signed in by themselves, in nobody's place, and gone again with it.
import {call, path} from "../api.js";
import {asCommand} from "./socket.js";

/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Role} Role */

export class SignedHere {
  /** @type {Option[]} */
  options = [];
  /** @type {import("../types.js").Decision[]} */
  decisions = [];
  #count = 0;

  /** @param {string} table @param {Role} role @param {{token: string, name: string}} entered */
  constructor(table, role, {token, name}) {
    this.table = table;
    this.role = role;
    this.name = name;
    this.token = token;
  }

  /** Refused if name and password do not belong together, or the person has not got that position. @param {string} table @param {Role} role @param {{name: string, password: string, code: string}} credentials */
  static async in(table, role, credentials) {
    const here = new SignedHere(table, role, await call("POST", path("session"), credentials, {}, "omit"));
    try {
      await here.look();
    } catch (refused) {
      here.leave();
      throw refused;
    }
    return here;
  }

  /** @param {string} method @param {string} where @param {unknown} [body] */
  call(method, where, body) {
    return call(method, where, body, {Authorization: `Bearer ${this.token}`}, "omit");
  }

  async look() {
    const scene = await this.call("GET", `${path("tables", this.table, "snapshot")}?as=${this.role}`);
    this.options = scene.options;
    this.decisions = scene.decisions;
    this.seq = scene.seq;
  }

  /** @param {string} where @param {Option} option @param {Record<string, any>} values @param {object} more */
  async #ask(where, option, values, more = {}) {
    const id = `${this.token.slice(0, 8)}-${(this.#count += 1)}`;
    const body = {id, command: asCommand(option, values), as: this.role, ...more};
    try {
      return {...(await this.call("POST", path("tables", this.table, where), body)), ok: true};
    } catch (refused) {
      const {code, reason, citations} = /** @type {import("../api.js").Refused} */ (refused);
      return {ok: false, code, reason, citations};
    }
  }

  /** @param {Option} option @param {Record<string, any>} [values] */
  preview(option, values = {}) {
    return this.#ask("preview", option, values);
  }

  /** @param {Option} option @param {Record<string, any>} [values] */
  give(option, values = {}) {
    return this.#ask("commands", option, values, {expect: this.seq});
  }

  leave() {
    this.call("DELETE", path("session")).catch(() => null); // it ends by itself as well
  }
}
