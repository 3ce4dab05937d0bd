import type { DeliveryWindow } from '#domain/checkout/delivery-date.ts';
import { dayOf } from '#domain/shop/shop-day.ts';
import { messageOf } from '#web/api/api-error.ts';
import type { Data } from '#web/api/calls.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { ORDER_ICONS } from '#web/shared/orders/order-badge.tsx';
import { formatDays } from '#web/shared/shop/delivery-days.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useTracking } from '../shared/orders-data.ts';

type Tracking = Data<'GET /orders/{id}/track'>;

/** The steps of an order, done and to come, with its tracking number. */
export function OrderSteps({ id }: { id: string }) {
  const { data, error, refetch } = useTracking(id);
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className="mb-4 font-sans text-lg font-semibold">
        Tracking
      </h2>
      {!data && !error && <Skeleton className="h-80" />}
      {!data && error && (
        <div role="alert">
          <p className="text-danger">{messageOf(error)}</p>
          <Button look="secondary" small className="mt-3" onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      )}
      {data && (
        <>
          {data.expected_delivery && data.upcoming.length > 0 && <Expected days={data.expected_delivery} />}
          {data.tracking_number && <TrackingNumber number={data.tracking_number} carrier={data.carrier} />}
          <Timeline tracking={data} />
        </>
      )}
    </section>
  );
}

/** Shows the original promise, also when the parcel is late. */
function Expected({ days }: { days: DeliveryWindow }) {
  const isLate = dayOf(new Date(), shop().timezone) > days.to;
  if (!isLate) {
    return (
      <p className="mb-4">
        Expected delivery <strong>{formatDays(days)}</strong>
      </p>
    );
  }
  return (
    <p className="mb-4">
      This order was expected by <strong>{formatDays({ from: days.to, to: days.to })}</strong>. If you are waiting for
      it, please{' '}
      <Link to="/contact?subject=shipping" className="link">
        contact us
      </Link>
      .
    </p>
  );
}

function TrackingNumber({ number, carrier }: { number: string; carrier: Tracking['carrier'] }) {
  return (
    <p className="mb-4">
      Tracking number <strong className="wrap-anywhere nums">{number}</strong>
      {carrier && (
        <>
          {' '}
          <a href={carrier.url} className="link" target="_blank" rel="noreferrer">
            Track with {carrier.name}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </>
      )}
    </p>
  );
}

function Timeline({ tracking: { steps, upcoming, expected_delivery: expected } }: { tracking: Tracking }) {
  return (
    <ol className="timeline">
      {steps.map(({ status, label, at }, index) => (
        <li key={`${status} ${at}`} aria-current={index === steps.length - 1 ? 'step' : undefined}>
          <span className={`timeline-mark ${status === 'cancelled' ? 'bg-danger-soft text-danger' : ''}`}>
            <Icon name={ORDER_ICONS[status]} />
          </span>
          <p className="font-semibold">{label}</p>
          <p className="text-muted text-small">
            <DateTime at={at} withTime />
          </p>
        </li>
      ))}
      {upcoming.map(({ status, label }) => (
        <li key={status} className="timeline-next">
          <span className="timeline-mark">
            <Icon name={ORDER_ICONS[status]} />
          </span>
          <p>
            <span className="sr-only">Still to come: </span>
            {label}
          </p>
          {status === 'delivered' && expected && <p className="text-small">Expected {formatDays(expected)}</p>}
        </li>
      ))}
    </ol>
  );
}
