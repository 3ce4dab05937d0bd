import { formatCompact, type Metric } from './metrics.ts';

/** Axis labels and grid lines, from the top down; `marks` start with zero. */
export function Axis({ marks, metric }: { marks: readonly number[]; metric: Metric }) {
  const top = marks.at(-1) ?? 1;
  return (
    <div aria-hidden="true" className="chart-axis">
      {marks.map((mark) => (
        <div key={mark} className="chart-mark" style={{ bottom: `${(mark / top) * 100}%` }}>
          <span>{formatCompact(mark, metric)}</span>
        </div>
      ))}
    </div>
  );
}
