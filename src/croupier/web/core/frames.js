// Several tables in one window, each in a frame of its own: what a frame has to tell whoever looks elsewhere, the window says.

/** Is this page one of several in a window of the house? */
export function isFramed() {
  return window.frameElement !== null;
}

/** To the window around this page. @param {{words: string, where: string}} alert */
export function tellWindow(alert) {
  parent.postMessage({alert}, location.origin);
}

/** What frames of this window tell. @param {(words: string, where: string) => void} hear @returns {() => void} no more of it */
export function hearFrames(hear) {
  const told = (/** @type {MessageEvent} */ {origin, data}) => {
    if (origin === location.origin && data?.alert) hear(data.alert.words, data.alert.where);
  };
  addEventListener("message", told);
  return () => removeEventListener("message", told);
}
