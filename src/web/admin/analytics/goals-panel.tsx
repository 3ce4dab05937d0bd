import { messageOf } from '#web/api/api-error.ts';
import { useOpenDialog } from '#web/shared/forms/use-saved-input.ts';
import { centsOf } from '#web/shared/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Goals, useGoals } from './analytics-data.ts';
import { calendarWholeMonth } from './calendar.ts';
import { GoalsDialog } from './goals-dialog.tsx';
import { formatValue, METRICS, type Metric } from './metrics.ts';

const NAMES: Readonly<Record<Metric, string>> = {
  revenue: 'Revenue',
  orders: 'Orders',
  customers: 'New customers',
};

/** The merchant's goals for the current month, and progress towards them. */
export function GoalsPanel({ onSaved }: { onSaved: () => void }) {
  const { data: goals, error, refetch } = useGoals();
  const [isEditing, setEditing] = useOpenDialog<true>('goals');
  return (
    <section className="panel px-4 py-4 sm:px-6 sm:py-5" aria-labelledby="goals-title">
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 id="goals-title" className="panel-title">
          Monthly goals
        </h2>
        {goals && (
          <Button look="secondary" small onClick={() => setEditing(true)}>
            {isSet(goals) ? 'Change goals' : 'Set goals'}
          </Button>
        )}
      </div>
      {goals && <Progress goals={goals} />}
      {!goals && error && (
        <div role="alert">
          <p className="mb-3 text-muted">The goals could not be loaded. {messageOf(error)}</p>
          <Button look="secondary" small onClick={() => void refetch()}>
            Retry
          </Button>
        </div>
      )}
      {!goals && !error && <Skeleton className="h-48" />}
      {goals && isEditing && (
        <GoalsDialog
          goals={goals}
          onClose={() => setEditing(null)}
          onSaved={() => {
            setEditing(null);
            onSaved();
          }}
        />
      )}
    </section>
  );
}

const isSet = (goals: Goals): boolean => METRICS.some((metric) => goals[metric] !== null);

const reachedOf = ({ reached }: Goals, metric: Metric): number =>
  metric === 'revenue' ? centsOf(reached.revenue) : reached[metric];

const goalOf = (goals: Goals, metric: Metric): number | null => {
  const goal = goals[metric];
  return typeof goal === 'string' ? centsOf(goal) : goal;
};

function Progress({ goals }: { goals: Goals }) {
  return (
    <>
      <ul className="grid gap-5">
        {METRICS.map((metric) => (
          <Goal key={metric} metric={metric} reached={reachedOf(goals, metric)} goal={goalOf(goals, metric)} />
        ))}
      </ul>
      <p className="mt-4 text-muted text-small">
        {calendarWholeMonth(goals.month)} so far.
        {goals.updatedBy && isSet(goals) && (
          <>
            {' '}
            Set by <bdi>{goals.updatedBy}</bdi>.
          </>
        )}
      </p>
    </>
  );
}

function Goal({ metric, reached, goal }: { metric: Metric; reached: number; goal: number | null }) {
  const percent = goal ? Math.floor((reached / goal) * 100) : 0;
  return (
    <li>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{NAMES[metric]}</span>
        <span className="nums">
          <strong>{formatValue(reached, metric)}</strong>{' '}
          <span className="text-muted">{goal ? `of ${formatValue(goal, metric)} · ${percent}%` : '· no goal set'}</span>
        </span>
      </div>
      <div className="bar" aria-hidden="true" data-reached={percent >= 100}>
        <span style={{ width: `${Math.min(percent, 100)}%` }} />
      </div>
    </li>
  );
}
