import type { FieldDefinition, FieldValues, ListedPicture } from '#domain/catalogue/product-field-kinds.ts';
import { CSV_FIELDS, type CsvField, type ValuesOf } from '#domain/catalogue/product-field-lists.ts';
import { definitionOf, type KindOf, PRODUCT_FIELDS, type ProductField } from '#domain/catalogue/product-fields.ts';
import { kilograms, mapFields } from '#domain/catalogue/product-values.ts';
import { type Cents, formatDecimal } from '#domain/money/money.ts';
import { writeFacts, writeList, writeOptions, writePictures } from './import-lists.ts';

/** All columns of a file; those used only by variant rows come last. */
export const IMPORT_FIELDS = [...CSV_FIELDS, 'variant_of', 'options', 'price_difference', 'swatch'] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** The columns of variant rows; everything else belongs to the product. */
export const VARIANT_FIELDS = [
  'variant_of',
  'sku',
  'name',
  'options',
  'price_difference',
  'stock',
  'images',
  'swatch',
] as const satisfies readonly ImportField[];

/** Kinds of fields with one column. */
export type CellKind = KindOf<CsvField>;

export interface FieldRule {
  /** As labelled in the back office's form. */
  readonly label: string;
  readonly kind: CellKind;
  /** Required for new products. For an existing product, an empty cell keeps the value instead of clearing it. */
  readonly isNeeded: boolean;
  /** An empty cell keeps the value; a new product gets the default. */
  readonly isKept: boolean;
  /** Headings for this field, in lower case without punctuation. */
  readonly headings: readonly string[];
}

function ruleOf({ label, isRequired, headings }: FieldDefinition, kind: CellKind): FieldRule {
  return { label, kind, isNeeded: isRequired === true, isKept: isRequired === true || kind === 'flag', headings };
}

/** Columns of variants; an empty cell does not clear those with `isKept`. */
const variantRule = (label: string, kind: CellKind, isKept: boolean, ...headings: string[]): FieldRule => ({
  label,
  kind,
  isNeeded: false,
  isKept,
  headings,
});

export const FIELD_RULES: Readonly<Record<ImportField, FieldRule>> = {
  ...mapFields<CsvField, Record<CsvField, FieldRule>>(CSV_FIELDS, (field) =>
    ruleOf(definitionOf(field), PRODUCT_FIELDS[field].kind),
  ),
  variant_of: variantRule('Variant of', 'optionalText', false, 'variantof', 'parentsku', 'parent', 'productsku'),
  options: variantRule('Options', 'facts', true, 'options', 'variantoptions', 'optionvalues'),
  price_difference: variantRule('Price difference', 'money', true, 'pricedifference', 'pricemodifier', 'surcharge'),
  swatch: variantRule('Swatch', 'optionalText', false, 'swatch', 'colourswatch', 'colorswatch'),
};

/** Separators of list items in one cell. Commas are not separators in sentences. */
export const LIST_SEPARATORS = { words: '|,;', sentences: '|' } as const;

/** A product as in a CSV file. */
export type ImportedProduct = ValuesOf<ProductField>;

/** A variant as in a CSV file: its own row with its own SKU, and the product's. */
export interface ImportedVariant {
  /** SKU of the product. */
  readonly variant_of: string;
  readonly sku: string;
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
  readonly price_difference: Cents;
  /** Available units. */
  readonly stock: number;
  /** At most one: the variant's picture. */
  readonly images: readonly ListedPicture[];
  readonly swatch: string | null;
}

/** A variant to create, or the changes of an existing one. */
export interface VariantWrite {
  /** SKU of its product. */
  readonly of: string;
  /** Undefined: a new one. */
  readonly id?: number | undefined;
  readonly change: Partial<Omit<ImportedVariant, 'variant_of'>>;
  /** Option names in order, which JSON in the database would lose between check and run. */
  readonly optionNames?: readonly string[] | undefined;
  /** Units at the time of the check. */
  readonly stockSeen?: number | undefined;
}

const orEmpty = (value: string | null): string => value ?? '';

const CELLS: { readonly [K in CellKind]: (value: FieldValues[K]) => string } = {
  text: orEmpty,
  optionalText: orEmpty,
  longText: orEmpty,
  money: formatDecimal,
  optionalMoney: (value) => (value === null ? '' : formatDecimal(value)),
  weight: (value) => orEmpty(kilograms(value)),
  flag: (value) => (value ? 'yes' : 'no'),
  words: (value) => writeList(value, LIST_SEPARATORS.words),
  sentences: (value) => writeList(value, LIST_SEPARATORS.sentences),
  facts: writeFacts,
  pictures: writePictures,
  category: orEmpty,
  stock: (value) => (value === null ? '' : String(value)),
};

const writeCell = <K extends CellKind>(kind: K, value: FieldValues[K]): string => CELLS[kind](value);

/** A field as an export writes it and an import reads it; two products are equal in a field if their cells are. */
export function cellOf<F extends CsvField>(field: F, product: ValuesOf<F>): string {
  return writeCell(PRODUCT_FIELDS[field].kind, product[field]);
}

const VARIANT_CELLS: { readonly [F in keyof ImportedVariant]: (value: ImportedVariant[F]) => string } = {
  variant_of: (value) => value,
  sku: (value) => value,
  name: (value) => value,
  options: writeOptions,
  price_difference: formatDecimal,
  stock: String,
  images: writePictures,
  swatch: (value) => value ?? '',
};

/** The same for a variant. */
export function variantCellOf<F extends keyof ImportedVariant>(field: F, variant: Pick<ImportedVariant, F>): string {
  return VARIANT_CELLS[field](variant[field]);
}
