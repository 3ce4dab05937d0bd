import { useState } from 'react';
import { FilterSelect } from '../shared/filter-select.tsx';
import { useNotice } from '../shared/notice.tsx';
import { adminMeta, PageHeader } from '../shared/page-header.tsx';
import { useListAddress } from '../shared/use-list-address.ts';
import { CountedQueries } from './counted-queries.tsx';
import { Rules } from './rules.tsx';
import { Synonyms } from './synonyms.tsx';

export const meta = () => adminMeta('Search');

const VIEWS = [
  ['queries', 'What shoppers search for'],
  ['synonyms', 'Synonyms'],
  ['rules', 'Pinned, hidden and redirected'],
] as const;

const LISTS = { queries: CountedQueries, synonyms: Synonyms, rules: Rules } as const;

/** What shoppers search for, and how the merchant helps them find it. */
export default function SearchPage() {
  const list = useListAddress({
    filters: {
      view: ['queries', 'synonyms', 'rules'],
      kind: ['all', 'without_results', 'without_clicks'],
    },
  });
  const { notice, tell } = useNotice();
  /** A search that a rule is made for. */
  const [query, setQuery] = useState<string | null>(null);
  const { view } = list.filters;
  const List = LISTS[view];
  const show = (next: string) => list.show({ search: '', filters: { view: next, kind: 'all' } });
  const makeRule = (text: string) => {
    setQuery(text);
    show('rules');
  };

  return (
    <>
      {notice}
      <PageHeader title="Search">
        Searches of the last thirty days, your own synonyms, and what single searches show.
      </PageHeader>
      <div className="mb-4">
        <FilterSelect label="Show" value={view} options={VIEWS} onChoose={show} />
      </div>
      <List key={view} list={list} tell={tell} query={query} onRule={makeRule} />
    </>
  );
}
