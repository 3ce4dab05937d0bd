/**
 * Where the focus goes when a list entry is removed: the same button of the neighbouring entry, else the page's
 * heading. Call it before the removal, and the returned function afterwards.
 * @param button in the entry, with the attribute `data-remove`
 */
export function nextFocus(button: HTMLElement): () => void {
  const entry = button.closest('li');
  const beside = entry?.nextElementSibling ?? entry?.previousElementSibling;
  return () =>
    requestAnimationFrame(() => {
      const heading = document.querySelector<HTMLElement>('main h1');
      if (heading) heading.tabIndex = -1;
      const next = beside?.isConnected ? beside.querySelector<HTMLElement>('[data-remove]') : null;
      (next ?? heading)?.focus({ preventScroll: next === null });
    });
}
