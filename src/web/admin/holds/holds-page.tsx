import { DateTime } from '#web/shared/date-time.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import type { Column } from '../shared/list/data-table.tsx';
import { ListPage } from '../shared/list/list-page.tsx';
import { useListAddress } from '../shared/list/use-list-address.ts';
import { usePagedList } from '../shared/list/use-paged-list.ts';
import { adminMeta } from '../shared/page-header.tsx';
import { useConfirmation } from '../shared/use-confirmation.ts';
import { useNotice } from '../shared/use-notice.ts';
import { type Hold, useReleaseHold } from './holds-data.ts';

export const meta = () => adminMeta('Stock holds');

/** Stock reserved for customers who are currently paying. */
export default function HoldsPage() {
  const list = useListAddress({ filters: {} });
  const holds = usePagedList('GET /admin/holds', { page: list.page, search: list.search });
  const release = useReleaseHold();
  const { notice, notify } = useNotice();
  const { ask, record, dialog } = useConfirmation<Hold>({
    run: ({ checkout_id }, handlers) => release.mutate(checkout_id, handlers),
    busy: release.isPending && 'Releasing…',
    done: () => 'The items are available again.',
    failure: 'Failed to release the hold',
    notify,
  });

  return (
    <>
      {notice}
      <ListPage
        title="Stock holds"
        intro="Stock reserved for customers who are currently paying."
        search={{ label: 'Search holds', placeholder: 'Customer or product' }}
        query={holds}
        list={list}
        nouns={['hold', 'holds']}
        empty={{
          title: list.isNarrowed ? 'No holds found' : 'Nothing is on hold',
          hint: 'Reserved items appear here while a customer pays, for 15 minutes at a time.',
        }}
        columns={columnsWith(ask)}
        idOf={idOf}
      >
        <ConfirmDialog {...dialog} title={`Release the items held for ${customerOf(record)}?`} confirmLabel="Release">
          This cancels the open payment and makes the reserved items available to others at once. The cart does not
          change.
        </ConfirmDialog>
      </ListPage>
    </>
  );
}

const idOf = ({ checkout_id, product, variant }: Hold) => `${checkout_id}-${product.id}-${variant?.id ?? ''}`;

const customerOf = (hold: Hold | null) => hold?.user?.name ?? 'a deleted account';

const columnsWith = (onRelease: (hold: Hold) => void): readonly Column<Hold>[] => [
  {
    name: 'Product',
    className: 'stretch',
    cell: ({ product, variant }) => (
      <span className="block min-w-0 max-md:pr-3 xl:max-w-96">
        <bdi className="block truncate font-semibold">{product.name}</bdi>
        <span className="block truncate text-muted text-small">
          {variant ? (
            <>
              <bdi>{variant.name}</bdi> · {product.sku}
            </>
          ) : (
            product.sku
          )}
        </span>
      </span>
    ),
  },
  {
    name: 'Customer',
    cell: ({ user }) =>
      user ? (
        <span className="block min-w-0 max-w-56 md:max-lg:max-w-36">
          <bdi className="block truncate">{user.name}</bdi>
          <span className="block truncate text-muted text-small">{user.email}</span>
          {!user.is_verified && <span className="block text-muted text-small">Email not verified</span>}
        </span>
      ) : (
        'Deleted account'
      ),
  },
  { name: 'Items', isFigure: true, cell: ({ pieces }) => pieces },
  {
    name: 'Since',
    isSpare: true,
    className: 'md:whitespace-nowrap',
    cell: ({ since }) => <DateTime at={since} withTime />,
  },
  { name: 'Until', className: 'md:whitespace-nowrap', cell: ({ until }) => <DateTime at={until} withTime /> },
  {
    name: 'Actions',
    cell: (hold) => (
      <Button
        look="quiet"
        small
        aria-label={`Release ${hold.product.name} held for ${customerOf(hold)}`}
        onClick={() => onRelease(hold)}
      >
        Release
      </Button>
    ),
  },
];
