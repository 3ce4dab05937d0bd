import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { CustomValues } from '#domain/catalogue/custom-values.ts';
import type { FilterColumn, FilterField } from '#domain/catalogue/filter-fields.ts';
import { SEARCHED_FIELDS, type StoredField } from '#domain/catalogue/product-field-lists.ts';
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import { anyOf, type Database } from '#server/platform/database/database.ts';
import type { ListedCategory } from '../search-engine.ts';
import type { SearchedVariant } from './variant-keys.ts';

/** Which database this is, and how far its transactions are. */
export interface DatabaseState {
  /** Differs for a restored copy, and after a standby has taken over. Empty if the database may not be asked. */
  readonly database: string;
  /** All transactions before this one have ended. Another database may use their ids again. */
  readonly horizon: string;
}

const horizonNow = sql`pg_snapshot_xmin(pg_current_snapshot())::text`;

/** SQLSTATE insufficient_privilege, undefined_function and feature_not_supported: a hosted service, or rights that were taken away. */
const UNIDENTIFIED = new Set(['42501', '42883', '0A000']);

export async function readDatabaseState(db: Database): Promise<DatabaseState> {
  try {
    return await readState(
      db,
      sql`concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
             CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END,
             (SELECT oid FROM pg_database WHERE datname = current_database()))`,
    );
  } catch (error) {
    if (error instanceof pg.DatabaseError && UNIDENTIFIED.has(error.code ?? '')) return readState(db, sql`''`);
    throw error;
  }
}

async function readState(db: Database, database: RawBuilder<unknown>): Promise<DatabaseState> {
  const { rows } = await sql<DatabaseState>`SELECT ${database} AS database, ${horizonNow} AS horizon`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database did not identify itself');
  return row;
}

/** A difference from the index means missed deletions. */
export interface CatalogueTotals {
  /** Number of visible products and of their stock rows. */
  readonly publicCount: number;
  readonly stockRowCount: number;
}

/** Catalogue changes among the products in a range of ids, and their current totals. */
export interface CatalogueChanges extends CatalogueTotals {
  /** Changes by later or unfinished transactions are newer than this. */
  readonly horizon: string;
  /** Every product that may have changed, and possibly some that have not. */
  readonly ids: number[];
}

/** Products with ids above `after`, up to and including `upTo`; undefined: all further ones. */
export interface IdRange {
  readonly after: number;
  readonly upTo: number | undefined;
}

export const ALL_IDS: IdRange = { after: 0, upTo: undefined };

/** Without limits, no condition: PostgreSQL would expect few products, and look each of them up. */
function isWithin(column: string, { after, upTo }: IdRange) {
  const id = sql.ref(column);
  const above = after > 0 ? sql`${id} > ${after}` : sql`true`;
  return upTo === undefined ? above : sql`${above} AND ${id} <= ${upTo}`;
}

/**
 * Finds changes since an earlier call by the transaction ids that PostgreSQL stores with each row, so no extra writes
 * are needed. Does not find deletions.
 * @param horizon of the earlier call to the same database (`readDatabaseState`); null: everything is new.
 */
