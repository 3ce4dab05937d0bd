import { type RawBuilder, sql } from 'kysely';
import { MAX_FACET_VALUES } from '#domain/catalogue/filter-values.ts';
import type { Database } from '#server/platform/database/database.ts';
import { optionValueKey } from '../indexing/option-spellings.ts';
import {
  type Aspect,
  type Condition,
  conditionsOf,
  meeting,
  type ReadFilter,
  readsVariants,
  restricted,
  searchPrefix,
  stockTest,
  testedInOrder,
} from './conditions.ts';
import { COUNTED, estimate } from './pages.store.ts';
import { customKey, KEY_OF, sampleLexeme, sampleShare } from './product-document.ts';

type Kind = 'category' | 'custom' | 'option' | 'brand' | 'stars' | 'stock' | 'sale' | 'number';

/** How many products have one value of a facet, or spell an option value in some way. */
export interface FacetRow {
  readonly kind: Kind | 'spelling';
  /** Such as a category's id, `o:colour=blue`, a brand's key, or a number of stars. */
  readonly key: string;
  /**
   * A brand as most of the products write it. Of a `spelling`: the name of the option and the label of the value, as JSON, where they differ
   * from the stored ones.
   */
  readonly label: string | null;
  readonly count: number;
  /** Range of a numeric facet. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface CountedFacets {
  readonly total: number;
  readonly rows: readonly FacetRow[];
}

/** Kinds that are read from the documents of the products found. */
const OF_DOCUMENT: ReadonlySet<Kind> = new Set<Kind>(['custom', 'option', 'number']);

function keyCounts(kind: 'custom' | 'option'): RawBuilder<unknown> {
  return sql`SELECT ${kind}::text, key, NULL, count(*)::integer, NULL::float8, NULL::float8
               FROM document CROSS JOIN LATERAL unnest(document.keys) AS key
              WHERE starts_with(key, ${KEY_OF[kind]}) GROUP BY key`;
}

/** Products that do not spell option values as stored: usually none. */
const spellingCounts = sql`SELECT 'spelling', key, labels ->> key, count(*)::integer, NULL::float8, NULL::float8
  FROM document CROSS JOIN LATERAL jsonb_object_keys(labels) AS key WHERE labels IS NOT NULL GROUP BY key, labels ->> key`;

/**
 * The same for fields, but of each text only the most frequent values and the chosen ones: there can be one for each product.
 * @param texts keys of the fields that are texts
 */
function fieldCounts({ custom = [] }: ReadFilter, texts: readonly string[]): RawBuilder<unknown> {
  if (texts.length === 0) return keyCounts('custom');
  const chosen = custom.flatMap((one) => ('values' in one ? one.values.map((value) => customKey(one.key, value)) : []));
  const names = texts.map((key) => KEY_OF.custom + key);
  return sql`SELECT 'custom', key, NULL, count, NULL::float8, NULL::float8
    FROM (SELECT key, split_part(key, '=', 1) AS name, count(*)::integer AS count,
                 row_number() OVER (PARTITION BY split_part(key, '=', 1) ORDER BY count(*) DESC, key COLLATE "C") AS place
            FROM document CROSS JOIN LATERAL unnest(document.keys) AS key
           WHERE starts_with(key, ${KEY_OF.custom}) GROUP BY key) counted
   WHERE place <= ${MAX_FACET_VALUES} OR name <> ALL (${names}::text[]) OR key = ANY (${chosen}::text[])`;
}

/** Products that have a value in a variant which meets the conditions on the other options. */
function variantCounts(filter: ReadFilter, own: string | undefined): RawBuilder<unknown> {
  const others = (filter.options ?? []).filter(({ key }) => key !== own);
  const meets = others.map(
    ({ key, values }) => sql`AND variant.values && ${values.map((value) => optionValueKey(key, value))}::text[]`,
  );
  const { isInStock } = filter;
  const stock = isInStock === undefined ? sql`true` : sql`bool_or(variant.stock) = ${isInStock}`;
  const isOwn = own === undefined ? sql`true` : sql`starts_with(value, ${`${own}=`})`;
  const counted = (isCounted: RawBuilder<unknown>) => sql`
    (SELECT document.product_id, value
       FROM document
      CROSS JOIN LATERAL jsonb_to_recordset(document.variants) AS variant ("values" text[], stock boolean)
      CROSS JOIN LATERAL unnest(variant.values) AS value
      WHERE ${isCounted} AND ${isOwn} ${sql.join(meets, sql` `)}
      GROUP BY document.product_id, value HAVING ${stock}) AS counted`;
  const spelling = sql`labels ->> (${KEY_OF.option} || value)`;
  return sql`SELECT 'option', ${KEY_OF.option} || value, NULL, count(*)::integer, NULL::float8, NULL::float8
    FROM ${counted(sql`true`)} GROUP BY value
   UNION ALL
  SELECT 'spelling', ${KEY_OF.option} || value, ${spelling}, count(*)::integer, NULL::float8, NULL::float8
    FROM ${counted(sql`document.labels IS NOT NULL`)} JOIN document USING (product_id)
   WHERE ${spelling} IS NOT NULL GROUP BY 2, 3`;
}

function countsOf(kind: Kind, filter: ReadFilter, { aspect, texts }: FacetScope): RawBuilder<unknown> {
  switch (kind) {
    case 'category':
      return sql`SELECT 'category', category_id::text, NULL, count(*)::integer, NULL::float8, NULL::float8 FROM found GROUP BY category_id`;
    case 'custom':
      return fieldCounts(filter, texts);
    case 'option': {
      const isPlain = !filter.options?.length && filter.isInStock === undefined;
      return isPlain
        ? sql`${keyCounts(kind)} UNION ALL ${spellingCounts}`
        : variantCounts(filter, aspect?.slice('option:'.length));
    }
    case 'brand':
      return sql`(SELECT 'brand', brand_key, (array_agg(brand ORDER BY count DESC, brand COLLATE "C"))[1] COLLATE "C",
                         sum(count)::integer, NULL::float8, NULL::float8
                    FROM (SELECT brand_key, brand, count(*) AS count FROM found
                           WHERE brand_key IS NOT NULL GROUP BY brand_key, brand) AS spelled
                   GROUP BY brand_key ORDER BY 4 DESC, 3 LIMIT ${MAX_FACET_VALUES})`;
    case 'stars':
      return sql`SELECT 'stars', (rating / 100)::text, NULL, count(*)::integer, NULL::float8, NULL::float8 FROM found GROUP BY 2`;
    case 'stock':
      return sql`SELECT 'stock', '', NULL, count(*)::integer, NULL::float8, NULL::float8 FROM found WHERE has_stock`;
    case 'sale':
      return sql`SELECT 'sale', '', NULL, count(*)::integer, NULL::float8, NULL::float8 FROM found WHERE is_on_sale`;
    case 'number':
      return sql`SELECT 'number', one.key, NULL, count(*)::integer, min(one.value::float8), max(one.value::float8)
                   FROM document CROSS JOIN LATERAL jsonb_each_text(document.numbers) AS one GROUP BY one.key`;
  }
}

const documents = sql`, document AS MATERIALIZED (
      SELECT found.product_id, d.keys, d.variants, d.numbers, d.labels
        FROM found JOIN product_search.product AS d ON d.product_id = found.product_id)`;

interface FacetScope {
  /** Whose condition is left out, if any. */
  readonly aspect?: Aspect | undefined;
  /** Number of the sample in which the matches of the words are counted; undefined: all. */
  readonly sample: number | undefined;
  /** Keys of the fields that are texts. */
  readonly texts: readonly string[];
}

/** Counts the products that meet a filter, exactly up to `COUNTED` products and by a sample beyond. */
export async function countFacets(
  db: Database,
  filter: ReadFilter,
  kinds: readonly Kind[],
  scope: FacetScope,
): Promise<CountedFacets> {
  const { aspect, sample } = scope;
  const all = conditionsOf(filter, aspect);
  const conditions = sample === undefined ? all : restricted(all, sampleLexeme(sample));
  const counts = kinds.map((kind) => countsOf(kind, filter, scope));
  const { rows } = await sql<FacetRow | { kind: 'all'; count: number; low: number | null }>`${searchPrefix}
    WITH found AS MATERIALIZED (
      SELECT p.product_id, p.category_id, p.brand, p.brand_key, p.rating, p.is_on_sale, p.sample,
             ${stockTest(filter)} AS has_stock
        ${meeting(conditions, readsVariants(filter))}
       ORDER BY p.sample LIMIT ${COUNTED + 1})${kinds.some((kind) => OF_DOCUMENT.has(kind)) ? documents : sql``}
    SELECT 'all' AS kind, '' AS key, NULL AS label, count(*)::integer AS count, max(sample)::float8 AS low,
           NULL::float8 AS high FROM found
    UNION ALL ${sql.join(counts, sql` UNION ALL `)}`.execute(db);
  const { count: counted = 0, low = null } = rows.find(({ kind }) => kind === 'all') ?? {};
  const total = estimate(counted, low) / (sample === undefined ? 1 : sampleShare(sample));
  const scale = counted === 0 ? 1 : total / counted;
  return {
    total,
    rows: rows.flatMap((row) => (row.kind === 'all' ? [] : [{ ...row, count: Math.round(row.count * scale) }])),
  };
}

/** Prices in cents. */
export interface PriceRange {
  readonly min: number;
  readonly max: number;
}

/**
 * The lowest and the highest price, exactly.
 * @param maxTests if a text finds too many products to read them all: how many products to test from each end of the prices before
 * falling back to reading all matches
 */
export async function readPriceRange(
  db: Database,
  conditions: readonly Condition[],
  maxTests?: number,
): Promise<PriceRange | null> {
  if (!conditions.some(({ words }) => words)) return readPriceEnds(db, () => meeting(conditions));
  const ends =
    maxTests === undefined ? null : await readPriceEnds(db, (order) => testedInOrder(conditions, order, maxTests));
  return ends ?? rangeOf(db, sql`SELECT min(p.price) AS min, max(p.price) AS max ${meeting(conditions)}`);
}

/** Reads the prices from both ends. @returns null if either end yields no price */
async function readPriceEnds(
  db: Database,
  from: (order: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<PriceRange | null> {
  const end = (order: RawBuilder<unknown>) => sql`(SELECT p.price ${from(order)} ORDER BY ${order} LIMIT 1)`;
  return rangeOf(
    db,
    sql`SELECT ${end(sql`p.price, p.product_id`)} AS min, ${end(sql`p.price DESC, p.product_id DESC`)} AS max`,
  );
}

async function rangeOf(db: Database, statement: RawBuilder<unknown>): Promise<PriceRange | null> {
  const { rows } = await sql<{ min: number | null; max: number | null }>`${searchPrefix} ${statement}`.execute(db);
  const { min = null, max = null } = rows[0] ?? {};
  return min === null || max === null ? null : { min, max };
}

/** Categories with the most matches of a tsquery. */
export async function readNearCategories(db: Database, words: string, limit: number): Promise<number[]> {
  const { rows } = await sql<{ category_id: number }>`${searchPrefix}
    SELECT category_id FROM (SELECT p.category_id ${meeting(conditionsOf({ words }))} ORDER BY p.sample LIMIT ${COUNTED}) AS found
     GROUP BY category_id ORDER BY count(*) DESC, category_id LIMIT ${limit}`.execute(db);
  return rows.map(({ category_id: id }) => id);
}
