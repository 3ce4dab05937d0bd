import { formatPrice } from '#web/shared/money.ts';
import { formatCount } from '#web/shared/numbers.ts';
import { WholeFigure } from '#web/ui/whole-figure.tsx';
import type { OrderStats as Stats } from './orders-data.ts';

const COUNTS = [
  ['total', 'Total Orders'],
  ['pending', 'Pending'],
  ['confirmed', 'Confirmed'],
  ['processing', 'Processing'],
  ['shipped', 'Shipped'],
  ['delivered', 'Delivered'],
  ['cancelled', 'Cancelled'],
] as const satisfies readonly (readonly [keyof Stats, string])[];

/** Number of orders per status, and the total without cancelled orders. */
export function OrderStats({ stats }: { stats: Stats | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-[repeat(7,1fr)_1.4fr]">
      {COUNTS.map(([key, name]) => (
        <Figure key={key} name={name} value={stats && formatCount(stats[key])} />
      ))}
      <Figure name="Total Value" value={stats && formatPrice(stats.totalValue)} />
    </dl>
  );
}

function Figure({ name, value = '–' }: { name: string; value: string | undefined }) {
  return (
    <div className="panel px-4 py-3 max-sm:first:col-span-2 max-sm:last:col-span-2">
      <dt className="text-muted text-small">{name}</dt>
      <dd>
        <WholeFigure value={value} className="text-xl" />
      </dd>
    </div>
  );
}
