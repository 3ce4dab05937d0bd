import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readVisitedProducts, type VisitedPage } from '#web/shared/offline/visited.ts';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** An online event comes before the shop is reachable, and a shop that was down sends none. */
const POLL_MS = 5_000;

export const meta = () => [{ title: pageTitle('You are offline') }, { name: 'robots', content: 'noindex' }];

/** The page that could not be shown: a path of this shop only. */
const wantedPath = (query: URLSearchParams): string | null => {
  const from = query.get('from') ?? '';
  return /^\/(?![/\\])/.test(from) && !from.startsWith('/offline') ? from : null;
};

/** Shown for pages that are not available offline, with what can still be done. */
export default function OfflinePage() {
  const [query] = useSearchParams();
  const [visited, setVisited] = useState<readonly VisitedPage[]>([]);
  const [wanted, setWanted] = useState('/');

  // Only this browser knows it, so it is read after hydration.
  useEffect(() => {
    void readVisitedProducts().then(setVisited);
    const path = wantedPath(query);
    if (path === null) return;
    setWanted(path);
    // Only a response leads back, not an online event: a shop that is down would cause a redirect loop.
    const goOn = () => {
      if (!navigator.onLine) return;
      fetch(path, { method: 'HEAD', cache: 'no-store' }).then(
        () => location.replace(path),
        () => undefined,
      );
    };
    goOn();
    addEventListener('online', goOn);
    const asking = setInterval(goOn, POLL_MS);
    return () => {
      removeEventListener('online', goOn);
      clearInterval(asking);
    };
  }, [query]);

  return (
    <div className="page whole-screen">
      <EmptyState
        icon="wifi-off"
        level="h1"
        title="You are offline"
        action={
          <>
            <a href={wanted} className={buttonClass('primary')}>
              Try again
            </a>
            <a href="/cart" className={buttonClass('secondary')}>
              View cart
            </a>
          </>
        }
      >
        {wanted.startsWith('/checkout')
          ? 'Paying needs a connection: prices and stock are checked at that moment. Your cart stays as it is, and the checkout opens as soon as you are online again.'
          : 'This page cannot be shown without a connection. It opens as soon as you are online again.'}
      </EmptyState>
      {visited.length > 0 && (
        <section aria-labelledby="visited" className="mx-auto max-w-lg pb-16">
          <h2 id="visited" className="text-xl">
            What you have looked at is still here
          </h2>
          <ul className="mt-3 border-t border-line">
            {visited.slice(0, 12).map(({ path, title }) => (
              <li key={path} className="border-b border-line">
                <a href={path} className="flex min-h-12 items-center hover:underline">
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
