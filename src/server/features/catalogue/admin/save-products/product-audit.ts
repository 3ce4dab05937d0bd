import type { CustomValuesChange } from '#domain/catalogue/custom-values.ts';
import type { FieldKind, FieldValues } from '#domain/catalogue/product-field-kinds.ts';
import { AUDITED_FIELDS, type AuditedField, type ValuesOf } from '#domain/catalogue/product-field-lists.ts';
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import { valuesOfRow } from '#domain/catalogue/product-values.ts';
import { formatDecimal } from '#domain/money/money.ts';
import { type AuditContext, type AuditedChange, recordAudit } from '#server/platform/audit/audit.store.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { ProductColumns } from './change-products.store.ts';

export type AuditValues = NonNullable<AuditedChange['after']>;

type PlainField = Exclude<AuditedField, 'custom'>;
type PlainKind = Exclude<FieldKind, 'custom'>;

const AUDIT: { readonly [K in PlainKind]: (value: FieldValues[K]) => AuditValues[string] } = {
  text: (value) => value,
  optionalText: (value) => value,
  longText: (value) => value,
  money: formatDecimal,
  optionalMoney: (value) => (value === null ? null : formatDecimal(value)),
  weight: (grams) => grams,
  flag: (value) => value,
  words: (value) => value.join(', '),
  sentences: (value) => value.join('; '),
  facts: (value) =>
    Object.entries(value)
      .map(([name, fact]) => `${name}: ${fact}`)
      .join('; '),
  pictures: (value) => value.map(({ url }) => url).join(', '),
  category: (slug) => slug,
  stock: (units) => units,
};

const auditValue = <K extends PlainKind>(kind: K, value: FieldValues[K]): AuditValues[string] => AUDIT[kind](value);

/** A weight is recorded in grams and says so. */
const auditName = (field: PlainField): string => {
  const { kind, column } = PRODUCT_FIELDS[field];
  return kind === 'weight' ? column : field;
};

function auditFact<F extends PlainField>(field: F, values: ValuesOf<F>): [string, AuditValues[string]] {
  return [auditName(field), auditValue(PRODUCT_FIELDS[field].kind, values[field])];
}

const PLAIN_FIELDS = AUDITED_FIELDS.filter((field) => field !== 'custom');

/** Custom fields one by one, such as `custom.material`. */
const customFacts = (values: CustomValuesChange): [string, AuditValues[string]][] =>
  Object.entries(values).map(([key, value]) => [`custom.${key}`, value]);

/** A product in the audit log: one plain value per field. */
export function productFacts(columns: ProductColumns, more: AuditValues = {}): AuditValues {
  const values = valuesOfRow(columns, AUDITED_FIELDS);
  const facts = Object.fromEntries([
    ...PLAIN_FIELDS.map((field) => auditFact(field, values)),
    ...customFacts(values.custom),
  ]);
  return { ...facts, slug: columns.slug, category_id: columns.category_id, ...more };
}

interface AuditedProductChange {
  readonly action: string;
  readonly id: number;
  readonly before: AuditValues | null;
  readonly after: AuditValues | null;
}

/** The changed fields of a product, for the audit log. */
export function auditedProduct(
  { actor, request }: Pick<AuditedChange, 'actor' | 'request'>,
  { action, id, before, after }: AuditedProductChange,
  at: Date,
): AuditedChange {
  const isOther = (name: string) => before === null || after === null || before[name] !== after[name];
  const different = (facts: AuditValues | null) =>
    facts && Object.fromEntries(Object.entries(facts).filter(([name]) => name === 'name' || isOther(name)));
  return {
    actor,
    request,
    action,
    entity: 'product',
    entityId: String(id),
    before: different(before),
    after: different(after),
    at,
  };
}

/** Writes an audit row with the changed fields of a product. */
export async function auditProduct(
  tx: Transaction,
  by: AuditContext,
  change: AuditedProductChange,
  at: Date,
): Promise<void> {
  await recordAudit(tx, auditedProduct(by, change, at));
}
