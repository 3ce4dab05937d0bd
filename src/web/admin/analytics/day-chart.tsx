import { type PointerEvent, useState } from 'react';
import type { Analytics } from './analytics-data.ts';
import { Axis } from './axis.tsx';
import { calendarDate, calendarDay, calendarWeekday } from './calendar.ts';
import { figureOf, formatValue, METRIC_NAMES, type Metric } from './metrics.ts';
import { marksUpTo } from './scale.ts';

/** Number of days labelled below the chart. */
const NAMED_DAYS = 4;
/** From this many days on, the line is thinner. */
const DENSE = 120;
const WIDTH = 1000;
const HEIGHT = 100;

interface DayChartProps {
  analytics: Pick<Analytics, 'days' | 'previous'>;
  metric: Metric;
}

/**
 * The days of the period as a line, and those of the previous period as a second one. Pointing or the arrow keys select
 * a day: the chart is a range input.
 */
export function DayChart({ analytics: { days, previous }, metric }: DayChartProps) {
  const [shown, setShown] = useState<number | null>(null);
  const values = days.map((day) => figureOf(day, metric));
  const before = previous.days.map((day) => figureOf(day, metric));
  const marks = marksUpTo(Math.max(...values, ...before), metric === 'revenue' ? 100 : 1);
  const top = marks.at(-1) ?? 1;
  const last = days.length - 1;
  const index = Math.min(shown ?? last, last);
  const sentence = [
    `${calendarDate(days[index]?.date ?? '')}: ${formatValue(values[index] ?? 0, metric)}.`,
    `${calendarDate(previous.days[index]?.date ?? '')}: ${formatValue(before[index] ?? 0, metric)}.`,
  ].join(' ');

  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShown(Math.max(0, Math.min(last, Math.round(((clientX - left) / width) * last))));
  };

  return (
    <div>
      <div className="chart">
        <Axis marks={marks} metric={metric} />
        <div className="chart-plot">
          <svg
            data-dense={days.length > DENSE}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path className="chart-area" d={`${lineOf(values, top)}V${HEIGHT}H0Z`} />
            <path className="chart-before" d={lineOf(before, top)} />
            <path className="chart-line" d={lineOf(values, top)} />
          </svg>
          {shown !== null && (
            <div className="chart-day" style={{ left: `${(index / last) * 100}%` }} aria-hidden="true">
              <span className="chart-dot" style={{ bottom: `${((values[index] ?? 0) / top) * 100}%` }} />
              <div className={`chart-tip ${index > last / 2 ? 'is-left' : ''}`}>
                <p>
                  <span>{calendarWeekday(days[index]?.date ?? '')}</span>
                  <strong>{formatValue(values[index] ?? 0, metric)}</strong>
                </p>
                <p className="text-muted">
                  <span>{calendarWeekday(previous.days[index]?.date ?? '')}</span>
                  <span>{formatValue(before[index] ?? 0, metric)}</span>
                </p>
              </div>
            </div>
          )}
          <input
            type="range"
            className="chart-range"
            aria-label={`${METRIC_NAMES[metric]} by day`}
            aria-valuetext={sentence}
            min={0}
            max={last}
            value={index}
            onChange={({ target }) => setShown(Number(target.value))}
            onFocus={() => setShown(index)}
            onBlur={() => setShown(null)}
            onPointerMove={point}
            onPointerLeave={({ currentTarget }) => {
              if (document.activeElement !== currentTarget) setShown(null);
            }}
          />
        </div>
      </div>
      <div className="chart-names" aria-hidden="true">
        {namedDays(last).map((day) => (
          <span key={day}>{calendarDay(days[day]?.date ?? '')}</span>
        ))}
      </div>
    </div>
  );
}

function lineOf(values: readonly number[], top: number): string {
  const step = WIDTH / Math.max(values.length - 1, 1);
  const points = values.map(
    (value, index) => `${(index * step).toFixed(1)} ${(HEIGHT - (value / top) * HEIGHT).toFixed(2)}`,
  );
  return `M${points.join('L')}`;
}

/** The first and last day, and some in between at equal distances. */
const namedDays = (last: number): number[] =>
  Array.from({ length: NAMED_DAYS }, (_, index) => Math.round((index / (NAMED_DAYS - 1)) * last));
