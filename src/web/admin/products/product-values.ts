import type { WireFields } from '#contract/product-shape.ts';
import type { FieldKind } from '#domain/catalogue/product-field-kinds.ts';
import {
  FLAG_FIELDS,
  type FlagField,
  MAIN_FIELDS,
  STORED_FIELDS,
  type StoredField,
} from '#domain/catalogue/product-field-lists.ts';
import { type KindOf, PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import { mapFields, NEW_PRODUCT } from '#domain/catalogue/product-values.ts';
import { VARIANT_LIMITS } from '#domain/form-limits.ts';
import { fieldProblem } from '#web/shared/forms/shop-form.ts';
import type { ProductDetail, ProductForm } from './products-data.ts';
import type { ShownProduct } from './products-fallback.ts';

export interface PictureValue {
  readonly url: string;
  readonly alt: string;
}

export interface VariantValue {
  /** Id of an existing one. */
  readonly id?: number;
  /** One for each option name, in order. */
  readonly options: readonly string[];
  readonly sku: string;
  readonly price_modifier: string;
  readonly stock: string;
  /** The value when the form was opened. */
  readonly stock_seen?: number;
  readonly image: string;
  /** `#rrggbb`; empty: shown by name. */
  readonly swatch: string;
}

/** The form value of each kind of field. */
interface FormFields {
  text: string;
  optionalText: string;
  longText: string;
  money: string;
  optionalMoney: string;
  weight: string;
  flag: boolean;
  words: string;
  sentences: string;
  facts: string;
  pictures: PictureValue[];
  category: string;
  stock: string;
  custom: Record<string, string>;
}
type TypedFields<F extends StoredField> = { [K in F]: FormFields[KindOf<K>] };

export interface ProductValues extends TypedFields<StoredField> {
  stock: string;
  category_id: string;
  /** Such as `Colour, Size`. */
  option_names: string;
  variants: VariantValue[];
}

export type OpenedProduct = ProductDetail | ShownProduct;

/** Only the server's response has the other fields; with a list row they are unchanged. */
export const isWhole = (product: OpenedProduct): product is ProductDetail => 'variants' in product;

const orBlank = (value: string | null = ''): string => value ?? '';

/** Converts a stored value for its control; undefined for a new product. */
const TYPED: { readonly [K in FieldKind]: (value: WireFields[K] | undefined) => FormFields[K] } = {
  text: orBlank,
  optionalText: orBlank,
  longText: orBlank,
  money: orBlank,
  optionalMoney: orBlank,
  weight: orBlank,
  flag: (value = false) => value,
  words: (value = []) => value.join(', '),
  sentences: (value = []) => value.join('\n'),
  facts: (value = {}) =>
    Object.entries(value)
      .map(([name, fact]) => `${name}: ${fact}`)
      .join('\n'),
  pictures: (value = []) => value.map((url) => ({ url, alt: '' })),
  category: orBlank,
  stock: (value) => (value === undefined ? '' : String(value)),
  custom: (value = {}) => Object.fromEntries(Object.entries(value).map(([key, one]) => [key, String(one)])),
};

const typed = <K extends FieldKind>(kind: K, value: WireFields[K] | undefined): FormFields[K] => TYPED[kind](value);

type StoredFields<F extends StoredField> = { readonly [K in F]?: WireFields[KindOf<K>] | undefined };

const typedFields = <F extends StoredField>(fields: readonly F[], given: StoredFields<F>): TypedFields<F> =>
  mapFields<F, TypedFields<F>>(fields, <G extends F>(field: G) =>
    typed<KindOf<G>>(PRODUCT_FIELDS[field].kind, given[field]),
  );

/** The flags of a new product; all other fields are empty. */
const NEW_FLAGS = mapFields<FlagField, Pick<typeof NEW_PRODUCT, FlagField>>(FLAG_FIELDS, (field) => NEW_PRODUCT[field]);

export function valuesOf(product: OpenedProduct | null): ProductValues {
  const whole = product && isWhole(product) ? product : null;
  const given: StoredFields<StoredField> = product ?? NEW_FLAGS;
  const alts = whole?.image_alts ?? [];
  const names = Object.keys(whole?.variants[0]?.options ?? {});
  return {
    ...typedFields<StoredField>(STORED_FIELDS, given),
    images: (product?.images ?? []).map((url, index) => ({ url, alt: alts[index] ?? '' })),
    stock: product ? String(product.stock) : '',
    category_id: product ? String(product.category_id) : '',
    option_names: names.join(', '),
    variants: (whole?.variants ?? []).map((variant) => ({
      id: variant.id,
      options: names.map((name) => variant.options[name] ?? ''),
      sku: variant.sku,
      price_modifier: variant.price_modifier,
      stock: String(variant.stock),
      stock_seen: variant.stock_seen,
      image: variant.image ?? '',
      swatch: variant.swatch ?? '',
    })),
  };
}

/** A new product like this one: hidden, and without its SKU, barcode and stock. */
export function copyOf(product: OpenedProduct): ProductValues {
  const values = valuesOf(product);
  return {
    ...values,
    name: `${values.name} (copy)`,
    sku: '',
    barcode: '',
    stock: '',
    is_active: false,
    variants: values.variants.map(({ options, price_modifier, image, swatch }) => ({
      options,
      price_modifier,
      image,
      swatch,
      sku: '',
      stock: '0',
    })),
  };
}

const listed = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const optionNamesOf = (text: string): string[] =>
  [...new Set(listed(text, /,/))].slice(0, VARIANT_LIMITS.options);

/** A line without a colon is a name without a value; the server validates it. */
const specificationsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    listed(text, /\n/).map((line) => {
      const at = line.indexOf(':');
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );

/** Converts the control's value of each kind of field for the API. */
interface RequestFields extends Omit<WireFields, 'pictures' | 'category' | 'custom'> {
  pictures: PictureValue[];
  category: number;
  custom: Record<string, string | null>;
}
type SentFields<F extends StoredField> = { [K in F]: RequestFields[KindOf<K>] };

const trimmed = (value: string): string => value.trim();
const orNull = (value: string): string | null => value.trim() || null;

const SENT: { readonly [K in FieldKind]: (value: FormFields[K]) => RequestFields[K] } = {
  text: trimmed,
  optionalText: orNull,
  longText: trimmed,
  money: (value) => value,
  optionalMoney: orNull,
  weight: orNull,
  flag: (value) => value,
  words: (value) => listed(value, /,/),
  sentences: (value) => listed(value, /\n/),
  facts: specificationsOf,
  pictures: (value) => value,
  category: Number,
  stock: Number,
  custom: (values) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, orNull(value)])),
};

