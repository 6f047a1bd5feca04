// Keeps what a page has asked it to keep, and answers with it when the house cannot be reached. With a network, the house answers.
const SHELF = "kept";
const worker = /** @type {any} */ (self);

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(Promise.all([worker.clients.claim(), clearOthers()])),
);
worker.addEventListener("message", (/** @type {any} */ event) =>
  event.waitUntil(keep(event.data).then((isAll) => event.ports[0]?.postMessage(isAll))),
);
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const {method, url} = event.request;
  if (method === "GET" && new URL(url).origin === location.origin) event.respondWith(answer(event.request));
});

/** What an earlier program kept under another name is never asked for again. */
async function clearOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELF).map((name) => caches.delete(name)));
}

/** One after the other: the house works out an answer in a moment, but not many at once. @param {string[]} addresses */
async function keep(addresses) {
  const shelf = await caches.open(SHELF);
  let isAll = true;
  for (const address of addresses)
    if (!(await shelf.match(address))) await shelf.add(address).catch(() => (isAll = false)); // asked for again next time
  return isAll;
}

/** @param {Request} request */
async function answer(request) {
  const shelf = await caches.open(SHELF);
  try {
    const fresh = await fetch(request);
    if (fresh.ok && (await shelf.match(request))) await shelf.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await shelf.match(request);
    if (kept) return kept;
    throw error;
  }
}
