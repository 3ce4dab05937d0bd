import { type RawBuilder, sql } from 'kysely';
import type { CustomValues } from '#domain/catalogue/custom-values.ts';
import {
  CARD_FIELDS,
  type ColumnValues,
  PAGE_FIELDS,
  type StoredField,
} from '#domain/catalogue/product-field-lists.ts';
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts';
import type { Choosable } from '#domain/catalogue/variant-choices.ts';
import { firstCharacters } from '#domain/cut-text.ts';
import { anyOf, type Database } from '#server/platform/database/database.ts';
import type { CategoryColumns } from './category.view.ts';

/** Longer than a card shows; full descriptions would make list pages a third larger. */
const CARD_DESCRIPTION_LENGTH = 200;

export interface CardRow extends ColumnValues<(typeof CARD_FIELDS)[number]> {
  readonly id: number;
  readonly slug: string;
  readonly average_rating: string;
  readonly review_count: number;
  /** Milliseconds since 1970. */
  readonly created_at: number;
  readonly updated_at: number;
  readonly category_id: number;
  readonly category_name: string;
  readonly category_slug: string;
  readonly stock: number;
  readonly has_variants: boolean;
  /** The options, in the merchant's order. */
  readonly variants: readonly Choosable[] | null;
}

/** The part of a variant that a card needs which shows that variant. */
export interface PicturedVariant extends Choosable {
  readonly id: number;
  readonly stock: number;
  readonly image: string | null;
}

/** A card row of a list that is filtered by options. */
export interface PicturedCardRow extends CardRow {
  readonly variants: readonly PicturedVariant[] | null;
}

export interface VariantRow {
  readonly id: number;
  readonly name: string;
  readonly sku: string;
  readonly options: Readonly<Record<string, string>>;
  readonly price_modifier_cents: number;
  readonly stock: number;
  readonly image: string | null;
  readonly swatch: string | null;
}

export interface ProductRow extends CardRow, ColumnValues<(typeof PAGE_FIELDS)[number]>, CategoryColumns {
  readonly variants: readonly VariantRow[] | null;
  readonly custom: CustomValues;
}

/** A timestamp as milliseconds since 1970. The driver parses a number in a tenth of the time of a timestamp. */
const millis = (column: string) => sql`(extract(epoch FROM ${sql.ref(column)}) * 1000)::double precision`;

/** Lists are selected as JSON for the same reason: the driver's array parser works character by character. */
function columnOf(field: StoredField): RawBuilder<unknown> {
  const { column, kind } = PRODUCT_FIELDS[field];
  const source = sql.ref(`p.${column}`);
  return kind === 'words' || kind === 'sentences' ? sql`array_to_json(${source}) AS ${sql.ref(column)}` : source;
}

const cardFields = sql.join(CARD_FIELDS.filter((field) => field !== 'description').map(columnOf));
/** Fields that lists do not show. */
const pageFields = sql.join([sql`p.description`, sql`p.custom`, ...PAGE_FIELDS.map(columnOf)]);

const cardColumns = sql`p.id, p.slug, ${cardFields}, p.average_rating, p.review_count,
  ${millis('p.created_at')} AS created_at, ${millis('p.updated_at')} AS updated_at,
  c.id AS category_id, c.name AS category_name, c.slug AS category_slug, s.stock, s.has_variants`;

/** The other category fields, for the product page and the back office only. */
export const categoryColumns = sql`c.description AS category_description, c.image AS category_image, c.sort_order AS category_sort_order,
  c.is_active AS category_is_active, c.parent_id AS category_parent_id,
  ${millis('c.created_at')} AS category_created_at, ${millis('c.updated_at')} AS category_updated_at`;

/** Visible products, with their category and available units. */
const publicProducts = sql`product p
  JOIN category c ON c.id = p.category_id AND c.is_active
  CROSS JOIN LATERAL (SELECT COALESCE(sum(stock.received - stock.sold - stock.held), 0)::integer AS stock,
           COALESCE(bool_or(stock.variant_id IS NOT NULL), false) AS has_variants
      FROM stock WHERE stock.product_id = p.id) s`;

const cardsWith = (variants: RawBuilder<unknown>) => sql`
  SELECT left(p.description, ${sql.lit(CARD_DESCRIPTION_LENGTH)}) AS description, ${cardColumns},
    CASE WHEN s.has_variants THEN (${variants}) END AS variants
  FROM ${publicProducts} WHERE p.is_active`;

