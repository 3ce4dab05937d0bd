import { useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { counted } from '#web/shared/counted.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import type { Column } from '../shared/list/data-table.tsx';
import { FilterSelect } from '../shared/list/filter-select.tsx';
import { ListPage } from '../shared/list/list-page.tsx';
import { RetryAllFailed, RetrySelected } from '../shared/list/retry-many.tsx';
import { useListAddress } from '../shared/list/use-list-address.ts';
import { usePagedList } from '../shared/list/use-paged-list.ts';
import { useRowChoice } from '../shared/list/use-row-choice.ts';
import { nameWithCount } from '../shared/name-with-count.ts';
import { adminMeta } from '../shared/page-header.tsx';
import { useConfirmation } from '../shared/use-confirmation.ts';
import { useNotice } from '../shared/use-notice.ts';
import { EventBadge } from './event-badge.tsx';
import { EventDialog } from './event-dialog.tsx';
import { type EventDelivery, useChangeDelivery, useEventStats, useRetryDeliveries } from './events-data.ts';
import { SubjectLink } from './subject-link.tsx';

export const meta = () => adminMeta('Events');

const NOUNS = ['event', 'events'] as const;

const nameOf = ({ event, subject }: EventDelivery) => `${event.type} of ${subject.name ?? `#${subject.id}`}`;

/** Events that plug-ins failed to handle. */
export default function EventsPage() {
  const list = useListAddress({ filters: { status: ['all', 'retrying', 'failed'] } });
  const { status } = list.filters;
  const deliveries = usePagedList('GET /admin/event-deliveries', {
    page: list.page,
    status: status === 'all' ? undefined : status,
  });
  const stats = useEventStats();
  const { notice, notify } = useNotice();
  const retry = useChangeDelivery('retry');
  const dismiss = useChangeDelivery('dismiss');
  const [viewed, setViewed] = useState<EventDelivery | null>(null);
  const dismissal = useConfirmation<EventDelivery>({
    run: ({ id }, handlers) => dismiss.mutate(id, handlers),
    busy: dismiss.isPending && 'Dismissing…',
    done: () => 'The event was dismissed.',
    failure: 'Failed to dismiss the event',
    notify,
  });

  const report = (count: number, more = '') =>
    notify(
      'success',
      `${count === 1 ? 'The event' : counted(count, NOUNS)} will be delivered again within seconds.${more}`,
    );
  const choice = useRowChoice((deliveries.data?.data ?? []).map(({ id }) => id));
  const retryProps = { nouns: NOUNS, retry: useRetryDeliveries(), onRetried: report, notify };
  const retryNow = ({ id }: EventDelivery) =>
    retry.mutate(id, {
      onSuccess: () => report(1),
      onError: (error) => notify('danger', messageOf(error, 'Failed to retry the event')),
      onSettled: () => setViewed(null),
    });
  const askToDismiss = (delivery: EventDelivery) => {
    setViewed(null);
    dismissal.ask(delivery);
  };

  return (
    <>
      {notice}
      <ListPage
        title="Events"
        actions={
          <RetryAllFailed {...retryProps} failed={stats.data?.failed}>
            Each is delivered to its subscriber again, the oldest first.
          </RetryAllFailed>
        }
        intro="Events that a plug-in could not process. Each is retried for a day."
        filters={
          <FilterSelect
            label="Filter by status"
            value={status}
            options={[
              ['all', 'All problems'],
              ['retrying', nameWithCount('Retrying', stats.data?.retrying)],
              ['failed', nameWithCount('Failed', stats.data?.failed)],
            ]}
            onChoose={(status) => list.show({ filters: { status } })}
          />
        }
        query={deliveries}
        list={list}
        nouns={NOUNS}
        empty={{
          title: list.isNarrowed ? 'No events found matching your criteria' : 'No problems',
          hint:
            stats.data?.subscribers === 0
              ? 'No plug-in of this shop subscribes to events.'
              : 'Plug-ins have handled every event. Failures appear here.',
        }}
        columns={columnsWith(setViewed)}
        idOf={({ id }) => id}
        choice={{ of: choice, nameOf }}
      >
        <RetrySelected
          {...retryProps}
          choice={choice}
          skipReason="already delivered or dismissed, or about to be delivered"
        />
        <EventDialog
          delivery={viewed}
          onClose={() => setViewed(null)}
          onRetry={retryNow}
          onDismiss={askToDismiss}
          isRetrying={retry.isPending}
        />
        <ConfirmDialog {...dismissal.dialog} title={`Dismiss ${dismissal.record?.event.type}?`} confirmLabel="Dismiss">
          {dismissal.record?.subscriber} never gets this event and continues with the next one about this{' '}
          {dismissal.record?.subject.kind}. This cannot be undone.
        </ConfirmDialog>
      </ListPage>
    </>
  );
}

const columnsWith = (onView: (delivery: EventDelivery) => void): readonly Column<EventDelivery>[] => [
  {
    name: 'Event',
    className: 'stretch',
    cell: ({ event, last_error }) => (
      <span className="block min-w-0 xl:max-w-96">
        <span className="block truncate font-semibold">{event.type}</span>
        <span className="block truncate text-danger text-small">{last_error}</span>
      </span>
    ),
  },
  {
    name: 'About',
    cell: ({ subject }) => (
      <span className="block min-w-0 max-w-56 md:max-lg:max-w-36">
        <SubjectLink subject={subject} />
      </span>
    ),
  },
  { name: 'Subscriber', cell: ({ subscriber }) => <span className="wrap-break-word">{subscriber}</span> },
  {
    name: 'Status',
    cell: ({ status, next_attempt_at }) => (
      <span className="block">
        <EventBadge status={status} />
        {next_attempt_at && (
          <span className="block text-muted text-small md:whitespace-nowrap">
            Next: <DateTime at={next_attempt_at} withTime />
          </span>
        )}
      </span>
    ),
  },
  { name: 'Attempts', isFigure: true, isSpare: true, cell: ({ attempts }) => attempts },
  {
    name: 'Actions',
    cell: (delivery) => (
      <Button look="quiet" small aria-label={`View ${nameOf(delivery)}`} onClick={() => onView(delivery)}>
        View
      </Button>
    ),
  },
];
