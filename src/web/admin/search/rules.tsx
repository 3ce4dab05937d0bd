import { useEffect, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { useOpenDialog } from '#web/shared/forms/use-saved-input.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { type Column, DataTable } from '../shared/data-table.tsx';
import { FilterBar } from '../shared/filter-bar.tsx';
import { ListView } from '../shared/list-view.tsx';
import { SearchField } from '../shared/search-field.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { type Rule, useRules, useRuleWrites } from './search-data.ts';
import type { SearchListProps } from './search-list.ts';

/** What single searches show first, not at all, or instead. */
export function Rules({ list, tell, query }: SearchListProps) {
  const rules = useRules({ page: list.page, search: list.search });
  const { save, remove } = useRuleWrites();
  const [edited, setEdited] = useOpenDialog<Rule | 'new'>('search-rule');
  const [asked, setAsked] = useState<Rule | null>(null);
  /** The search that a new rule begins with; only the first one, when it was chosen from the list of searches. */
  const [first, setFirst] = useState(query ?? '');
  useEffect(() => {
    if (query !== null) setEdited('new');
  }, [query, setEdited]);
  const add = (
    <Button onClick={() => setEdited('new')}>
      <Icon name="plus" /> Add Rule
    </Button>
  );
  const close = () => {
    setFirst('');
    setEdited(null);
  };
  const confirmDelete = (rule: Rule) =>
    remove.mutate(rule, {
      onSuccess: () => tell('success', `Rule for “${rule.query}” deleted`),
      onError: (error) => tell('danger', messageOf(error)),
      onSettled: () => setAsked(null),
    });

  return (
    <>
      <FilterBar>
        <SearchField
          label="Search rules"
          placeholder="Search text"
          value={list.search}
          onSearch={(search) => list.show({ search })}
        />
        {add}
      </FilterBar>
      <ListView
        answer={rules}
        list={list}
        nouns={['rule', 'rules']}
        failure="Failed to fetch search rules"
        empty={{
          title: list.isNarrowed ? 'No rules found' : 'No rules yet',
          hint: 'A rule shows products first, hides others, or redirects a search to a page.',
          action: add,
        }}
      >
        {(rows, isStale) => (
          <DataTable
            label="Search rules"
            columns={columnsWith(setEdited, setAsked)}
            rows={rows}
            idOf={({ id }) => id}
            isStale={isStale}
          />
        )}
      </ListView>
      {edited !== null && (
        <RuleDialog
          key={edited === 'new' ? 'new' : `${edited.id} ${edited.revision}`}
          rule={edited === 'new' ? null : edited}
          query={first}
          onClose={close}
          onNewer={setEdited}
          onSave={async (rule, form, key) => {
            await save(rule, form, key);
            close();
            tell('success', rule ? `Rule for “${form.query}” updated` : `Rule for “${form.query}” created`);
          }}
        />
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={`Delete the rule for “${asked?.query}”?`}
        confirmLabel="Delete rule"
        busy={remove.isPending && 'Deleting…'}
        onConfirm={() => asked && confirmDelete(asked)}
      >
        This search shows its usual results again. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

const namesOf = (products: Rule['pinned']): string => products.map(({ name }) => name).join(', ') || '–';

const columnsWith = (onEdit: (rule: Rule) => void, onDelete: (rule: Rule) => void): readonly Column<Rule>[] => [
  {
    name: 'Search',
    className: 'stretch font-semibold',
    cell: ({ query }) => <bdi className="block max-w-64 wrap-anywhere">{query}</bdi>,
  },
  { name: 'Shown first', cell: ({ pinned }) => <bdi className="block max-w-64">{namesOf(pinned)}</bdi> },
  { name: 'Hidden', isSpare: true, cell: ({ hidden }) => <bdi className="block max-w-64">{namesOf(hidden)}</bdi> },
  { name: 'Redirects to', cell: ({ redirect_to }) => <span className="wrap-anywhere">{redirect_to ?? '–'}</span> },
  {
    name: 'Actions',
    cell: (rule) => (
      <span className="flex justify-end">
        <Button look="quiet" small aria-label={`Edit ${rule.query}`} onClick={() => onEdit(rule)}>
          Edit
        </Button>
        <Button look="quiet" small aria-label={`Delete ${rule.query}`} onClick={() => onDelete(rule)}>
          Delete
        </Button>
      </span>
    ),
  },
];
