// Style sheets stand in the head of the page in their order, switched off; code that needs one switches it on, which fetches it.
// One with `data-when` is for screens of that kind. Pages of text show a felt of any size on any screen: "shapes" are for those.

/** @type {Map<HTMLLinkElement, Promise<any>>} */
const worn = new Map();
const wanted = new Set();

/** @param {string[]} names @returns {Promise<any>} when all of them apply */
export function wear(...names) {
  for (const name of names) wanted.add(name);
  const links = /** @type {HTMLLinkElement[]} */ ([...document.querySelectorAll("link[data-style]")]);
  return Promise.all(links.filter(isDue).map((link) => worn.get(link) ?? put(link)));
}

/** @param {HTMLLinkElement} link */
function isDue({dataset: {style = "", when, shape}}) {
  if (!wanted.has(style)) return false;
  return !when || (shape !== undefined && wanted.has("shapes")) || matchMedia(when).matches;
}

/** @param {HTMLLinkElement} link */
function put(link) {
  const done = new Promise((done) => {
    link.onload = done;
    link.onerror = () => {
      worn.delete(link); // the page works without it, and asks for it again
      link.disabled = true;
      done(null);
    };
    link.disabled = false;
  });
  worn.set(link, done);
  return done;
}

addEventListener("resize", () => wear());
