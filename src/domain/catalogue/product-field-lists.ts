/** Lists of product fields for contract, forms, SQL, views, CSV and audit, and the types of their values. */
import type { FieldDefinition, FieldValues } from './product-field-kinds.ts';
import { type KindOf, PRODUCT_FIELDS, type ProductField, type ProductFieldTable } from './product-fields.ts';

type FieldsWith<K extends keyof FieldDefinition, V> = {
  [F in ProductField]: ProductFieldTable[F] extends Readonly<Record<K, V>> ? F : never;
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
  readonly [K in F as ProductFieldTable[K]['column']]: FieldValues[KindOf<K>];
};

// TypeScript cannot infer the result type of a loop over the table: the overload states it, so that derived code needs no casts.

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

type Column = ProductFieldTable[StoredField]['column'];
export const PRODUCT_COLUMNS: readonly Column[] = STORED_FIELDS.map((field) => PRODUCT_FIELDS[field].column);
