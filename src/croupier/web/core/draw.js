// Say what should be on the page; only what differs is touched. So focus, a slider being dragged and a card
// on its way stay as they are while events come in.

import {fetched, isMissing} from "./late.js";

/** @typedef {{tag: string, props: Record<string, any>, children: Child[]}} Piece */
/** @typedef {any} Child */

/**
 * A piece of page: h("button", {onclick: go}, "Go").
 * @param {string} tag @param {Record<string, any> | null} [props] @param {...any} children
 * @returns {Piece}
 */
export function h(tag, props, ...children) {
  return {tag, props: props ?? {}, children};
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
