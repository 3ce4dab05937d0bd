import type { CallKey } from './calls.ts';

type Shape = 'plain' | 'paged';

/** The specification's older endpoint for users, which is not in the contract. */
type ListKey = CallKey | 'GET /users';

/**
 * The lists of storefront §7 and back-office §7, which may be in `data` or `data.data`, and the shape that the pages
 * expect.
 */
const LISTS: Readonly<Partial<Record<ListKey, Shape>>> = {
  'GET /categories': 'plain',
  'GET /products': 'paged',
  'GET /products/featured': 'plain',
  'GET /products/{id}/related': 'plain',
  'GET /wishlist': 'plain',
  'GET /orders': 'paged',
  'GET /users': 'paged',
  'GET /admin/products': 'paged',
  'GET /admin/categories': 'paged',
  'GET /admin/orders': 'paged',
  'GET /admin/users': 'paged',
  'GET /admin/dashboard/recent-orders': 'plain',
};

interface ListResponse {
  readonly success?: unknown;
  readonly message?: unknown;
  readonly data?: unknown;
}

/**
 * Normalises a list response from either shape. A list needs no success flag, but a refusal stays one; other responses
 * are returned unchanged.
 */
export function normalizeList(key: string, answer: unknown): unknown {
  const shape = LISTS[key as ListKey];
  if (!shape || answer === null || typeof answer !== 'object') return answer;
  const { success = true, message = '', data } = (Array.isArray(answer) ? { data: answer } : answer) as ListResponse;
  const rows = rowsOf(data);
  if (!rows) return answer;
  if (shape === 'plain') return { success, message, data: rows };
  return { success, message, data: { ...onePage(rows), ...(Array.isArray(data) ? {} : (data as object)) } };
}

function rowsOf(data: unknown): readonly unknown[] | undefined {
  const rows = Array.isArray(data) ? data : (data as { data?: unknown } | null | undefined)?.data;
  return Array.isArray(rows) ? rows : undefined;
}

const onePage = (rows: readonly unknown[]) => ({
  current_page: 1,
  last_page: 1,
  per_page: rows.length,
  total: rows.length,
  data: rows,
});
