import type { AdminCustomField, adminCustomFieldEndpoints } from '#contract/admin/custom-fields.ts';
import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import { pageOfAll } from '#domain/paging.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { Refusal, refuseWithCurrent } from '#server/platform/refusal.ts';
import type { AdminCatalogueServices } from '../admin/admin-catalogue-services.ts';
import { countProductsByKey, findCustomFieldRow, listCustomFieldRows } from './custom-fields.store.ts';
import { fieldOfRow } from './custom-fields.ts';
import { deleteCustomField } from './delete-custom-field.ts';
import { changeCustomField, createCustomField } from './save-custom-field.ts';

/** Fields that only merchants' definitions have. */
type StoredProperties = Pick<AdminCustomField, 'id' | 'sort_order' | 'revision'>;
const DECLARED: StoredProperties = { id: null, sort_order: 0, revision: 0 };

function view(
  field: CustomField,
  { id, sort_order, revision }: StoredProperties,
  products: number | null,
): AdminCustomField {
  return {
    id,
    key: field.key,
    label: field.label,
    kind: field.kind,
    choices: field.choices.map(({ value, label }) => ({ value, label })),
    category: field.category && {
      id: field.category.id,
      name: field.category.name,
      slug: field.category.slug,
      below: field.category.below.map(({ id, slug }) => ({ id, slug })),
    },
    unit: field.unit,
    help: field.help,
    is_filter: field.isFilter,
    sort_order,
    plugin: field.plugin,
    product_count: products,
    revision,
  };
}

export function customFieldHandlers(services: AdminCatalogueServices): Handlers<typeof adminCustomFieldEndpoints> {
  const { db, customFields } = services;
  const read = async (id: number) => {
    const [row, counts] = await Promise.all([findCustomFieldRow(db, id), countProductsByKey(db)]);
    if (!row) throw new Refusal('custom_field.not_found');
    return { field: view(fieldOfRow(row), row, counts.get(row.key) ?? 0) };
  };
  return {
    'GET /admin/custom-fields': async ({ query: { search = '', page, per_page, counted } }) => {
      const [rows, current, counts] = await Promise.all([
        listCustomFieldRows(db),
        customFields.all(),
        counted === 'yes' ? countProductsByKey(db) : undefined,
      ]);
      const all: readonly { readonly field: CustomField; readonly stored: StoredProperties }[] = [
        ...rows
          .filter(({ key }) => !customFields.declaredKeys.has(key))
          .map((row) => ({ field: fieldOfRow(row), stored: row })),
        ...current.filter(({ plugin }) => plugin !== null).map((field) => ({ field, stored: DECLARED })),
      ];
      const wanted = search.toLowerCase();
      const found = all.filter(({ field: { key, label } }) => `${label} ${key}`.toLowerCase().includes(wanted));
      const listed = pageOfAll({ page, per_page }, found);
      const data = listed.data.map(({ field, stored }) =>
        view(field, stored, counts ? (counts.get(field.key) ?? 0) : null),
      );
      return respond({ ...listed, data });
    },
    'POST /admin/custom-fields': async ({ caller, request, body }) => {
      const id = await createCustomField(services, body, { actor: caller, request });
      return respond(await read(id), 'Custom field created successfully');
    },
    'PUT /admin/custom-fields/{id}': async ({ caller, request, params, body }) => {
      const change = changeCustomField(services, params.id, body, { actor: caller, request });
      await refuseWithCurrent('custom_field.changed', change, () => read(params.id));
      return respond(await read(params.id), 'Custom field updated successfully');
    },
    'DELETE /admin/custom-fields/{id}': async ({ caller, request, params }) => {
      await deleteCustomField(services, params.id, { actor: caller, request });
      return respond(null, 'Custom field deleted successfully');
    },
  };
}
