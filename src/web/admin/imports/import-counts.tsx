import type { ImportDetail } from './imports-data.ts';

/** What the check found or the run has done, in figures. */
export function ImportCounts({ detail: { status, counts, written } }: { detail: ImportDetail }) {
  const hasRun = status === 'done' || written.created + written.updated > 0;
  const figures: readonly (readonly [string, number])[] = [
    hasRun ? ['Created', written.created] : ['To create', counts.create],
    hasRun ? ['Updated', written.updated] : ['To update', counts.update],
    ['Unchanged', counts.unchanged],
    ['Errors', counts.error],
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {figures.map(([name, count]) => (
        <div key={name} className="panel flex flex-col-reverse p-4">
          <dt className="text-muted text-small">{name}</dt>
          <dd className={`text-h2 nums ${name === 'Errors' && count > 0 ? 'text-danger' : ''}`}>
            {count.toLocaleString('en-US')}
          </dd>
        </div>
      ))}
    </dl>
  );
}
