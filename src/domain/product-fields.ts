import type { CustomValuesChange } from './custom-values.ts';
import { GTIN } from './gtin.ts';
import type { Cents } from './money.ts';

export interface ListedPicture {
  readonly url: string;
  readonly alt: string;
}

/** Value types by field kind. `optional…` kinds may be null. */
export interface FieldValues {
  /** One line. */
  text: string;
  optionalText: string | null;
  /** Several lines. */
  longText: string;
  money: Cents;
  optionalMoney: Cents | null;
  /** Grams; shown and entered in kilograms. */
  weight: number | null;
  flag: boolean;
  /** A set of words: tags. */
  words: readonly string[];
  /** A list of sentences: features. */
  sentences: readonly string[];
  /** Names with values: specifications. */
  facts: Readonly<Record<string, string>>;
  pictures: readonly ListedPicture[];
  /** The slug of a category. */
  category: string;
  /** Available units; null where each variant has its own. */
  stock: number | null;
  /** Values of custom fields by key; in a change, null removes one and omitted keys are unchanged. */
  custom: CustomValuesChange;
}
export type FieldKind = keyof FieldValues;

/** Format of a line of text, in addition to its length. */
export interface TextFormat {
  /** Normalises for storage: removes what people add for reading. */
  readonly normalize: (text: string) => string;
  /** Validates a normalised text. */
  readonly isValid: (text: string) => boolean;
  readonly message: string;
}

/** Limits of some kinds. */
type Limits =
  | { readonly kind: 'text' | 'longText'; readonly maxLength: number }
  | { readonly kind: 'optionalText'; readonly maxLength: number; readonly format?: TextFormat }
  | { readonly kind: 'words' | 'sentences'; readonly maxItems: number; readonly maxLength: number }
  | {
      readonly kind: 'facts';
      readonly maxItems: number;
      readonly maxNameLength: number;
      readonly maxLength: number;
    }
  | { readonly kind: 'pictures'; readonly maxItems: number; readonly maxLength: number }
  | { readonly kind: 'flag'; readonly default: boolean }
  | { readonly kind: 'stock'; readonly max: number }
  | { readonly kind: 'money' | 'optionalMoney' | 'weight' | 'category' | 'custom' };

export type FieldDefinition = Limits & {
  /** Label in CSV headings, the audit log and the form. */
  readonly label: string;
  /** Column of the table `product`; null: stored elsewhere. */
  readonly column: string | null;
  /** Required for new products, and never cleared by an empty CSV cell. */
  readonly isRequired?: true;
  /** Visibility in the storefront: in lists and on the product page, or only on the page. */
  readonly storefront: 'lists' | 'page' | 'hidden';
  /** Visibility in the back office: in lists and in the form, or only in the form. */
  readonly backOffice: 'lists' | 'form';
  /** Weight of a match in the storefront's search: a power of two, at most that of the name. */
  readonly searchWeight?: number;
  /** CSV headings for this field, in lower case without punctuation. */
  readonly headings: readonly string[];
  readonly isAudited: boolean;
  readonly form: {
    /**
     * Fields of `main` have fixed places in product-dialog.tsx, and those with an editor have their own component.
     * Others are shown in table order.
     */
    readonly section: 'main' | 'details' | 'search engines' | 'editor';
    /** If different from the label above. */
    readonly label?: string;
    readonly hint?: string;
    /** Two half-width fields share a line. */
    readonly width?: 'half';
    /** Number of rows of a text area. */
    readonly rows?: number;
  };
};

/**
 * Every field of a product, in the order of the CSV columns. This table is the only list of them: contract, form, SQL,
 * views, CSV and audit derive from it (docs/decisions/0028). See CONTRIBUTING.md for how to add a field.
 */
