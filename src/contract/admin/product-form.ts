import { z } from 'zod';
import { CUSTOM_KEY, MAX_CUSTOM_FIELDS } from '#domain/catalogue/custom-fields.ts';
import { MAX_CUSTOM_TEXT } from '#domain/catalogue/custom-values.ts';
import type { FieldDefinition, FieldKind, TextFormat } from '#domain/catalogue/product-field-kinds.ts';
import { type RequiredField, STORED_FIELDS, type StoredField } from '#domain/catalogue/product-field-lists.ts';
import { definitionOf, type KindOf, PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import { VARIANT_LIMITS } from '#domain/form-limits.ts';
import { amountInput, id, multiLine, problemOfAmount, singleLine, TOO_LARGE } from '../fields.ts';

export const MAX_VARIANTS = 100;

const WHOLE_UNITS = 'Please enter a whole number of units.';
const BELOW_ZERO = 'Stock cannot be below 0.';
const unitCount = z.number(WHOLE_UNITS).int(WHOLE_UNITS).min(0, BELOW_ZERO).max(PRODUCT_FIELDS.stock.max, TOO_LARGE);
const stock = z.union(
  [
    unitCount,
    z
      .string()
      .trim()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .pipe(unitCount),
  ],
  // The default error of a union does not say what is wrong with a text, such as a cell of a CSV file.
  { error: ({ input }) => problemOfStock(input) },
);
const problemOfStock = (value: unknown): string => {
  if (typeof value !== 'string') return WHOLE_UNITS;
  if (/^\s*-\d+\s*$/.test(value)) return BELOW_ZERO;
  return /^\s*\d+\s*$/.test(value) ? TOO_LARGE : WHOLE_UNITS;
};
const stockSeen = z.int().min(0).max(2_147_483_647).optional();

/** Base path of a picture, as returned by an upload, or the URL of one file below `/media/`. */
const pictureUrl = z
  .string()
  .max(200)
  .regex(/^\/media\/(uploads\/)?[\w-]+(\.\w{2,5})?$/, 'Please choose a picture of this shop.');
const picture = z
  .union([pictureUrl, z.object({ url: pictureUrl, alt: singleLine(0, PRODUCT_FIELDS.images.maxLength).default('') })])
  .transform((value) => (typeof value === 'string' ? { url: value, alt: undefined } : value));

const words = (count: number, length: number) =>
  z
    .array(singleLine(1, length))
    .max(count)
    .transform((list) => [...new Set(list)]);

const facts = ({ maxItems, maxNameLength, maxLength }: Record<'maxItems' | 'maxNameLength' | 'maxLength', number>) =>
  z
    .record(singleLine(1, maxNameLength), singleLine(1, maxLength))
    .refine((record) => Object.keys(record).length <= maxItems, `At most ${maxItems} specifications.`);
/** Grams, from a weight in kilograms. */
const weight = z
  .union([z.number(), z.string().trim()])
  .transform((value, context) => {
    if (value === '') return null;
    const text = String(value);
    if (/^\d{1,5}(\.\d{1,3})?$/.test(text)) return Math.round(Number(text) * 1000);
    context.issues.push({ code: 'custom', input: value, message: 'Please enter kilograms, such as 0.45.' });
    return z.NEVER;
  })
  .nullable();

const blankAsNull = (length: number, format?: TextFormat) =>
  singleLine(0, length)
    .nullable()
    .transform((text) => (text ? (format?.normalize(text) ?? text) : null))
    .refine((text) => text === null || (format?.isValid(text) ?? true), format?.message);

const salePrice = z
  .union([z.literal('').transform(() => null), amountInput()], { error: ({ input }) => problemOfAmount(input) })
  .nullable();
const pictures = (count: number) => z.array(picture).max(count, `At most ${count} pictures.`);

/** By key; each definition validates its values when the product is saved. Omitted keys are unchanged. */
const custom = z
  .record(
    z.string().regex(CUSTOM_KEY),
    z.union([singleLine(0, MAX_CUSTOM_TEXT), z.number(), z.boolean()], { error: 'Please enter a value.' }).nullable(),
  )
  .refine((values) => Object.keys(values).length <= 2 * MAX_CUSTOM_FIELDS, 'These are too many values.');

/** Input schema of each field kind. */
interface FormSchemas {
  text: ReturnType<typeof singleLine>;
  optionalText: ReturnType<typeof blankAsNull>;
  longText: ReturnType<typeof multiLine>;
  money: ReturnType<typeof amountInput>;
  optionalMoney: typeof salePrice;
  weight: typeof weight;
  flag: z.ZodBoolean;
  words: ReturnType<typeof words>;
  sentences: ReturnType<typeof words>;
  facts: ReturnType<typeof facts>;
  pictures: ReturnType<typeof pictures>;
  category: typeof id;
  stock: typeof stock;
  custom: typeof custom;
}

function schemaOf(field: FieldDefinition): FormSchemas[FieldKind] {
  const least = field.isRequired ? 1 : 0;
  switch (field.kind) {
    case 'text':
      return singleLine(least, field.maxLength);
    case 'optionalText':
      return blankAsNull(field.maxLength, field.format);
    case 'longText':
      return multiLine(least, field.maxLength);
    case 'money':
      return amountInput();
    case 'optionalMoney':
      return salePrice;
    case 'weight':
      return weight;
    case 'flag':
      return z.boolean();
    case 'words':
    case 'sentences':
      return words(field.maxItems, field.maxLength);
    case 'facts':
      return facts(field);
    case 'pictures':
      return pictures(field.maxItems);
    case 'category':
      return id;
    case 'stock':
      return stock;
    case 'custom':
      return custom;
  }
}

type FormShape = {
  [F in StoredField]: F extends RequiredField ? FormSchemas[KindOf<F>] : z.ZodOptional<FormSchemas[KindOf<F>]>;
};

/** A change may omit every optional field, which is then unchanged. */
const formShape = shapeOfForm();
function shapeOfForm(): FormShape;
function shapeOfForm(): object {
  const shapes = STORED_FIELDS.map((field) => {
    const definition = definitionOf(field);
    const schema: z.ZodType = schemaOf(definition);
    return [field, definition.isRequired ? schema : schema.optional()] as const;
  });
  return Object.fromEntries(shapes);
}

export const variantForm = z
  .object({
    /** Id of an existing variant; without it a new one is created. */
    id: id.optional(),
    /** Default: built from the options. */
    name: singleLine(0, VARIANT_LIMITS.name).optional(),
    sku: formShape.sku,
    options: z
      .record(singleLine(1, VARIANT_LIMITS.optionName), singleLine(1, VARIANT_LIMITS.optionValue))
      .refine((options) => Object.keys(options).length >= 1, 'Please name at least one option.')
      .refine(
        (options) => Object.keys(options).length <= VARIANT_LIMITS.options,
        `At most ${VARIANT_LIMITS.options} options.`,
      ),
    price_modifier: amountInput({ negative: true }).default(0),
    stock: stock.default(0),
    stock_seen: stockSeen,
    image: pictureUrl.nullable().default(null),
    /** Swatch colour in option selectors; null: shown by name. Omitted: unchanged. */
    swatch: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, 'Please choose a colour such as #3b6ea5.')
      .nullable()
      .optional(),
  })
  .meta({ id: 'VariantForm' });
export type VariantForm = z.output<typeof variantForm>;

/** The product form (back-office §3 and §5) and all other product fields. */
export const productForm = z
  .object({
    ...formShape,
    category_id: id,
    /** Available units; ignored for a product with variants, which have their own. */
    stock,
    /** Alt texts of those `images` that are given as URLs only. */
    image_alts: z.array(singleLine(0, PRODUCT_FIELDS.images.maxLength)).max(PRODUCT_FIELDS.images.maxItems).optional(),
    variants: z.array(variantForm).max(MAX_VARIANTS, `At most ${MAX_VARIANTS} variants.`).optional(),
  })
  .meta({ id: 'ProductForm' });
export type ProductForm = z.output<typeof productForm>;

export const productChange = productForm
  .extend({
    /** The available units that the admin saw. Without it, `stock` is the new absolute value. */
    stock_seen: stockSeen,
    /** The revision that was read; 409 when the product has changed since. */
    revision: z.int().min(1).optional(),
  })
  .meta({ id: 'ProductChange' });
export type ProductChange = z.output<typeof productChange>;
