import { useOpenDialog } from '#web/shared/forms/use-saved-input.ts';
import type { Column } from '../shared/list/data-table.tsx';
import { usePagedList } from '../shared/list/use-paged-list.ts';
import { EditableList } from './editable-list.tsx';
import { type Synonym, useSynonymWrites } from './search-data.ts';
import type { SearchListProps } from './search-list.ts';
import { SynonymDialog } from './synonym-dialog.tsx';

/** The merchant's own synonyms, beside those that every shop has. */
export function Synonyms({ list, notify }: SearchListProps) {
  const synonyms = usePagedList('GET /admin/search/synonyms', { page: list.page, search: list.search });
  const { save, remove } = useSynonymWrites();
  const [edited, setEdited] = useOpenDialog<Synonym | 'new'>('synonym');

  return (
    <EditableList
      list={list}
      notify={notify}
      query={synonyms}
      label="Synonyms"
      search={{ label: 'Search synonyms', placeholder: 'Word' }}
      nouns={['synonym group', 'synonym groups']}
      empty={{
        none: 'No synonyms of your own yet',
        notFound: 'No synonyms found',
        hint: 'Common ones, such as sofa and couch, are built in. Add what your shoppers call your products.',
      }}
      addLabel="Add Synonyms"
      columns={COLUMNS}
      nameOf={({ terms }) => terms.join(', ')}
      edited={edited}
      onEdit={setEdited}
      dialog={(current) => (
        <SynonymDialog
          key={current ? `${current.id} ${current.revision}` : 'new'}
          synonym={current}
          onClose={() => setEdited(null)}
          onNewer={setEdited}
          onSave={async (synonym, form, key) => {
            await save(synonym, form, key);
            setEdited(null);
            notify('success', synonym ? 'Synonyms updated' : 'Synonyms created');
          }}
        />
      )}
      deletion={{
        mutation: remove,
        title: ({ terms }) => `Delete the synonyms “${terms.join(', ')}”?`,
        confirmLabel: 'Delete',
        effect: 'Searches no longer use these synonyms. This cannot be undone.',
        done: () => 'Synonyms deleted',
      }}
    />
  );
}

const COLUMNS: readonly Column<Synonym>[] = [
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
];
