/**
 * Where the keyboard goes on when an entry of a list is about to leave the page: to the same button of the entry beside
 * it, else to the page's heading. Ask before it leaves, call the answer afterwards.
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
