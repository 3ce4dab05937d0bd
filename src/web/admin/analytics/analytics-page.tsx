import { download } from '#web/api/download.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DownloadButton } from '../shared/download-button.tsx';
import { FailedList } from '../shared/list/list-view.tsx';
import { useListAddress } from '../shared/list/use-list-address.ts';
import { adminMeta, PageHeader } from '../shared/page-header.tsx';
import { useNotice } from '../shared/use-notice.ts';
import { ActivityPanel } from './activity-panel.tsx';
import { type Analytics, useAnalytics } from './analytics-data.ts';
import { ConversionPanel } from './conversion-panel.tsx';
import { DayPanel } from './day-panel.tsx';
import { PeriodFigures } from './figures.tsx';
import { GoalsPanel } from './goals-panel.tsx';
import { METRIC_NAMES, METRICS, type Metric } from './metrics.ts';
import { MonthPanel } from './month-panel.tsx';
import { Segments } from './segments.tsx';
import { TopProducts } from './top-products.tsx';

export const meta = () => adminMeta('Analytics');

/** Back-office §2: the period selector. */
const PERIODS = [
  ['7days', '7 days'],
  ['30days', '30 days'],
  ['90days', '90 days'],
  ['1year', '1 year'],
] as const;
const METRIC_CHOICES = METRICS.map((metric) => [metric, METRIC_NAMES[metric]] as const);

export default function AnalyticsPage() {
  const address = useListAddress({
    filters: { period: ['30days', '7days', '90days', '1year'], metric: METRICS },
  });
  const { period, metric } = address.filters;
  const { data, error, isPlaceholderData, refetch } = useAnalytics(period);
  const { notice, notify } = useNotice();

  return (
    <>
      {notice}
      <PageHeader
        title="Analytics"
        actions={
          <DownloadButton
            small
            fetchFile={() => download('GET /admin/analytics/export', { query: { period } })}
            failure="Failed to export the figures"
            notify={notify}
          >
            <Icon name="download" /> Export
          </DownloadButton>
        }
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <Segments
          legend="Period"
          options={PERIODS}
          chosen={period}
          onChoose={(chosen) => address.show({ filters: { period: chosen } })}
        />
        <Segments
          legend="Metric"
          options={METRIC_CHOICES}
          chosen={metric}
          onChoose={(chosen) => address.show({ filters: { metric: chosen } })}
        />
      </div>
      {error && (!data || isPlaceholderData) ? (
        <FailedList title="The analytics could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Overview
          analytics={data}
          metric={metric}
          isStale={isPlaceholderData}
          onGoalsSaved={() => notify('success', 'Goals saved successfully!')}
        />
      ) : (
        <Waiting />
      )}
    </>
  );
}

interface OverviewProps {
  analytics: Analytics;
  metric: Metric;
  /** While new figures load, the previous ones stay, dimmed. */
  isStale: boolean;
  onGoalsSaved: () => void;
}

function Overview({ analytics, metric, isStale, onGoalsSaved }: OverviewProps) {
  return (
    <div className="grid grid-cols-1 gap-4 lg:gap-6" data-stale={isStale} aria-busy={isStale}>
      <PeriodFigures analytics={analytics} />
      <DayPanel analytics={analytics} metric={metric} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <MonthPanel months={analytics.months} metric={metric} />
        <GoalsPanel onSaved={onGoalsSaved} />
        <div className="grid grid-cols-1 gap-4 lg:gap-6">
          <TopProducts products={analytics.topProducts} />
          <ConversionPanel conversion={analytics.conversion} />
        </div>
        <ActivityPanel activity={analytics.activity} />
      </div>
      <p className="text-muted text-small">
        Revenue is what orders that are not cancelled come to, less refunds, on the day they were placed. Days are those
        of {analytics.timeZone.replaceAll('_', ' ')}; today counts as far as it has come.
      </p>
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading analytics" className="grid grid-cols-1 gap-4 lg:gap-6">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        {METRICS.map((metric) => (
          <Skeleton key={metric} className="h-27" />
        ))}
      </div>
      <Skeleton className="h-96" />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 lg:gap-6">
        <Skeleton className="h-84" />
        <Skeleton className="h-84" />
      </div>
    </div>
  );
}
