const WORDS = 'You are offline. Prices and stock are those of your last visit.';

/** A click on a link of this shop that the router would handle. */
function pressedLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.('a');
  return link && link.origin === location.origin && !link.target && !link.hash && !link.download ? link : null;
}

/** Says, while offline, that the page may be outdated. */
export function watchConnection(): void {
  const banner = document.createElement('p');
  banner.className = 'offline-banner';
  banner.setAttribute('role', 'status');
  document.body.append(banner);
  const show = () => {
    banner.textContent = navigator.onLine ? '' : WORDS;
  };
  addEventListener('online', show);
  addEventListener('offline', show);
  show();

  // While offline, every link loads a document, so that the service worker shows the cached one or the offline page.
  document.addEventListener(
    'click',
    (event) => {
      const link = navigator.onLine ? null : pressedLink(event);
      if (!link) return;
      event.preventDefault();
      location.assign(link.href);
    },
    true,
  );
}
