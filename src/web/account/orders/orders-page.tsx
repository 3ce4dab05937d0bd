import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { readPage } from '#domain/paging.ts';
import { MAX_ORDER_SEARCH } from '#domain/search/search-limits.ts';
import { dayOf } from '#domain/shop/shop-day.ts';
import { useAuth } from '#web/shared/auth/auth-state.ts';
import { counted } from '#web/shared/counted.ts';
import { Pagination } from '#web/shared/pagination.tsx';
import { pageTitle, shop } from '#web/shared/shop/shop.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useOrders } from '../shared/orders-data.ts';
import { OrdersList } from '../shared/orders-list.tsx';
import { OrderFilters, type OrderQuery } from './order-filters.tsx';

const PAGE_SIZE = 10;
const NO_FILTERS: OrderQuery = { search: '', status: '', year: '' };

export const meta = () => [{ title: pageTitle('Your orders') }, { name: 'robots', content: 'noindex' }];

/** Filters are in the URL: they survive a reload, Back and a bookmark. */
export default function OrdersPage() {
  const [params, setParams] = useSearchParams();
  const { user } = useAuth();
  const query = useMemo(() => readQuery(params), [params]);
  const page = readPage(params);
  const status = ORDER_STATUSES.find((each) => each === query.status);
  const orders = useOrders({
    page,
    per_page: PAGE_SIZE,
    ...(query.search && { search: query.search }),
    ...(status && { status }),
    ...(query.year && { year: Number(query.year) }),
  });
  const isFiltered = Object.values(query).some((value) => value !== '');
  const [isOpen, setOpen] = useState(isFiltered);
  const filter = (next: OrderQuery) => setParams(new URLSearchParams(written(next)), { preventScrollReset: true });

  const yearOf = (moment: Date) => Number(dayOf(moment, shop().timezone).slice(0, 4));
  const total = orders.data?.total;
  return (
    <>
      <div className="mb-6 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="text-2xl">Order History</h1>
        {total !== 0 && !isFiltered && (
          <Button look="quiet" small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Icon name="search" /> Find an order
          </Button>
        )}
      </div>
      {(isFiltered || isOpen) && (
        <OrderFilters
          query={query}
          since={yearOf(user ? new Date(user.created_at) : new Date())}
          now={yearOf(new Date())}
          isAsked={isOpen && !isFiltered}
          onFilter={filter}
        />
      )}
      <p role="status" className={isFiltered && total ? 'mb-3 text-muted' : 'sr-only'}>
        {isFiltered && total !== undefined && counted(total, ['order', 'orders'])}
      </p>
      {isFiltered && total === 0 ? (
        <EmptyState
          icon="search-x"
          title="No orders found"
          action={<Button onClick={() => filter(NO_FILTERS)}>Clear filters</Button>}
        >
          Try another order number or product, or all years.
        </EmptyState>
      ) : (
        <OrdersList orders={orders} label="Your orders" rows={PAGE_SIZE} />
      )}
      {orders.data && orders.data.data.length > 0 && (
        <Pagination
          current={orders.data.current_page}
          last={orders.data.last_page}
          addressOf={(other) => addressOf(query, other)}
        />
      )}
    </>
  );
}

const YEAR = /^2\d{3}$/;

function readQuery(params: URLSearchParams): OrderQuery {
  const text = (name: string) => params.get(name)?.trim() ?? '';
  return {
    search: text('search').slice(0, MAX_ORDER_SEARCH),
    status: ORDER_STATUSES.find((status) => status === text('status')) ?? '',
    year: YEAR.test(text('year')) ? text('year') : '',
  };
}

const written = (query: OrderQuery): [string, string][] => Object.entries(query).filter(([, value]) => value !== '');

function addressOf(query: OrderQuery, page: number): string {
  const entries = [...written(query), ...(page > 1 ? [['page', String(page)]] : [])];
  return `/dashboard/orders${entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''}`;
}
