// Say what should be on the page; only what differs is touched. So focus, a slider being dragged and a card
// on its way stay as they are while events come in.

import {fetched, isMissing} from "./late.js";

/** @typedef {{tag: string, props: Record<string, any>, children: Child[]}} Piece */
/** @typedef {any} Child */

/** @typedef {string | number | Pattern} Part text, the number of a value, or an element of these */
/** @typedef {{tag: Part, props: [string, true | Part[]][], children: Part[]}} Pattern */
/** @type {WeakMap<TemplateStringsArray, Part[]>} */
const templates = new WeakMap();

/**
 * A piece of page, written as it looks: html`<button onclick=${go}>Go</button>`. Several side by side are a list; a line
 * break between two pieces is no space; ...${props} gives several at once, and <${tag}>Go</> chooses the element.
 * @param {TemplateStringsArray} strings @param {...any} values
 * @returns {any}
 */
export function html(strings, ...values) {
  let parts = templates.get(strings);
  if (!parts) templates.set(strings, (parts = parse(strings.join("\0"))));
  const made = parts.map((part) => fill(part, values));
  return made.length === 1 ? made[0] : made;
}

const TOKEN = /<\/([\w-]*)>|<(\0|[\w-]+)((?:\s+(?:\.\.\.\0|[\w:-]+(?:=(?:"[^"]*"|\0))?))*)\s*(\/?)>|([^<]+)/g;
const PROP = /(\.\.\.\0)|([\w:-]+)(?:=(?:"([^"]*)"|(\0)))?/g;

/** @param {string} source where each value is a zero @returns {Part[]} */
function parse(source) {
  let count = 0;
  /** @param {string} text @param {(text: string) => string} said @returns {Part[]} */
  const cut = (text, said) =>
    text.split("\0").flatMap((each, index) => [...(index ? [count++] : []), ...(said(each) ? [said(each)] : [])]);
  /** @type {Pattern[]} */
  const open = [{tag: "", props: [], children: []}];
  let end = 0;
  for (const [token, closed, tag, props, isEmpty, text] of source.matchAll(TOKEN)) {
    const {children} = open[open.length - 1];
    end += token.length;
    if (text !== undefined) children.push(...cut(text, withoutBreaks));
    else if (closed !== undefined) {
      const last = open.pop();
      if (closed !== (typeof last?.tag === "number" ? "" : last?.tag)) throw new Error(`</${closed}>: ${source}`);
    } else {
      /** @type {Pattern} */
      const element = {tag: tag === "\0" ? count++ : tag, props: [], children: []};
      for (const [, spread, name, quoted, value] of props.matchAll(PROP))
        element.props.push([
          spread ? "..." : name,
          spread || value ? [count++] : quoted === undefined || cut(quoted, (each) => each),
        ]);
      children.push(element);
      if (!isEmpty) open.push(element);
    }
  }
  if (open.length !== 1 || end !== source.length) throw new Error(`not closed: ${source}`);
  return open[0].children;
}

/** @param {string} text */
function withoutBreaks(text) {
  const lines = text.split("\n");
  return lines
    .map((line, index) => line.slice(index ? line.search(/[^ ]|$/) : 0))
    .map((line, index) => (index < lines.length - 1 ? line.replace(/ +$/, "") : line))
    .filter(Boolean)
    .join(" ");
}

/** @param {Part} part @param {any[]} values @returns {any} */
function fill(part, values) {
  if (typeof part === "string") return part;
  if (typeof part === "number") return values[part];
  /** @type {Record<string, any>} */
  const props = {};
  for (const [name, parts] of part.props) {
    if (name === "...") Object.assign(props, fill(/** @type {Part[]} */ (parts)[0], values));
    else if (parts === true) props[name] = true;
    else props[name] = parts.length === 1 ? fill(parts[0], values) : parts.map((each) => fill(each, values)).join("");
  }
  return {tag: fill(part.tag, values), props, children: part.children.map((each) => fill(each, values))};
}

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set([
  "svg",
  "path",
  "g",
  "circle",
  "ellipse",
  "rect",
  "line",
  "text",
  "textPath",
  "polyline",
  "use",
  "defs",
]);
const listeners = new WeakMap();
const known = new WeakMap();

/**
 * Make the children of `host` equal to `children`.
 * @param {Element} host @param {...any} children
 */
export function draw(host, ...children) {
  const wanted = flat(children).filter((child) => !isAwaited(host, child));
  const keyed = new Map();
  /** @type {Node[]} */
  const rest = [];
  for (const node of [...host.childNodes]) {
    const key = known.get(node)?.key;
    if (key === undefined) rest.push(node);
    else keyed.set(key, node);
  }
  const nodes = wanted.map((child) => reuse(child, keyed, rest));
  // What is no longer wanted goes first: a list that loses its head then moves none of the others.
  for (const node of [...keyed.values(), ...rest]) /** @type {ChildNode} */ (node).remove();
  let place = host.firstChild;
  wanted.forEach((child, index) => {
    const node = nodes[index] ?? make(child);
    update(node, child);
    if (node === place) place = place.nextSibling;
    else host.insertBefore(node, place);
  });
}

/** An element whose code is on its way is drawn when it has come. @param {Element} host @param {Piece | string} child */
function isAwaited(host, child) {
  if (typeof child === "string" || !isMissing(child.tag)) return false;
  fetched(child.tag).then(() => {
    /** @type {Node | null} */
    let owner = host;
    while (owner && !(owner instanceof Drawn)) owner = owner.parentNode;
    owner?.redraw();
  });
  return true;
}

/** @param {any[]} children @returns {(Piece | string)[]} */
function flat(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false && child !== "")
    .map((child) => (typeof child === "object" ? child : String(child)));
}

/** @param {Piece | string} child @param {Map<any, Node>} keyed @param {Node[]} rest */
function reuse(child, keyed, rest) {
  if (typeof child === "object" && child.props.key !== undefined) {
    const found = keyed.get(child.props.key);
    if (!found || known.get(found)?.tag !== child.tag) return null;
    keyed.delete(child.props.key);
    return found;
  }
  const tag = typeof child === "string" ? "#text" : child.tag;
  const index = rest.findIndex((node) => (known.get(node)?.tag ?? node.nodeName) === tag);
  return index < 0 ? null : rest.splice(index, 1)[0];
}

/** @param {Piece | string} child @returns {Node} */
function make(child) {
  if (typeof child === "string") return document.createTextNode(child);
  const node = SVG_TAGS.has(child.tag) ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  known.set(node, {tag: child.tag, key: child.props.key, props: {}});
  return node;
}

/** @param {Node} node @param {Piece | string} child */
function update(node, child) {
  if (typeof child === "string") {
    if (node.nodeValue !== child) node.nodeValue = child;
    return;
  }
  const element = /** @type {HTMLElement} */ (node);
  const memory = known.get(node);
  if (memory.piece === child) return; // the very same piece as last time: kept by code that knows that nothing has changed
  memory.piece = child;
  let isChanged = false;
  for (const name of Object.keys(memory.props)) {
    if (name in child.props) continue;
    assign(element, name, undefined);
    isChanged = true;
  }
  for (const [name, value] of Object.entries(child.props)) {
    const isControl = name === "value" || name === "checked";
    if (!isControl && memory.props[name] === value) continue;
    assign(element, name, value);
    isChanged = true;
  }
  memory.props = child.props;
  // An element of ours draws its own inside, and only if it was given something new: a log of hundreds of lines stays cheap.
  if (!(element instanceof Drawn)) draw(element, child.children);
  else if (isChanged) element.redraw();
}

/** @param {HTMLElement} element @param {string} name @param {any} value */
function assign(element, name, value) {
  if (name === "key") return;
  if (name.startsWith("on")) return listen(element, name.slice(2), value);
  if (name === "style") {
    // Set again to the same, it would be laid out again for nothing.
    for (const [property, text] of Object.entries(value ?? {}))
      if (element.style.getPropertyValue(property) !== String(text)) element.style.setProperty(property, String(text));
    return;
  }
  const isOwn = element instanceof Drawn ? name in element && !(name in HTMLElement.prototype) : false;
  // An option's value is its attribute: an empty one would fall back to its text.
  const isControl = (name === "value" && element.tagName !== "OPTION") || name === "checked";
  if (isOwn || isControl) {
    const target = /** @type {any} */ (element);
    if (target[name] !== value) target[name] = value ?? (isOwn ? undefined : "");
    return;
  }
  if (value === undefined || value === null || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** @param {HTMLElement} element @param {string} type @param {any} handler */
function listen(element, type, handler) {
  let all = listeners.get(element);
  if (!all) listeners.set(element, (all = {}));
  if (!(type in all)) element.addEventListener(type, (event) => listeners.get(element)[type]?.(event));
  all[type] = handler;
}

/** An element that draws itself from its fields. Subclasses say what in `look()`. */
export class Drawn extends HTMLElement {
  #isWaiting = false;

  connectedCallback() {
    if (this.press !== Drawn.prototype.press) document.addEventListener("keydown", this);
    this.redraw();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this);
  }

  /** @param {Event} event */
  handleEvent(event) {
    this.press(/** @type {KeyboardEvent} */ (event));
  }

  /** An element that says what a key does hears all of them, wherever the focus is. @param {KeyboardEvent} event */
  press(event) {}

  /** Ask to be drawn again; many asks in one go are one drawing. */
  redraw() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    queueMicrotask(() => {
      this.#isWaiting = false;
      if (!this.isConnected) return;
      draw(this, this.look());
      this.drawn();
    });
  }

  /** From now on this is so, and drawn so. @param {Record<string, any>} fields */
  keep(fields) {
    Object.assign(this, fields);
    this.redraw();
  }

  /** @returns {any} */
  look() {
    return null;
  }

  /** After each drawing. */
  drawn() {}

  /** @param {string} type @param {any} [detail] */
  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, {detail, bubbles: true}));
  }
}

/** For what a page has once it is loaded, and is not looked at before. */
export const notYet = /** @type {never} */ (/** @type {unknown} */ (null));
