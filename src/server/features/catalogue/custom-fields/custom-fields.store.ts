import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { type CustomFieldKind, type FieldCategory, MAX_CUSTOM_FIELDS } from '#domain/catalogue/custom-fields.ts';
import { anyOf, type Database, type Handle, type Transaction } from '#server/platform/database/database.ts';
import type { CustomField } from '#server/platform/database/schema.ts';
import { columnsOf } from '#server/tables/table-columns.ts';

export interface CustomFieldRow extends Selectable<CustomField> {
  readonly category_name: string | null;
  readonly category_slug: string | null;
  /** The categories below the field's own. */
  readonly categories_below: readonly { readonly id: number; readonly slug: string }[];
}

const categoriesBelow = (category: RawBuilder<unknown>) => sql<CustomFieldRow['categories_below']>`(
  WITH RECURSIVE below AS (
    SELECT c.id, c.slug FROM category c WHERE c.parent_id = ${category}
    UNION SELECT c.id, c.slug FROM category c JOIN below ON c.parent_id = below.id)
  SELECT COALESCE(json_agg(json_build_object('id', id, 'slug', slug) ORDER BY id), '[]') FROM below)`;

/** The categories with these slugs, with those below them. */
export async function findFieldCategories(db: Database, slugs: readonly string[]): Promise<FieldCategory[]> {
  const { rows } = await sql<FieldCategory>`
    SELECT id, name, slug, ${categoriesBelow(sql.ref('own.id'))} AS below
      FROM category own WHERE slug = ${anyOf(slugs, 'text')}`.execute(db);
  return rows;
}

const rows = (db: Handle) =>
  db
    .selectFrom('custom_field')
    .leftJoin('category', 'category.id', 'custom_field.category_id')
    .select(columnsOf('custom_field'))
    .select(['category.name as category_name', 'category.slug as category_slug'])
    .select(categoriesBelow(sql.ref('custom_field.category_id')).as('categories_below'));

/** In the merchant's order. */
export function listCustomFieldRows(db: Database): Promise<CustomFieldRow[]> {
  return rows(db)
    .orderBy('custom_field.sort_order')
    .orderBy('custom_field.label')
    .orderBy('custom_field.id')
    .limit(MAX_CUSTOM_FIELDS)
    .execute();
}

export function findCustomFieldRow(db: Database, id: number): Promise<CustomFieldRow | undefined> {
  return rows(db).where('custom_field.id', '=', id).executeTakeFirst();
}

/** How many products have a stored value, by key. */
export async function countProductsByKey(db: Database): Promise<Map<string, number>> {
  const { rows: counts } = await sql<{ key: string; products: number }>`
    SELECT key, count(*)::integer AS products
      FROM product p CROSS JOIN LATERAL jsonb_object_keys(p.custom) AS key
     WHERE p.custom <> '{}' GROUP BY key`.execute(db);
  return new Map(counts.map(({ key, products }) => [key, products]));
}

/** Locked until the transaction ends, because the number of definitions is limited. */
export async function lockDefinitions(tx: Transaction): Promise<{ total: number; filters: number }> {
  await sql`LOCK TABLE custom_field IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
  return tx
    .selectFrom('custom_field')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('is_filter', '=', true).as('filters'),
    ])
    .executeTakeFirstOrThrow();
}

export function readLockedField(tx: Transaction, id: number): Promise<Selectable<CustomField> | undefined> {
  return tx.selectFrom('custom_field').select(columnsOf('custom_field')).where('id', '=', id).executeTakeFirst();
}

/** @returns undefined when the key is taken. */
export async function insertCustomField(tx: Transaction, row: Insertable<CustomField>): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('custom_field')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function updateCustomField(
  tx: Transaction,
  id: number,
  columns: Partial<Omit<Insertable<CustomField>, 'id' | 'key'>>,
): Promise<void> {
  await tx
    .updateTable('custom_field')
    .set((eb) => ({ ...columns, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export function deleteCustomFieldRow(tx: Transaction, id: number): Promise<Selectable<CustomField> | undefined> {
  return tx.deleteFrom('custom_field').where('id', '=', id).returning(columnsOf('custom_field')).executeTakeFirst();
}

const JSON_TYPES = {
  text: ['string', '.'],
  number: ['number', '.'],
  flag: ['boolean', '.'],
  choice: ['string', '^[a-z0-9]+(-[a-z0-9]+)*$'],
  date: ['string', '^\\d{4}-\\d{2}-\\d{2}$'],
} as const satisfies Readonly<Record<CustomFieldKind, readonly [type: string, pattern: string]>>;

/** Products with a stored value under a key, and how many of these values are invalid for this kind. */
export async function countStoredValues(
  tx: Transaction,
  key: string,
  kind: CustomFieldKind,
): Promise<{ total: number; unfit: number }> {
  const [type, pattern] = JSON_TYPES[kind];
  const { rows: counts } = await sql<{ total: number; unfit: number }>`
    SELECT count(*)::integer AS total,
           count(*) FILTER (WHERE jsonb_typeof(custom -> ${key}) <> ${type} OR custom ->> ${key} !~ ${pattern})::integer AS unfit
      FROM product WHERE custom -> ${key} IS NOT NULL`.execute(tx);
  return counts[0] ?? { total: 0, unfit: 0 };
}