export async function readCatalogueChanges(
  db: Database,
  horizon: string | null,
  range: IdRange,
): Promise<CatalogueChanges> {
  const { rows } = await sql<{ horizon: string; ids: string | null; public_count: number; row_count: number }>`
    SELECT ${horizonNow} AS horizon,
           string_agg(p.id::text, ',' ORDER BY p.id) FILTER (
             WHERE LEAST(age(p.xmin), age(c.xmin), age(above.xmin), age(top.xmin), s.age) <= since.age) AS ids,
           count(*) FILTER (WHERE p.is_active AND c.is_active) AS public_count,
           COALESCE(sum(s.row_count) FILTER (WHERE p.is_active AND c.is_active), 0)::bigint AS row_count
      FROM (SELECT COALESCE(age(CAST(CAST(${horizon}::text AS xid8) AS xid)), 2147483647) AS age) since
     CROSS JOIN product p
      JOIN category c ON c.id = p.category_id
      LEFT JOIN category above ON above.id = c.parent_id
      LEFT JOIN category top ON top.id = above.parent_id
      LEFT JOIN (SELECT product_id, min(age(xmin)) AS age, count(*) AS row_count
                   FROM stock WHERE ${isWithin('product_id', range)} GROUP BY product_id) s ON s.product_id = p.id
     WHERE ${isWithin('p.id', range)}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The catalogue gave no answer about its changes');
  return {
    horizon: row.horizon,
    ids: row.ids === null ? [] : row.ids.split(',').map(Number),
    publicCount: row.public_count,
    stockRowCount: row.row_count,
  };
}

/** The visible products. */
export interface VisibleProducts {
  /** Ascending. */
  readonly ids: readonly number[];
  /** Number of stock rows of each. */
  readonly stockRowCounts: readonly number[];
}

/** Reads which products are visible, to find what `readCatalogueChanges` misses, such as deletions. */
export async function readVisibleProducts(db: Database, range: IdRange): Promise<VisibleProducts> {
  const { rows } = await sql<{ ids: string | null; row_counts: string | null }>`
    SELECT string_agg(p.id::text, ',' ORDER BY p.id) AS ids,
           string_agg(COALESCE(s.row_count, 0)::text, ',' ORDER BY p.id) AS row_counts
      FROM product p
      JOIN category c ON c.id = p.category_id
      LEFT JOIN (SELECT product_id, count(*) AS row_count
                   FROM stock WHERE ${isWithin('product_id', range)} GROUP BY product_id) s ON s.product_id = p.id
     WHERE p.is_active AND c.is_active AND ${isWithin('p.id', range)}`.execute(db);
  const numbers = (list: string | null | undefined) => (list ? list.split(',').map(Number) : []);
  return { ids: numbers(rows[0]?.ids), stockRowCounts: numbers(rows[0]?.row_counts) };
}

export interface IndexedProductRow {
  readonly id: number;
  readonly category_id: number;
  readonly name: string;
  readonly brand: string | null;
  readonly price: number;
  readonly is_on_sale: boolean;
  readonly created_at: number;
  readonly rating: number;
  readonly review_count: number;
  readonly stock: number;
  readonly stock_row_count: number;
  /** Ids of the variants in stock. */
  readonly in_stock: number[] | null;
  readonly sold: number;
  /** Includes whether the product is featured, because that also changes lists. */
  readonly text_hash: number;
  /** The stored values of filters, by key; null without filters. */
  readonly custom: CustomValues | null;
  /** The searchable text; null when its hash is the known one. */
  readonly text: IndexedText | null;
}

/** The searchable text as in the database. */
export interface IndexedText {
  readonly name: string;
  readonly specifications?: Readonly<Record<string, string>>;
  readonly variants: readonly SearchedVariant[];
  /** Of its category and of those above it, from the first level down: their names, or their ids. */
  readonly category: readonly string[];
  readonly [field: string]: unknown;
}

/** How texts name the product's categories. With their ids, a text does not change when a category is renamed. */
export type CategoryText = 'names' | 'ids';

const CATEGORY_PATHS = {
  names: sql`array_remove(ARRAY[top.name, above.name, c.name], NULL)`,
  ids: sql`array_remove(ARRAY[top.id, above.id, c.id], NULL)::text[]`,
} as const;

/** What is searched of a product: as text, to be hashed, and as the fields of a JSON object. */
function searchedColumns(categoryText: CategoryText) {
  const path = CATEGORY_PATHS[categoryText];
  const columns = SEARCHED_FIELDS.map((field) =>
    field === 'category'
      ? { name: field, text: sql`array_to_string(${path}, chr(30))`, json: sql`to_json(${path})` }
      : { name: field, ...searchedColumn(field) },
  );
  return {
    text: sql.join(columns.map(({ text }) => text)),
    json: sql.join(columns.flatMap(({ name, json }) => [sql.lit(name), json])),
  };
}

function searchedColumn(field: StoredField) {
  const { column, kind } = PRODUCT_FIELDS[field];
  const source = sql.ref(`p.${column}`);
  const isList = kind === 'words' || kind === 'sentences';
  return {
    text: isList ? sql`array_to_string(${source}, chr(30))` : sql`${source}::text`,
    json: sql`COALESCE(to_json(${source}), '""')`,
  };
}

const SEARCHED = { names: searchedColumns('names'), ids: searchedColumns('ids') } as const;

/** The value of a product field as custom fields store theirs: a weight in kilograms. */
function filterValue({ name, kind }: FilterColumn): RawBuilder<unknown> {
  const column = sql.ref(`p.${name}`);
  return kind === 'weight' ? sql`${column} / 1000.0` : column;
}

/** What `product AS p` stores for the filters, by key. */
function filterValues(filters: readonly FilterField[]): RawBuilder<unknown> {
  const ofColumns = filters.flatMap(({ key, column }) => (column ? [sql.lit(key), filterValue(column)] : []));
  const hasCustom = filters.some(({ column }) => !column);
  if (ofColumns.length === 0) return hasCustom ? sql`p.custom` : sql`NULL::jsonb`;
  const own = sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(ofColumns)}))`;
  return hasCustom ? sql`p.custom || ${own}` : own;
}

