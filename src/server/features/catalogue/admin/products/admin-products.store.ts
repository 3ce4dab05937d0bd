import { type RawBuilder, sql } from 'kysely';
import type { ADMIN_PRODUCT_SORTS, ADMIN_PRODUCT_STATUSES } from '#contract/admin/products.ts';
import { GTIN } from '#domain/catalogue/gtin.ts';
import { LOW_STOCK_ON_ADMIN_BADGE } from '#domain/catalogue/stock.ts';
import { type Database, FORCE_CUSTOM_PLAN } from '#server/platform/database/database.ts';
import { type FoundPage, holdsText, idsOfPage, patternOf, type Span } from '#server/platform/database/find-page.ts';
import { columnList } from '#server/tables/table-columns.ts';
import type { CategoryColumns } from '../../storefront/category.view.ts';
import { categoryColumns } from '../../storefront/products.store.ts';
import type { ProductColumns } from '../save-products/change-products.store.ts';

export interface AdminVariantRow {
  readonly id: number;
  readonly name: string;
  readonly sku: string;
  readonly options: Readonly<Record<string, string>>;
  readonly price_modifier_cents: number;
  readonly image: string | null;
  readonly swatch: string | null;
  readonly stock_id: number | null;
  readonly stock: number;
  readonly held: number;
  readonly sold: number;
}

export interface AdminProductRow extends CategoryColumns, ProductColumns {
  readonly id: number;
  readonly average_rating: string;
  readonly review_count: number;
  readonly revision: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly stock: number;
  readonly held: number;
  readonly sold: number;
  readonly variants: readonly AdminVariantRow[];
}