const cards = cardsWith(sql`
  SELECT json_agg(json_build_object('options', v.ordered_options, 'swatch', v.swatch) ORDER BY v.position, v.id)
    FROM product_variant v WHERE v.product_id = p.id`);

const picturedCards = cardsWith(sql`
  SELECT json_agg(json_build_object('id', v.id, 'options', v.ordered_options, 'swatch', v.swatch, 'image', v.image,
           'stock', COALESCE(vs.received - vs.sold - vs.held, 0)) ORDER BY v.position, v.id)
    FROM product_variant v
    LEFT JOIN stock vs ON vs.product_id = v.product_id AND vs.variant_id = v.id
   WHERE v.product_id = p.id`);

/** What a card shows of a product that was read as a whole. */
export const cardRowOf = (row: ProductRow): CardRow => ({
  ...row,
  description: firstCharacters(row.description, CARD_DESCRIPTION_LENGTH),
});

/** Unordered. */
export async function readCardRows(db: Database, ids: readonly number[]): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`${cards} AND p.id = ${anyOf(ids, 'integer')}`.execute(db);
  return rows;
}

/** The same with the variants' pictures and stock, which most lists do without. Unordered. */
export async function readPicturedCardRows(db: Database, ids: readonly number[]): Promise<PicturedCardRow[]> {
  const { rows } = await sql<PicturedCardRow>`${picturedCards} AND p.id = ${anyOf(ids, 'integer')}`.execute(db);
  return rows;
}

/** Newest first. */
export async function readFeaturedCardRows(db: Database, limit: number): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    ${cards} AND p.is_featured ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

async function readProductRows(db: Database, which: RawBuilder<unknown>): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    SELECT ${pageFields}, ${cardColumns}, ${categoryColumns},
           CASE WHEN s.has_variants THEN (
             SELECT json_agg(json_build_object('id', v.id, 'name', v.name, 'sku', v.sku, 'options', v.ordered_options,
                      'price_modifier_cents', v.price_modifier_cents, 'image', v.image, 'swatch', v.swatch,
                      'stock', COALESCE(vs.received - vs.sold - vs.held, 0)) ORDER BY v.position, v.id)
               FROM product_variant v
               LEFT JOIN stock vs ON vs.product_id = v.product_id AND vs.variant_id = v.id
              WHERE v.product_id = p.id) END AS variants
      FROM ${publicProducts} WHERE p.is_active AND ${which}`.execute(db);
  return rows;
}

/** Unordered. */
export function readProductRowsById(db: Database, ids: readonly number[]): Promise<ProductRow[]> {
  return readProductRows(db, sql`p.id = ${anyOf(ids, 'integer')}`);
}

/** Unordered. */
export function readProductRowsBySlug(db: Database, slugs: readonly string[]): Promise<ProductRow[]> {
  return readProductRows(db, sql`p.slug = ${anyOf(slugs, 'text')}`);
}

/** A prefix shared by more products is too short to mean one. */
const MAX_BY_SKU = 100;

/**
 * Ids of visible products with this SKU prefix, also of their variants; an exact match comes first.
 * @param sku as normalised by `normalizeSku`.
 */
export async function findProductsBySku(db: Database, sku: string): Promise<number[]> {
  const normal = sql`regexp_replace(upper(sku), '[^A-Z0-9]', '', 'g')`;
  // As a range, so that the index is used in a prepared statement too; '[' is the next character after 'Z'.
  const begins = sql`${normal} ~>=~ ${sku} AND ${normal} ~<~ ${`${sku}[`}`;
  const { rows } = await sql<{ id: number }>`
    SELECT found.id FROM (
      SELECT id, ${normal} AS sku FROM product WHERE ${begins}
      UNION ALL
      SELECT product_id, ${normal} FROM product_variant WHERE ${begins}
      LIMIT ${MAX_BY_SKU}) found
      JOIN product p ON p.id = found.id AND p.is_active
      JOIN category c ON c.id = p.category_id AND c.is_active
     GROUP BY found.id ORDER BY min(length(found.sku)), found.id`.execute(db);
  return rows.map(({ id }) => id);
}
