import type { CSSProperties } from 'react';
import type { Analytics } from './analytics-data.ts';
import { Axis } from './axis.tsx';
import { calendarMonth, calendarWholeMonth } from './calendar.ts';
import { figureOf, formatCompact, formatValue, METRIC_NAMES, type Metric } from './metrics.ts';
import { marksUpTo } from './scale.ts';

/** The current month and the five before as bars; a list, so that screen readers can read it. */
export function MonthPanel({ months, metric }: { months: Analytics['months']; metric: Metric }) {
  const values = months.map((month) => figureOf(month, metric));
  const marks = marksUpTo(Math.max(...values), metric === 'revenue' ? 100 : 1);
  const top = marks.at(-1) ?? 1;
  return (
    <section className="panel @container px-4 py-4 sm:px-6 sm:py-5" aria-labelledby="months-title">
      <h2 id="months-title" className="panel-title mb-4">
        {METRIC_NAMES[metric]} by month
      </h2>
      <div className="chart is-bars">
        <Axis marks={marks} metric={metric} />
        <ol className="chart-bars">
          {months.map(({ month }, index) => {
            const value = values[index] ?? 0;
            const isRunning = index === months.length - 1;
            return (
              <li key={month} data-running={isRunning} style={{ '--share': value / top } as CSSProperties}>
                <span className="sr-only">
                  {calendarWholeMonth(month)}
                  {isRunning && ' so far'}: {formatValue(value, metric)}
                </span>
                <span aria-hidden="true" className="chart-bar" title={formatValue(value, metric)}>
                  <span className="chart-bar-value">{formatCompact(value, metric)}</span>
                </span>
                <span aria-hidden="true" className="chart-bar-name">
                  {calendarMonth(month)}
                </span>
              </li>
            );
          })}
        </ol>
      </div>
      <p className="text-muted text-small">{calendarWholeMonth(months.at(-1)?.month ?? '')} is not over yet.</p>
    </section>
  );
}
