import { Icon } from '#web/ui/icon.tsx';
import type { Sort } from './use-list-address.ts';

interface ColumnHeadProps {
  name: string;
  className: string | undefined;
  /** The sort name; without one the heading is plain text. */
  sort: string | undefined;
  current: Sort | null;
  onSort: ((sort: Sort) => void) | undefined;
}

/** A column heading; pressing it sorts by the column, or reverses the order. */
export function ColumnHead({ name, className, sort, current, onSort }: ColumnHeadProps) {
  if (!sort || !onSort) {
    return (
      <th scope="col" className={className}>
        {name}
      </th>
    );
  }
  const order = current?.by === sort ? current.order : undefined;
  return (
    <th scope="col" className={className} aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}>
      <button
        type="button"
        className="sort-head"
        data-order={order}
        onClick={() => onSort({ by: sort, order: order === 'asc' ? 'desc' : 'asc' })}
      >
        {name}
        <Icon name="chevron-down" />
      </button>
      <span className="sort-name">{name}</span>
    </th>
  );
}

interface SortSelectProps {
  columns: readonly { readonly name: string; readonly sort?: string }[];
  sort: Sort | null;
  onSort: (sort: Sort) => void;
}

/** The sort order as a select on phones, where cards have no headings. */
export function SortSelect({ columns, sort, onSort }: SortSelectProps) {
  const sortable = columns.flatMap(({ name, sort: by }) => (by ? [{ name, by }] : []));
  if (sortable.length === 0) return null;
  return (
    <select
      aria-label="Sort by"
      className="input mb-3 md:hidden"
      value={sort ? `${sort.by} ${sort.order}` : ''}
      onChange={({ target }) => {
        const [by = '', order] = target.value.split(' ');
        onSort({ by, order: order === 'desc' ? 'desc' : 'asc' });
      }}
    >
      {!sort && (
        <option value="" disabled>
          Sort by…
        </option>
      )}
      {sortable.flatMap(({ name, by }) => [
        <option key={`${by} asc`} value={`${by} asc`}>
          {name}, ascending
        </option>,
        <option key={`${by} desc`} value={`${by} desc`}>
          {name}, descending
        </option>,
      ])}
    </select>
  );
}
