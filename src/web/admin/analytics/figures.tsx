import { formatCount } from '#web/shared/numbers.ts';
import { WholeFigure } from '#web/ui/whole-figure.tsx';
import type { Analytics } from './analytics-data.ts';
import { changeOf, figureOf, formatValue, METRIC_NAMES, METRICS } from './metrics.ts';

/** Totals of the period, each compared with the previous period. */
export function PeriodFigures({ analytics: { totals, previous } }: { analytics: Analytics }) {
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      {METRICS.map((metric) => {
        const now = figureOf(totals, metric);
        const before = figureOf(previous.totals, metric);
        return (
          <div key={metric} className="panel px-4 py-3 sm:px-5 sm:py-4">
            <dt className="text-muted max-sm:text-small">
              {metric === 'customers' ? 'New customers' : METRIC_NAMES[metric]}
            </dt>
            <dd>
              <WholeFigure value={formatValue(now, metric)} className="text-xl sm:text-2xl" />
              <span className="flex flex-wrap gap-x-2 text-muted text-small nums">
                <Change now={now} before={before} /> {formatValue(before, metric)} before
                {metric === 'orders' && totals.cancelled > 0 && (
                  <span>· {formatCount(totals.cancelled)} cancelled</span>
                )}
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Change({ now, before }: Record<'now' | 'before', number>) {
  const change = changeOf(now, before);
  if (!change) return null;
  return <span className={`font-semibold ${change.isMore ? 'text-success' : 'text-danger'}`}>{change.text}</span>;
}
