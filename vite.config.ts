import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { refreshRuntimeFirst } from './scripts/dev/refresh-runtime-first.ts';

/** Files that change together and stand on every page: one compresses better than a dozen, and is fetched at once. */
const GROUPS = [
  {
    name: 'framework',
    test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]|src[\\/]web[\\/](entry\.client|ssr[\\/](browser-entry|trusted-types))/,
  },
  {
    name: 'shop',
    test: /src[\\/]web[\\/](root|shared[\\/](frame[\\/](?!narrow|account-links|subscribe|footer|newsletter|search|suggestions|phone-drawer)|start-shop|money|page-meta|\w+[\\/]\w+-state|catalogue[\\/](picture|price|rating|product-card))|ui[\\/](badge|banner|button|empty-state|external-store|icon|menu|hydrate-on-interaction|lazy-part|link|cached-fragment|toast|toaster)\.)|src[\\/]domain[\\/](stock|money|currency|cart-limits|variant-choices)/,
  },
  // What a visitor's hand sets in motion: the calls, the cart, the wishlist, the session (shared/start-shop.ts).
  {
    name: 'visitor',
    test: /src[\\/]web[\\/](api[\\/]|shared[\\/](personal|frame[\\/]subscribe|forms[\\/]typed-before\.|auth[\\/]auth\.|cart[\\/](cart|guest-cart|waiting-item)\.|wishlist[\\/]wishlist\.|catalogue[\\/](shopping|card-product|sample))|storefront[\\/][\w-]+[\\/](home|list|product)-data\.|storefront[\\/]product-detail[\\/](offers|tolerated-product)\.|ui[\\/]toast-cards)|src[\\/]domain[\\/](guest-cart|card-description|cart-totals|shipping|tax)\./,
  },
];

export default defineConfig(({ command }) => ({
  // The built server side brings its own React and router, in their production form whatever the process's NODE_ENV says.
  ...(command === 'build' && {
    ssr: { noExternal: true },
    environments: { ssr: { define: { 'process.env.NODE_ENV': '"production"' } } },
  }),
  plugins: [tailwindcss(), reactRouter(), refreshRuntimeFirst()],
  // Found at the start: a dependency that is only found later reloads the page.
  optimizeDeps: { entries: ['src/web/**/*.{ts,tsx}', '!**/*.test.ts', '!src/web/service-worker/**'] },
  build: {
    target: 'es2022',
    // Pictures and the font stay files of their own: data addresses would be refused by the content-security policy.
    assetsInlineLimit: 0,
    // A part that needs nothing beyond what every page has loaded is fetched by its import alone: no list of files for it.
    modulePreload: {
      resolveDependencies: (_, needed) => {
        const missing = needed.filter((file) => !/\/(entry\.client|shop)-[\w-]{8}\.js$/.test(file));
        return missing.length > 1 ? missing : [];
      },
    },
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
}));
