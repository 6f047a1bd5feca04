// Who is sitting at this browser. In demo mode nobody has to sign up: a throw-away player is made when needed.
import {get, post, remove, Refused} from "./api.js";

const FLAG = "croupier.signed-in";
/** @typedef {import("./types.js").Role} Role */

class Session extends EventTarget {
  /** @type {import("./types.js").Me | null} */
  me = null;
  /** Unknown until the lobby has been seen. @type {boolean | null} */
  isDemo = null;

  /** Ask only if there was a session: a stranger's 401 would look like a fault in the console. */
  async load(isExpected = remembered()) {
    if (!isExpected) return this.set(null);
    try {
      this.set(await get("/api/me"));
    } catch (error) {
      if (error instanceof Refused && error.code === "sign_in") this.set(null);
    }
  }

  /** @param {string} [name] */
  async startDemo(name) {
    this.set(await post("/api/demo", name ? {name} : {}));
  }

  /** Somebody to play as; makes a demo player where the house allows it. @returns {Promise<boolean>} */
  async ensure() {
    if (this.me) return true;
    this.isDemo ??= (await get("/api/lobby")).is_demo;
    if (!this.isDemo) return false;
    await this.startDemo();
    return true;
  }

  async signOut() {
    await remove("/api/session").catch(() => null);
    this.set(null);
  }

  /** The server says that the session is over. */
  expire() {
    this.set(null);
  }

  /** Staff may do what is below them on the ladder. @param {Role} role */
  may(role) {
    return Boolean(this.me?.roles.includes(role) || this.me?.positions.includes(role));
  }

  /** The highest of the staff's roles that this person holds, if any. */
  get staffRole() {
    return this.me?.positions.at(-1) ?? null;
  }

  /** @param {import("./types.js").Me | null} me */
  set(me) {
    this.me = me;
    remember(Boolean(me));
    this.dispatchEvent(new Event("change"));
  }
}

function remembered() {
  try {
    return localStorage.getItem(FLAG) === "yes";
  } catch {
    return true;
  }
}

/** @param {boolean} isSignedIn */
function remember(isSignedIn) {
  try {
    if (isSignedIn) localStorage.setItem(FLAG, "yes");
    else localStorage.removeItem(FLAG);
  } catch {
    // Storage may be switched off; then we ask the server each time.
  }
}

export const session = new Session();
