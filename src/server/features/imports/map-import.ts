import { keyOfColumn } from '#csv/import-custom.ts';
import { FIELD_RULES, IMPORT_FIELDS } from '#csv/import-fields.ts';
import { type ImportMapping, readMapping, type Source } from '#csv/import-mapping.ts';
import { pathKey } from '#domain/catalogue/category-tree.ts';
import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import { readCategoryNames } from '#server/features/catalogue/index.ts';
import type { AuditContext } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { auditImport } from './audit-import.ts';
import { checkValues } from './check-row.ts';
import { importSoon } from './import-jobs.ts';
import type { ImportServices } from './import-services.ts';
import { beginCheck, findImport } from './imports.store.ts';

/**
 * Stores a mapping and starts the check of all rows.
 * @throws Refusal `import.not_found`, `import.busy`, `import.finished`, and `request.invalid` by field for unusable
 * sources.
 */
export async function mapImport(
  services: ImportServices,
  id: number,
  mapping: ImportMapping,
  by: AuditContext,
): Promise<void> {
  const { db, now, customFields } = services;
  const record = await findImport(db, id);
  if (!record) throw new Refusal('import.not_found');
  if (record.status === 'done') throw new Refusal('import.finished');
  await refuseUnusable(db, mapping, record.columns, await customFields.all());
  await inTransaction(db, async (tx) => {
    const isBegun = await beginCheck(tx, id, mapping, ['uploaded', 'checked', 'failed', 'cancelled']);
    if (!isBegun) throw new Refusal('import.busy');
    await auditImport(tx, id, { ...by, action: 'import.mapping', at: now() });
  });
  await importSoon(services);
}

async function refuseUnusable(
  db: Database,
  mapping: ImportMapping,
  columns: readonly string[],
  customFields: readonly CustomField[],
): Promise<void> {
  const usable = readMapping(mapping, columns, customFields);
  const problems = 'problems' in usable ? usable.problems : await fixedProblems(db, mapping, columns, customFields);
  const others = [
    ...IMPORT_FIELDS.filter((field) => field !== 'sku' && mapping.fields[field]),
    ...Object.keys(mapping.custom ?? {}),
  ];
  const all = [
    ...problems,
    ...(others.length === 0 ? [{ field: 'name', message: 'Please map at least one field besides the SKU.' }] : []),
  ];
  if (all.length === 0) return;
  const errors = Object.fromEntries(all.map(({ field, message }) => [addressOf(field), [message]]));
  const [first] = all;
  const label = labelOf(first?.field ?? '', customFields);
  throw new Refusal('request.invalid', { message: `${label}: ${first?.message}`, errors });
}

/** The field's path in the mapping. */
const addressOf = (field: string): string => {
  const key = keyOfColumn(field);
  return key === undefined ? `fields.${field}` : `custom.${key}`;
};

function labelOf(field: string, customFields: readonly CustomField[]): string {
  const key = keyOfColumn(field);
  if (key !== undefined) return customFields.find((one) => one.key === key)?.label ?? field;
  return FIELD_RULES[field as keyof typeof FIELD_RULES]?.label;
}

/** Report an invalid fixed value once instead of for every row. */
async function fixedProblems(
  db: Database,
  { fields, custom = {}, decimal }: ImportMapping,
  columns: readonly string[],
  customFields: readonly CustomField[],
) {
  const isFixed = ([, source]: readonly [string, Source | undefined]) => source?.from === 'fixed';
  const fixed = Object.fromEntries(Object.entries(fields).filter(isFixed));
  const fixedCustom = Object.fromEntries(Object.entries(custom).filter(isFixed));
  const sku = { from: 'fixed', value: 'any' } as const;
  const mapping = readMapping({ fields: { ...fixed, sku }, custom: fixedCustom, decimal }, columns, customFields);
  if ('problems' in mapping) return mapping.problems;
  const { values, problems } = mapping.read([]);
  const refused = checkValues(values).problems;
  const { category } = values;
  if (typeof category !== 'string') return [...problems, ...refused];
  const known = await readCategoryNames(db);
  const slug = known.get(category) ?? known.get(pathKey(category));
  const missing =
    slug === undefined ? [{ field: 'category', message: `There is no unique category “${category}”.` }] : [];
  return [...problems, ...refused, ...missing];
}
