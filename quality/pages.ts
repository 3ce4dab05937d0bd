import { PAGES, type PagePath, type PageProperties, pagesWhere } from '#domain/shop/pages.ts';
import shop from '../shop.config.ts';
import { pagesOf } from '../src/plugin/pages.ts';

/** Pages of an order: `pagesByVisitor` fills in the demo shop's. */
type OrderPage = Extract<PagePath, `${string}order${string}/:${string}`>;
type PageWithParameter = Exclude<Extract<PagePath, `${string}:${string}`>, OrderPage>;
type Addresses<Path extends PagePath> = Record<Path, readonly string[]>;

/** URLs for pages with parameters, and variants of a page that look different. Other pages are opened at their path. */
const ADDRESSES: Addresses<PageWithParameter> & Partial<Addresses<PagePath>> = {
  '/products': ['/products', '/products?search=lamp&sortBy=price&sortOrder=desc', '/products?search=zzzzzzzz'],
  '/products/category/:categoryId': ['/products/category/2'],
  '/products/:productId': ['/products/1', '/products/999999'],
  '/reset-password': ['/reset-password?token=used'],
  '/verify-email': ['/verify-email?token=used'],
  '/undo-email-change': ['/undo-email-change?token=used'],
  '/delete-account': ['/delete-account?token=used'],
  '/newsletter': ['/newsletter?token=used'],
  '/faq': ['/faq', '/faq?search=zzzzzzzz'],
  '/*': ['/nothing-here'],
  // The demo shop has no import.
  '/admin/products/import/:importId': [],
};

const addressesOf = (path: PagePath): readonly string[] => ADDRESSES[path] ?? [path];
const pluginPages = shop.plugins.flatMap(pagesOf);
const pagesFor = (access: PageProperties['access']) => [
  ...pagesWhere((facts) => facts.access === access).flatMap(addressesOf),
  ...pluginPages.filter(({ facts }) => facts.access === access).flatMap(({ examples }) => examples),
];

/** The pages for Lighthouse and the response to input. */
export const MEASURED_PAGES = pagesWhere(({ measuredAs }) => measuredAs !== undefined).map((path) => {
  const { measuredAs = path }: PageProperties = PAGES[path];
  return { page: measuredAs, path: addressesOf(path)[0] ?? path };
});

/** Which visitor opens which pages. */
export type Visitor = 'guest' | 'shopper' | 'admin';

export const ACCOUNTS = {
  shopper: { email: 'shopper@stoa.test', password: 'stoa-shopper-demo' },
  admin: { email: 'admin@stoa.test', password: 'stoa-admin-demo' },
} as const;

/** Every public page, in its variants. */
export const GUEST_PAGES = pagesFor('public');

/** The URLs for each visitor; order URLs depend on the demo's orders. */
export function pagesByVisitor(order: { id: number; number: string }): Readonly<Record<Visitor, readonly string[]>> {
  const filled = (path: string) =>
    path.replace(':orderNumber', order.number).replace(/:(orderId|id)\b/, String(order.id));
  return {
    guest: GUEST_PAGES,
    // Both look different with content.
    shopper: ['/cart', '/wishlist', ...pagesFor('customer').map(filled)],
    admin: pagesFor('admin').map(filled),
  };
}

/** Their document has status 404, which the browser logs in its console. */
export const ANSWERED_BY_404: readonly string[] = ['/products/999999', '/nothing-here'];
