import { contactSubjectLabel } from '#domain/accounts/contact-subject.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '../shared/list/data-table.tsx';
import { FilterSelect } from '../shared/list/filter-select.tsx';
import { ListPage } from '../shared/list/list-page.tsx';
import { useListAddress } from '../shared/list/use-list-address.ts';
import { useOpenedId } from '../shared/list/use-opened-id.ts';
import { usePagedList } from '../shared/list/use-paged-list.ts';
import { adminMeta } from '../shared/page-header.tsx';
import { useNotice } from '../shared/use-notice.ts';
import { MessageDialog } from './message-dialog.tsx';
import { type Message, STATUS_LABELS, STATUS_TONES, STATUSES } from './messages-data.ts';

export const meta = () => adminMeta('Messages');

const STATUS_OPTIONS = [
  ['all', 'All statuses'],
  ...STATUSES.map((status) => [status, STATUS_LABELS[status]] as const),
] as const;

/** Messages from the contact form. */
export default function MessagesPage() {
  const [opened, open] = useOpenedId('message');
  const list = useListAddress({ filters: { status: ['all', ...STATUSES] } });
  const messages = usePagedList('GET /admin/messages', {
    page: list.page,
    search: list.search,
    status: list.filters.status,
  });
  const { notice, notify } = useNotice();

  return (
    <>
      {opened === null && notice}
      <ListPage
        title="Messages"
        intro="Messages from the contact form."
        search={{ label: 'Search messages', placeholder: 'Name, email or text' }}
        filters={
          <FilterSelect
            label="Filter by status"
            value={list.filters.status}
            options={STATUS_OPTIONS}
            onChoose={(status) => list.show({ filters: { status } })}
          />
        }
        query={messages}
        list={list}
        nouns={['message', 'messages']}
        empty={{
          title: list.isNarrowed ? 'No messages found' : 'No messages yet',
          hint: 'New messages appear here.',
        }}
        columns={columnsWith(open)}
        idOf={({ id }) => id}
      >
        <MessageDialog id={opened} onClose={() => open(null)} notice={notice} notify={notify} />
      </ListPage>
    </>
  );
}

const columnsWith = (onView: (id: number) => void): readonly Column<Message>[] => [
  {
    name: 'From',
    cell: ({ name, email }) => (
      <span className="block min-w-0 max-w-56 md:max-lg:max-w-36">
        <bdi className="block truncate font-semibold">{name}</bdi>
        <span className="block truncate text-muted text-small">{email}</span>
      </span>
    ),
  },
  {
    name: 'Message',
    className: 'stretch',
    cell: ({ subject, message }) => (
      <span className="block min-w-0 xl:max-w-96">
        <span className="block">{contactSubjectLabel(subject)}</span>
        <bdi className="block truncate text-muted text-small">{message}</bdi>
      </span>
    ),
  },
  { name: 'Date', className: 'md:whitespace-nowrap', cell: ({ created_at }) => <DateTime at={created_at} /> },
  { name: 'Status', cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge> },
  {
    name: 'Actions',
    cell: ({ id, name }) => (
      <Button look="quiet" small aria-label={`Open the message from ${name}`} onClick={() => onView(id)}>
        Open
      </Button>
    ),
  },
];
