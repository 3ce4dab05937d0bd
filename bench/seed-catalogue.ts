import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { benchProduct, CATEGORY_COUNT, categoryName } from './catalogue-data.ts';

const DAY_MS = 86_400_000;
const COLUMNS = [
  ...[
    'id',
    'category_id',
    'name',
    'slug',
    'description',
    'short_description',
    'price_cents',
    'sale_price_cents',
    'sku',
  ],
  ...['brand', 'weight_grams', 'images', 'specifications', 'features', 'tags', 'is_featured', 'average_rating'],
  ...['review_count', 'created_at'],
];

/** The names consist of letters, digits and spaces, so nothing has to be escaped. */
const lineOf = (values: readonly unknown[]): string => `${values.map((value) => value ?? '\\N').join('\t')}\n`;
const arrayOf = (values: readonly string[]): string => `{${values.map((value) => `"${value}"`).join(',')}}`;

/** @param stocks is filled with the units in stock by id */
function* productLines(count: number, stocks: Int32Array): Generator<string> {
  const now = Date.now();
  for (let id = 1; id <= count; id += 1) {
    const product = benchProduct(id);
    stocks[id] = product.stock;
    const images = [0, 1, 2].map((n) => ({ url: `/media/bench/${id}-${n}`, alt: product.name }));
    const specifications = { Material: product.tags[0], Origin: product.brand, Weight: `${id % 900} g` };
    yield lineOf([
      ...[id, product.categoryId, product.name, product.slug, product.description, product.shortDescription],
      ...[product.priceCents, product.salePriceCents, product.sku, product.brand, 100 + (id % 900)],
      ...[JSON.stringify(images), JSON.stringify(specifications)],
      ...[arrayOf([`${product.tags[0]} inside`, 'Made to last']), arrayOf(product.tags), product.isFeatured],
      ...[product.rating, product.reviewCount, new Date(now - product.age * DAY_MS - id * 1_000).toISOString()],
    ]);
  }
}

function* stockLines(stocks: Int32Array): Generator<string> {
  for (let id = 1; id < stocks.length; id += 1) yield lineOf([id, stocks[id]]);
}

async function copy(client: pg.Client, into: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(lines), client.query(copyFrom(`COPY ${into} FROM STDIN`)));
}

/** Builds the indexes after the rows are written, and without triggers: about twice as fast. */
async function withoutIndexes(client: pg.Client, write: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid IN ('product'::regclass, 'stock'::regclass, 'product_stock'::regclass) AND NOT indisunique`,
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await client.query('ALTER TABLE product DISABLE TRIGGER USER; ALTER TABLE stock DISABLE TRIGGER USER');
  await write();
  for (const { definition } of indexes) await client.query(definition);
  await client.query('ALTER TABLE product ENABLE TRIGGER USER; ALTER TABLE stock ENABLE TRIGGER USER');
}

/** Fills an empty, migrated database with `count` reproducible products: a million in a few minutes. */
export async function seedCatalogue(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '256MB'");
    const categories = Array.from({ length: CATEGORY_COUNT }, (_, index) =>
      lineOf([index + 1, categoryName(index + 1), `category-${index + 1}`, index + 1]),
    );
    await copy(client, 'category (id, name, slug, sort_order)', categories);
    await withoutIndexes(client, async () => {
      const stocks = new Int32Array(count + 1);
      await copy(client, `product (${COLUMNS})`, productLines(count, stocks));
      await copy(client, 'stock (product_id, received)', stockLines(stocks));
      // Otherwise written by the triggers.
      await client.query('INSERT INTO product_stock (product_id, available) SELECT product_id, received FROM stock');
    });
    await client.query("SELECT setval(pg_get_serial_sequence('product', 'id'), $1)", [count]);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
