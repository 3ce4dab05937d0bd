import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { columnList, columnsOf } from '#server/table-columns.ts';
import type { CategoryRow } from '../storefront/categories.store.ts';

export interface AdminCategoryRow extends CategoryRow {
  readonly product_count: number;
}

/** The columns that the form sets. */
export interface CategoryColumns {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly image: string | null;
  readonly sort_order: number;
  readonly is_active: boolean;
}

const withCount = sql`${columnList('category', 'c')}, (SELECT count(*) FROM product p WHERE p.category_id = c.id)::integer AS product_count`;

/** Escapes a search term for LIKE. */
export const likePattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

interface CategoryList {
  readonly rows: AdminCategoryRow[];
  readonly total: number;
  readonly countAll: number;
}

/** In the merchant's order. A shop has tens of categories, so a scan is fine. */
export async function listAdminCategoryRows(
  db: Database,
  search: string | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<CategoryList> {
  const found = search
    ? sql`lower(c.name || ' ' || c.slug || ' ' || c.description) LIKE ${likePattern(search)}`
    : sql`true`;
  const [{ rows }, counts] = await Promise.all([
    sql<AdminCategoryRow>`
      SELECT ${withCount} FROM category c WHERE ${found}
       ORDER BY c.sort_order, c.name, c.id LIMIT ${limit} OFFSET ${offset}`.execute(db),
    sql<{ total: number; count_all: number }>`
      SELECT count(*) FILTER (WHERE ${found}) AS total, count(*) AS count_all FROM category c`.execute(db),
  ]);
  return { rows, total: counts.rows[0]?.total ?? 0, countAll: counts.rows[0]?.count_all ?? 0 };
}

export async function findAdminCategoryRow(
  db: Database | Transaction,
  id: number,
): Promise<AdminCategoryRow | undefined> {
  const { rows } = await sql<AdminCategoryRow>`SELECT ${withCount} FROM category c WHERE c.id = ${id}`.execute(db);
  return rows[0];
}

/** Locked against changes and deletion until the transaction ends; products can still be added and removed. */
export async function lockCategory(tx: Transaction, id: number): Promise<CategoryRow | undefined> {
  return tx
    .selectFrom('category')
    .select(columnsOf('category'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function insertCategory(tx: Transaction, columns: CategoryColumns, at: Date): Promise<number> {
  const { id } = await tx
    .insertInto('category')
    .values({ ...columns, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateCategoryRow(
  tx: Transaction,
  id: number,
  columns: CategoryColumns,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('category')
    .set((eb) => ({ ...columns, updated_at: at, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteCategoryRow(tx: Transaction, id: number): Promise<CategoryRow | undefined> {
  return tx.deleteFrom('category').where('id', '=', id).returning(columnsOf('category')).executeTakeFirst();
}
