// One table over one socket: what the server has confirmed, in order, through lost networks and restarts.
// A command keeps its id until it is answered, so repeating it after a reconnect does it once.

import {t, words} from "../words/words.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Happening} Happening */
/** @typedef {{ok: true, seq: number} | {ok: false, code: string, reason: string, citations: any[]}} Answer */
/** When something was seen, where it is sent later; that a guest brings chips along. @typedef {{at?: number, has_chips?: boolean}} Seen */
/** What is asked of the house. @typedef {Record<string, any> & {id: string, command?: {recorded?: Seen}}} Asking */
/** That a session ends, and how it is renewed. @typedef {{is_due: boolean, due_at: number, ends_at: number, way: "password" | "sign_on", needs_code: boolean}} Renewal */
/** @typedef {{state: "connecting"|"live"|"waiting"|"offline"|"over", words: string, until?: number, code?: number}} Link */

const PING_EVERY_MS = 20_000;
const PONG_WITHIN_MS = 10_000;
const CHECK_WITHIN_MS = 3_000; // when there is a reason to doubt the connection
const ASLEEP_MS = 45_000; // the server gives up on somebody silent for a minute
const WAIT_FIRST_MS = 500;
const WAIT_MOST_MS = 15_000;
const LOG_MOST = 200;
const LATE_MS = 110_000; // the house takes what was seen up to two minutes ago with its own time
const OVER = 4401;

const OFFLINE = t(
  "This device is offline. The table goes on and your chips are safe; we come back as soon as there is a network.",
);

const ELSEWHERE = 4409;
/** @type {Record<number, string>} */
const FINAL = words({
  [OVER]: "Your session is over. Sign in again to go on.",
  4403: "You may not be at this table in this role.",
  4404: "There is no such table any more.",
  [ELSEWHERE]: "Your seat is in use in another window.",
});

