import type { Target } from './target.ts';

/** A list or a screen of the back office has to be there within 150 ms: about seven a second by one merchant alone. */
const GOAL = 7;
/** Pages of a list that are asked for in turn. */
const PAGES = 50;

const CALLS: readonly (readonly [name: string, path: (n: number) => string])[] = [
  ['orders', (n) => `/orders?page=${1 + (n % PAGES)}&limit=20`],
  ['orders, deep', (n) => `/orders?page=${4_000 + (n % PAGES)}&limit=20`],
  ['orders, by status', (n) => `/orders?status=cancelled&page=${1 + (n % PAGES)}&limit=20`],
  ['orders, searched', (n) => `/orders?search=Buyer%20${100 + (n % 900)}`],
  ['orders, counted', () => '/orders/stats'],
  ['users', (n) => `/users?page=${1 + (n % PAGES)}&limit=20`],
  ['users, searched', (n) => `/users?search=buyer-${100 + (n % 900)}`],
  ['users, counted', () => '/users/stats'],
  ['products', (n) => `/products?page=${1 + (n % PAGES)}&per_page=10`],
  ['products, searched', (n) => `/products?search=ST-00${1_000 + (n % 900)}`],
  ['audit log', () => '/audit'],
  ['dashboard', () => '/dashboard/stats'],
  ['analytics, 7 days', () => '/analytics?period=7days'],
  ['analytics, 30 days', () => '/analytics?period=30days'],
  ['analytics, 90 days', () => '/analytics?period=90days'],
  ['analytics, 1 year', () => '/analytics?period=1year'],
  ['goals', () => '/analytics/goals'],
];

/** What a merchant opens in the back office, one call after the other. */
export function adminTargets(token: string): Target[] {
  return CALLS.map(([name, path]) => ({
    name: `admin: ${name}`,
    goal: GOAL,
    isHot: true,
    connections: 1,
    path: (n) => `/api/admin${path(n)}`,
    headers: () => ({ authorization: `Bearer ${token}` }),
  }));
}