const sent = <K extends FieldKind>(kind: K, value: FormFields[K]): RequestFields[K] => SENT[kind](value);

const sentFields = <F extends StoredField>(fields: readonly F[], values: TypedFields<F>): SentFields<F> =>
  mapFields<F, SentFields<F>>(fields, <G extends F>(field: G) =>
    sent<KindOf<G>>(PRODUCT_FIELDS[field].kind, values[field]),
  );

/** A value that was not edited is left out: what the form does not show, such as a removed choice, stays stored. */
function changedCustom({ custom }: ProductValues, product: ProductDetail | null): Record<string, string | null> {
  const before = valuesOf(product).custom;
  const changed = Object.entries(custom).filter(([key, value]) => value.trim() !== (before[key] ?? ''));
  return sent('custom', Object.fromEntries(changed));
}

/**
 * The request body. With only a list row known, other fields are omitted.
 * @throws ApiError for a variant without a stock
 */
export function formOf(
  values: ProductValues,
  product: OpenedProduct | null,
): ProductForm & { stock_seen?: number | undefined } {
  const names = optionNamesOf(values.option_names);
  const without = values.variants.findIndex(({ stock }) => stock === '');
  if (without >= 0) throw fieldProblem(`variants.${without}.stock`, 'Please enter the stock.');
  const known = {
    ...sentFields(MAIN_FIELDS, values),
    // Variants have their own.
    stock: values.variants.length > 0 ? 0 : Number(values.stock),
    category_id: Number(values.category_id),
    stock_seen: product && product.revision > 0 && !product.has_variants ? product.stock_seen : undefined,
  };
  if (product && !isWhole(product)) return known;
  return {
    ...known,
    ...sentFields(STORED_FIELDS, values),
    custom: changedCustom(values, product),
    variants: values.variants.map((variant) => ({
      id: variant.id,
      sku: variant.sku.trim(),
      options: Object.fromEntries(names.map((name, index) => [name, variant.options[index]?.trim() ?? ''])),
      price_modifier: variant.price_modifier === '' ? 0 : variant.price_modifier,
      stock: Number(variant.stock),
      stock_seen: variant.stock_seen,
      image: variant.image || null,
      swatch: variant.swatch || null,
    })),
  };
}
