import { messageOf } from '#web/api/api-error.ts';
import { Moment } from '#web/shared/moment.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useTracking } from '../shared/orders-data.ts';

/** The history of an order, and its tracking number. */
export function OrderSteps({ id }: { id: string }) {
  const { data, error, refetch } = useTracking(id);
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className="mb-4 font-sans text-lg font-semibold">
        Tracking
      </h2>
      {!data && !error && <Skeleton className="h-28" />}
      {!data && error && (
        <div role="alert">
          <p className="text-danger">{messageOf(error)}</p>
          <Button look="secondary" small className="mt-3" onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      )}
      {data?.tracking_number && (
        <p className="mb-4">
          Tracking number <strong className="wrap-anywhere nums">{data.tracking_number}</strong>
        </p>
      )}
      {data && (
        <ol className="timeline">
          {data.steps.map(({ status, label, at }) => (
            <li key={`${status} ${at}`}>
              <span className={`timeline-mark ${status === 'cancelled' ? 'bg-danger-soft text-danger' : ''}`}>
                <Icon name={status === 'cancelled' ? 'x' : 'check'} />
              </span>
              <p className="font-semibold">{label}</p>
              <p className="text-muted text-small">
                <Moment at={at} withTime />
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
