import { GTIN } from './gtin.ts';
import type { FieldDefinition, FieldValues } from './product-field-kinds.ts';

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
    filter: { parameters: ['category'] },
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
    filter: { parameters: ['minPrice', 'maxPrice'] },
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
    filter: { parameters: ['onSale'] },
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
    filter: { parameters: ['inStock'] },
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
    filter: { parameters: ['brand'] },
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
    form: { section: 'details', hint: 'Separated by commas.' },
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

type FieldsWith<K extends keyof FieldDefinition, V> = {
  [F in ProductField]: Table[F] extends Readonly<Record<K, V>> ? F : never;
}[ProductField];

/** Fields with one CSV column. */
export type CsvField = Exclude<ProductField, 'custom'>;
/** Fields with their own database column. */
export type StoredField = FieldsWith<'column', string>;
export type RequiredField = FieldsWith<'isRequired', true>;
type SearchedField = (StoredField | 'category') & FieldsWith<'searchWeight', number>;
type CardField = StoredField & FieldsWith<'storefront', 'lists'>;
type PageField = StoredField & FieldsWith<'storefront', 'page'>;
type AdminListField = StoredField & FieldsWith<'backOffice', 'lists'>;
export type AuditedField = StoredField & FieldsWith<'isAudited', true>;
type AdminFormField = StoredField & FieldsWith<'backOffice', 'form'>;

export type FlagField = StoredField & FieldsWith<'kind', 'flag'>;

/** Fields of every product form. */
export type MainField = StoredField & FieldsWith<'form', { readonly section: 'main' }>;

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
export const FLAG_FIELDS = namesWhere<FlagField>((one) => isStored(one) && one.kind === 'flag');
export const MAIN_FIELDS = namesWhere<MainField>((one) => isStored(one) && one.form.section === 'main');
export const SEARCHED_FIELDS = namesWhere<SearchedField>(({ searchWeight }) => searchWeight !== undefined);
export const SEARCH_WEIGHTS: Readonly<Record<string, number>> = Object.fromEntries(
  SEARCHED_FIELDS.map((field) => [field, PRODUCT_FIELDS[field].searchWeight]),
);
export const AUDITED_FIELDS = namesWhere<AuditedField>((one) => isStored(one) && one.isAudited);

type Column = Table[StoredField]['column'];
export const PRODUCT_COLUMNS: readonly Column[] = STORED_FIELDS.map((field) => PRODUCT_FIELDS[field].column);
