/**
 * Files that change together and are on every page of their kind: one chunk compresses better than a dozen files, and is fetched
 * at once. A file belongs to the first group that names it.
 */
interface ChunkGroup {
  readonly name: string;
  /** Below `src/`: files without their extensions, or folders, which end with a slash. */
  readonly files: readonly string[];
  readonly packages?: readonly string[];
  /** How the ids of generated modules begin (`plugin-parts.ts`). */
  readonly generated?: string;
}

const files = (folder: string, names: string): string[] => names.split(' ').map((name) => `${folder}/${name}`);

export const CHUNK_GROUPS: readonly ChunkGroup[] = [
  {
    name: 'framework',
    packages: ['react', 'react-dom', 'react-router', 'scheduler'],
    files: files('web', 'entry.client ssr/browser-entry ssr/trusted-types'),
  },
  {
    name: 'shop',
    files: [
      ...files(
        'domain',
        'cart/cart-limits money/currency catalogue/matches-choice money/money money/money-format catalogue/stock',
      ),
      ...files('web', 'root'),
      ...files('web/shared', 'money page-meta start-shop shop/delivery-days'),
      ...files('web/shared', 'auth/auth-state cart/cart-state wishlist/wishlist-state'),
      ...files('web/shared/catalogue', 'picture price rating'),
      ...files('web/shared/frame', 'account-menu frame header-links menu-link navbar page-error phone-menu shop-frame'),
      ...files('web/shared/frame', 'theme-switch use-new-place'),
      ...files('web/ui', 'badge banner button cached-fragment empty-state external-store hydrate-on-interaction icon'),
      ...files('web/ui', 'lazy-part link show-focused toast toaster'),
    ],
  },
  // On its own: the list needs it before the next group, which needs it too.
  { name: 'list-address', files: ['domain/catalogue/list-address', 'web/ui/touched-fields'] },
  // The home page and lists; before the next group, which needs it too.
  { name: 'product-card', files: files('web/shared/catalogue', 'choices product-card') },
  // The shop's own list and the filtered lists of plug-ins.
  {
    name: 'product-list',
    files: [
      ...files('web/shared/product-list', 'list-filters product-results scroll-to-list-top sort-select'),
      'web/storefront/product-list/product-list-page',
    ],
  },
  // The product page and quick add.
  { name: 'variants', files: files('web/shared/variants', 'choice offer-for variant-picker') },
  // What the first interaction loads: API calls, cart, wishlist, session (shared/start-shop.ts); and what most other pages need.
  {
    name: 'visitor',
    files: [
      ...files(
        'domain',
        'catalogue/card-description cart/cart-totals cut-text cart/guest-cart paging checkout/shipping money/tax catalogue/variant-choices',
      ),
      ...files('plugin', 'api page-loaders'),
      'web/api/',
      ...files('web/shared', 'guest-choice pagination personal auth/auth forms/saved-input frame/subscribe'),
      ...files('web/shared/cart', 'cart guest-cart offline-queue pending-item'),
      ...files('web/shared/catalogue', 'card-product sample-categories shopping'),
      ...files('web/shared', 'variants/offers variants/shown-product wishlist/wishlist'),
      'web/storefront/home/home-data',
      ...files('web/storefront/product-detail', 'normalize-product product-data'),
      ...files('web/ui', 'next-focus place-toasts skeleton spinner toast-cards'),
    ],
  },
  // Parts of the frame, and of lists, that the first interaction hydrates: one request each.
  {
    name: 'header-footer',
    files: files('web/shared/frame', 'category-bar category-tree footer footer-menus search-box'),
  },
  {
    name: 'filters',
    files: files(
      'web/shared/product-list',
      'chips density-switch filter-chips filter-fields filter-panel show-filters',
    ),
  },
  // Apart from `visitor`, which cart and checkout load, too. Navigation to a list loads it and `filters` in parallel.
  {
    name: 'list-data',
    files: [
      ...files('web/shared/product-list', 'results-data shown-filters'),
      ...files('web/storefront/product-list', 'list-data opened-category'),
    ],
  },
  // The slots of plug-ins. Their parts are chunks of their own.
  { name: 'slots', files: ['web/plugins/create-slot'], generated: 'virtual:parts/' },
  // Drawers and other layers over the page.
  { name: 'layers', files: files('web/ui', 'drawer layer move-out overlay') },
  // The route manifest, which every page loads, names the files of all pages: the other pages share a few files.
  {
    name: 'orders',
    files: [
      ...files('domain', 'checkout/offline-payment orders/order-status checkout/payment-status shop/shop-day'),
      ...files('web/shared', 'date-time dates cart/line-problem checkout/settle-payment'),
      ...files('web/shared/orders', 'address-lines order-badge order-sums payment-instructions'),
    ],
  },
  {
    name: 'sign-in',
    files: [
      ...files(
        'web/shared',
        'auth/destination auth/sign-in frame/incomplete-link frame/narrow-page shop/password-hint',
      ),
      'web/ui/password-field',
    ],
  },
  // Listed before the groups of forms, customers and the back office, which need it too, because the cart page has a field.
  { name: 'field', files: ['web/ui/field'] },
  {
    name: 'forms',
    packages: ['react-hook-form'],
    files: [
      ...files('web/shared/forms', 'address-fields error-summary refused-fields shop-form use-saved-input'),
      'web/ui/radio-list',
    ],
  },
  // Dialogs and queries of the account and the back office. Before the group of the back office, which needs them too: no shopper
  // loads that one.
  {
    name: 'signed-in',
    packages: ['@tanstack/query-core', '@tanstack/react-query'],
    files: [
      ...files('domain', 'catalogue/category-tree shop/pages'),
      ...files('web/account/shared', 'orders-data orders-list orders-table own-data'),
      ...files('web/shared', 'auth/use-logout-home frame/account-links frame/customer-menu'),
      ...files(
        'web/shared',
        'query-provider unavailable forms/unsaved-changes forms/use-request-key orders/chosen-options',
      ),
      ...files('web/shared', 'orders/complete-order'),
      ...files('web/shared/profile', 'profile-data section use-profile-notice'),
      ...files('web/ui', 'dialog section-link show-in-strip whole-figure'),
    ],
  },
  // What pages of the back office share. The palette, the shortcuts and the second factor are loaded when they are needed.
  {
    name: 'admin-shared',
    files: [
      'domain/catalogue/slug',
      ...files('web/admin', 'analytics/analytics-data categories/categories-data coupons/coupons-data'),
      ...files('web/admin', 'dashboard/dashboard-data events/events-data holds/holds-data imports/import-steps'),
      ...files('web/admin', 'imports/imports-data messages/messages-data orders/orders-data outbox/outbox-data'),
      ...files('web/admin', 'products/products-data search/search-data settings/settings-data system/system-data'),
      ...files('web/admin', 'users/users-data'),
      ...files(
        'web/admin/shared',
        'admin download-button draft-page drop-zone edit-conflict list/ local-changes local-first',
      ),
      ...files('web/admin/shared', 'date-time-field mail-preview page-header preview-frame section-editor tab-strip'),
      ...files(
        'web/admin/shared',
        'upload-picture use-category-choices use-concurrent-edit use-custom-fields use-draft',
      ),
      ...files(
        'web/admin/shared',
        'use-confirmation use-dragging use-notice use-record-form wall-time frame/side-links frame/use-logout',
      ),
    ],
  },
];

const SOURCE = /[\\/]src[\\/](?<path>[^?]+?)\.(?:tsx?|css)$/;
const PACKAGE = /.*[\\/]node_modules[\\/](?<name>(?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

function belongsTo(group: ChunkGroup, id: string): boolean {
  if (group.generated && id.startsWith(`\0${group.generated}`)) return true;
  const name = PACKAGE.exec(id)?.groups?.name?.replaceAll('\\', '/');
  if (name !== undefined) return group.packages?.includes(name) ?? false;
  const path = SOURCE.exec(id)?.groups?.path?.replaceAll('\\', '/');
  return path !== undefined && group.files.some((file) => (file.endsWith('/') ? path.startsWith(file) : path === file));
}

/** The groups as Rolldown's `codeSplitting` takes them. */
export const chunkGroups = () =>
  CHUNK_GROUPS.map((group) => ({ name: group.name, test: (id: string) => belongsTo(group, id) }));
