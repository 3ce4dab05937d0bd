import { counted } from '#web/shared/counted.ts';
import { useOpenDialog } from '#web/shared/forms/use-saved-input.ts';
import { formatCount } from '#web/shared/numbers.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Column } from '../shared/list/data-table.tsx';
import { ListPage } from '../shared/list/list-page.tsx';
import { RowActions } from '../shared/list/row-actions.tsx';
import { useListAddress } from '../shared/list/use-list-address.ts';
import { usePagedList } from '../shared/list/use-paged-list.ts';
import { adminMeta } from '../shared/page-header.tsx';
import { useConfirmation } from '../shared/use-confirmation.ts';
import { useNotice } from '../shared/use-notice.ts';
import { CustomFieldDialog } from './custom-field-dialog.tsx';
import { type CustomField, isOwn, type OwnField, useCustomFieldWrites } from './custom-fields-data.ts';
import { KIND_LABELS } from './field-kinds.ts';

export const meta = () => adminMeta('Custom fields');

/** The fields that merchants define for their products, and those that plug-ins declare. */
export default function CustomFieldsPage() {
  const list = useListAddress({ filters: {} });
  const fields = usePagedList('GET /admin/custom-fields', { page: list.page, search: list.search });
  const { save, remove } = useCustomFieldWrites();
  const { notice, notify } = useNotice();
  const [edited, setEdited] = useOpenDialog<OwnField | 'new'>('custom-field');
  const deletion = useConfirmation<OwnField>({
    run: remove.mutate,
    busy: remove.isPending && 'Deleting…',
    done: ({ label }) => `Custom field ${label} deleted`,
    notify,
  });

  const add = (
    <Button onClick={() => setEdited('new')}>
      <Icon name="plus" /> Add Field
    </Button>
  );

  return (
    <>
      {notice}
      <ListPage
        title="Custom fields"
        intro="Your own product fields. They appear in the product form, in CSV files and in the specifications of a product."
        actions={add}
        search={{ label: 'Search custom fields', placeholder: 'Label or key' }}
        query={fields}
        list={list}
        nouns={['field', 'fields']}
        empty={{
          title: list.isNarrowed ? 'No custom fields found' : 'No custom fields yet',
          hint: 'Add a field for what your products differ in, such as material or width.',
          action: add,
        }}
        columns={columnsWith(setEdited, deletion.ask)}
        idOf={({ key }) => key}
      >
        {edited !== null && (
          <CustomFieldDialog
            key={edited === 'new' ? 'new' : `${edited.id} ${edited.revision}`}
            field={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
            onNewer={setEdited}
            onSave={async (field, form, key) => {
              await save(field, form, key);
              setEdited(null);
              notify('success', field ? `Custom field ${form.label} updated` : 'Custom field created');
            }}
          />
        )}
        <ConfirmDialog {...deletion.dialog} title={`Delete ${deletion.record?.label}?`} confirmLabel="Delete field">
          {deletion.record && deletionWarning(deletion.record)}
        </ConfirmDialog>
      </ListPage>
    </>
  );
}

function deletionWarning({ key, product_count }: CustomField): string {
  if (!product_count) return 'No product has a value for it.';
  const products = counted(product_count, ['product has', 'products have']);
  return `${products} a value for it, which is no longer shown. Values are kept: a new field with the key ${key} brings them back.`;
}

const columnsWith = (
  onEdit: (field: OwnField) => void,
  onDelete: (field: OwnField) => void,
): readonly Column<CustomField>[] => [
  {
    name: 'Field',
    className: 'stretch',
    cell: ({ label, key }) => (
      <span className="block min-w-0 max-md:pr-3 xl:max-w-96">
        <bdi className="block truncate font-semibold">{label}</bdi>
        <span className="block truncate text-muted text-small">{key}</span>
      </span>
    ),
  },
  {
    name: 'Kind',
    cell: ({ kind, unit, choices }) => (
      <span>
        {KIND_LABELS[kind]}
        {(unit || choices.length > 0) && (
          <span className="block text-muted text-small">{unit || counted(choices.length, ['choice', 'choices'])}</span>
        )}
      </span>
    ),
  },
  {
    name: 'Category',
    cell: ({ category }) => <bdi>{category?.name ?? 'All categories'}</bdi>,
  },
  { name: 'Products', isFigure: true, isSpare: true, cell: ({ product_count }) => formatCount(product_count ?? 0) },
  {
    name: 'Filter',
    cell: ({ is_filter }) => (is_filter ? <Badge tone="success">Filter</Badge> : '–'),
  },
  {
    name: 'Actions',
    cell: (field) =>
      isOwn(field) ? (
        <RowActions name={field.label} onEdit={() => onEdit(field)} onDelete={() => onDelete(field)} />
      ) : (
        <span className="text-muted text-small">From plug-in {field.plugin}</span>
      ),
  },
];
