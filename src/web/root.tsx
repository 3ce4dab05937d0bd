import Themes from 'virtual:themes';
import { useEffect } from 'react';
import {
  Meta,
  Outlet,
  useLocation,
  useNavigate,
  useRouteLoaderData,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router';
import { textLanguage } from '#domain/shop/language.ts';
import type { Route } from './+types/root.ts';
import styles from './app.css?url';
import recordEarlyInput from './inline-scripts/early-input.ts?inline-script';
import firstPaint from './inline-scripts/first-paint.ts?inline-script';
import restoreScroll from './inline-scripts/restore-scroll.ts?inline-script';
import { watchForLogout } from './shared/offline/logouts.ts';
import { isShopOutdated, markShopFresh, setShop, shop, shopJson } from './shared/shop/shop.ts';
import { startShop } from './shared/start-shop.ts';
import { FontLinks, FrameLinks, LookStyles } from './ssr/head-links.tsx';
import { InlineScript } from './ssr/inline-script.ts';
import { apiContext, originContext } from './ssr/load-context.ts';
import { setNavigate } from './ui/link.tsx';
import { Toaster } from './ui/toaster.tsx';

export { PageError as ErrorBoundary } from './shared/frame/page-error.tsx';

/**
 * The shop's origin, for canonical links, and its public settings. If they cannot be read, the last known ones are
 * used.
 */
export const loader = async ({ context }: Route.LoaderArgs) => ({
  origin: context.get(originContext),
  shop: shopJson(await context.get(apiContext)('GET /shop').catch(shop)),
});

/** Revalidates only after a merchant has changed the settings while a page is open. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Awaited<ReturnType<typeof loader>>> {
  const api = await import('./api/call.ts');
  const known = await api.call('GET /shop').catch(shop);
  if (!request.signal.aborted) markShopFresh();
  return { origin: location.origin, shop: JSON.stringify(known) };
}

export const shouldRevalidate = () => isShopOutdated();

export function Layout({ children }: { children: React.ReactNode }) {
  const known = useRouteLoaderData<typeof loader>('root');
  // Before anything else renders: titles, prices and dates depend on it.
  if (known) setShop(known.shop);
  // Here and not in Root, which is not rendered on error pages.
  useEffect(replayEarly, []);
  return (
    <html
      lang={textLanguage(shop().language)}
      data-announcement={shop().frame?.announcement?.id}
      {...(import.meta.env.SSR && scriptOrigins())}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Only the server writes scripts (ssr/known-scripts.ts): the browser runs none that are rendered there. */}
        {import.meta.env.SSR && (
          <>
            <InlineScript text={firstPaint} />
            <InlineScript text={recordEarlyInput} />
            <FontLinks />
            <FrameLinks />
          </>
        )}
        <Meta />
        <link rel="stylesheet" href={styles} />
        {import.meta.env.SSR && <LookStyles />}
        {Themes && <Themes />}
      </head>
      <body>
        <a href="#content" className="skip-link">
          Skip to content
        </a>
        {children}
        <Toaster />
        {import.meta.env.SSR ? <InlineScript text={restoreScroll} /> : <ScrollRestoration />}
      </body>
    </html>
  );
}

/** For `ssr/trusted-types.ts`. Like the content security policy, they stay the same until the next page load. */
const scriptOrigins = () => ({ 'data-scripts': shop().scriptOrigins?.join(' ') });

/**
 * Saves and restores scroll positions during client-side navigation; after a page load, `restoreScroll` has already
 * run.
 */
function ScrollRestoration() {
  useScrollRestoration();
  return null;
}

export default function Root() {
  const navigate = useNavigate();

  useEffect(() => {
    setNavigate(navigate);
    return startShop(() => navigate('/login'));
  }, [navigate]);

  useOffline();

  return <Outlet />;
}

function replayEarly(): void {
  const events = window.earlyEvents;
  window.earlyEvents = undefined;
  if (events?.length) void import('./shared/replay-early-input.ts').then((replay) => replay.replayEarlyInput(events));
}

/** Reports each page to the service worker, which caches visited pages; a new visitor gets it some seconds after the first page. */
function useOffline(): void {
  const place = useLocation();

  useEffect(() => {
    const mayBeKept = watchForLogout();
    const report = () =>
      void import('./shared/offline/report-visit.ts').then((offline) => offline.reportVisit(place, mayBeKept));
    if (document.readyState === 'complete') report();
    else addEventListener('load', report, { once: true });
  }, [place]);
}
