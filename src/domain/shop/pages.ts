/** Who may open a page: everybody, a signed-in customer, or an admin. */
type PageAccess = 'public' | 'customer' | 'admin';

export interface PageProperties {
  readonly access: PageAccess;
  /** In `/sitemap.xml`. Categories and products are added from the database. */
  readonly inSitemap?: true;
  /** Cached by the service worker after a visit and shown offline. */
  readonly offline?: true;
  /**
   * Entry in the menu of the back office, the command palette and the shortcuts; `key` is pressed after `g`. The page of
   * `/admin/holds` is the file `admin/holds/holds-page.tsx`. `isLast`: for operating the shop, below the pages of plug-ins.
   */
  readonly menu?: { readonly name: string; readonly icon: string; readonly key: string; readonly isLast?: true };
  /** Name under which Lighthouse and the response to input are measured (`npm run quality`). */
  readonly measuredAs?: string;
}

const PUBLIC = { access: 'public' } as const;
const CUSTOMER = { access: 'customer' } as const;
const ADMIN = { access: 'admin' } as const;
/** The same for everybody, indexed by search engines and readable offline. */
const INFORMATION = { access: 'public', inSitemap: true, offline: true } as const;

/**
 * Every page by its path pattern, with its properties. A new page needs an entry here and its file in
 * `src/web/routes.ts`: a route does not compile without its entry, and `routes.test.ts` finds an entry without a route.
 */
export const PAGES = {
  '/': { ...INFORMATION, measuredAs: 'home' },
  '/products': { ...INFORMATION, measuredAs: 'list' },
  '/products/category/:categoryId': { access: 'public', offline: true },
  '/products/:productId': { access: 'public', offline: true, measuredAs: 'product' },
  '/cart': { access: 'public', offline: true, measuredAs: 'cart' },
  '/wishlist': PUBLIC,
  '/login': PUBLIC,
  '/register': PUBLIC,
  '/forgot-password': PUBLIC,
  '/reset-password': PUBLIC,
  '/verify-email': PUBLIC,
  '/undo-email-change': PUBLIC,
  '/delete-account': PUBLIC,
  '/newsletter': PUBLIC,
  '/about': INFORMATION,
  '/contact': INFORMATION,
  '/faq': INFORMATION,
  '/shipping': INFORMATION,
  '/returns': INFORMATION,
  '/size-guide': INFORMATION,
  '/privacy': INFORMATION,
  '/terms': INFORMATION,
  '/cookies': INFORMATION,
  '/accessibility': INFORMATION,
  '/offline': PUBLIC,
  '/*': PUBLIC,
  '/checkout': CUSTOMER,
  '/order-success/:orderNumber': CUSTOMER,
  '/dashboard': CUSTOMER,
  '/dashboard/profile': CUSTOMER,
  '/dashboard/security': CUSTOMER,
  '/dashboard/orders': CUSTOMER,
  '/dashboard/orders/:orderId': CUSTOMER,
  '/dashboard/orders/:orderId/invoice': CUSTOMER,
  // The menu of the back office has the order of these lines: that of back-office §2, then the shop's own sections.
  '/admin': { access: 'admin', menu: { name: 'Dashboard', icon: 'layout-dashboard', key: 'd' } },
  '/admin/products': { access: 'admin', menu: { name: 'Products', icon: 'shopping-bag', key: 'p' } },
  '/admin/categories': { access: 'admin', menu: { name: 'Categories', icon: 'tags', key: 'c' } },
  '/admin/orders': { access: 'admin', menu: { name: 'Orders', icon: 'receipt-text', key: 'o' } },
  '/admin/users': { access: 'admin', menu: { name: 'Users', icon: 'users', key: 'u' } },
  '/admin/analytics': { access: 'admin', menu: { name: 'Analytics', icon: 'chart-column', key: 'a' } },
  '/admin/settings': { access: 'admin', menu: { name: 'Settings', icon: 'settings', key: 's' } },
  '/admin/profile': { access: 'admin', menu: { name: 'Profile', icon: 'circle-user', key: 'f' } },
  '/admin/holds': { access: 'admin', menu: { name: 'Stock holds', icon: 'lock', key: 'h' } },
  '/admin/coupons': { access: 'admin', menu: { name: 'Coupons', icon: 'ticket-percent', key: 'v' } },
  '/admin/custom-fields': { access: 'admin', menu: { name: 'Custom fields', icon: 'sliders-horizontal', key: 'k' } },
  '/admin/search': { access: 'admin', menu: { name: 'Search', icon: 'search', key: 'r' } },
  '/admin/messages': { access: 'admin', menu: { name: 'Messages', icon: 'mail', key: 'm' } },
  '/admin/outbox': { access: 'admin', menu: { name: 'Outbox', icon: 'send', key: 'x', isLast: true } },
  '/admin/events': { access: 'admin', menu: { name: 'Events', icon: 'share-2', key: 'e', isLast: true } },
  '/admin/system': { access: 'admin', menu: { name: 'System', icon: 'info', key: 'y', isLast: true } },
  '/admin/audit': { access: 'admin', menu: { name: 'Audit log', icon: 'rotate-ccw-clock', key: 'l', isLast: true } },
  '/admin/products/import': ADMIN,
  '/admin/products/import/:importId': ADMIN,
  '/admin/orders/:id/invoice': ADMIN,
} as const satisfies Readonly<Record<`/${string}`, PageProperties>>;

export type PagePath = keyof typeof PAGES;

/** The path patterns of matching pages, in table order. */
export function pagesWhere(isWanted: (facts: PageProperties) => boolean): PagePath[] {
  return (Object.keys(PAGES) as PagePath[]).filter((path) => isWanted(PAGES[path]));
}

/** First path segments, such as `/dashboard`, below which every page requires a login. */
export function privateSections(more: readonly string[] = []): string[] {
  const paths = [...pagesWhere(({ access }) => access !== 'public'), ...more];
  const sections = paths.map((path) => path.replace(/(?<=.)\/.*/, ''));
  return [...new Set(sections)];
}

/** Paths below these are not pages, or require a login. */
const OTHER_ADDRESSES = /^\/(admin|api|assets|dashboard|media)(\/|$)/;

/** Whether a path belongs to the shop itself: one of its pages without parameters, or below one of its folders. */
export const isShopAddress = (path: string): boolean =>
  (path in PAGES && !/[:*]/.test(path)) || OTHER_ADDRESSES.test(path);

/** Source of a regular expression that matches the paths of these pages, without query strings. */
export function pathPattern(paths: readonly string[]): string {
  const patterns = paths.map((path) => path.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+'));
  return `^(?:${patterns.join('|')})$`;
}
