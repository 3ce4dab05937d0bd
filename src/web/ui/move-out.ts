/** Closes dialogs at once, so that the page below can be used while they move out of sight; resolves when they are. */
export async function moveOut(parts: Element | null | undefined): Promise<void> {
  if (!parts) return;
  const dialogs = parts instanceof HTMLDialogElement ? [parts] : [...parts.querySelectorAll('dialog')];
  for (const dialog of dialogs) {
    dialog.close();
    dialog.inert = true;
    dialog.ariaHidden = 'true';
  }
  const moves = dialogs.flatMap((dialog) => dialog.getAnimations());
  await Promise.allSettled(moves.map(({ finished }) => finished));
}
