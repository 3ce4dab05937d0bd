import { DateTime } from '#web/shared/date-time.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EventBadge } from './event-badge.tsx';
import type { EventDelivery } from './events-data.ts';
import { SubjectLink } from './subject-link.tsx';

interface EventDialogProps {
  /** Null while none is open. */
  delivery: EventDelivery | null;
  onClose: () => void;
  onRetry: (delivery: EventDelivery) => void;
  onDismiss: (delivery: EventDelivery) => void;
  isRetrying: boolean;
}

/** One event that a subscriber could not handle, with its payload and the whole error. */
export function EventDialog({ delivery, onClose, ...actions }: EventDialogProps) {
  return (
    <Dialog isOpen={delivery !== null} onClose={onClose} title="Event" className="dialog-wide">
      {delivery && <Details delivery={delivery} {...actions} />}
    </Dialog>
  );
}

function Details({
  delivery,
  onRetry,
  onDismiss,
  isRetrying,
}: Omit<EventDialogProps, 'delivery' | 'onClose'> & { delivery: EventDelivery }) {
  const { event, subject, subscriber, status, attempts, last_error, next_attempt_at, blocked } = delivery;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 text-lg font-semibold wrap-anywhere">{event.type}</p>
        <EventBadge status={status} />
      </div>
      <p className="text-muted wrap-anywhere">
        <SubjectLink subject={subject} />, <DateTime at={event.created_at} withTime />. Subscriber: {subscriber}.
        Attempts: {attempts}.
        {next_attempt_at && (
          <>
            {' '}
            Next attempt: <DateTime at={next_attempt_at} withTime />.
          </>
        )}
      </p>
      <p className="text-danger wrap-anywhere">{last_error}</p>
      {blocked > 0 && (
        <p className="text-muted">
          {blocked === 1 ? 'One later event' : `${blocked} later events`} about this {subject.kind} will be delivered to{' '}
          {subscriber} once this one is handled or dismissed.
        </p>
      )}
      <pre className="panel overflow-x-auto p-6 text-small whitespace-pre-wrap wrap-anywhere">
        {JSON.stringify(event.payload, null, 2)}
      </pre>
      <div className="dialog-actions">
        <Button look="secondary" onClick={() => onDismiss(delivery)}>
          Dismiss
        </Button>
        <Button busy={isRetrying && 'Retrying…'} onClick={() => onRetry(delivery)}>
          Retry now
        </Button>
      </div>
    </div>
  );
}