export class TableSocket extends EventTarget {
  /** @param {string} table @param {string} role */
  constructor(table, role) {
    super();
    this.table = table;
    this.role = role;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Happening[]} */
    this.log = [];
    /** @type {Link} */
    this.link = {state: "connecting", words: t("Connecting to the table…")};
    this.isReplaced = false;
    /** @type {Map<string, {message: Asking, done: (answer: any) => void, isSent: boolean}>} */
    this.waiting = new Map();
    this.isKeeping = false; // what waits outlives the session: whoever entered it signs in again
    /** That staff at a real table have to show again who they are. @type {Renewal | null} */
    this.renewal = null;
    this.stem = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");
    this.count = 0;
    this.attempts = 0;
    this.skew = 0;
    this.heardAt = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.isClosed = false;
    this.wake = this.wake.bind(this);
  }

  open() {
    addEventListener("online", this.wake);
    addEventListener("offline", this.wake);
    addEventListener("pageshow", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    document.addEventListener("resume", this.wake);
    this.connect();
    return this;
  }

  close() {
    this.isClosed = true;
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.wake);
    removeEventListener("pageshow", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    document.removeEventListener("resume", this.wake);
    clearTimeout(this.retry);
    clearInterval(this.pinger);
    clearTimeout(this.deadline);
    this.socket?.close();
  }

  /** The server's time now. */
  now() {
    return Date.now() + this.skew;
  }

  /**
   * A sleeping phone or a returning network need not wait for the back-off; and whether a connection has survived
   * the night is found out at once, not by the next ping.
   */
  wake() {
    const {state} = this.link;
    if (this.isClosed || state === "over" || state === "connecting") return;
    if (state === "live") {
      if (Date.now() - this.heardAt > ASLEEP_MS && !this.isReplaced) this.connect();
      else this.ping(CHECK_WITHIN_MS);
    } else if (navigator.onLine && document.visibilityState === "visible") {
      this.attempts = 0; // a network that has just returned may take a moment: try often at first
      this.connect();
    } else if (!navigator.onLine) {
      this.say({state: "offline", words: OFFLINE});
    }
  }

  /** Connect again because the person asks for it. */
  again() {
    this.attempts = 0;
    this.isReplaced = false;
    this.connect();
  }

  connect() {
    clearTimeout(this.retry);
    this.drop();
    const words = t(this.scene ? "Connecting again; nothing you did is lost…" : "Connecting to the table…");
    // Trying costs nothing while the device is offline, but there is nothing new to say.
    this.say(navigator.onLine ? {state: "connecting", words} : {state: "offline", words: OFFLINE});
    const address = new URL(`/api/tables/${encodeURIComponent(this.table)}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("as", this.role);
    if (this.scene) address.searchParams.set("after", String(this.scene.seq));
    const socket = new WebSocket(address, "croupier.1");
    this.socket = socket;
    socket.onmessage = (event) => socket === this.socket && this.receive(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.lost(event.code, event.reason);
  }

  /** Forget the present socket without hearing of it any more. */
  drop() {
    const socket = this.socket;
    this.socket = null;
    clearInterval(this.pinger);
    clearTimeout(this.deadline);
    if (socket && socket.readyState <= WebSocket.OPEN) socket.close();
  }

  /** @param {number} code @param {string} reason */
  lost(code, reason) {
    this.drop();
    if (this.isClosed) return;
    // Two windows that come back by themselves would take the seat from each other for ever.
    if (this.isReplaced && !FINAL[code]) code = ELSEWHERE;
    if (FINAL[code]) {
      this.say({state: "over", words: reason && code === 4403 ? reason : FINAL[code], code});
      if (code !== OVER || !this.isKeeping)
        this.settleAll({ok: false, code: "unavailable", reason: FINAL[code], citations: []});
      this.dispatchEvent(new CustomEvent("over", {detail: code}));
      return;
    }
    const wait = Math.min(WAIT_MOST_MS, WAIT_FIRST_MS * 2 ** this.attempts) * (0.75 + Math.random() / 2);
    this.attempts += 1;
    const words = navigator.onLine
      ? t("The connection to the house is lost. Your chips and bets are safe with the house; trying again")
      : OFFLINE;
    this.say({
      state: navigator.onLine ? "waiting" : "offline",
      words,
      until: navigator.onLine ? Date.now() + wait : undefined,
    });
    this.retry = setTimeout(() => this.connect(), wait);
  }

  /** @param {any} message */
  receive(message) {
    this.heardAt = Date.now();
    if (message.at) this.skew = message.at - Date.now();
    if (message.type === "snapshot") this.begin(message);
    else if (message.type === "events") this.follow(message);
    else if (message.type === "ack") this.settle(message.id, {ok: true, seq: message.seq});
    else if (message.type === "refused") this.settle(message.id, {...message, ok: false});
    else if (message.type === "preview" || message.type === "next_shuffle")
      this.settle(message.id, {...message, ok: true});
    else if (message.type === "notice") this.notice(message);
    else if (message.type === "session") this.renew(message.is_due ? message : null);
    else if (message.type === "pong") clearTimeout(this.deadline);
  }

  /** @param {any} message */
  begin(message) {
    const isFresh = !this.scene;
    const isBehind = message.seq > (this.scene?.seq ?? 0);
    const {type: _, ...scene} = message;
    this.scene = scene;
    this.alive();
    // Coming in the middle: ask for what has been announced lately.
    if (isBehind && scene.seq > scene.past) this.send({type: "resume", after: scene.past});
    this.dispatchEvent(new CustomEvent("scene", {detail: {events: [], isFresh, isSnapshot: true}}));
  }

  /** @param {any} message */
  follow(message) {
    if (!this.scene) return this.send({type: "resume", after: 0});
    if (message.first > this.scene.seq + 1) return this.send({type: "resume", after: this.scene.seq});
    const seen = this.scene.seq;
    const news = message.events.filter((/** @type {Happening} */ each) => each.seq > seen);
    const past = message.events.filter((/** @type {Happening} */ each) => each.seq <= seen);
    const {type: _, first: __, events: ___, changes = {}, ...parts} = message;
    const scene = {...this.scene, ...parts};
    this.scene = {...scene, view: changed(scene.view, changes)};
    this.remember(message.events);
    this.alive();
    this.dispatchEvent(new CustomEvent("scene", {detail: {events: news, past, isFresh: false}}));
  }

  /** Into the log, each once and in order. @param {Happening[]} happenings */
  remember(happenings) {
    const all = new Map([...happenings, ...this.log].map((each) => [each.seq, each]));
    this.log = [...all.values()].sort((one, other) => one.seq - other.seq).slice(-LOG_MOST);
  }

  /** The first message after connecting: we are back, and repeat what was never answered. */
  alive() {
    if (this.link.state === "live") return;
    this.attempts = 0;
    this.say({state: "live", words: t("Live: you see what the house has confirmed.")});
    for (const each of this.waiting.values()) {
      const seen = each.message.command?.recorded;
      if (seen?.at && this.now() - seen.at > LATE_MS) delete seen.at; // too late to say when: in order at least
      this.pass(each);
    }
    this.pinger = setInterval(() => this.ping(), PING_EVERY_MS);
  }

  ping(within = PONG_WITHIN_MS) {
    this.send({type: "ping", n: (this.count += 1)});
    clearTimeout(this.deadline);
    this.deadline = setTimeout(() => this.lost(0, ""), within);
  }

  /** @param {any} message */
  notice(message) {
    if (message.code === "replaced") this.isReplaced = true;
    this.dispatchEvent(new CustomEvent("notice", {detail: message}));
  }

  /**
   * Give a command that an option stands for. Resolves when the house has answered, however long that takes.
   * @param {import("../types.js").Option} option @param {Record<string, any>} [values]
   * @param {Seen} [seen] of what staff write down @param {string} [id]
   * @returns {Promise<Answer>}
   */
  give(option, values = {}, seen = {}, id = this.newId()) {
    const command = asCommand(option, values, seen);
    return this.ask({type: "command", expect: this.scene?.seq ?? 0, command}, id);
  }

  /** What was entered and has never left this device is not given after all. @param {string} id */
  withdraw(id) {
    if (this.waiting.get(id)?.isSent ?? true) return false;
    this.settle(id, {ok: false, code: "withdrawn", reason: "", citations: []});
    return true;
  }

  /** @param {Renewal | null} renewal */
  renew(renewal) {
    this.renewal = renewal;
    this.dispatchEvent(new CustomEvent("link", {detail: this.link}));
  }

  /** Once what the house has answered is also what one sees. @param {number} seq @returns {Promise<void>} */
  reached(seq) {
    if ((this.scene?.seq ?? 0) >= seq) return Promise.resolve();
    return new Promise((done) => {
      const look = () => {
        if ((this.scene?.seq ?? 0) < seq) return;
        this.removeEventListener("scene", look);
        done();
      };
      this.addEventListener("scene", look);
    });
  }

  /**
   * What would happen, without doing it.
   * @param {import("../types.js").Option} option @param {Record<string, any>} [values]
   * @returns {Promise<any>}
   */
  preview(option, values = {}) {
    return this.ask({type: "preview", command: asCommand(option, values)});
  }

  newId() {
    return `${this.stem}-${(this.count += 1)}`;
  }

  /** @param {Record<string, any>} body @returns {Promise<any>} */
  ask(body, id = this.newId()) {
    const message = /** @type {Asking} */ ({...body, id});
    return new Promise((done) => {
      const asked = {message, done, isSent: false};
      this.waiting.set(id, asked);
      this.pass(asked);
    });
  }

  /** @param {{message: Asking, isSent: boolean}} asked */
  pass(asked) {
    asked.isSent ||= this.socket?.readyState === WebSocket.OPEN;
    this.send(asked.message);
  }

  /** @param {string} id @param {any} answer */
  settle(id, answer) {
    this.waiting.get(id)?.done(answer);
    this.waiting.delete(id);
  }

  /** @param {Answer} answer */
  settleAll(answer) {
    for (const id of [...this.waiting.keys()]) this.settle(id, answer);
  }

  /** @param {any} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {Link} link */
  say(link) {
    this.link = link;
    this.dispatchEvent(new CustomEvent("link", {detail: link}));
  }
}

/** What staff write down carries the place of who decides, and how it was seen. @param {import("../types.js").Option} option @param {Record<string, any>} values @param {Seen} [seen] */
export function asCommand({command, fixed, recorded}, values, seen = {}) {
  return {
    type: command,
    ...fixed,
    ...(recorded === undefined ? {} : {recorded: {place: recorded, ...seen}}),
    ...values,
  };
}

/** A view after what has changed in it: whole fields, or those of single places ("seats/3"). @param {any} view @param {Record<string, any>} changes */
function changed(view, changes) {
  const found = {...view};
  for (const [path, value] of Object.entries(changes)) {
    const [name, place] = path.split("/");
    found[name] = place ? {...found[name], [place]: value} : value;
  }
  return found;
}
