import type { ReactNode } from 'react';
import { PageHeader } from '../page-header.tsx';
import { type Column, DataTable, type DataTableProps } from './data-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ListView, type ListViewProps } from './list-view.tsx';
import { SearchField } from './search-field.tsx';
import type { ListAddress } from './use-list-address.ts';
import type { RowId } from './use-row-choice.ts';

interface ListPageProps<Row> extends Pick<ListViewProps<Row>, 'query' | 'nouns' | 'failure' | 'empty'> {
  title: string;
  /** A line below the title. */
  intro?: ReactNode;
  /** The page's buttons, on the right of the title. */
  actions?: ReactNode;
  /** Between title and filters. */
  banner?: ReactNode;
  /** State of the list, from `useListAddress`. */
  list: Pick<ListAddress, 'page' | 'search' | 'isNarrowed' | 'clear' | 'addressOf' | 'turnTo'> & {
    readonly show: (changes: { readonly search: string }) => void;
  };
  search?: { readonly label: string; readonly placeholder: string };
  /** Filters beside the search field. */
  filters?: ReactNode;
  columns: readonly Column<Row>[];
  idOf: (row: Row) => RowId;
  /** Rows that can be selected, for a `BulkBar` among the children. */
  choice?: DataTableProps<Row>['choice'];
  /** Accessible name of the table. Default: the title. */
  tableLabel?: string;
  /** Dialogs of the page. */
  children?: ReactNode;
}

/** A back office page with one list: title, search, filters, and the rows in a table. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const {
    title,
    intro,
    actions,
    banner,
    list,
    search,
    filters,
    columns,
    idOf,
    choice,
    tableLabel = title,
    children,
  } = props;
  const { query, nouns, failure, empty } = props;
  return (
    <>
      <PageHeader title={title} actions={actions}>
        {intro}
      </PageHeader>
      {banner}
      {(search || filters) && (
        <FilterBar>
          {search && <SearchField {...search} value={list.search} onSearch={(text) => list.show({ search: text })} />}
          {filters}
        </FilterBar>
      )}
      <ListView query={query} list={list} nouns={nouns} failure={failure} empty={empty}>
        {(rows, isStale) => (
          <DataTable
            label={tableLabel}
            columns={columns}
            rows={rows}
            idOf={idOf}
            isStale={isStale}
            {...(choice && { choice })}
          />
        )}
      </ListView>
      {children}
    </>
  );
}
