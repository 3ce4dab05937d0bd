import { useState } from 'react';
import { BulkBar } from '#web/admin/shared/list/bulk-bar.tsx';
import { type Column, DataTable } from '#web/admin/shared/list/data-table.tsx';
import { FailedList, ListView } from '#web/admin/shared/list/list-view.tsx';
import type { Sort } from '#web/admin/shared/list/use-list-address.ts';
import { useRowChoice } from '#web/admin/shared/list/use-row-choice.ts';
import { PageHeader } from '#web/admin/shared/page-header.tsx';
import { Amount } from '#web/shared/amount.tsx';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { GalleryEntry } from './entry.ts';
import { orders } from './samples.ts';

type Order = (typeof orders)[number];

const TONES: Readonly<Record<Order['status'], Tone>> = { paid: 'info', shipped: 'success', cancelled: 'secondary' };
const NOUNS = ['order', 'orders'] as const;

const COLUMNS: readonly Column<Order>[] = [
  { name: 'Order', sort: 'number', cell: (order) => order.number },
  { name: 'Customer', sort: 'customer', cell: (order) => order.customer },
  { name: 'Status', cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
  { name: 'Total', isFigure: true, sort: 'total', cell: (order) => <Amount value={order.total} /> },
  {
    name: 'Actions',
    cell: (order) => (
      <Button look="quiet" small aria-label={`Open ${order.number}`}>
        Open
      </Button>
    ),
  },
];

function Table() {
  const [sort, setSort] = useState<Sort | null>({ by: 'number', order: 'desc' });
  const choice = useRowChoice(orders.map(({ id }) => id));
  return (
    <>
      <DataTable
        label="Orders"
        columns={COLUMNS}
        rows={orders}
        idOf={({ id }) => id}
        list={{ sort, show: (changes) => setSort(changes.sort ?? null) }}
        choice={{ of: choice, nameOf: ({ number }) => number }}
      />
      <BulkBar choice={choice} nouns={NOUNS}>
        <Button small>Mark as shipped</Button>
      </BulkBar>
    </>
  );
}

const ANSWER = { data: undefined, error: null, isPlaceholderData: false, refetch: () => undefined };
const LIST = {
  page: 1,
  isNarrowed: false,
  clear: () => undefined,
  turnTo: () => undefined,
  addressOf: () => '/dev/gallery',
};
const WORDS = {
  nouns: NOUNS,
  failure: 'The orders could not be loaded',
  empty: { title: 'No orders found', hint: 'Orders appear here as soon as somebody buys something.' },
};
const EMPTY = { ...ANSWER, data: { data: [], total: 0, current_page: 1, last_page: 1 } };
const noRows = () => null;

const LoadingList = () => (
  <ListView query={ANSWER} list={LIST} {...WORDS}>
    {noRows}
  </ListView>
);
const EmptyList = () => (
  <ListView query={EMPTY} list={LIST} {...WORDS}>
    {noRows}
  </ListView>
);
const NothingFound = () => (
  <ListView query={EMPTY} list={{ ...LIST, isNarrowed: true }} {...WORDS}>
    {noRows}
  </ListView>
);
const BrokenList = () => (
  <FailedList title={WORDS.failure} error={new Error('The shop could not be reached.')} onRetry={() => undefined} />
);

const Header = () => (
  <PageHeader title="Orders" trail={[['Customers', '/admin/users']]} actions={<Button small>Export</Button>}>
    What was bought, newest first.
  </PageHeader>
);

export const BACK_OFFICE: readonly GalleryEntry[] = [
  { title: 'Page header', Example: Header },
  { title: 'Table', Example: Table },
  { title: 'List, loading', Example: LoadingList },
  { title: 'List, empty', Example: EmptyList },
  { title: 'List, nothing found', Example: NothingFound },
  { title: 'List, failed', Example: BrokenList },
];
