import type { WireFields, WireValues } from '#contract/product-shape.ts';
import { changedCustomValues } from '#domain/catalogue/custom-values.ts';
import type { FieldKind, FieldValues } from '#domain/catalogue/product-field-kinds.ts';
import type { ColumnValues, StoredField } from '#domain/catalogue/product-field-lists.ts';
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import { kilograms } from '#domain/catalogue/product-values.ts';
import { formatDecimal } from '#domain/money/money.ts';

const WIRE: { readonly [K in FieldKind]: (value: FieldValues[K]) => WireFields[K] } = {
  text: (value) => value,
  optionalText: (value) => value,
  longText: (value) => value,
  money: formatDecimal,
  optionalMoney: (value) => (value === null ? null : formatDecimal(value)),
  weight: kilograms,
  flag: (value) => value,
  words: (value) => [...value],
  sentences: (value) => [...value],
  facts: (value) => ({ ...value }),
  pictures: (value) => value.map(({ url }) => url),
  category: (slug) => slug,
  stock: (units) => units ?? 0,
  custom: (values) => changedCustomValues({}, values),
};

/**
 * Returns a function that reads these fields of a `product` row as the API returns them. Prepare it once: it reads every
 * card of a list.
 */
export function wireReader<F extends StoredField>(fields: readonly F[]): (row: ColumnValues<F>) => WireValues<F>;
export function wireReader(fields: readonly StoredField[]): (row: Readonly<Record<string, unknown>>) => object {
  const readers = fields.map((field) => {
    const { column, kind } = PRODUCT_FIELDS[field];
    return { field, column, toWire: WIRE[kind] };
  });
  return (row) => {
    const values: Record<string, unknown> = {};
    for (const { field, column, toWire } of readers) values[field] = Reflect.apply(toWire, undefined, [row[column]]);
    return values;
  };
}
