import { sql } from 'kysely';
import { type Database, openDatabase } from '#server/platform/database/database.ts';
import { benchProduct, CATEGORY_COUNT, categoryName } from './catalogue-data.ts';

const BATCH = 2_000;

async function seedBatch(db: Database, first: number, last: number): Promise<void> {
  const products = Array.from({ length: last - first + 1 }, (_, index) => benchProduct(first + index));
  const rows = JSON.stringify(
    products.map((product) => ({
      ...product,
      images: [0, 1, 2].map((n) => ({ url: `/media/bench/${product.id}-${n}`, alt: product.name })),
      specifications: { Material: product.tags[0], Origin: product.brand, Weight: `${product.id % 900} g` },
    })),
  );
  await sql`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS p (id integer, "categoryId" integer, name text, slug text,
        sku text, brand text, description text, "shortDescription" text, tags text[], "priceCents" integer,
        "salePriceCents" integer, rating numeric, "reviewCount" integer, "isFeatured" boolean, stock integer,
        age integer, images jsonb, specifications jsonb)
    ), made AS (
      INSERT INTO product (id, category_id, name, slug, description, short_description, price_cents, sale_price_cents,
                           sku, brand, weight_grams, images, specifications, features, tags, is_featured,
                           average_rating, review_count, created_at)
      SELECT id, "categoryId", name, slug, description, "shortDescription", "priceCents", "salePriceCents", sku, brand,
             100 + id % 900, images, specifications, ARRAY[tags[1] || ' inside', 'Made to last'], tags, "isFeatured",
             rating, "reviewCount", now() - make_interval(days => age, secs => id)
        FROM given
      RETURNING id
    )
    INSERT INTO stock (product_id, received) SELECT given.id, given.stock FROM given JOIN made USING (id)`.execute(db);
}

/** Fills an empty, migrated database with `count` reproducible products. */
export async function seedCatalogue(url: string, count: number): Promise<void> {
  const { db } = openDatabase({ url, poolSize: 2, onError: (error) => console.error(error) });
  try {
    await db
      .insertInto('category')
      .values(
        Array.from({ length: CATEGORY_COUNT }, (_, index) => ({
          id: index + 1,
          name: categoryName(index + 1),
          slug: `category-${index + 1}`,
          sort_order: index + 1,
        })),
      )
      .execute();
    for (let first = 1; first <= count; first += BATCH) await seedBatch(db, first, Math.min(first + BATCH - 1, count));
    await sql`SELECT setval(pg_get_serial_sequence('product', 'id'), ${count})`.execute(db);
    await sql`VACUUM ANALYZE`.execute(db);
  } finally {
    await db.destroy();
  }
}
