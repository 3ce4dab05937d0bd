/** One back office call, made sequentially by one merchant. */
export interface AdminCall {
  readonly name: string;
  /** Target for the 95th percentile of a hundred responses, in milliseconds. */
  readonly goal: number;
  /** Path of the n-th call below `/api/admin`. */
  readonly path: (n: number) => string;
}

/** A list or page. */
const LIST_GOAL = 150;
/** One analytics period with all its parts. */
const ANALYTICS_GOAL = 100;
/** Pages of a list, requested in turn. */
const PAGES = 50;

/** A list is read at its beginning, middle and end, a different page each time if possible. */
interface List {
  readonly name: string;
  readonly path: string;
  /** Rows per page, by the endpoint's parameter name. */
  readonly size: `${'limit' | 'per_page'}=${number}`;
  /** Number of pages; one: only the first is read. */
  readonly pages: number;
}

function callsOf({ name, path, size, pages }: List): AdminCall[] {
  const separator = path.includes('?') ? '&' : '?';
  const at = (where: string, page: (n: number) => number): AdminCall => ({
    name: `${name}${where}`,
    goal: LIST_GOAL,
    path: (n) => `${path}${separator}page=${Math.max(1, page(n))}&${size}`,
  });
  if (pages === 1) return [at('', () => 1)];
  const turn = Math.min(PAGES, Math.floor(pages / 4));
  return [
    at(', first', (n) => 1 + (n % turn)),
    at(', middle', (n) => Math.floor(pages / 2) + (n % turn)),
    at(', last', (n) => pages - (n % turn)),
  ];
}

const LISTS: readonly List[] = [
  { name: 'orders', path: '/orders', size: 'limit=20', pages: 5_000 },
  { name: 'orders delivered', path: '/orders?status=delivered', size: 'limit=20', pages: 4_650 },
  { name: 'orders cancelled', path: '/orders?status=cancelled', size: 'limit=20', pages: 250 },
  ...['a', 'ad', 'example.com', 'garcia', 'ORD-2026-0', 'zzz', 'TRACK-4711', 'ORD-2026-09', '4711'].map((text) => ({
    name: `orders with “${text}”`,
    path: `/orders?search=${text}`,
    size: 'limit=20' as const,
    pages: 1,
  })),
  { name: 'orders with “an”', path: '/orders?search=an', size: 'limit=20', pages: 2_000 },
  { name: 'delivered orders with “an”', path: '/orders?search=an&status=delivered', size: 'limit=20', pages: 1 },
  { name: 'users', path: '/users', size: 'limit=20', pages: 1_000 },
  { name: 'users by name', path: '/users?sortBy=name&sortOrder=asc', size: 'limit=20', pages: 1_000 },
  { name: 'users by login', path: '/users?sortBy=last_login_at', size: 'limit=20', pages: 1_000 },
  { name: 'users inactive', path: '/users?status=inactive', size: 'limit=20', pages: 40 },
  { name: 'customers', path: '/users?role=customer&status=active', size: 'limit=20', pages: 950 },
  ...['a', 'ad', 'example.com', 'garcia', 'zzz', '4711'].map((text) => ({
    name: `users with “${text}”`,
    path: `/users?search=${text}`,
    size: 'limit=20' as const,
    pages: 1,
  })),
  { name: 'products', path: '/products', size: 'per_page=10', pages: 5_000 },
  ...(['name', 'sku', 'price', 'stock'] as const).map((key) => ({
    name: `products by ${key}`,
    path: `/products?sortBy=${key}&sortOrder=desc`,
    size: 'per_page=10' as const,
    pages: 5_000,
  })),
  ...(['active', 'in_stock', 'low_stock', 'out_of_stock'] as const).map((status) => ({
    name: `products ${status}`,
    path: `/products?status=${status}`,
    size: 'per_page=10' as const,
    pages: { active: 5_000, in_stock: 4_200, low_stock: 200, out_of_stock: 400 }[status],
  })),
  { name: 'products inactive', path: '/products?status=inactive', size: 'per_page=10', pages: 1 },
  { name: 'products of a category', path: '/products?category=3', size: 'per_page=10', pages: 200 },
  {
    name: 'low stock of a category by stock',
    path: '/products?category=3&status=low_stock&sortBy=stock',
    size: 'per_page=10',
    pages: 1,
  },
  { name: 'in stock by price', path: '/products?status=in_stock&sortBy=price', size: 'per_page=10', pages: 4_000 },
  ...['a', 'so', 'lamp', 'ST-00', 'ST-004711', 'zzz'].map((text) => ({
    name: `products with “${text}”`,
    path: `/products?search=${text}`,
    size: 'per_page=10' as const,
    pages: 1,
  })),
  { name: 'low stock with “a”', path: '/products?status=low_stock&search=a', size: 'per_page=10', pages: 1 },
  { name: '“a” by stock', path: '/products?sortBy=stock&search=a', size: 'per_page=10', pages: 2_000 },
  { name: 'categories', path: '/categories', size: 'per_page=12', pages: 1 },
  { name: 'categories with “a”', path: '/categories?search=a', size: 'per_page=12', pages: 1 },
  { name: 'coupons', path: '/coupons', size: 'per_page=12', pages: 160 },
  { name: 'coupons expired', path: '/coupons?state=expired', size: 'per_page=12', pages: 40 },
  { name: 'coupons with “1”', path: '/coupons?search=1', size: 'per_page=12', pages: 1 },
  { name: 'outbox', path: '/mails', size: 'per_page=12', pages: 8_000 },
  { name: 'outbox failed', path: '/mails?status=failed', size: 'per_page=12', pages: 40 },
  ...['a', 'garcia', 'zzz'].map((text) => ({
    name: `outbox with “${text}”`,
    path: `/mails?search=${text}`,
    size: 'per_page=12' as const,
    pages: 1,
  })),
  { name: 'messages', path: '/messages', size: 'per_page=12', pages: 1_600 },
  { name: 'messages open', path: '/messages?status=open', size: 'per_page=12', pages: 400 },
  ...['a', 'garcia', 'order', 'zzz'].map((text) => ({
    name: `messages with “${text}”`,
    path: `/messages?search=${text}`,
    size: 'per_page=12' as const,
    pages: 1,
  })),
  { name: 'audit log', path: '/audit', size: 'per_page=12', pages: 8_300 },
  { name: 'audit log of orders', path: '/audit?entity=order', size: 'per_page=12', pages: 2_000 },
  { name: 'audit log of two years', path: '/audit?from=2024-01-01&to=2999-01-01', size: 'per_page=12', pages: 8_000 },
  ...['a', 'status', '4711', 'zzz'].map((text) => ({
    name: `audit log with “${text}”`,
    path: `/audit?search=${text}`,
    size: 'per_page=12' as const,
    pages: 1,
  })),
  { name: 'payments to look at', path: '/payments/problems', size: 'limit=20', pages: 50 },
  { name: 'imports', path: '/imports', size: 'per_page=12', pages: 24 },
  { name: 'rows of an import', path: '/imports/300/rows', size: 'per_page=12', pages: 4_000 },
  { name: 'errors of an import', path: '/imports/300/rows?outcome=error', size: 'per_page=12', pages: 200 },
];