export const PRODUCT_FIELDS = {
  sku: {
    kind: 'text',
    maxLength: 64,
    label: 'SKU',
    column: 'sku',
    isRequired: true,
    storefront: 'lists',
    backOffice: 'lists',
    headings: ['sku', 'productcode', 'itemnumber', 'articlenumber', 'variantsku'],
    isAudited: true,
    form: { section: 'main' },
  },
  name: {
    kind: 'text',
    maxLength: 255,
    label: 'Name',
    column: 'name',
    isRequired: true,
    storefront: 'lists',
    backOffice: 'lists',
    searchWeight: 128,
    headings: ['name', 'productname', 'title', 'producttitle'],
    isAudited: true,
    form: { section: 'main' },
  },
  category: {
    kind: 'category',
    label: 'Category',
    // `category_id`, which contract and stores handle explicitly; CSV files have the slug.
    column: null,
    isRequired: true,
    storefront: 'lists',
    backOffice: 'lists',
    searchWeight: 32,
    headings: ['category', 'categoryname', 'productcategory', 'categories'],
    isAudited: true,
    form: { section: 'main' },
  },
  price: {
    kind: 'money',
    label: 'Price',
    column: 'price_cents',
    isRequired: true,
    storefront: 'lists',
    backOffice: 'lists',
    headings: ['price', 'regularprice', 'listprice', 'unitprice', 'variantprice'],
    isAudited: true,
    form: { section: 'main' },
  },
  sale_price: {
    kind: 'optionalMoney',
    label: 'Sale price',
    column: 'sale_price_cents',
    storefront: 'lists',
    backOffice: 'lists',
    headings: ['saleprice', 'specialprice', 'discountprice'],
    isAudited: true,
    form: { section: 'main', hint: 'Leave empty for no sale.' },
  },
  stock: {
    kind: 'stock',
    // More than any stock, and far below the column's limit.
    max: 1_000_000,
    label: 'Stock',
    // The table `stock`, one row per variant.
    column: null,
    isRequired: true,
    storefront: 'lists',
    backOffice: 'lists',
    headings: ['stock', 'quantity', 'qty', 'inventory', 'stockquantity', 'onhand'],
    isAudited: true,
    form: { section: 'main' },
  },
  description: {
    kind: 'longText',
    maxLength: 20_000,
    label: 'Description',
    column: 'description',
    isRequired: true,
    storefront: 'lists',
    backOffice: 'lists',
    searchWeight: 8,
    headings: ['description', 'longdescription', 'bodyhtml', 'body'],
    isAudited: true,
    form: { section: 'main', rows: 4 },
  },
  short_description: {
    kind: 'longText',
    maxLength: 500,
    label: 'Short description',
    column: 'short_description',
    storefront: 'lists',
    backOffice: 'lists',
    searchWeight: 16,
    headings: ['shortdescription', 'summary', 'excerpt', 'subtitle'],
    isAudited: true,
    form: { section: 'main' },
  },
  brand: {
    kind: 'optionalText',
    maxLength: 120,
    label: 'Brand',
    column: 'brand',
    storefront: 'lists',
    backOffice: 'lists',
    searchWeight: 64,
    headings: ['brand', 'manufacturer', 'vendor', 'maker', 'publisher', 'authors', 'author'],
    isAudited: true,
    form: { section: 'details', width: 'half' },
  },
  is_active: {
    kind: 'flag',
    default: true,
    label: 'Active',
    column: 'is_active',
    storefront: 'lists',
    backOffice: 'lists',
    headings: ['isactive', 'active', 'enabled', 'published', 'visible'],
    isAudited: true,
    form: { section: 'main', label: 'Active: shoppers can see and buy it' },
  },
  is_featured: {
    kind: 'flag',
    default: false,
    label: 'Featured',
    column: 'is_featured',
    storefront: 'lists',
    backOffice: 'lists',
    headings: ['isfeatured', 'featured'],
    isAudited: true,
    form: { section: 'main', label: 'Featured on the home page' },
  },
  weight: {
    kind: 'weight',
    label: 'Weight (kg)',
    column: 'weight_grams',
    storefront: 'lists',
    backOffice: 'lists',
    headings: ['weight', 'weightkg'],
    isAudited: true,
    form: { section: 'details', label: 'Weight in kilograms', width: 'half' },
  },
  tags: {
    kind: 'words',
    maxItems: 40,
    maxLength: 60,
    label: 'Tags',
    column: 'tags',
    storefront: 'lists',
    backOffice: 'lists',
    searchWeight: 32,
    headings: ['tags', 'keywords', 'labels'],
    isAudited: true,
    form: { section: 'details', hint: 'With commas between them.' },
  },
  features: {
    kind: 'sentences',
    maxItems: 40,
    maxLength: 200,
    label: 'Features',
    column: 'features',
    storefront: 'lists',
    backOffice: 'lists',
    searchWeight: 4,
    headings: ['features', 'highlights', 'bulletpoints'],
    isAudited: true,
    form: { section: 'details', hint: 'One a line.', width: 'half', rows: 4 },
  },
  specifications: {
    kind: 'facts',
    maxItems: 60,
    maxNameLength: 80,
    maxLength: 500,
    label: 'Specifications',
    column: 'specifications',
    storefront: 'lists',
    backOffice: 'lists',
    searchWeight: 4,
    headings: ['specifications', 'specs', 'attributes'],
    isAudited: true,
    form: { section: 'details', hint: 'One a line, such as Material: Stoneware', width: 'half', rows: 4 },
  },
  images: {
    kind: 'pictures',
    maxItems: 24,
    maxLength: 200,
    label: 'Pictures',
    column: 'images',
    storefront: 'lists',
    backOffice: 'lists',
    headings: ['images', 'pictures', 'image', 'picture'],
    isAudited: true,
    form: { section: 'editor' },
  },
  meta_title: {
    kind: 'optionalText',
    maxLength: 120,
    label: 'Meta title',
    column: 'meta_title',
    storefront: 'lists',
    backOffice: 'form',
    headings: ['metatitle', 'seotitle'],
    isAudited: true,
    form: { section: 'search engines', label: 'Title', hint: 'Default: the product’s name.' },
  },
  meta_description: {
    kind: 'optionalText',
    maxLength: 320,
    label: 'Meta description',
    column: 'meta_description',
    storefront: 'lists',
    backOffice: 'form',
    headings: ['metadescription', 'seodescription'],
    isAudited: true,
    form: { section: 'search engines', label: 'Summary', rows: 2 },
  },
  barcode: {
    kind: 'optionalText',
    maxLength: 20,
    format: GTIN,
    label: 'Barcode',
    column: 'barcode',
    storefront: 'page',
    backOffice: 'form',
    headings: ['barcode', 'gtin', 'ean', 'upc', 'isbn'],
    isAudited: true,
    form: { section: 'details', label: 'Barcode (GTIN)', hint: 'EAN, UPC or ISBN, as printed below the bars.' },
  },
  custom: {
    kind: 'custom',
    label: 'Custom fields',
    column: 'custom',
    // The product page shows only values valid for the definitions (product.view.ts).
    storefront: 'hidden',
    backOffice: 'form',
    // Each custom field has its own CSV column: `custom:material`.
    headings: [],
    isAudited: true,
    form: { section: 'editor' },
  },
} as const satisfies Readonly<Record<string, FieldDefinition>>;

