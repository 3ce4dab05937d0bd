import { counted } from '#web/shared/counted.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { ErrorsButton } from './errors-button.tsx';
import { ImportCounts } from './import-counts.tsx';
import { ImportRows } from './import-rows.tsx';
import { countLeft, type ImportDetail } from './imports-data.ts';

/** Result of an import. */
export function ImportReport({ detail, onMap }: { detail: ImportDetail; onMap: () => void }) {
  const { id, status, counts, finished_at } = detail;
  return (
    <div className="grid gap-8">
      <div className="grid gap-4">
        <ResultBanner detail={detail} />
        {finished_at && (
          <p className="text-muted text-small">
            Ended <DateTime at={finished_at} withTime />
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          {status === 'done' ? (
            <Link to="/admin/products" className={buttonClass('primary')}>
              View products
            </Link>
          ) : (
            <Button onClick={onMap}>Map and check again</Button>
          )}
          <Link to="/admin/products/import" className={buttonClass('secondary')}>
            Import another file
          </Link>
          {counts.error > 0 && <ErrorsButton id={id} />}
        </div>
      </div>
      <ImportCounts detail={detail} />
      <ImportRows detail={detail} />
    </div>
  );
}

function ResultBanner({ detail }: { detail: ImportDetail }) {
  const { status, failure, written, counts } = detail;
  const left = countLeft(detail);
  const count = written.created + written.updated;
  const products = counted(count, ['product', 'products']);
  if (status === 'failed') return <Banner tone="danger">{failure ?? 'The import failed.'}</Banner>;
  if (status === 'cancelled') {
    return (
      <Banner tone="info">
        The import was cancelled.{' '}
        {count > 0 ? `${products} had already been written and stay.` : 'Nothing was changed.'}
        {left > 0 &&
          ` ${counted(left, ['row was', 'rows were'])} not imported: check the file again to import the rest.`}
      </Banner>
    );
  }
  return (
    <Banner tone={counts.error > 0 ? 'warning' : 'success'}>
      {products} imported{counts.error > 0 && `, ${counted(counts.error, ['row', 'rows'])} left out`}.
    </Banner>
  );
}
