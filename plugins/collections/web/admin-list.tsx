import { useState } from 'react';
import type { Notify } from '#plugin/admin';
import {
  BulkBar,
  type Column,
  FilterSelect,
  ListPage,
  type RowChoice,
  useListAddress,
  useRowChoice,
} from '#plugin/admin';
import {
  Badge,
  Button,
  buttonClass,
  ConfirmDialog,
  DateTime,
  formatCount,
  Icon,
  Link,
  messageOf,
  Picture,
} from '#plugin/web';
import type { AdminCollectionRow } from '../admin-contract.ts';
import { useAdminCollections, useDeletion, useSetPublished } from './admin-data.ts';

const NOUNS = ['collection', 'collections'] as const;

const KINDS = [
  ['all', 'All kinds'],
  ['manual', 'Picked by hand'],
  ['rule', 'By rule'],
] as const;

const STATUSES = [
  ['all', 'All statuses'],
  ['published', 'Published'],
  ['hidden', 'Hidden'],
] as const;

const AddLink = () => (
  <Link to="/admin/collections/new" className={buttonClass('primary')}>
    <Icon name="plus" /> Add Collection
  </Link>
);

/** All collections. */
export function AdminList({ notify }: { notify: Notify }) {
  const list = useListAddress({
    filters: { kind: ['all', 'manual', 'rule'], status: ['all', 'published', 'hidden'] },
  });
  const answer = useAdminCollections({ page: list.page, search: list.search, ...list.filters });
  const choice = useRowChoice(answer.data?.data.map(({ id }) => id) ?? []);

  return (
    <ListPage
      title="Collections"
      intro="Products that belong together, each collection on a page of its own."
      actions={<AddLink />}
      list={list}
      search={{ label: 'Search collections', placeholder: 'Name or slug' }}
      filters={
        <>
          <FilterSelect
            label="Filter by kind"
            value={list.filters.kind}
            options={KINDS}
            onChoose={(kind) => list.show({ filters: { kind } })}
          />
          <FilterSelect
            label="Filter by status"
            value={list.filters.status}
            options={STATUSES}
            onChoose={(status) => list.show({ filters: { status } })}
          />
        </>
      }
      query={answer}
      nouns={NOUNS}
      empty={{
        title: list.isNarrowed ? 'No collections found matching your criteria' : 'No collections yet',
        hint: 'Pick products by hand, or let a rule find them.',
        action: <AddLink />,
      }}
      columns={COLUMNS}
      idOf={({ id }) => id}
      choice={{ of: choice, nameOf: ({ name }) => name }}
    >
      <BulkActions choice={choice} notify={notify} />
    </ListPage>
  );
}

interface BulkActionsProps {
  choice: RowChoice;
  notify: Notify;
}

/** Publishes, hides or deletes the chosen collections. */
function BulkActions({ choice, notify }: BulkActionsProps) {
  const [isDeleting, setDeleting] = useState(false);
  const setPublished = useSetPublished();
  const deletion = useDeletion();
  const ids = choice.ids.map(Number);
  const isBusy = setPublished.isPending || deletion.isPending;
  const done = {
    onSuccess: (message: string) => {
      notify('success', message);
      choice.clear();
    },
    onError: (error: unknown) => notify('danger', messageOf(error, 'Failed to change the collections')),
  };
  return (
    <>
      <BulkBar choice={choice} nouns={NOUNS}>
        <Button
          small
          busy={setPublished.isPending && 'Saving…'}
          onClick={() => setPublished.mutate({ ids, is_published: true }, done)}
        >
          Publish
        </Button>
        <Button
          look="secondary"
          small
          disabled={isBusy}
          onClick={() => setPublished.mutate({ ids, is_published: false }, done)}
        >
          Hide
        </Button>
        <Button look="secondary" small disabled={isBusy} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      </BulkBar>
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={ids.length === 1 ? 'Delete this collection?' : `Delete ${ids.length} collections?`}
        confirmLabel="Delete"
        busy={deletion.isPending && 'Deleting…'}
        onConfirm={() => deletion.mutate(ids, { ...done, onSettled: () => setDeleting(false) })}
      >
        Their pages are deleted permanently. The products stay.
      </ConfirmDialog>
    </>
  );
}

const COLUMNS: readonly Column<AdminCollectionRow>[] = [
  {
    name: 'Collection',
    className: 'stretch',
    cell: ({ id, name, slug, image }) => (
      <span className="flex min-w-0 items-center gap-3">
        <span className="w-12 flex-none overflow-hidden rounded-field">
          <Picture src={image} alt="" of="category" sizes="48px" />
        </span>
        <span className="min-w-0">
          <Link to={`/admin/collections/${id}`} className="link font-semibold wrap-anywhere" dir="auto">
            {name}
          </Link>
          <span className="block truncate text-muted text-small">/collections/{slug}</span>
        </span>
      </span>
    ),
  },
  { name: 'Kind', cell: ({ kind }) => (kind === 'rule' ? 'By rule' : 'Picked') },
  { name: 'Products', isFigure: true, cell: ({ product_count }) => formatCount(product_count) },
  { name: 'Status', cell: (row) => <Status {...row} /> },
  {
    name: 'Changed',
    isSpare: true,
    className: 'md:whitespace-nowrap',
    cell: ({ updated_at }) => <DateTime at={updated_at} />,
  },
  {
    name: 'Page',
    cell: ({ slug, name, is_visible }) =>
      is_visible && (
        <Link to={`/collections/${slug}`} className="link" aria-label={`View ${name} in the shop`}>
          View
        </Link>
      ),
  },
];

function Status({ is_published, is_visible, published_from }: AdminCollectionRow) {
  if (!is_published) return <Badge tone="secondary">Hidden</Badge>;
  if (is_visible) return <Badge tone="success">Published</Badge>;
  const isLater = published_from !== null && new Date(published_from) > new Date();
  return <Badge tone={isLater ? 'info' : 'secondary'}>{isLater ? 'Scheduled' : 'Ended'}</Badge>;
}