type Table = typeof PRODUCT_FIELDS;
export type ProductField = keyof Table;
export type KindOf<F extends ProductField> = Table[F]['kind'];

type Having<K extends keyof FieldDefinition, V> = {
  [F in ProductField]: Table[F] extends Readonly<Record<K, V>> ? F : never;
}[ProductField];

/** Fields with one CSV column. */
export type CsvField = Exclude<ProductField, 'custom'>;
/** Fields with their own database column. */
export type StoredField = Having<'column', string>;
export type RequiredField = Having<'isRequired', true>;
type SearchedField = (StoredField | 'category') & Having<'searchWeight', number>;
type CardField = StoredField & Having<'storefront', 'lists'>;
type PageField = StoredField & Having<'storefront', 'page'>;
type AdminListField = StoredField & Having<'backOffice', 'lists'>;
export type AuditedField = StoredField & Having<'isAudited', true>;
type AdminFormField = StoredField & Having<'backOffice', 'form'>;

/** Fields of every product form. */
export type MainField = StoredField & Having<'form', { readonly section: 'main' }>;

/** Fields with a product's values. */
export type ValuesOf<F extends ProductField> = { readonly [K in F]: FieldValues[KindOf<K>] };
export type ProductValues = ValuesOf<StoredField>;
/** The same by column name. */
export type ColumnValues<F extends StoredField = StoredField> = {
  readonly [K in F as Table[K]['column']]: FieldValues[KindOf<K>];
};

/** A definition without literal types, to switch on its kind. */
export const definitionOf = (field: ProductField): FieldDefinition => PRODUCT_FIELDS[field];

/*
 * TypeScript cannot infer the result type of a loop over the table. The overloads of the next functions state it, so
 * that derived code needs no casts.
 */

function namesWhere<F extends ProductField>(isWanted: (definition: FieldDefinition) => boolean): readonly F[];
function namesWhere(isWanted: (definition: FieldDefinition) => boolean): readonly string[] {
  return Object.entries<FieldDefinition>(PRODUCT_FIELDS).flatMap(([name, one]) => (isWanted(one) ? name : []));
}

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

const isStored = ({ column }: FieldDefinition): boolean => column !== null;

/** In table order, like all lists here. */
export const CSV_FIELDS = namesWhere<CsvField>(({ kind }) => kind !== 'custom');
export const STORED_FIELDS = namesWhere<StoredField>(isStored);
/** Shown in storefront lists and on the product page. */
export const CARD_FIELDS = namesWhere<CardField>((one) => isStored(one) && one.storefront === 'lists');
/** Shown only on the product page. */
export const PAGE_FIELDS = namesWhere<PageField>((one) => isStored(one) && one.storefront === 'page');
export const ADMIN_LIST_FIELDS = namesWhere<AdminListField>((one) => isStored(one) && one.backOffice === 'lists');
/** Sent to the back office only with a single product. */
export const ADMIN_FORM_FIELDS = namesWhere<AdminFormField>((one) => isStored(one) && one.backOffice === 'form');
export const MAIN_FIELDS = namesWhere<MainField>((one) => isStored(one) && one.form.section === 'main');
export const SEARCHED_FIELDS = namesWhere<SearchedField>(({ searchWeight }) => searchWeight !== undefined);
export const SEARCH_WEIGHTS: Readonly<Record<string, number>> = Object.fromEntries(
  SEARCHED_FIELDS.map((field) => [field, PRODUCT_FIELDS[field].searchWeight]),
);
export const AUDITED_FIELDS = namesWhere<AuditedField>((one) => isStored(one) && one.isAudited);

type Column = Table[StoredField]['column'];
export const PRODUCT_COLUMNS: readonly Column[] = STORED_FIELDS.map((field) => PRODUCT_FIELDS[field].column);

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
