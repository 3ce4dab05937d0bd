let pausedUntil = Number.NEGATIVE_INFINITY;

/**
 * Call it when a part has delayed a page for too long. The server renders few pages at a time, so for a while it leaves all parts
 * to the browser.
 */
export function pausePartsOnServer(pauseMs: number): void {
  pausedUntil = performance.now() + pauseMs;
}

/** @throws Error during the pause: the `Suspense` around the part then shows its fallback. */
export function checkPartsPaused(): void {
  if (performance.now() < pausedUntil)
    throw new Error('Parts of plug-ins are not rendered for a while after a timeout');
}
