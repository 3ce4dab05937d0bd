import { keyOfColumn } from '#csv/import-custom.ts';
import { FIELD_RULES } from '#csv/import-fields.ts';
import { shortenText } from '#domain/cut-text.ts';
import { formatCount } from '#web/shared/numbers.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { type Column, DataTable } from '../shared/list/data-table.tsx';
import { FilterBar } from '../shared/list/filter-bar.tsx';
import { FilterSelect } from '../shared/list/filter-select.tsx';
import { ListView } from '../shared/list/list-view.tsx';
import { useListAddress } from '../shared/list/use-list-address.ts';
import {
  hasEnded,
  type ImportDetail,
  type ImportRow,
  ROW_CHOICES,
  type RowChoice,
  useImportRows,
} from './imports-data.ts';

type RowOutcome = Exclude<RowChoice, 'all'>;

/** Before a run: what will happen to a row; after it: what happened. */
const PLANNED: Readonly<Record<RowOutcome, string>> = {
  create: 'Create',
  update: 'Update',
  left: 'Not imported',
  unchanged: 'Unchanged',
  error: 'Error',
};
const DONE: Readonly<Record<RowOutcome, string>> = { ...PLANNED, create: 'Created', update: 'Updated' };
const TONES: Readonly<Record<RowOutcome, Tone>> = {
  create: 'success',
  update: 'info',
  left: 'warning',
  unchanged: 'secondary',
  error: 'danger',
};

/** The rows of a checked file with their planned or actual result. */
export function ImportRows({ detail }: { detail: ImportDetail }) {
  const { id, status, counts, mapping } = detail;
  const isOver = hasEnded(detail);
  const choices = ROW_CHOICES.filter((choice) => isOver || choice !== 'left');
  const labels = isOver ? DONE : PLANNED;
  const list = useListAddress({ filters: { outcome: ['all', ...choices] } });
  const query = { page: list.page, choice: list.filters.outcome, hasEnded: isOver };
  const answer = useImportRows(id, query, JSON.stringify([status, counts, mapping]));
  return (
    <section aria-label="Rows of the file">
      <FilterBar>
        <FilterSelect
          label="Filter rows"
          value={list.filters.outcome}
          options={[['all', 'All rows'], ...choices.map((choice) => [choice, labels[choice]] as const)]}
          onChoose={(outcome) => list.show({ filters: { outcome } })}
        />
      </FilterBar>
      <ListView
        query={answer}
        list={list}
        nouns={['row', 'rows']}
        failure="The rows could not be loaded"
        empty={{ title: 'No rows', hint: 'The file has not been checked.' }}
      >
        {(rows, isStale) => (
          <DataTable
            label="Rows"
            columns={isOver ? OF_REPORT : OF_CHECK}
            rows={rows}
            idOf={({ line }) => line}
            isStale={isStale}
          />
        )}
      </ListView>
    </section>
  );
}

/** The result of a row: of the rows to write, only those written. */
const endOf = ({ outcome, written }: ImportRow): RowOutcome =>
  !written && (outcome === 'create' || outcome === 'update') ? 'left' : outcome;

const columnsWith = (isOver: boolean): readonly Column<ImportRow>[] => [
  {
    name: 'Line',
    isFigure: true,
    cell: ({ line }) => (
      <span>
        <span className="md:hidden">Line </span>
        {formatCount(line)}
      </span>
    ),
  },
  {
    name: 'Outcome',
    cell: (row) => {
      const end = isOver ? endOf(row) : row.outcome;
      return <Badge tone={TONES[end]}>{(isOver ? DONE : PLANNED)[end]}</Badge>;
    },
  },
  {
    name: 'Product',
    cell: ({ sku, name }) => (
      <span className="block min-w-0 max-w-72">
        <bdi className="line-clamp-2 font-semibold wrap-anywhere">{name || '–'}</bdi>
        <span className="block truncate text-muted text-small">{sku}</span>
      </span>
    ),
  },
  {
    name: isOver ? 'What happened' : 'What happens',
    className: 'whole-row',
    cell: (row) => (
      <>
        {isOver && endOf(row) === 'left' && (
          <p className="mb-1 text-small">This row changed nothing. It would have been:</p>
        )}
        <RowResult row={row} />
      </>
    ),
  },
];
const OF_CHECK = columnsWith(false);
const OF_REPORT = columnsWith(true);

/** Custom fields are called as their columns. */
const labelOf = (field: string): string =>
  FIELD_RULES[field as keyof typeof FIELD_RULES]?.label ?? (keyOfColumn(field) === undefined ? 'Row' : field);

function RowResult({ row: { outcome, changes, problems } }: { row: ImportRow }) {
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
  // New products list them beside it.
  const shown = changes.filter(({ field }) => outcome !== 'create' || (field !== 'sku' && field !== 'name'));
  if (shown.length === 0) return <span className="text-muted text-small">Nothing changes</span>;
  return (
    <ul className="grid gap-1 text-small">
      {shown.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted">{labelOf(field)}:</span>{' '}
          {outcome === 'update' && (
            <>
              <del>{shortOutcome(before)}</del> →{' '}
            </>
          )}
          <bdi>{shortOutcome(after)}</bdi>
        </li>
      ))}
    </ul>
  );
}

const BRIEF = 90;
const shortOutcome = (text: string): string => {
  if (text === '') return 'empty';
  return shortenText(text, BRIEF);
};
