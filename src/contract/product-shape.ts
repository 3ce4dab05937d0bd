import { z } from 'zod';
import type { CustomValue } from '#domain/catalogue/custom-values.ts';
import type { FieldKind } from '#domain/catalogue/product-field-kinds.ts';
import type { StoredField } from '#domain/catalogue/product-field-lists.ts';
import { definitionOf, type KindOf } from '#domain/catalogue/product-fields.ts';
import { amount } from './fields.ts';

/** How each kind of product field is serialised. */
export interface WireFields {
  text: string;
  optionalText: string | null;
  longText: string;
  /** Dollars with two decimals, such as `"149.00"`. */
  money: string;
  optionalMoney: string | null;
  /** Kilograms, such as `"0.45"`. */
  weight: string | null;
  flag: boolean;
  words: string[];
  sentences: string[];
  facts: Record<string, string>;
  /** URLs; the alt texts are sent separately. */
  pictures: string[];
  category: string;
  stock: number;
  custom: Record<string, CustomValue>;
}

const SCHEMAS = {
  text: z.string(),
  optionalText: z.string().nullable(),
  longText: z.string(),
  money: amount,
  optionalMoney: amount.nullable(),
  weight: z.string().nullable(),
  flag: z.boolean(),
  words: z.array(z.string()),
  sentences: z.array(z.string()),
  facts: z.record(z.string(), z.string()),
  pictures: z.array(z.string()),
  category: z.string(),
  stock: z.int(),
  custom: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
} as const satisfies { readonly [K in FieldKind]: z.ZodType<WireFields[K]> };

type Schemas = typeof SCHEMAS;
/** Serialised field values. */
export type WireValues<F extends StoredField> = { [K in F]: WireFields[KindOf<K>] };

/** The response schema of these fields. */
export function productShape<F extends StoredField>(fields: readonly F[]): { [K in F]: Schemas[KindOf<K>] };
export function productShape(fields: readonly StoredField[]): object {
  return Object.fromEntries(fields.map((field) => [field, SCHEMAS[definitionOf(field).kind]]));
}
