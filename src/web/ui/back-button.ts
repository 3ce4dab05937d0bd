/** Of the open layers, the topmost last. */
const listeners: (() => void)[] = [];

/** @returns removes it */
export function onBack(listener: () => void): () => void {
  listeners.push(listener);
  return () => {
    const at = listeners.indexOf(listener);
    if (at >= 0) listeners.splice(at, 1);
  };
}

/**
 * Hides the Back that closes a layer from the router, which would load the page's data again. It has to be called before
 * the router listens: browsers call the window's listeners in the order in which they were added.
 */
export function interceptBack(): void {
  const intercept = (event: PopStateEvent) => {
    const listener = listeners.at(-1);
    if (!listener) return;
    event.stopImmediatePropagation();
    listener();
  };
  addEventListener('popstate', intercept, { capture: true });
}
