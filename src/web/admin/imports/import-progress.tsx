import { messageOf } from '#web/api/api-error.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { type ImportDetail, useImportSteps } from './imports-data.ts';

/** Progress of a check or run. */
export function ImportProgress({ detail: { id, status, progress, mode } }: { detail: ImportDetail }) {
  const { cancel } = useImportSteps(id);
  const isCheck = status === 'checking';
  const name = isCheck ? 'Checking every row' : 'Importing';
  return (
    <section className="panel grid gap-4 p-6" aria-label={name}>
      <p className="flex justify-between gap-4 font-semibold" role="status">
        <span>{name}…</span>
        <span className="nums">{progress}%</span>
      </p>
      <progress className="work-done" max={100} value={progress} aria-label={name} />
      <p className="text-muted">
        {isCheck
          ? 'This changes nothing in the shop.'
          : mode === 'all_or_nothing'
            ? 'If you cancel now, nothing will have changed.'
            : 'If you cancel now, rows already written stay.'}{' '}
        You can leave this page: the import continues, and you find it again under Import products.
      </p>
      {cancel.error && <Banner tone="danger">{messageOf(cancel.error)}</Banner>}
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" busy={cancel.isPending && 'Cancelling…'} onClick={() => cancel.mutate()}>
          {isCheck ? 'Cancel check' : 'Cancel import'}
        </Button>
        <Link to="/admin/products" className={buttonClass('quiet')}>
          Back to products
        </Link>
      </div>
    </section>
  );
}
