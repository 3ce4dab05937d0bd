import { orderStatusLabel } from '#domain/orders/order-status.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { formatPrice } from '#web/shared/money.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { IconName } from '#web/ui/icon-names.ts';
import { Link } from '#web/ui/link.tsx';
import type { Analytics } from './analytics-data.ts';

type Activity = Analytics['activity'][number];

const ICONS: Readonly<Record<Activity['kind'], IconName>> = {
  order: 'receipt-text',
  status: 'truck',
  refund: 'rotate-ccw',
  registration: 'user',
};

/** Recent activity, independent of the period. */
export function ActivityPanel({ activity }: { activity: Analytics['activity'] }) {
  return (
    <section className="panel px-4 py-4 sm:px-6 sm:py-5" aria-labelledby="activity-title">
      <h2 id="activity-title" className="panel-title mb-2">
        Recent activity
      </h2>
      {activity.length === 0 && (
        <p className="py-6 text-muted">Orders, refunds and new customers appear here as soon as there are any.</p>
      )}
      <ul>
        {activity.map((event) => (
          <li key={`${event.kind} ${event.id}`} className="flex gap-3 border-b border-line py-2.5 last:border-0">
            <span className="mt-0.5 text-muted">
              <Icon name={ICONS[event.kind]} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block wrap-anywhere">
                <ActivityText event={event} />
              </span>
              <span className="text-muted text-small">
                <DateTime at={event.at} withTime />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ActivityText({ event }: { event: Activity }) {
  const { kind, name, order, userId, amount, currency, status } = event;
  const who = <bdi>{name}</bdi>;
  const link = order && (
    <Link to={`/admin/orders?order=${order.id}`} className="text-link whitespace-nowrap">
      {order.order_number}
    </Link>
  );
  const sum = amount === null ? null : formatPrice(amount, currency ?? undefined);
  if (kind === 'registration') {
    return (
      <>
        <Link to={`/admin/users?user=${userId}`} className="text-link">
          {who}
        </Link>{' '}
        registered
      </>
    );
  }
  if (kind === 'order') {
    return (
      <>
        {who} ordered {link} for {sum}
      </>
    );
  }
  if (kind === 'refund')
    return link ? (
      <>
        {sum} of {link} refunded to {who}
      </>
    ) : (
      <>{sum} of a payment without an order refunded</>
    );
  return (
    <>
      {link} of {who} became {status && orderStatusLabel(status).toLowerCase()}
    </>
  );
}
