// Style sheets stand in the head of the page in their order, switched off; code that needs one switches it on, which fetches it.

/** @type {Map<string, Promise<any>>} */
const worn = new Map();

/** @param {string[]} names @returns {Promise<any>} when all of them apply */
export function wear(...names) {
  return Promise.all(names.map((name) => worn.get(name) ?? put(name)));
}

/** @param {string} name */
function put(name) {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector(`link[data-style="${name}"]`));
  if (!link) throw new Error(`no style sheet ${name}`);
  const done = new Promise((done) => {
    link.onload = done;
    link.onerror = () => {
      worn.delete(name); // the page works without it, and asks for it again
      link.disabled = true;
      done(null);
    };
    link.disabled = false;
  });
  worn.set(name, done);
  return done;
}