const PERIODS = ['7days', '30days', '90days', '1year'] as const;

const call = (name: string, path: AdminCall['path'], goal = LIST_GOAL): AdminCall => ({ name, path, goal });

const SCREENS: readonly AdminCall[] = [
  call('dashboard, figures', () => '/dashboard/stats'),
  call('dashboard, stock', () => '/dashboard/product-stats'),
  call('dashboard, newest orders', () => '/dashboard/recent-orders?limit=5'),
  call('orders, figures', () => '/orders/stats'),
  call('users, figures', () => '/users/stats'),
  call('outbox, figures', () => '/mails/stats'),
  call('audit log, choices', () => '/audit/choices'),
  call('one order', (n) => `/orders/${1 + ((n * 997) % 100_000)}`),
  call('one user with orders', (n) => `/users/${200 + ((n * 97) % 19_000)}`),
  call('one product', (n) => `/products/${1 + ((n * 97) % 50_000)}`),
  ...['a', 'ad', 'garcia', 'example.com', 'lamp', '4711', 'zzz'].map((text) =>
    call(`search for “${text}”`, () => `/search?q=${text}`),
  ),
  ...PERIODS.map((period) => call(`analytics, ${period}`, () => `/analytics?period=${period}`, ANALYTICS_GOAL)),
  call('analytics, CSV of 1year', () => '/analytics/export?period=1year', ANALYTICS_GOAL),
  call('goals', () => '/analytics/goals', ANALYTICS_GOAL),
  call('sales of a year', () => '/reports/sales?from=2025-11-22&to=2026-11-21'),
  call('report of a year, a part', () => '/reports/orders?from=2025-11-22&to=2026-11-21'),
];

/**
 * What a merchant opens in the back office: every list with its filters, sort orders and searches, and every page of
 * figures.
 */
export const adminCalls: readonly AdminCall[] = [...LISTS.flatMap(callsOf), ...SCREENS];
