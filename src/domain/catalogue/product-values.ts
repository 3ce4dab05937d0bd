import type { FieldDefinition, FieldKind, FieldValues } from './product-field-kinds.ts';
import {
  type ColumnValues,
  type ProductValues,
  STORED_FIELDS,
  type StoredField,
  type ValuesOf,
} from './product-field-lists.ts';
import { type KindOf, PRODUCT_FIELDS, type ProductField } from './product-fields.ts';

/*
 * As in product-fields.ts, overloads state the result types of loops over the table.
 */

/** An object with a value for each of the fields. */
export function mapFields<F extends ProductField, R extends Readonly<Record<F, unknown>>>(
  fields: readonly F[],
  valueFor: <G extends F>(field: G) => R[G],
): R;
export function mapFields(fields: readonly string[], valueFor: (field: never) => unknown): object {
  // Every card of a list passes here: `Object.fromEntries` takes twice as long.
  const values: Record<string, unknown> = {};
  for (const field of fields) values[field] = Reflect.apply(valueFor, undefined, [field]);
  return values;
}

/** The values of a `product` row. */
export function valuesOfRow<F extends StoredField>(row: ColumnValues<F>, fields: readonly F[]): ValuesOf<F>;
export function valuesOfRow(row: Readonly<Record<string, unknown>>, fields: readonly StoredField[]): object {
  const values: Record<string, unknown> = {};
  for (const field of fields) values[field] = row[PRODUCT_FIELDS[field].column];
  return values;
}

/** Omitted fields are unchanged. */
export type ProductChange = { readonly [F in StoredField]?: FieldValues[KindOf<F>] | undefined };

/** Values by column name, without omitted ones. */
export function columnsOfValues(values: ProductValues): ColumnValues;
export function columnsOfValues(values: ProductChange): Partial<ColumnValues>;
export function columnsOfValues(values: ProductChange): object {
  const given = STORED_FIELDS.filter((field) => values[field] !== undefined);
  return Object.fromEntries(given.map((field) => [PRODUCT_FIELDS[field].column, values[field]]));
}

const EMPTY: { readonly [K in FieldKind]: FieldValues[K] } = {
  text: '',
  optionalText: null,
  longText: '',
  money: 0,
  optionalMoney: null,
  weight: null,
  flag: false,
  words: [],
  sentences: [],
  facts: {},
  pictures: [],
  category: '',
  stock: 0,
  custom: {},
};

/** Defaults of a new product. */
export const NEW_PRODUCT = newProduct();
function newProduct(): ProductValues;
function newProduct(): object {
  const emptyOf = (one: FieldDefinition) => (one.kind === 'flag' ? one.default : EMPTY[one.kind]);
  return Object.fromEntries(STORED_FIELDS.map((field) => [field, emptyOf(PRODUCT_FIELDS[field])]));
}

/** A weight as people write it, such as `0.45`. */
export const kilograms = (grams: number | null): string | null => (grams === null ? null : String(grams / 1000));