/** The stored values of these products by key, also of those that are not visible. */
export async function readFilterValues(
  db: Database,
  ids: readonly number[],
  filters: readonly FilterField[],
): Promise<Map<number, CustomValues>> {
  const { rows } = await sql<{ id: number; custom: CustomValues | null }>`
    SELECT p.id, ${filterValues(filters)} AS custom FROM product p WHERE p.id = ${anyOf(ids, 'integer')}`.execute(db);
  return new Map(rows.map(({ id, custom }) => [id, custom ?? {}]));
}

export interface KnownProduct {
  readonly id: number;
  readonly textHash: number | undefined;
}

/**
 * Up to this many products, the statement hides their number from the planner. Otherwise PostgreSQL would plan every read again,
 * 1 ms of CPU time for a read of 0.2 ms. Every node reads the products of an order.
 */
const FEW_PRODUCTS = 20;

/**
 * Reads the visible ones among these products; the text only if it differs from the known one. It is built as `json`:
 * with `jsonb` the first load of 100,000 products with three variants each takes a third longer.
 * @param filters whose values are needed
 */
export async function readIndexedRows(
  db: Database,
  known: readonly KnownProduct[],
  filters: readonly FilterField[],
  categoryText: CategoryText,
): Promise<IndexedProductRow[]> {
  const searched = SEARCHED[categoryText];
  const ids = known.map(({ id }) => id);
  const hashes = known.map(({ textHash }) => textHash ?? null);
  const lists = [sql`${ids}::integer[]`, sql`${hashes}::integer[]`];
  const given = known.length > FEW_PRODUCTS ? lists : lists.map((list) => sql`(SELECT ${list})`);
  const { rows } = await sql<IndexedProductRow>`
    SELECT p.id, p.category_id, p.name, p.brand, COALESCE(p.sale_price_cents, p.price_cents) AS price,
           p.sale_price_cents IS NOT NULL AS is_on_sale,
           (extract(epoch FROM p.created_at) * 1000000)::bigint AS created_at,
           (p.average_rating * 100)::integer AS rating, p.review_count,
           s.stock, s.stock_row_count, s.in_stock, s.sold,
           text.hash AS text_hash, ${filterValues(filters)} AS custom,
           CASE WHEN text.hash IS DISTINCT FROM known.hash THEN
             json_build_object('variants', COALESCE(v.variants, '[]'::json), ${searched.json}) END AS text
      FROM unnest(${sql.join(given)}) AS known (id, hash)
      JOIN product p ON p.id = known.id
      JOIN category c ON c.id = p.category_id
      LEFT JOIN category above ON above.id = c.parent_id
      LEFT JOIN category top ON top.id = above.parent_id
      CROSS JOIN LATERAL (SELECT COALESCE(sum(received - sold - held), 0)::integer AS stock,
             count(*)::integer AS stock_row_count, COALESCE(sum(sold), 0)::integer AS sold,
             json_agg(variant_id) FILTER (WHERE variant_id IS NOT NULL AND received - sold - held > 0) AS in_stock
             FROM stock WHERE product_id = p.id) s
      CROSS JOIN LATERAL (SELECT json_agg(json_build_object('id', id, 'options', options, 'swatch', swatch) ORDER BY id) AS variants
             FROM product_variant WHERE product_id = p.id) v
      CROSS JOIN LATERAL (SELECT hashtext(concat_ws(chr(31), p.is_featured, v.variants::text, ${searched.text})) AS hash) text
     WHERE p.is_active AND c.is_active`.execute(db);
  return rows;
}

/** The active categories, siblings in the merchant's order. */
export async function readListedCategories(db: Database): Promise<ListedCategory[]> {
  const rows = await db
    .selectFrom('category')
    .select(['id', 'name', 'slug', 'parent_id'])
    .where('is_active', '=', true)
    .orderBy('sort_order')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, slug, parent_id }) => ({ id, name, slug, parentId: parent_id }));
}

/** A category, listed or not. */
export interface NamedCategory {
  readonly id: number;
  readonly name: string;
  readonly parent_id: number | null;
}

/** All categories. */
export async function readNamedCategories(db: Database): Promise<NamedCategory[]> {
  return db.selectFrom('category').select(['id', 'name', 'parent_id']).orderBy('id').execute();
}
