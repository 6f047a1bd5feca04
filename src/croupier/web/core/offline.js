// What a page needs without a network: the worker (`/worker.js`) keeps it, where the browser has such a thing.

/** Keep this page, as it was fetched, and these answers of the house. @param {string[]} addresses @returns {Promise<boolean>} */
export async function keep(addresses) {
  const workers = navigator.serviceWorker; // not at an address without encryption
  if (!workers) return false;
  await workers.register("/worker.js");
  const {active} = await workers.ready;
  const fetched = performance.getEntriesByType("resource").map(({name}) => new URL(name));
  const files = fetched.filter(({origin, pathname}) => origin === location.origin && /\.\w+$/.test(pathname));
  const all = ["/", ...files.map(({pathname}) => pathname), "/api/games", "/api/editions", ...addresses];
  const channel = new MessageChannel();
  const kept = new Promise((done) => (channel.port1.onmessage = ({data}) => done(data)));
  active?.postMessage([...new Set(all)], [channel.port2]);
  return kept;
}
