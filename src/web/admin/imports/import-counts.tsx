import { formatCount } from '#web/shared/numbers.ts';
import { countLeft, hasEnded, type ImportDetail } from './imports-data.ts';

/** Result of the check or the run in numbers. */
export function ImportCounts({ detail }: { detail: ImportDetail }) {
  const { counts, written } = detail;
  const left = countLeft(detail);
  const done: readonly (readonly [string, number])[] = [
    ['Created', written.created],
    ['Updated', written.updated],
    ...(left > 0 ? [['Not imported', left] as const] : []),
  ];
  const planned = [['To create', counts.create] as const, ['To update', counts.update] as const];
  const figures = [
    ...(hasEnded(detail) ? done : planned),
    ['Unchanged', counts.unchanged] as const,
    ['Errors', counts.error] as const,
  ];
  return (
    <dl className={`grid grid-cols-2 gap-3 ${figures.length > 4 ? 'sm:grid-cols-3 xl:grid-cols-5' : 'lg:grid-cols-4'}`}>
      {figures.map(([name, count]) => (
        <div key={name} className="panel flex flex-col-reverse p-4">
          <dt className="text-muted text-small">{name}</dt>
          <dd className={`text-h2 nums ${name === 'Errors' && count > 0 ? 'text-danger' : ''}`}>
            {formatCount(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
