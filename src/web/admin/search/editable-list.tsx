import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { type Column, DataTable } from '../shared/list/data-table.tsx';
import { FilterBar } from '../shared/list/filter-bar.tsx';
import { ListView, type ListViewProps } from '../shared/list/list-view.tsx';
import { SearchField } from '../shared/list/search-field.tsx';
import type { SearchListProps } from './search-list.ts';

interface EditableRow {
  readonly id: number;
  readonly revision: number;
}

interface EditableListProps<Row extends EditableRow> extends Pick<ListViewProps<Row>, 'query' | 'nouns' | 'failure'> {
  list: SearchListProps['list'];
  notify: SearchListProps['notify'];
  /** Accessible name of the table. */
  label: string;
  search: { readonly label: string; readonly placeholder: string };
  empty: { readonly none: string; readonly notFound: string; readonly hint: string };
  addLabel: string;
  /** All but the actions. */
  columns: readonly Column<Row>[];
  /** The row in labels of its buttons. */
  nameOf: (row: Row) => string;
  /** The row in the dialog; null while it is closed. */
  edited: Row | 'new' | null;
  onEdit: (row: Row | 'new' | null) => void;
  /** The dialog of a row, or of a new one (null). */
  dialog: (row: Row | null) => ReactNode;
  deletion: {
    readonly mutation: Pick<UseMutationResult<unknown, Error, Row>, 'mutate' | 'isPending'>;
    readonly title: (row: Row) => string;
    readonly confirmLabel: string;
    /** What happens then. */
    readonly effect: string;
    readonly done: (row: Row) => string;
  };
}

/** A list whose rows are created, edited and deleted in dialogs. */
export function EditableList<Row extends EditableRow>(props: EditableListProps<Row>) {
  const { list, notify, label, search, empty, addLabel, columns, nameOf, edited, onEdit, dialog, deletion } = props;
  const [toDelete, setToDelete] = useState<Row | null>(null);
  const add = (
    <Button onClick={() => onEdit('new')}>
      <Icon name="plus" /> {addLabel}
    </Button>
  );
  const confirmDelete = (row: Row) =>
    deletion.mutation.mutate(row, {
      onSuccess: () => notify('success', deletion.done(row)),
      onError: (error) => notify('danger', messageOf(error)),
      onSettled: () => setToDelete(null),
    });
  const actions: Column<Row> = {
    name: 'Actions',
    cell: (row) => (
      <span className="flex justify-end">
        <Button look="quiet" small aria-label={`Edit ${nameOf(row)}`} onClick={() => onEdit(row)}>
          Edit
        </Button>
        <Button look="quiet" small aria-label={`Delete ${nameOf(row)}`} onClick={() => setToDelete(row)}>
          Delete
        </Button>
      </span>
    ),
  };

  return (
    <>
      <FilterBar>
        <SearchField {...search} value={list.search} onSearch={(text) => list.show({ search: text })} />
        {add}
      </FilterBar>
      <ListView
        query={props.query}
        list={list}
        nouns={props.nouns}
        failure={props.failure}
        empty={{ title: list.isNarrowed ? empty.notFound : empty.none, hint: empty.hint, action: add }}
      >
        {(rows, isStale) => (
          <DataTable
            label={label}
            columns={[...columns, actions]}
            rows={rows}
            idOf={({ id }) => id}
            isStale={isStale}
          />
        )}
      </ListView>
      {edited !== null && dialog(edited === 'new' ? null : edited)}
      <ConfirmDialog
        isOpen={toDelete !== null}
        onClose={() => setToDelete(null)}
        title={toDelete ? deletion.title(toDelete) : ''}
        confirmLabel={deletion.confirmLabel}
        busy={deletion.mutation.isPending && 'Deleting…'}
        onConfirm={() => toDelete && confirmDelete(toDelete)}
      >
        {deletion.effect}
      </ConfirmDialog>
    </>
  );
}
