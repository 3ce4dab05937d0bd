import { FIELD_RULES } from '#domain/import-fields.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { type Column, DataTable } from '../shared/data-table.tsx';
import { FilterBar } from '../shared/filter-bar.tsx';
import { FilterSelect } from '../shared/filter-select.tsx';
import { ListView } from '../shared/list-view.tsx';
import { useListAddress } from '../shared/use-list-address.ts';
import { type ImportDetail, type ImportRow, OUTCOMES, useImportRows } from './imports-data.ts';

const LABELS: Readonly<Record<ImportRow['outcome'], string>> = {
  create: 'Create',
  update: 'Update',
  unchanged: 'Unchanged',
  error: 'Error',
};
const TONES: Readonly<Record<ImportRow['outcome'], Tone>> = {
  create: 'success',
  update: 'info',
  unchanged: 'secondary',
  error: 'danger',
};
const OPTIONS = [['all', 'All rows'], ...OUTCOMES.map((outcome) => [outcome, LABELS[outcome]] as const)] as const;

/** The rows of a checked file with what becomes of them. */
export function ImportRows({ detail: { id, status, counts, mapping } }: { detail: ImportDetail }) {
  const list = useListAddress({ filters: { outcome: ['all', ...OUTCOMES] } });
  const query = { page: list.page, outcome: list.filters.outcome };
  const answer = useImportRows(id, query, JSON.stringify([status, counts, mapping]));
  return (
    <section aria-label="Rows of the file">
      <FilterBar>
        <FilterSelect
          label="Filter rows"
          value={list.filters.outcome}
          options={OPTIONS}
          onChoose={(outcome) => list.show({ filters: { outcome } })}
        />
      </FilterBar>
      <ListView
        answer={answer}
        list={list}
        nouns={['row', 'rows']}
        failure="The rows could not be loaded"
        empty={{ title: 'No rows', hint: 'The file has not been checked.' }}
      >
        {(rows, isStale) => (
          <DataTable label="Rows" columns={COLUMNS} rows={rows} idOf={({ line }) => line} isStale={isStale} />
        )}
      </ListView>
    </section>
  );
}

const COLUMNS: readonly Column<ImportRow>[] = [
  {
    name: 'Line',
    isFigure: true,
    cell: ({ line }) => (
      <span>
        <span className="md:hidden">Line </span>
        {line.toLocaleString('en-US')}
      </span>
    ),
  },
  { name: 'Outcome', cell: ({ outcome }) => <Badge tone={TONES[outcome]}>{LABELS[outcome]}</Badge> },
  {
    name: 'Product',
    cell: ({ sku, name }) => (
      <span className="block min-w-0 max-w-72">
        <bdi className="line-clamp-2 font-semibold wrap-anywhere">{name || '–'}</bdi>
        <span className="block truncate text-muted text-small">{sku}</span>
      </span>
    ),
  },
  { name: 'What happens', className: 'whole-row', cell: (row) => <Happening row={row} /> },
];

const labelOf = (field: string): string => FIELD_RULES[field as keyof typeof FIELD_RULES]?.label ?? 'Row';

function Happening({ row: { outcome, changes, problems } }: { row: ImportRow }) {
  if (problems.length > 0) {
    return (
      <ul className="grid gap-1 text-danger text-small">
        {problems.map(({ field, message }) => (
          <li key={field + message} className="wrap-anywhere">
            <span className="font-semibold">{labelOf(field)}:</span> {message}
          </li>
        ))}
      </ul>
    );
  }
  // Of a new product they stand beside it.
  const told = changes.filter(({ field }) => outcome !== 'create' || (field !== 'sku' && field !== 'name'));
  if (told.length === 0) return <span className="text-muted text-small">Nothing changes</span>;
  return (
    <ul className="grid gap-1 text-small">
      {told.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted">{labelOf(field)}:</span>{' '}
          {outcome === 'update' && (
            <>
              <del>{brief(before)}</del> →{' '}
            </>
          )}
          <bdi>{brief(after)}</bdi>
        </li>
      ))}
    </ul>
  );
}

const BRIEF = 90;
const brief = (text: string): string => {
  if (text === '') return 'empty';
  return text.length > BRIEF ? `${text.slice(0, BRIEF)}…` : text;
};
