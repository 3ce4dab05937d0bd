import { formatCount } from '#web/shared/numbers.ts';
import type { UserStats as Stats } from './users-data.ts';

const COUNTS = [
  ['total', 'Total Users'],
  ['active', 'Active'],
  ['inactive', 'Inactive'],
  ['admins', 'Admins'],
  ['customers', 'Customers'],
  ['newThisMonth', 'New This Month'],
] as const satisfies readonly (readonly [keyof Stats, string])[];

/** Number of accounts of each kind. */
export function UserStats({ stats }: { stats: Stats | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {COUNTS.map(([key, name]) => (
        <div key={key} className="panel px-4 py-3">
          <dt className="text-muted text-small">{name}</dt>
          <dd className="text-xl font-semibold nums">{stats ? formatCount(stats[key]) : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
