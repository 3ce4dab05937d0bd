import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { type Column, DataTable } from '../shared/list/data-table.tsx';
import { FilterBar } from '../shared/list/filter-bar.tsx';
import { ListView, type ListViewProps } from '../shared/list/list-view.tsx';
import { RowActions } from '../shared/list/row-actions.tsx';
import { SearchField } from '../shared/list/search-field.tsx';
import { useConfirmation } from '../shared/use-confirmation.ts';
import type { SearchListProps } from './search-list.ts';

interface EditableRow {
  readonly id: number;
  readonly revision: number;
}

interface EditableListProps<Row extends EditableRow> extends Pick<ListViewProps<Row>, 'query' | 'nouns'> {
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
  const {
    ask,
    record,
    dialog: question,
  } = useConfirmation<Row>({
    run: deletion.mutation.mutate,
    busy: deletion.mutation.isPending && 'Deleting…',
    done: deletion.done,
    notify,
  });
  const add = (
    <Button onClick={() => onEdit('new')}>
      <Icon name="plus" /> {addLabel}
    </Button>
  );
  const actions: Column<Row> = {
    name: 'Actions',
    cell: (row) => <RowActions name={nameOf(row)} onEdit={() => onEdit(row)} onDelete={() => ask(row)} />,
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
      <ConfirmDialog {...question} title={record ? deletion.title(record) : ''} confirmLabel={deletion.confirmLabel}>
        {deletion.effect}
      </ConfirmDialog>
    </>
  );
}
