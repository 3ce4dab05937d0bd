import { sql } from 'kysely';
import { CategoryTree } from '#domain/catalogue/category-tree.ts';
import type { Database, Handle, Transaction } from '#server/platform/database/database.ts';
import { patternOf } from '#server/platform/database/find-page.ts';
import { columnList, columnsOf } from '#server/tables/table-columns.ts';
import { type CategoryRow, listCategoryRows } from '../../storefront/categories.store.ts';

export interface AdminCategoryRow extends CategoryRow {
  readonly product_count: number;
  readonly child_count: number;
}

/** The columns that the form sets. */
export interface CategoryColumns {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly image: string | null;
  readonly sort_order: number;
  readonly parent_id: number | null;
  readonly is_active: boolean;
  readonly hidden_by_parent: boolean;
}

const withCount = sql`${columnList('category', 'c')},
  (SELECT count(*) FROM product p WHERE p.category_id = c.id)::integer AS product_count,
  (SELECT count(*) FROM category below WHERE below.parent_id = c.id)::integer AS child_count`;

interface CategoryList {
  readonly rows: AdminCategoryRow[];
  readonly total: number;
  readonly countAll: number;
}

export interface AdminCategoryQuery {
  readonly search?: string | undefined;
  /** Only those directly below this category; 0: the first level. */
  readonly parent?: number | undefined;
}

/** The first level first, each in the merchant's order. A shop has tens of categories, so a scan is fine. */
export async function listAdminCategoryRows(
  db: Database,
  { search, parent }: AdminCategoryQuery,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<CategoryList> {
  const matches = search
    ? sql`lower(c.name || ' ' || c.slug || ' ' || c.description) LIKE ${patternOf(search.toLowerCase())}`
    : sql`true`;
  const listed = parent === undefined ? sql`true` : sql`COALESCE(c.parent_id, 0) = ${parent}`;
  const found = sql`${matches} AND ${listed}`;
  const [{ rows }, counts] = await Promise.all([
    sql<AdminCategoryRow>`
      SELECT ${withCount} FROM category c WHERE ${found}
       ORDER BY c.parent_id IS NOT NULL, c.sort_order, c.name, c.id LIMIT ${limit} OFFSET ${offset}`.execute(db),
    sql<{ total: number; count_all: number }>`
      SELECT count(*) FILTER (WHERE ${found}) AS total, count(*) AS count_all
        FROM category c WHERE ${listed}`.execute(db),
  ]);
  return { rows, total: counts.rows[0]?.total ?? 0, countAll: counts.rows[0]?.count_all ?? 0 };
}

export async function findAdminCategoryRow(db: Handle, id: number): Promise<AdminCategoryRow | undefined> {
  const { rows } = await sql<AdminCategoryRow>`SELECT ${withCount} FROM category c WHERE c.id = ${id}`.execute(db);
  return rows[0];
}

/**
 * All categories. No other transaction changes one until this one ends: whether a category may have a place depends on
 * the others. Products can still be added and removed.
 */
export async function lockCategoryTree(tx: Transaction): Promise<CategoryTree<CategoryRow>> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('category_tree'))`.execute(tx);
  return new CategoryTree(await listCategoryRows(tx));
}

/** What depends on a category's place, but is not a change of the merchant's. */
export async function setVisibility(
  tx: Transaction,
  id: number,
  columns: Pick<CategoryColumns, 'is_active' | 'hidden_by_parent'>,
): Promise<void> {
  await tx.updateTable('category').set(columns).where('id', '=', id).execute();
}

export async function setSortOrder(tx: Transaction, id: number, sortOrder: number): Promise<void> {
  await tx.updateTable('category').set({ sort_order: sortOrder }).where('id', '=', id).execute();
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

/** Whether any product, active or not, belongs to one of the categories. */
export async function haveProducts(tx: Transaction, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM product WHERE category_id = ANY(${ids}::integer[])) AS found`.execute(tx);
  return rows[0]?.found ?? false;
}

export async function deleteCategoryRow(tx: Transaction, id: number): Promise<CategoryRow | undefined> {
  return tx.deleteFrom('category').where('id', '=', id).returning(columnsOf('category')).executeTakeFirst();
}
