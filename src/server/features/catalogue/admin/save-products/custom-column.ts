import type { CustomField } from '#domain/catalogue/custom-fields.ts';
import {
  appliesTo,
  type CustomValues,
  type CustomValuesChange,
  changedCustomValues,
  customValueFrom,
  customValueProblem,
} from '#domain/catalogue/custom-values.ts';
import type { ProductColumns } from './change-products.store.ts';

/** What the column `product.custom` holds after a change. Values that no definition shows any more stay. */
export function customColumn(
  before: CustomValuesChange,
  change: CustomValuesChange,
  fields: readonly CustomField[],
): CustomValues {
  const kinds = new Map(fields.map((field) => [field.key, field]));
  const given = Object.entries(change).map(([key, value]) => {
    const field = kinds.get(key);
    return [key, field ? customValueFrom(field, value) : value] as const;
  });
  return changedCustomValues(before, Object.fromEntries(given));
}

/** The first value of a change that its definition refuses. Removing a value is always possible. */
export function customProblem(
  change: CustomValuesChange,
  { custom, category_id }: Pick<ProductColumns, 'custom' | 'category_id'>,
  fields: readonly CustomField[],
): { readonly key: string; readonly message: string } | undefined {
  for (const key of Object.keys(change)) {
    const value = custom[key];
    if (!Object.hasOwn(custom, key) || value === undefined) continue;
    const field = fields.find((one) => one.key === key);
    if (!field) return { key, message: `There is no custom field “${key}”.` };
    if (!appliesTo(field, category_id)) {
      return { key, message: `${field.label} is a field of the category ${field.category?.name}.` };
    }
    const message = customValueProblem(field, value);
    if (message !== undefined) return { key, message };
  }
  return undefined;
}
