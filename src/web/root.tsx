import { useEffect } from 'react';
import { Meta, Outlet, Scripts, ScrollRestoration, useNavigate } from 'react-router';
import type { Route } from './+types/root.ts';
import styles from './app.css?url';
import { startShop } from './shared/start-shop.ts';
import { firstPaint } from './ssr/first-paint.ts';
import { originContext } from './ssr/load-context.ts';
import displayFace from './ui/fonts/fraunces-display.woff2?url';
import { Toaster } from './ui/toaster.tsx';

export { PageError as ErrorBoundary } from './shared/frame/page-error.tsx';

/** The shop's own address, for canonical links; it never changes while a page is open. */
export const loader = ({ context }: Route.LoaderArgs) => ({ origin: context.get(originContext) });

export const shouldRevalidate = () => false;

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f4ee" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141310" />
        <script>{firstPaint}</script>
        <Meta />
        <link rel="stylesheet" href={styles} />
        <link rel="preload" as="font" type="font/woff2" href={displayFace} crossOrigin="anonymous" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        <a
          href="#content"
          className="absolute top-2 left-2 z-60 -translate-y-24 rounded-pill bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0"
        >
          Skip to content
        </a>
        {children}
        <Toaster />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  const navigate = useNavigate();

  useEffect(() => startShop(() => navigate('/login')), [navigate]);

  return <Outlet />;
}
