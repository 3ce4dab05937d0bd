import { messageOf } from '#web/api/api-error.ts';
import { counted } from '#web/shared/counted.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Column } from '../shared/list/data-table.tsx';
import { FilterSelect } from '../shared/list/filter-select.tsx';
import { ListPage } from '../shared/list/list-page.tsx';
import { RetryAllFailed, RetrySelected } from '../shared/list/retry-many.tsx';
import { useListAddress } from '../shared/list/use-list-address.ts';
import { useOpenedId } from '../shared/list/use-opened-id.ts';
import { usePagedList } from '../shared/list/use-paged-list.ts';
import { useRowChoice } from '../shared/list/use-row-choice.ts';
import { nameWithCount } from '../shared/name-with-count.ts';
import { adminMeta } from '../shared/page-header.tsx';
import { useNotice } from '../shared/use-notice.ts';
import { MailBadge } from './mail-badge.tsx';
import { MailDialog } from './mail-dialog.tsx';
import { type OutboxMail, useOutboxStats, useRetryMail, useRetryMails } from './outbox-data.ts';

export const meta = () => adminMeta('Outbox');

const NOUNS = ['email', 'emails'] as const;

const isUnsent = ({ status }: OutboxMail): boolean => status !== 'sent';

export default function OutboxPage() {
  const [opened, open] = useOpenedId('mail');
  const list = useListAddress({ filters: { status: ['all', 'queued', 'sent', 'failed'] } });
  const { status } = list.filters;
  const mails = usePagedList('GET /admin/mails', {
    page: list.page,
    search: list.search,
    status: status === 'all' ? undefined : status,
  });
  const stats = useOutboxStats();
  const { notice, notify } = useNotice();
  const report = (count: number, more = '') => {
    const names = count === 1 ? 'The email' : counted(count, NOUNS);
    if (stats.data?.is_ready === false) {
      const verb = count === 1 ? 'has' : 'have';
      notify('danger', `${names} ${verb} not been sent yet: no mail server is set up.${more}`);
    } else notify('success', `${names} ${count === 1 ? 'is' : 'are'} being sent again.${more}`);
  };
  const retry = useRetryMail();
  const sendAgain = (id: number) =>
    retry.mutate(id, {
      onSuccess: () => report(1),
      onError: (error) => notify('danger', messageOf(error, 'Failed to send email')),
    });
  const unsent = (mails.data?.data ?? []).filter(isUnsent).map(({ id }) => id);
  const choice = useRowChoice(unsent);
  const retryProps = { nouns: NOUNS, retry: useRetryMails(), onRetried: report, notify };

  return (
    <>
      {opened === null && notice}
      <ListPage
        title="Outbox"
        actions={
          <RetryAllFailed {...retryProps} failed={stats.data?.failed}>
            Each is sent to its recipient again, the oldest first.
          </RetryAllFailed>
        }
        banner={
          stats.data &&
          !stats.data.is_ready && (
            <Banner tone="warning" className="mb-6">
              No mail server is set up: emails wait here until one is configured under{' '}
              <Link to="/admin/settings?tab=email" className="underline">
                Settings, Email
              </Link>
              .
            </Banner>
          )
        }
        search={{ label: 'Search emails', placeholder: 'Subject, name or email' }}
        filters={
          <FilterSelect
            label="Filter by status"
            value={status}
            options={[
              ['all', 'All emails'],
              ['queued', nameWithCount('Queued', stats.data?.queued)],
              ['sent', nameWithCount('Sent', stats.data?.sent)],
              ['failed', nameWithCount('Failed', stats.data?.failed)],
            ]}
            onChoose={(status) => list.show({ filters: { status } })}
          />
        }
        query={mails}
        list={list}
        nouns={NOUNS}
        empty={{
          title: list.isNarrowed ? 'No emails found matching your criteria' : 'No emails yet',
          hint: 'Emails from the shop appear here.',
        }}
        columns={columnsWith(open)}
        idOf={({ id }) => id}
        choice={{
          of: choice,
          nameOf: ({ subject, to }) => `${subject} to ${to.name || to.email}`,
          isSelectable: isUnsent,
        }}
        tableLabel="Emails"
      >
        <RetrySelected
          {...retryProps}
          choice={choice}
          skipReason={`already sent, or ${stats.data?.is_ready === false ? 'waiting for a mail server' : 'about to be'}`}
        />
        <MailDialog
          id={opened}
          onClose={() => open(null)}
          notice={notice}
          retry={sendAgain}
          isRetrying={retry.isPending}
        />
      </ListPage>
    </>
  );
}

const columnsWith = (onView: (id: number) => void): readonly Column<OutboxMail>[] => [
  {
    name: 'Subject',
    className: 'stretch',
    cell: ({ subject, last_error, status }) => (
      <span className="block min-w-0 xl:max-w-96">
        <span className="block truncate font-semibold" dir="auto">
          {subject}
        </span>
        {last_error && status !== 'sent' && <span className="block truncate text-danger text-small">{last_error}</span>}
      </span>
    ),
  },
  {
    name: 'To',
    cell: ({ to }) => (
      <span className="block min-w-0 max-w-56 md:max-lg:max-w-28 lg:max-xl:max-w-40">
        <span className="block truncate" dir="auto">
          {to.name}
        </span>
        <span className="block truncate text-muted text-small">{to.email}</span>
      </span>
    ),
  },
  { name: 'Status', cell: ({ status }) => <MailBadge status={status} /> },
  { name: 'Attempts', isFigure: true, isSpare: true, cell: ({ attempts }) => attempts },
  {
    name: 'Written',
    className: 'md:whitespace-nowrap',
    cell: ({ created_at }) => <DateTime at={created_at} withTime />,
  },
  {
    name: 'Actions',
    cell: ({ id, subject }) => (
      <Button look="quiet" small aria-label={`View email ${subject}`} onClick={() => onView(id)}>
        View
      </Button>
    ),
  },
];
