import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  Button,
  buttonClass,
  createApi,
  DateTime,
  EmptyState,
  formatCount,
  formatPrice,
  Link,
  messageOf,
  Pagination,
  Picture,
  pageTitle,
  readPage,
  Skeleton,
  toast,
  toastFailure,
} from '#plugin/web';
import type { alertContract, OwnAlert } from '../contract.ts';
import { removeOwnAlert } from './own-alerts.ts';

const { call } = createApi<typeof alertContract>();
const KEY = 'own-alerts';
const addressOf = (page: number) => (page > 1 ? `/dashboard/alerts?page=${page}` : '/dashboard/alerts');

export const meta = () => [{ title: pageTitle('Your alerts') }, { name: 'robots', content: 'noindex' }];

/** The customer's alerts, with a button to remove each. */
export default function OwnAlertsPage() {
  const [address] = useSearchParams();
  const page = readPage(address);
  const { data, error, refetch } = useQuery({
    queryKey: [KEY, page],
    queryFn: ({ signal }) => call('GET /stock-and-price-alerts', { query: { page, per_page: 12 } }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <h1 className="mb-6 text-h2">Your alerts</h1>
      {error && !data && (
        <EmptyState
          icon="triangle-exclamation-point"
          title="Your alerts could not be loaded"
          action={
            <Button look="secondary" onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          {messageOf(error)}
        </EmptyState>
      )}
      {!error && !data && <Skeleton className="h-64" />}
      {data?.total === 0 && (
        <EmptyState
          icon="bell"
          title="No alerts"
          action={
            <Link to="/products" className={buttonClass('primary')}>
              Browse Products
            </Link>
          }
        >
          On the page of a product, ask for an email when it is back in stock or costs less.
        </EmptyState>
      )}
      {data && data.total > 0 && data.data.length === 0 && (
        <EmptyState
          icon="search-x"
          title="No alerts on this page"
          action={
            <Link to={addressOf(1)} className={buttonClass('primary')}>
              To the first page
            </Link>
          }
        >
          {data.total === 1 ? 'Your alert is' : `Your ${formatCount(data.total)} alerts are`} on an earlier one.
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <>
          <ul className="panel divide-y divide-line">
            {data.data.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </ul>
          <Pagination current={data.current_page} last={data.last_page} addressOf={addressOf} />
        </>
      )}
    </>
  );
}

function AlertRow({ alert }: { alert: OwnAlert }) {
  const { id, kind, product, variant, price, at_most, created_at } = alert;
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const address = variant ? `/products/${product.id}?variant=${variant.id}` : `/products/${product.id}`;

  const remove = async () => {
    setBusy(true);
    try {
      toast(await removeOwnAlert(id));
      await queries.invalidateQueries({ queryKey: [KEY] });
    } catch (error) {
      toastFailure(messageOf(error));
      setBusy(false);
    }
  };

  return (
    <li className="flex flex-wrap items-center gap-4 p-4">
      <Link to={address} tabIndex={-1} aria-hidden="true" className="w-16 shrink-0 overflow-hidden rounded-card">
        <Picture src={product.image} alt="" sizes="64px" />
      </Link>
      <div className="min-w-0 flex-[1_1_12rem]">
        <Link to={address} className="link wrap-anywhere font-semibold">
          {product.name}
        </Link>
        {variant && <p className="text-small wrap-anywhere">{variant.name}</p>}
        <p className="text-muted text-small">
          {kind === 'stock'
            ? 'When it is back in stock'
            : `When it costs ${formatPrice(at_most ?? price)} or less; now ${formatPrice(price)}`}
        </p>
        <p className="text-muted text-small">
          Since <DateTime at={created_at} />
        </p>
      </div>
      <Button
        look="secondary"
        small
        aria-label={`Remove: ${product.name}`}
        busy={busy && 'Removing…'}
        onClick={() => void remove()}
      >
        Remove
      </Button>
    </li>
  );
}
