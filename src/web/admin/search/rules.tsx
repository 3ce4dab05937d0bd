import { useEffect, useState } from 'react';
import { useOpenDialog } from '#web/shared/forms/use-saved-input.ts';
import type { Column } from '../shared/list/data-table.tsx';
import { usePagedList } from '../shared/list/use-paged-list.ts';
import { EditableList } from './editable-list.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { type Rule, useRuleWrites } from './search-data.ts';
import type { SearchListProps } from './search-list.ts';

/** What single searches show first, not at all, or instead. */
export function Rules({ list, notify, query }: SearchListProps) {
  const rules = usePagedList('GET /admin/search/rules', { page: list.page, search: list.search });
  const { save, remove } = useRuleWrites();
  const [edited, setEdited] = useOpenDialog<Rule | 'new'>('search-rule');
  /** The search that a new rule begins with; only the first one, when it was chosen from the list of searches. */
  const [first, setFirst] = useState(query ?? '');
  useEffect(() => {
    if (query !== null) setEdited('new');
  }, [query, setEdited]);
  const close = () => {
    setFirst('');
    setEdited(null);
  };

  return (
    <EditableList
      list={list}
      notify={notify}
      query={rules}
      label="Search rules"
      search={{ label: 'Search rules', placeholder: 'Search text' }}
      nouns={['rule', 'rules']}
      empty={{
        none: 'No rules yet',
        notFound: 'No rules found',
        hint: 'A rule shows products first, hides others, or redirects a search to a page.',
      }}
      addLabel="Add Rule"
      columns={COLUMNS}
      nameOf={(rule) => rule.query}
      edited={edited}
      onEdit={setEdited}
      dialog={(current) => (
        <RuleDialog
          key={current ? `${current.id} ${current.revision}` : 'new'}
          rule={current}
          query={first}
          onClose={close}
          onNewer={setEdited}
          onSave={async (rule, form, key) => {
            await save(rule, form, key);
            close();
            notify('success', rule ? `Rule for “${form.query}” updated` : `Rule for “${form.query}” created`);
          }}
        />
      )}
      deletion={{
        mutation: remove,
        title: (rule) => `Delete the rule for “${rule.query}”?`,
        confirmLabel: 'Delete rule',
        effect: 'This search shows its usual results again. This cannot be undone.',
        done: (rule) => `Rule for “${rule.query}” deleted`,
      }}
    />
  );
}

const namesOf = (products: Rule['pinned']): string => products.map(({ name }) => name).join(', ') || '–';

const COLUMNS: readonly Column<Rule>[] = [
  {
    name: 'Search',
    className: 'stretch font-semibold',
    cell: ({ query }) => <bdi className="block max-w-64 wrap-anywhere">{query}</bdi>,
  },
  { name: 'Shown first', cell: ({ pinned }) => <bdi className="block max-w-64">{namesOf(pinned)}</bdi> },
  { name: 'Hidden', isSpare: true, cell: ({ hidden }) => <bdi className="block max-w-64">{namesOf(hidden)}</bdi> },
  { name: 'Redirects to', cell: ({ redirect_to }) => <span className="wrap-anywhere">{redirect_to ?? '–'}</span> },
];
