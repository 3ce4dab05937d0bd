/** Closes dialogs at once, so that the page below can be used while they move out of sight; resolves when they are. */
export async function moveOut(parts: Element | null | undefined): Promise<void> {
  if (!parts) return;
  const dialogs = parts instanceof HTMLDialogElement ? [parts] : [...parts.querySelectorAll('dialog')];
  for (const dialog of dialogs) {
    // First: `close` moves the focus, which recalculates styles at once. Afterwards they would be recalculated again.
    dialog.inert = true;
    dialog.ariaHidden = 'true';
    dialog.close();
  }
  // The frame starts the animations. Asking for them earlier would recalculate styles before the page can respond.
  await new Promise(requestAnimationFrame);
  const moves = dialogs.flatMap((dialog) => dialog.getAnimations());
  await Promise.allSettled(moves.map(({ finished }) => finished));
}
