import type { Selectable } from 'kysely';
import type { CustomFieldTerms } from '#contract/admin/custom-fields.ts';
import { MAX_CUSTOM_FIELDS, MAX_CUSTOM_FILTERS, withChoiceValues } from '#domain/catalogue/custom-fields.ts';
import { counted } from '#domain/counted.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import { inTransaction } from '#server/platform/database/database.ts';
import type { CustomField } from '#server/platform/database/schema.ts';
import { fieldRefusal, Refusal } from '#server/platform/refusal.ts';
import type { AdminCatalogueServices } from '../admin/admin-catalogue-services.ts';
import { refuseBroken } from '../admin/broken-rules.ts';
import {
  countStoredValues,
  insertCustomField,
  lockDefinitions,
  readLockedField,
  updateCustomField,
} from './custom-fields.store.ts';

type Columns = Pick<
  Selectable<CustomField>,
  'label' | 'kind' | 'choices' | 'category_id' | 'unit' | 'help' | 'is_filter' | 'sort_order'
>;

const RULES = {
  custom_field_category_id_fkey: () =>
    fieldRefusal('custom_field.invalid', 'category_id', 'This category does not exist. Please choose another.'),
};

/** Choices belong to the kind choice, units to numbers; other kinds drop them. */
function columnsOf({ choices, unit, ...terms }: CustomFieldTerms): Columns {
  return {
    label: terms.label,
    kind: terms.kind,
    choices: terms.kind === 'choice' ? withChoiceValues(choices) : [],
    category_id: terms.category_id,
    unit: terms.kind === 'number' ? unit : '',
    help: terms.help,
    is_filter: terms.is_filter,
    sort_order: terms.sort_order,
  };
}

const stored = (columns: Columns) => ({ ...columns, choices: JSON.stringify(columns.choices) });

export const auditFacts = (columns: Columns) => ({
  label: columns.label,
  kind: columns.kind,
  choices: columns.choices.map(({ value, label }) => `${value}: ${label}`).join('; '),
  category_id: columns.category_id,
  unit: columns.unit,
  help: columns.help,
  is_filter: columns.is_filter,
  sort_order: columns.sort_order,
});

const countOf = (products: number): string => counted(products, ['product has', 'products have']);

/** @throws Refusal `custom_field.key_taken`, `.too_many`, `.too_many_filters`, `.invalid`. */
export async function createCustomField(
  { db, now, customFields }: AdminCatalogueServices,
  { key, ...terms }: CustomFieldTerms & { readonly key: string },
  by: AuditContext,
): Promise<number> {
  const at = now();
  const columns = columnsOf(terms);
  const keyTaken = () => fieldRefusal('custom_field.key_taken', 'key', 'Another custom field has this key already.');
  if (customFields.declaredKeys.has(key)) throw keyTaken();
  const id = await refuseBroken(RULES, () =>
    inTransaction(db, async (tx) => {
      const { total, filters } = await lockDefinitions(tx);
      if (total >= MAX_CUSTOM_FIELDS) throw new Refusal('custom_field.too_many');
      if (columns.is_filter && filters >= MAX_CUSTOM_FILTERS) throw new Refusal('custom_field.too_many_filters');
      const { unfit } = await countStoredValues(tx, key, columns.kind);
      if (unfit > 0) {
        const message = `${countOf(unfit)} a value of another kind under this key, from a field that was deleted. Please choose another key.`;
        throw fieldRefusal('custom_field.invalid', 'key', message);
      }
      const inserted = await insertCustomField(tx, { ...stored(columns), key, created_at: at, updated_at: at });
      if (inserted === undefined) throw keyTaken();
      const change = { action: 'custom_field.create', entity: 'custom_field', entityId: String(inserted) };
      await recordAudit(tx, { ...by, ...change, before: null, after: { key, ...auditFacts(columns) }, at });
      return inserted;
    }),
  );
  customFields.forget();
  return id;
}

/** @throws Refusal `custom_field.not_found`, `.changed`, `.kind_in_use`, `.too_many_filters`, `.invalid`. */
export async function changeCustomField(
  { db, now, customFields }: AdminCatalogueServices,
  id: number,
  { revision, ...terms }: CustomFieldTerms & { readonly revision?: number | undefined },
  by: AuditContext,
): Promise<void> {
  const at = now();
  const columns = columnsOf(terms);
  await refuseBroken(RULES, () =>
    inTransaction(db, async (tx) => {
      const { filters } = await lockDefinitions(tx);
      const before = await readLockedField(tx, id);
      if (!before) throw new Refusal('custom_field.not_found');
      if (revision !== undefined && revision !== before.revision) throw new Refusal('custom_field.changed');
      if (columns.is_filter && !before.is_filter && filters >= MAX_CUSTOM_FILTERS) {
        throw new Refusal('custom_field.too_many_filters');
      }
      const { total } =
        columns.kind === before.kind ? { total: 0 } : await countStoredValues(tx, before.key, columns.kind);
      if (total > 0) {
        throw fieldRefusal('custom_field.kind_in_use', 'kind', `${countOf(total)} a value: the kind cannot change.`);
      }
      await updateCustomField(tx, id, { ...stored(columns), updated_at: at });
      const change = { action: 'custom_field.update', entity: 'custom_field', entityId: String(id) };
      const facts = {
        before: { key: before.key, ...auditFacts(before) },
        after: { key: before.key, ...auditFacts(columns) },
      };
      await recordAudit(tx, { ...by, ...change, ...facts, at });
    }),
  );
  customFields.forget();
}
