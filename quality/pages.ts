/** The pages that Lighthouse and the response to input are measured on. */
export const MEASURED_PAGES = [
  { page: 'home', path: '/' },
  { page: 'list', path: '/products' },
  { page: 'product', path: '/products/1' },
  { page: 'cart', path: '/cart' },
] as const;

/** Whose browser walks which pages. */
export type Visitor = 'guest' | 'shopper' | 'admin';

export const ACCOUNTS = {
  shopper: { email: 'shopper@stoa.test', password: 'stoa-shopper-demo' },
  admin: { email: 'admin@stoa.test', password: 'stoa-admin-demo' },
} as const;

/** Every page that is there for everybody, and the faces of those that have several. */
export const GUEST_PAGES = [
  '/',
  '/products',
  '/products?search=lamp&sortBy=price&sortOrder=desc',
  '/products?search=zzzzzzzz',
  '/products/category/2',
  '/products/1',
  '/products/999999',
  '/cart',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password?token=used',
  '/verify-email?token=used',
  '/newsletter?token=used',
  '/about',
  '/contact',
  '/faq',
  '/faq?search=zzzzzzzz',
  '/returns',
  '/shipping',
  '/size-guide',
  '/cookies',
  '/terms',
  '/privacy',
  '/offline',
  '/nothing-here',
];
const SHOPPER = [
  '/cart',
  '/checkout',
  '/wishlist',
  '/dashboard',
  '/dashboard/profile',
  '/dashboard/security',
  '/dashboard/orders',
];
const ADMIN = [
  '/admin',
  '/admin/products',
  '/admin/categories',
  '/admin/orders',
  '/admin/users',
  '/admin/coupons',
  '/admin/messages',
  '/admin/outbox',
  '/admin/holds',
  '/admin/audit',
  '/admin/settings',
  '/admin/profile',
];

/** The addresses of each visitor; those of one order depend on the demo's orders. */
export function pagesOf(order: { id: number; number: string }): Readonly<Record<Visitor, readonly string[]>> {
  return {
    guest: GUEST_PAGES,
    shopper: [
      ...SHOPPER,
      `/dashboard/orders/${order.id}`,
      `/dashboard/orders/${order.id}/invoice`,
      `/order-success/${order.number}`,
    ],
    admin: [...ADMIN, `/admin/orders/${order.id}/invoice`],
  };
}

/** Their document is answered with 404, which the browser itself notes in its console. */
export const ANSWERED_BY_404: readonly string[] = ['/products/999999', '/nothing-here'];
