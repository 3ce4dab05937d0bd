import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { refreshRuntimeFirst } from './scripts/dev/refresh-runtime-first.ts';
import { pluginParts } from './scripts/plugin-parts.ts';

/**
 * Files that change together and are on every page: one file compresses better than a dozen, and is fetched at once.
 */
const GROUPS = [
  {
    name: 'framework',
    test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]|src[\\/]web[\\/](entry\.client|ssr[\\/](browser-entry|trusted-types))/,
  },
  {
    name: 'shop',
    test: /src[\\/]web[\\/](root|shared[\\/](shop[\\/]delivery-days|frame[\\/](?!narrow|announcement|checkout|text-page|incomplete-link|account-links|customer-menu|subscribe|footer|newsletter|search|suggestions|phone-drawer|phone-categories|category)|start-shop|money|page-meta|\w+[\\/]\w+-state|catalogue[\\/](picture|price|rating))|ui[\\/](show-in-strip|badge|banner|button|empty-state|external-store|icon|hydrate-on-interaction|lazy-part|link|cached-fragment|toast|toaster)\.)|src[\\/]domain[\\/](stock|money|currency|cart-limits|matches-choice)/,
  },
  // On its own: the list needs it before the next group, which needs it too.
  { name: 'list-address', test: /src[\\/](domain[\\/]list-address|web[\\/]ui[\\/]touched-fields)\./ },
  // The home page and lists; before the next group, which needs it too.
  { name: 'product-card', test: /src[\\/]web[\\/]shared[\\/]catalogue[\\/](product-card|choices)\./ },
  // The shop's own list and the filtered lists of plug-ins.
  {
    name: 'product-list',
    test: /src[\\/]web[\\/](storefront[\\/]product-list[\\/]product-list-page|shared[\\/]product-list[\\/](product-results|list-filters|sort-select|scroll-to))/,
  },
  // The product page and quick add.
  { name: 'variants', test: /src[\\/]web[\\/]shared[\\/]variants[\\/](choice|variant-picker)\./ },
  // What the first interaction loads: API calls, cart, wishlist, session (shared/start-shop.ts); and what most other pages need.
  {
    name: 'visitor',
    test: /src[\\/]web[\\/](api[\\/]|shared[\\/](personal|pagination|guest-choice|frame[\\/]subscribe|forms[\\/]saved-input\.|auth[\\/]auth\.|cart[\\/](cart|guest-cart|offline-queue|pending-item)\.|wishlist[\\/]wishlist\.|catalogue[\\/](shopping|card-product|sample))|storefront[\\/][\w-]+[\\/](home|list|product)-data\.|storefront[\\/]product-detail[\\/]normalize-product\.|shared[\\/]variants[\\/](offers|shown-product)\.|ui[\\/](toast-cards|place-toasts|skeleton|spinner|next-focus))|src[\\/]domain[\\/](guest-cart|card-description|cart-totals|cut-text|shipping|tax|paging|variant-choices)\.|src[\\/]plugin[\\/](api|page-loaders)\./,
  },
  // The route manifest, which every page loads, names the files of all pages: the other pages share a few files.
  {
    name: 'orders',
    test: /src[\\/](domain[\\/](order-status|payment-status|shop-day|offline-payment)|web[\\/]shared[\\/](dates\.|moment\.|orders[\\/](order-|address-lines|payment-instructions)|checkout[\\/]settle-payment|cart[\\/]line-problem))/,
  },
  {
    name: 'sign-in',
    test: /src[\\/]web[\\/](shared[\\/](frame[\\/](narrow-page|incomplete-link)|auth[\\/](sign-in|destination)|shop[\\/]password-hint)|ui[\\/]password-field)/,
  },
  {
    name: 'forms',
    test: /node_modules[\\/]react-hook-form[\\/]|src[\\/]web[\\/](shared[\\/]forms[\\/](shop-form|error-summary|use-saved-input)|ui[\\/]radio-list)/,
  },
  // Before the groups of customers and the back office, which need it too: the cart page contains a field.
  { name: 'field', test: /src[\\/]web[\\/]ui[\\/]field\./ },
  // Dialogs and queries of the account and the back office. Before the group of the back office, which needs them too: no shopper
  // loads that one.
  {
    name: 'signed-in',
    test: /node_modules[\\/]@tanstack[\\/]|src[\\/](web[\\/](shared[\\/](queries|unavailable|orders[\\/](complete-order|chosen-options)|profile[\\/](profile-data|section|use-profile-notice)|forms[\\/](unsaved-changes|use-request-key))\.|ui[\\/](dialog|whole-figure)\.|account[\\/](shared[\\/](?!account-frame)|\w+[\\/]\w+-data\.))|domain[\\/](pages|category-tree)\.)/,
  },
  // What pages of the back office share.
  {
    name: 'admin-shared',
    test: /src[\\/](web[\\/](admin[\\/](shared[\\/](?!admin-|palette|command|second-factor|shortcut|pop-up)|\w+[\\/](\w+-data|local-first|use-category-choices|import-steps)\.)|plugins[\\/]admin)|domain[\\/](slug)\.)/,
  },
];

export default defineConfig(({ command }) => ({
  // The server build bundles React and the router, in production mode whatever NODE_ENV is at run time.
  ...(command === 'build' && {
    ssr: { noExternal: true },
    environments: { ssr: { define: { 'process.env.NODE_ENV': '"production"' } } },
  }),
  plugins: [pluginParts(), tailwindcss(), reactRouter(), refreshRuntimeFirst()],
  // Pre-bundle: a dependency discovered later would reload the page.
  optimizeDeps: {
    entries: ['src/web/**/*.{ts,tsx}', '{plugins,examples}/*/**/*.tsx', '!**/*.test.ts', '!src/web/service-worker/**'],
  },
  build: {
    target: 'es2022',
    // Pictures and the font stay separate files: the content security policy forbids data URLs.
    assetsInlineLimit: 0,
    // A chunk that needs nothing beyond what every page has loaded uses a plain import: no preload list.
    modulePreload: {
      resolveDependencies: (_, needed) => {
        const missing = needed.filter((file) => !/\/(entry\.client|shop)-[\w-]{8}\.js$/.test(file));
        return missing.length > 1 ? missing : [];
      },
    },
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
}));
