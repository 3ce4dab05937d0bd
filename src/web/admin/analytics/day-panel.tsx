import { Icon } from '#web/ui/icon.tsx';
import type { Analytics } from './analytics-data.ts';
import { calendarDate } from './calendar.ts';
import { DayChart } from './day-chart.tsx';
import { figureOf, formatValue, METRIC_NAMES, type Metric } from './metrics.ts';

interface DayPanelProps {
  analytics: Analytics;
  metric: Metric;
}

/** The days of the period as a chart, with a table as an alternative. */
export function DayPanel({ analytics, metric }: DayPanelProps) {
  const { days, previous, from, to } = analytics;
  return (
    <section className="panel px-4 py-4 sm:px-6 sm:py-5" aria-labelledby="days-title">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="days-title" className="panel-title">
          {METRIC_NAMES[metric]} by day
        </h2>
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted text-small">
          <li className="chart-key">
            {calendarDate(from)} – {calendarDate(to)}
          </li>
          <li className="chart-key is-before">
            {calendarDate(previous.from)} – {calendarDate(previous.to)}
          </li>
        </ul>
      </div>
      <DayChart analytics={analytics} metric={metric} />
      <details className="group mt-3">
        <summary className="chart-table-switch">
          <Icon name="chevron-right" className="group-open:rotate-90" /> Show as a table
        </summary>
        <table className="plain-table mt-2" aria-label={`${METRIC_NAMES[metric]} of each day`}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">{METRIC_NAMES[metric]}</th>
              <th scope="col">Day before</th>
              <th scope="col">{METRIC_NAMES[metric]}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) => {
              const before = previous.days[index];
              return (
                <tr key={day.date}>
                  <th scope="row">{calendarDate(day.date)}</th>
                  <td>{formatValue(figureOf(day, metric), metric)}</td>
                  <td>{before && calendarDate(before.date)}</td>
                  <td>{before && formatValue(figureOf(before, metric), metric)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </details>
    </section>
  );
}
