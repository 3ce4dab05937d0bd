/** Who may open a page: everybody, a customer who is logged in, or staff. */
type PageAccess = 'public' | 'customer' | 'admin';

export interface PageFacts {
  readonly access: PageAccess;
  /** In `/sitemap.xml`. Categories and products are added from the database. */
  readonly inSitemap?: true;
  /** Kept by the service worker after a visit and shown without a connection. */
  readonly offline?: true;
  /** Lighthouse and the response to input are measured on it, under this name (`npm run quality`). */
  readonly measuredAs?: string;
}

const PUBLIC = { access: 'public' } as const;
const CUSTOMER = { access: 'customer' } as const;
const ADMIN = { access: 'admin' } as const;
/** The same for everybody, to be found by search engines and readable without a connection. */
const INFORMATION = { access: 'public', inSitemap: true, offline: true } as const;

/**
 * Every page by its path pattern, with all that other parts need to know about it. A new page gets its line here and its
 * file in `src/web/routes.ts`, which does not compile without the other.
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
  '/admin': ADMIN,
  '/admin/products': ADMIN,
  '/admin/products/import': ADMIN,
  '/admin/products/import/:importId': ADMIN,
  '/admin/categories': ADMIN,
  '/admin/orders': ADMIN,
  '/admin/orders/:id/invoice': ADMIN,
  '/admin/profile': ADMIN,
  '/admin/users': ADMIN,
  '/admin/analytics': ADMIN,
  '/admin/outbox': ADMIN,
  '/admin/events': ADMIN,
  '/admin/messages': ADMIN,
  '/admin/settings': ADMIN,
  '/admin/coupons': ADMIN,
  '/admin/custom-fields': ADMIN,
  '/admin/holds': ADMIN,
  '/admin/audit': ADMIN,
} as const satisfies Readonly<Record<`/${string}`, PageFacts>>;

export type PagePath = keyof typeof PAGES;

/** The path patterns of the pages that `isWanted` picks, in the order of the table. */
export function pagesWhere(isWanted: (facts: PageFacts) => boolean): PagePath[] {
  return (Object.keys(PAGES) as PagePath[]).filter((path) => isWanted(PAGES[path]));
}

/** First segments, such as `/dashboard`, below which every page needs a login. */
export function privateSections(more: readonly string[] = []): string[] {
  const paths = [...pagesWhere(({ access }) => access !== 'public'), ...more];
  const sections = paths.map((path) => path.replace(/(?<=.)\/.*/, ''));
  return [...new Set(sections)];
}

/** Source of a regular expression that matches the addresses of these pages, without their query. */
export function pathPattern(paths: readonly string[]): string {
  return `^(?:${paths.map((path) => path.replace(/:\w+/g, '[^/]+')).join('|')})$`;
}
