import { COUPON_STATES, type CouponState } from '#domain/money/discount.ts';
import { Amount } from '#web/shared/amount.tsx';
import { formatDay } from '#web/shared/dates.ts';
import { useOpenDialog } from '#web/shared/forms/use-saved-input.ts';
import { formatCount } from '#web/shared/numbers.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Column } from '../shared/list/data-table.tsx';
import { FilterSelect } from '../shared/list/filter-select.tsx';
import { ListPage } from '../shared/list/list-page.tsx';
import { RowActions } from '../shared/list/row-actions.tsx';
import { useListAddress } from '../shared/list/use-list-address.ts';
import { usePagedList } from '../shared/list/use-paged-list.ts';
import { adminMeta } from '../shared/page-header.tsx';
import { useConfirmation } from '../shared/use-confirmation.ts';
import { useNotice } from '../shared/use-notice.ts';
import { CouponDialog } from './coupon-dialog.tsx';
import { type Coupon, useCouponWrites } from './coupons-data.ts';

export const meta = () => adminMeta('Coupons');

const STATES: Record<CouponState, readonly [label: string, tone: Tone]> = {
  active: ['Active', 'success'],
  scheduled: ['Scheduled', 'info'],
  expired: ['Expired', 'secondary'],
  used_up: ['Used up', 'warning'],
  inactive: ['Inactive', 'secondary'],
};

const STATE_OPTIONS = [
  ['all', 'All coupons'],
  ...COUPON_STATES.map((state) => [state, STATES[state][0]] as const),
] as const;

export default function CouponsPage() {
  const list = useListAddress({ filters: { state: ['all', ...COUPON_STATES] } });
  const coupons = usePagedList('GET /admin/coupons', {
    page: list.page,
    search: list.search,
    state: list.filters.state,
  });
  const { save, remove } = useCouponWrites();
  const { notice, notify } = useNotice();
  const [edited, setEdited] = useOpenDialog<Coupon | 'new'>('coupon');
  const deletion = useConfirmation<Coupon>({
    run: remove.mutate,
    busy: remove.isPending && 'Deleting…',
    done: ({ code }) => `Coupon ${code} deleted`,
    notify,
  });

  const add = (
    <Button onClick={() => setEdited('new')}>
      <Icon name="plus" /> Add Coupon
    </Button>
  );

  return (
    <>
      {notice}
      <ListPage
        title="Coupons"
        actions={add}
        search={{ label: 'Search coupons', placeholder: 'Code' }}
        filters={
          <FilterSelect
            label="Filter by state"
            value={list.filters.state}
            options={STATE_OPTIONS}
            onChoose={(state) => list.show({ filters: { state } })}
          />
        }
        query={coupons}
        list={list}
        nouns={['coupon', 'coupons']}
        empty={{
          title: list.isNarrowed ? 'No coupons found' : 'No coupons yet',
          hint: 'A coupon takes a percentage or an amount off a cart.',
          action: add,
        }}
        columns={columnsWith(setEdited, deletion.ask)}
        idOf={({ id }) => id}
      >
        {edited !== null && (
          <CouponDialog
            key={edited === 'new' ? 'new' : `${edited.id} ${edited.revision}`}
            coupon={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
            onNewer={setEdited}
            onSave={async (coupon, form, key) => {
              await save(coupon, form, key);
              setEdited(null);
              notify('success', coupon ? `Coupon ${coupon.code} updated` : 'Coupon created');
            }}
          />
        )}
        <ConfirmDialog {...deletion.dialog} title={`Delete ${deletion.record?.code}?`} confirmLabel="Delete coupon">
          It has not been used. Customers who have it in their cart will pay the full price. This cannot be undone.
        </ConfirmDialog>
      </ListPage>
    </>
  );
}

const columnsWith = (
  onEdit: (coupon: Coupon) => void,
  onDelete: (coupon: Coupon) => void,
): readonly Column<Coupon>[] => [
  {
    name: 'Code',
    className: 'font-semibold nums',
    cell: ({ code }) => <span className="block max-w-64 wrap-anywhere md:min-w-24">{code}</span>,
  },
  {
    name: 'Takes off',
    cell: ({ kind, value, minimum }) => (
      <span>
        <span className="nums">
          {kind === 'percentage' ? `${formatCount(Number(value))}%` : <Amount value={value} />}
        </span>
        {minimum !== '0.00' && (
          <span className="block text-muted text-small">
            from <Amount value={minimum} />
          </span>
        )}
      </span>
    ),
  },
  { name: 'Valid', isSpare: true, className: 'md:whitespace-nowrap', cell: validity },
  {
    name: 'Used',
    isFigure: true,
    cell: ({ times_used, usage_limit }) =>
      usage_limit === null ? formatCount(times_used) : `${formatCount(times_used)} of ${formatCount(usage_limit)}`,
  },
  { name: 'Orders', isFigure: true, isSpare: true, cell: ({ orders }) => formatCount(orders) },
  { name: 'Given', isFigure: true, isSpare: true, cell: ({ discount_given }) => <Amount value={discount_given} /> },
  {
    name: 'Status',
    cell: ({ state }) => <Badge tone={STATES[state][1]}>{STATES[state][0]}</Badge>,
  },
  {
    name: 'Actions',
    cell: (coupon) => (
      <RowActions
        name={coupon.code}
        onEdit={() => onEdit(coupon)}
        onDelete={coupon.times_used === 0 ? () => onDelete(coupon) : undefined}
      />
    ),
  },
];

const ONE_MS = 1;

function validity({ starts_at, ends_at }: Coupon): string {
  const first = starts_at && formatDay(starts_at);
  const last = ends_at && formatDay(new Date(Date.parse(ends_at) - ONE_MS).toISOString());
  if (first && last) return `${first} – ${last}`;
  if (first) return `from ${first}`;
  return last ? `until ${last}` : 'Always';
}
