import { counted } from '#web/shared/counted.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { formatCount } from '#web/shared/numbers.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Link } from '#web/ui/link.tsx';
import { type Column, DataTable } from '../shared/list/data-table.tsx';
import { ListView } from '../shared/list/list-view.tsx';
import { useListAddress } from '../shared/list/use-list-address.ts';
import { adminMeta, PageHeader } from '../shared/page-header.tsx';
import { ImportSteps } from './import-steps.tsx';
import { countLeft, type ListedImport, STATUS_LABELS, STATUS_TONES, useImports } from './imports-data.ts';
import { UploadFile } from './upload-file.tsx';

export const meta = () => adminMeta('Import products');

/** The first step of an import, and earlier imports. */
export default function ImportsPage() {
  const list = useListAddress({ filters: {} });
  const imports = useImports(list.page);
  return (
    <>
      <PageHeader title="Import products" trail={[['Products', '/admin/products']]}>
        From a CSV file: products with a known SKU are updated, all others are created.
      </PageHeader>
      <ImportSteps current="upload" />
      <UploadFile />
      <h2 className="mt-10 mb-4 font-sans text-base font-semibold tracking-normal">Earlier imports</h2>
      <ListView
        query={imports}
        list={list}
        nouns={['import', 'imports']}
        empty={{
          title: 'No imports yet',
          hint: 'Each uploaded file is kept here for 90 days with its result.',
        }}
      >
        {(rows, isStale) => (
          <DataTable label="Imports" columns={COLUMNS} rows={rows} idOf={({ id }) => id} isStale={isStale} />
        )}
      </ListView>
    </>
  );
}

const COLUMNS: readonly Column<ListedImport>[] = [
  {
    name: 'File',
    cell: ({ id, file_name, created_by }) => (
      <span className="block min-w-0 max-w-80">
        <Link to={`/admin/products/import/${id}`} className="link block w-fit max-w-full truncate" dir="auto">
          {file_name}
        </Link>
        <span className="block truncate text-muted text-small">{created_by ?? 'Deleted account'}</span>
      </span>
    ),
  },
  {
    name: 'Uploaded',
    className: 'md:whitespace-nowrap',
    cell: ({ created_at }) => <DateTime at={created_at} withTime />,
  },
  { name: 'Result', cell: (one) => <span className="text-small">{resultOf(one)}</span> },
  {
    name: 'Status',
    cell: ({ status, progress }) => (
      <Badge tone={STATUS_TONES[status]}>
        {STATUS_LABELS[status]}
        {(status === 'checking' || status === 'importing') && ` ${progress}%`}
      </Badge>
    ),
  },
];

function resultOf({ status, counts, written }: ListedImport): string {
  const errors = counts.error > 0 ? `, ${counted(counts.error, ['error', 'errors'])}` : '';
  if (status === 'done' || written.created + written.updated > 0) {
    const notDone = countLeft({ counts, written });
    const rest = status !== 'importing' && notDone > 0 ? `, ${formatCount(notDone)} not imported` : '';
    return `${formatCount(written.created)} created, ${formatCount(written.updated)} updated${rest}${errors}`;
  }
  const rows = counts.create + counts.update + counts.unchanged + counts.error;
  return rows > 0 ? `${counted(rows, ['row', 'rows'])} checked${errors}` : '–';
}