export interface AdminProductQuery {
  readonly search?: string | undefined;
  /** Ids; a product belongs to one of them. */
  readonly categories?: readonly number[] | undefined;
  readonly status?: (typeof ADMIN_PRODUCT_STATUSES)[number] | undefined;
  readonly sortBy?: (typeof ADMIN_PRODUCT_SORTS)[number] | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

const LOW = sql.lit(LOW_STOCK_ON_ADMIN_BADGE);

const AVAILABLE = sql`s.available`;

/** The groups of the status badge (back-office §2); 'active' and 'inactive' only check the flag. */
const STATUS_CONDITIONS = {
  all: undefined,
  active: sql`p.is_active`,
  inactive: sql`NOT p.is_active`,
  in_stock: sql`p.is_active AND ${AVAILABLE} > ${LOW}`,
  low_stock: sql`p.is_active AND ${AVAILABLE} BETWEEN 1 AND ${LOW}`,
  out_of_stock: sql`p.is_active AND ${AVAILABLE} <= 0`,
} as const;

const SORT_COLUMNS = {
  name: sql`p.name`,
  sku: sql`p.sku`,
  price: sql`p.price_cents`,
  stock: AVAILABLE,
  created_at: sql`p.created_at`,
} as const;

const needsStock = ({ status = 'all', sortBy }: AdminProductQuery): boolean =>
  sortBy === 'stock' || ['in_stock', 'low_stock', 'out_of_stock'].includes(status);

const forceCustomPlan = sql.raw(FORCE_CUSTOM_PLAN);
/** Length of a trigram. */
const MIN_TRIGRAM_LENGTH = 3;

/** Every product has a row in `product_stock`, so lists sorted by stock read only that. */
function tables(query: AdminProductQuery): RawBuilder<unknown> {
  if (!needsStock(query)) return sql`product p`;
  const { search, categories, status = 'all' } = query;
  if (!search && categories === undefined && status === 'all') return sql`product_stock s`;
  return sql`product p JOIN product_stock s ON s.product_id = p.id`;
}

function conditions({ search, categories, status = 'all' }: AdminProductQuery): RawBuilder<unknown> {
  const wanted: RawBuilder<unknown>[] = [];
  if (search) {
    const ofVariants = sql`SELECT product_id FROM product_variant WHERE lower(sku) LIKE ${patternOf(search.toLowerCase())}`;
    const holds = holdsText('search_text', search);
    // Trigrams match few products, found by the index; one or two letters match almost any product.
    const barcode = GTIN.normalize(search);
    // A scanner sends only digits: match the whole barcode.
    const ofBarcode = GTIN.isValid(barcode) ? sql`UNION ALL SELECT id FROM product WHERE barcode = ${barcode}` : sql``;
    wanted.push(
      search.length < MIN_TRIGRAM_LENGTH
        ? sql`(${holds} OR p.id IN (${ofVariants}))`
        : sql`p.id IN (SELECT id FROM product WHERE ${holds} UNION ALL ${ofVariants} ${ofBarcode})`,
    );
  }
  if (categories?.length === 1) wanted.push(sql`p.category_id = ${categories[0]}`);
  else if (categories) wanted.push(sql`p.category_id = ANY(${categories}::integer[])`);
  const ofStatus = STATUS_CONDITIONS[status];
  if (ofStatus) wanted.push(ofStatus);
  return wanted.length > 0 ? sql.join(wanted, sql` AND `) : sql`true`;
}

/** The ids of one page in order, and the total. Default: newest first. */
export async function findAdminProductIds(db: Database, query: AdminProductQuery, span: Span): Promise<FoundPage> {
  const { sortBy = 'created_at', sortOrder = query.sortBy ? 'asc' : 'desc' } = query;
  const direction = sql.raw(sortOrder === 'asc' ? 'ASC' : 'DESC');
  // Sorted by stock, the page is a range of the index on available units, so the id comes from there too.
  const id = sortBy === 'stock' ? sql`s.product_id` : sql`p.id`;
  const order = sql`${SORT_COLUMNS[sortBy]} ${direction}, ${id} ${direction}`;
  if (query.search || needsStock({ status: query.status })) {
    // Scanning the matches is the expensive part: once for page and count.
    const { rows } = await sql<FoundPage>`
      ${forceCustomPlan} SELECT count(*) AS total, ${idsOfPage(id, order, span)} AS ids
        FROM ${tables(query)} WHERE ${conditions(query)}`.execute(db);
    return rows[0] ?? { ids: [], total: 0 };
  }
  const [page, count] = await Promise.all([
    sql<{ id: number }>`
      ${forceCustomPlan} SELECT ${id} AS id FROM ${tables(query)} WHERE ${conditions(query)}
       ORDER BY ${order} LIMIT ${span.limit} OFFSET ${span.offset}`.execute(db),
    sql<{ total: number }>`
      ${forceCustomPlan} SELECT count(*) AS total FROM product p WHERE ${conditions(query)}`.execute(db),
  ]);
  return { ids: page.rows.map((row) => row.id), total: count.rows[0]?.total ?? 0 };
}

/** The matching product ids after the id `last`, in order. */
export async function findAdminProductIdsAfter(
  db: Database,
  filter: Pick<AdminProductQuery, 'search' | 'categories' | 'status'>,
  last: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    ${forceCustomPlan} SELECT p.id FROM ${tables(filter)} WHERE ${conditions(filter)} AND p.id > ${last}
     ORDER BY p.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** In the order of `ids`. */
export async function readAdminProductRows(db: Database, ids: readonly number[]): Promise<AdminProductRow[]> {
  const { rows } = await sql<AdminProductRow>`
    SELECT ${columnList('product', 'p')}, c.name AS category_name, c.slug AS category_slug, ${categoryColumns},
           COALESCE(s.stock, 0)::integer AS stock, COALESCE(s.held, 0)::integer AS held,
           COALESCE(s.sold, 0)::integer AS sold, COALESCE(v.variants, '[]') AS variants
      FROM product p
      JOIN category c ON c.id = p.category_id
     CROSS JOIN LATERAL (SELECT sum(received - sold - held) AS stock, sum(held) AS held, sum(sold) AS sold
                           FROM stock WHERE product_id = p.id) s
     CROSS JOIN LATERAL (
       SELECT json_agg(json_build_object('id', pv.id, 'name', pv.name, 'sku', pv.sku, 'options', pv.ordered_options,
                'price_modifier_cents', pv.price_modifier_cents, 'image', pv.image, 'swatch', pv.swatch,
                'stock_id', vs.id,
                'stock', COALESCE(vs.received - vs.sold - vs.held, 0), 'held', COALESCE(vs.held, 0),
                'sold', COALESCE(vs.sold, 0)) ORDER BY pv.position, pv.id) AS variants
         FROM product_variant pv
         LEFT JOIN stock vs ON vs.product_id = pv.product_id AND vs.variant_id = pv.id
        WHERE pv.product_id = p.id) v
     WHERE p.id = ANY(${ids}::integer[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
