import type { WireFields, WireValues } from '#contract/product-shape.ts';
import { changedCustomValues } from '#domain/custom-values.ts';
import { formatDecimal } from '#domain/money.ts';
import {
  type ColumnValues,
  type FieldKind,
  type FieldValues,
  type KindOf,
  kilograms,
  mapFields,
  PRODUCT_FIELDS,
  type StoredField,
  valuesOfRow,
} from '#domain/product-fields.ts';

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

const wireValue = <K extends FieldKind>(kind: K, value: FieldValues[K]): WireFields[K] => WIRE[kind](value);

/** The fields of a `product` row as the API returns them. */
export function wireValues<F extends StoredField>(row: ColumnValues<F>, fields: readonly F[]): WireValues<F> {
  const values = valuesOfRow(row, fields);
  return mapFields<F, WireValues<F>>(fields, <G extends F>(field: G) =>
    wireValue<KindOf<G>>(PRODUCT_FIELDS[field].kind, values[field]),
  );
}
