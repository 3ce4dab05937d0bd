/** How long a list may take to show its cards after Back. */
const RETURN_MS = 3_000;

/**
 * Marks a card again when Back shows the list it was opened in, before the browser captures that page, so that the
 * product's picture moves back to it.
 * @returns a function that stops it
 */
export function followOpenedCards(): () => void {
  const opened = new Map<string, { at: number; href: string }>();
  const page = () => location.pathname + location.search;
  const cards = () => [...document.querySelectorAll('.product-card')];
  const linkOf = (card: Element | undefined) => card?.querySelector('h3 a')?.getAttribute('href');

  const remember = () => {
    const all = cards();
    const at = all.findIndex((card) => card.matches('[data-opened]'));
    const href = linkOf(all[at]);
    if (href) opened.set(page(), { at, href });
  };
  const onClick = ({ target }: MouseEvent) => {
    // After the card's own handler has marked it.
    if ((target as Element).closest('.product-card h3 a')) remember();
  };
  const onBack = () => {
    const wanted = opened.get(page());
    if (!wanted) return;
    const observer = new MutationObserver(() => {
      const card = cards()[wanted.at];
      if (linkOf(card) !== wanted.href) return;
      observer.disconnect();
      document.querySelector('[data-opened]')?.removeAttribute('data-opened');
      card?.setAttribute('data-opened', '');
    });
    observer.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => observer.disconnect(), RETURN_MS);
  };
  // The first click of a visit can be the one that has loaded this.
  remember();
  document.addEventListener('click', onClick);
  addEventListener('popstate', onBack);
  return () => {
    document.removeEventListener('click', onClick);
    removeEventListener('popstate', onBack);
  };
}
