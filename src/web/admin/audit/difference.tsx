import { formatMinute } from '#web/shared/dates.ts';
import { formatCents } from '#web/shared/money.ts';

type AuditValues = Readonly<Record<string, unknown>> | null;

/** The changed fields of an audit entry. */
export function Difference({ before, after }: { before: AuditValues; after: AuditValues }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = names.filter((name) => shown(name, before?.[name]) !== shown(name, after?.[name]));
  if (changed.length === 0) return <span className="text-muted">–</span>;
  return (
    <dl className="grid gap-1 text-small">
      {changed.map((name) => (
        <div key={name} className="wrap-anywhere">
          <dt className="inline text-muted">{name.replace(/_cents$/, '').replaceAll('_', ' ')}: </dt>
          <dd className="inline">
            {before && name in before && (
              <del className="rounded-sm bg-danger-soft px-1 text-danger">{shown(name, before[name])}</del>
            )}
            {before && name in before && after && name in after && ' → '}
            {after && name in after && (
              <ins className="rounded-sm bg-success-soft px-1 text-success no-underline">
                {shown(name, after[name])}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** A value in readable form. */
function shown(name: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'number' && name.endsWith('_cents')) return formatCents(value);
  if (typeof value === 'string' && MOMENT.test(value)) return formatMinute(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
