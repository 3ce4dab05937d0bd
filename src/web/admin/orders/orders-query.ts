import { isOrderStatus, type OrderStatus } from '#domain/order-status.ts';

/** What the address asks for. */
export interface OrdersQuery {
  readonly page: number;
  readonly status: OrderStatus | 'all';
  readonly search: string;
}

export function readOrdersQuery(search: URLSearchParams): OrdersQuery {
  const status = search.get('status') ?? '';
  return {
    page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
    status: isOrderStatus(status) ? status : 'all',
    search: search.get('search')?.trim() ?? '',
  };
}

/** The address of a list; whatever is as usual is left out. */
export function ordersAddress({ page, status, search }: OrdersQuery): string {
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  if (status !== 'all') query.set('status', status);
  if (page > 1) query.set('page', String(page));
  return `/admin/orders${query.size > 0 ? `?${query}` : ''}`;
}
