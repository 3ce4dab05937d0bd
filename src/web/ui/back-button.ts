/** What Back closes: the open layers, the topmost last. */
export const layers: (() => void)[] = [];

/**
 * Hides the Back that closes a layer from the router, which would load the page's data again. It has to be called before
 * the router listens: browsers call the window's listeners in the order in which they were added.
 */
export const interceptBack = () =>
  addEventListener('popstate', (event) => {
    const close = layers.at(-1);
    if (!close) return;
    event.stopImmediatePropagation();
    close();
  });
