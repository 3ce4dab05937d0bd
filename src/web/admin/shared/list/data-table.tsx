import type { ComponentProps, ReactNode } from 'react';
import { ColumnHead, SortSelect } from './sort-controls.tsx';
import type { ListAddress, Sort } from './use-list-address.ts';
import type { RowChoice, RowId } from './use-row-choice.ts';

export interface Column<Row> {
  /** Column heading, and label of the cell on a phone's card. */
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned. */
  readonly isFigure?: boolean;
  /** Hidden between phone cards and wide screens; repeat the content in another cell with `className="spared"`. */
  readonly isSpare?: boolean;
  readonly className?: string;
  /** Name for sorting in `useListAddress`. */
  readonly sort?: string;
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => RowId;
  /** While new rows load, the previous ones stay, dimmed. */
  isStale?: boolean;
  /** The list's URL state, for sorting. */
  list?: Pick<ListAddress, 'sort' | 'show'>;
  /** Default sort order. */
  usualSort?: Sort;
  /** Makes rows selectable. */
  choice?: {
    readonly of: RowChoice;
    /** A row's name, for the label of its checkbox. */
    readonly nameOf: (row: Row) => string;
    /** Default: every row. */
    readonly isSelectable?: (row: Row) => boolean;
  };
}

/**
 * Rows of a list with declared columns, the first of which names the row: sortable headings (`aria-sort`), checkboxes, cards
 * on a phone.
 *
 *     const COLUMNS: readonly Column<User>[] = [
 *       { name: 'Name', sort: 'name', cell: (user) => user.name },
 *       { name: 'Joined', isSpare: true, cell: (user) => <DateTime at={user.created_at} /> },
 *     ];
 *     <DataTable label="Users" columns={COLUMNS} rows={rows} idOf={(user) => user.id} list={list} isStale={isStale} />
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  idOf,
  isStale = false,
  list,
  usualSort,
  choice,
}: DataTableProps<Row>) {
  const sort = list?.sort ?? usualSort ?? null;
  const selectable = choice?.isSelectable ? rows.filter(choice.isSelectable) : rows;
  const onSort = list && ((next: Sort) => list.show({ sort: next }));
  return (
    <>
      {onSort && <SortSelect columns={columns} sort={sort} onSort={onSort} />}
      <div className="panel table-panel" aria-busy={isStale}>
        <table className={`table table-dense ${isStale ? 'opacity-60' : ''}`} aria-label={label}>
          <thead>
            <tr>
              {choice && (
                <th scope="col" className="tick">
                  {selectable.length > 0 && (
                    <TickAll choice={choice.of} isAll={selectable.every((row) => choice.of.has(idOf(row)))} />
                  )}
                </th>
              )}
              {columns.map((column) => (
                <ColumnHead
                  key={column.name}
                  name={column.name}
                  className={classOf(column)}
                  sort={column.sort}
                  current={sort}
                  onSort={onSort}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={idOf(row)} data-chosen={choice?.of.has(idOf(row)) || undefined}>
                {choice && (
                  <td data-label="Select" className="tick">
                    {selectable.includes(row) && (
                      <label className="tick-area">
                        <input
                          type="checkbox"
                          aria-label={`Select ${choice.nameOf(row)}`}
                          checked={choice.of.has(idOf(row))}
                          onChange={() => choice.of.toggle(idOf(row))}
                        />
                      </label>
                    )}
                  </td>
                )}
                {columns.map((column, at) => (
                  <Cell key={column.name} data-label={column.name} className={classOf(column)} isRowHeader={at === 0}>
                    {column.cell(row)}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The first column says what the row is about. */
function Cell({ isRowHeader, ...cell }: ComponentProps<'td'> & { isRowHeader: boolean }) {
  return isRowHeader ? <th scope="row" {...cell} /> : <td {...cell} />;
}

const classOf = <Row,>({ name, isFigure, isSpare, className }: Column<Row>): string | undefined =>
  [isFigure && 'figure', isSpare && 'spare', name === 'Actions' && 'row-actions', className]
    .filter(Boolean)
    .join(' ') || undefined;

function TickAll({ choice, isAll }: { choice: RowChoice; isAll: boolean }) {
  return (
    <label className="tick-area">
      <input
        type="checkbox"
        aria-label="Select all rows on this page"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = !isAll && choice.ids.length > 0;
        }}
        onChange={choice.toggleAll}
      />
      <span className="md:hidden">Select all</span>
    </label>
  );
}
