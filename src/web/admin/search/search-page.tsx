import { useState } from 'react';
import { useListAddress } from '../shared/list/use-list-address.ts';
import { adminMeta, PageHeader } from '../shared/page-header.tsx';
import { TabStrip } from '../shared/tab-strip.tsx';
import { useNotice } from '../shared/use-notice.ts';
import { CountedQueries } from './counted-queries.tsx';
import { Rules } from './rules.tsx';
import { Synonyms } from './synonyms.tsx';

export const meta = () => adminMeta('Search');

const VIEWS = [
  ['queries', 'Searches'],
  ['synonyms', 'Synonyms'],
  ['rules', 'Rules'],
] as const;

const LISTS = { queries: CountedQueries, synonyms: Synonyms, rules: Rules } as const;

/** What shoppers search for, and how the merchant helps them find it. */
export default function SearchPage() {
  const address = useListAddress({
    filters: {
      view: ['queries', 'synonyms', 'rules'],
      kind: ['all', 'without_results', 'without_clicks'],
    },
  });
  const { notice, notify } = useNotice();
  /** A search that a rule is made for. */
  const [query, setQuery] = useState<string | null>(null);
  const { view, kind } = address.filters;
  // The tab is no filter of its list.
  const list = {
    ...address,
    isNarrowed: address.search !== '' || kind !== 'all' || address.page > 1,
    clear: () => address.show({ search: '', filters: { kind: 'all' } }),
  };
  const List = LISTS[view];
  const show = (next: string) => list.show({ search: '', filters: { view: next, kind: 'all' } });
  const showTab = (next: string) => {
    setQuery(null);
    show(next);
  };
  const makeRule = (text: string) => {
    setQuery(text);
    show('rules');
  };

  return (
    <>
      {notice}
      <PageHeader title="Search">
        What shoppers searched for in the last 30 days, your synonyms, and rules for single searches.
      </PageHeader>
      <TabStrip label="Search" tabs={VIEWS} current={view} panel="search-panel" onShow={showTab} />
      <div role="tabpanel" id="search-panel" aria-labelledby={`tab-${view}`}>
        <List key={view} list={list} notify={notify} query={query} onRule={makeRule} />
      </div>
    </>
  );
}
