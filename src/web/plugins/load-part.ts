/**
 * Loads the chunk of a plug-in's part. Without a connection it waits for one and tries again: meanwhile React keeps the
 * server's HTML of the part.
 */
export const loadPart = <M>(load: () => Promise<M>): Promise<M> =>
  load().catch(async () => {
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
    return loadPart(load);
  });
