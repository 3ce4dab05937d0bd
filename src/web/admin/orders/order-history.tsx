import { orderStatusLabel } from '#domain/orders/order-status.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { OrderDetail } from './orders-data.ts';

/** Every status change and note of the order: when, by whom, and why. */
export function OrderHistory({ history }: { history: OrderDetail['history'] }) {
  return (
    <section>
      <h3 className="mb-3">History</h3>
      <ol className="timeline">
        {history.map(({ from, to, note, actor, at }) => (
          <li key={`${at} ${to}`}>
            <span className={`timeline-mark ${to === 'cancelled' ? 'bg-danger-soft text-danger' : ''}`}>
              <Icon name={to === 'cancelled' ? 'x' : 'check'} />
            </span>
            <p className="font-semibold">
              {from === to
                ? 'Note'
                : [from, to]
                    .flatMap((one) => one ?? [])
                    .map(orderStatusLabel)
                    .join(' → ')}
            </p>
            <p className="text-muted text-small">
              <DateTime at={at} withTime /> · {actor ?? 'The shop'}
            </p>
            {note && <p className="mt-1 text-small whitespace-pre-line wrap-anywhere">{note}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
