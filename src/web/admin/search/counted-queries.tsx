import { formatCount } from '#web/shared/numbers.ts';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '../shared/list/data-table.tsx';
import { FilterBar } from '../shared/list/filter-bar.tsx';
import { FilterSelect } from '../shared/list/filter-select.tsx';
import { ListView } from '../shared/list/list-view.tsx';
import { SearchField } from '../shared/list/search-field.tsx';
import { usePagedList } from '../shared/list/use-paged-list.ts';
import type { CountedQuery } from './search-data.ts';
import type { SearchListProps } from './search-list.ts';

const KINDS = [
  ['all', 'All searches'],
  ['without_results', 'Without results'],
  ['without_clicks', 'Without clicks'],
] as const;

/** What was searched for, so that a merchant sees what is missing. */
export function CountedQueries({ list, onRule }: SearchListProps) {
  const { kind } = list.filters;
  const queries = usePagedList('GET /admin/search/queries', { page: list.page, search: list.search, kind });
  return (
    <>
      <FilterBar>
        <SearchField
          label="Search what shoppers searched for"
          placeholder="Words"
          value={list.search}
          onSearch={(search) => list.show({ search })}
        />
        <FilterSelect
          label="Filter by outcome"
          value={kind}
          options={KINDS}
          onChoose={(next) => list.show({ filters: { ...list.filters, kind: next } })}
        />
      </FilterBar>
      <ListView
        query={queries}
        list={list}
        nouns={['search', 'searches']}
        empty={{
          title: list.isNarrowed ? 'No searches found' : 'No searches yet',
          hint: 'What shoppers search for appears here, without who searched.',
          action: null,
        }}
      >
        {(rows, isStale) => (
          <DataTable
            label="Searches"
            columns={columnsWith(onRule)}
            rows={rows}
            idOf={({ query }) => query}
            isStale={isStale}
          />
        )}
      </ListView>
    </>
  );
}

const columnsWith = (onRule: (query: string) => void): readonly Column<CountedQuery>[] => [
  {
    name: 'Search',
    className: 'stretch font-semibold',
    cell: ({ query }) => <bdi className="block max-w-96 wrap-anywhere">{query}</bdi>,
  },
  { name: 'Searches', isFigure: true, cell: ({ searches }) => formatCount(searches) },
  { name: 'Without results', isFigure: true, cell: ({ without_results }) => formatCount(without_results) },
  { name: 'Clicks', isFigure: true, cell: ({ clicks }) => formatCount(clicks) },
  {
    name: 'Actions',
    cell: ({ query }) => (
      <span className="flex justify-end">
        <Button look="quiet" small aria-label={`Add Rule for ${query}`} onClick={() => onRule(query)}>
          Add Rule
        </Button>
      </span>
    ),
  },
];
