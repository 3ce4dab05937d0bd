import { useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { useOpenDialog } from '#web/shared/forms/use-saved-input.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { type Column, DataTable } from '../shared/data-table.tsx';
import { FilterBar } from '../shared/filter-bar.tsx';
import { ListView } from '../shared/list-view.tsx';
import { SearchField } from '../shared/search-field.tsx';
import { type Synonym, useSynonyms, useSynonymWrites } from './search-data.ts';
import type { SearchListProps } from './search-list.ts';
import { SynonymDialog } from './synonym-dialog.tsx';

/** The merchant's own synonyms, beside those that every shop has. */
export function Synonyms({ list, tell }: SearchListProps) {
  const synonyms = useSynonyms({ page: list.page, search: list.search });
  const { save, remove } = useSynonymWrites();
  const [edited, setEdited] = useOpenDialog<Synonym | 'new'>('synonym');
  const [asked, setAsked] = useState<Synonym | null>(null);
  const add = (
    <Button onClick={() => setEdited('new')}>
      <Icon name="plus" /> Add Synonyms
    </Button>
  );
  const confirmDelete = (synonym: Synonym) =>
    remove.mutate(synonym, {
      onSuccess: () => tell('success', 'Synonyms deleted'),
      onError: (error) => tell('danger', messageOf(error)),
      onSettled: () => setAsked(null),
    });

  return (
    <>
      <FilterBar>
        <SearchField
          label="Search synonyms"
          placeholder="Word"
          value={list.search}
          onSearch={(search) => list.show({ search })}
        />
        {add}
      </FilterBar>
      <ListView
        answer={synonyms}
        list={list}
        nouns={['synonym group', 'synonym groups']}
        failure="Failed to fetch synonyms"
        empty={{
          title: list.isNarrowed ? 'No synonyms found' : 'No synonyms of your own yet',
          hint: 'Common ones, such as sofa and couch, are built in. Add what your shoppers call your products.',
          action: add,
        }}
      >
        {(rows, isStale) => (
          <DataTable
            label="Synonyms"
            columns={columnsWith(setEdited, setAsked)}
            rows={rows}
            idOf={({ id }) => id}
            isStale={isStale}
          />
        )}
      </ListView>
      {edited !== null && (
        <SynonymDialog
          key={edited === 'new' ? 'new' : `${edited.id} ${edited.revision}`}
          synonym={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onNewer={setEdited}
          onSave={async (synonym, form, key) => {
            await save(synonym, form, key);
            setEdited(null);
            tell('success', synonym ? 'Synonyms updated' : 'Synonyms created');
          }}
        />
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        title={`Delete the synonyms “${asked?.terms.join(', ')}”?`}
        confirmLabel="Delete"
        busy={remove.isPending && 'Deleting…'}
        onConfirm={() => asked && confirmDelete(asked)}
      >
        Searches no longer use these synonyms. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

const columnsWith = (
  onEdit: (synonym: Synonym) => void,
  onDelete: (synonym: Synonym) => void,
): readonly Column<Synonym>[] => [
  {
    name: 'Words',
    className: 'stretch font-semibold',
    cell: ({ terms }) => <bdi className="block max-w-96 wrap-anywhere">{terms.join(', ')}</bdi>,
  },
  {
    name: 'Also find',
    cell: ({ finds }) => (
      <bdi className="block max-w-96 wrap-anywhere">{finds.length > 0 ? finds.join(', ') : 'Each other'}</bdi>
    ),
  },
  {
    name: 'Actions',
    cell: (synonym) => (
      <span className="flex justify-end">
        <Button look="quiet" small aria-label={`Edit ${synonym.terms.join(', ')}`} onClick={() => onEdit(synonym)}>
          Edit
        </Button>
        <Button look="quiet" small aria-label={`Delete ${synonym.terms.join(', ')}`} onClick={() => onDelete(synonym)}>
          Delete
        </Button>
      </span>
    ),
  },
];
