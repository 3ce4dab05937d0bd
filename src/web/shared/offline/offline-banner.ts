const WORDS = 'You are offline. Prices and stock are those of your last visit.';

/** A press on a link of this shop that the router would follow by itself. */
function pressedLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.('a');
  return link && link.origin === location.origin && !link.target && !link.hash && !link.download ? link : null;
}

/** Says, for as long as there is no connection, that what stands on the page may be old. */
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

  // Without a connection every link opens a whole page, so that the worker shows the kept one or says that there is none.
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
