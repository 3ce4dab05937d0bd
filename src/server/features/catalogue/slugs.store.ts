import { sql } from 'kysely';
import { uniqueSlug } from '#domain/catalogue/slug.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

const WINDOW = 100;

/**
 * The slug itself, or with the first number that no other product has or had: an old URL keeps redirecting to its
 * product. Until the transaction ends, concurrent forms that want the same slug wait, so that each sees the previous
 * one's choice. Imports do not wait: against them the unique index decides.
 * @param ownId the product that may keep its current or former slug.
 */
export async function proposeProductSlug(tx: Transaction, slug: string, ownId?: number): Promise<string> {
  await lockSlug(tx, slug);
  const own = ownId ?? 0;
  const taken = new Set<string>();
  for (let from = 1; ; from += WINDOW) {
    const candidates = Array.from({ length: WINDOW }, (_, index) => candidate(slug, from + index));
    const rows = await tx
      .selectFrom('product')
      .select('slug')
      .where('slug', 'in', candidates)
      .where('id', '<>', own)
      .union(
        tx
          .selectFrom('product_slug_history')
          .select('slug')
          .where('slug', 'in', candidates)
          .where('product_id', '<>', own),
      )
      .execute();
    for (const row of rows) taken.add(row.slug);
    if (rows.length < WINDOW) return uniqueSlug(slug, taken);
  }
}

/** One lock for a slug and its numbered variants: 'mug-2' can be a second mug or a 'Mug 2'. */
async function lockSlug(tx: Transaction, slug: string): Promise<void> {
  const withoutNumbers = slug.replace(/(-\d+)+$/, '');
  await sql`SELECT pg_advisory_xact_lock(hashtext('product_slug'), hashtext(${withoutNumbers}))`.execute(tx);
}

const candidate = (slug: string, number: number): string => (number === 1 ? slug : `${slug}-${number}`);

/** Records that a product's slug has changed. The new one is no longer an old one. */
export async function keepOldSlug(
  tx: Transaction,
  productId: number,
  { from, to, at }: { readonly from: string; readonly to: string; readonly at: Date },
): Promise<void> {
  await tx.deleteFrom('product_slug_history').where('slug', '=', to).execute();
  await tx
    .insertInto('product_slug_history')
    .values({ slug: from, product_id: productId, created_at: at })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ product_id: productId, created_at: at }))
    .execute();
}

/**
 * Looks up an old slug.
 * @returns the current slug; undefined when no active product ever had this one, or still has it.
 */
export async function findSlugNow(db: Database, oldSlug: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('product_slug_history as h')
    .innerJoin('product as p', 'p.id', 'h.product_id')
    .innerJoin('category as c', 'c.id', 'p.category_id')
    .select('p.slug')
    .where('h.slug', '=', oldSlug)
    .where('p.is_active', '=', true)
    .where('c.is_active', '=', true)
    .executeTakeFirst();
  return row?.slug;
}

/** The products that have or had each slug. */
export async function findSlugOwners(tx: Transaction, slugs: readonly string[]): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ slug: string; id: number }>`
    SELECT slug, id FROM product WHERE slug = ANY(${slugs}::text[])
    UNION ALL SELECT slug, product_id FROM product_slug_history WHERE slug = ANY(${slugs}::text[])`.execute(tx);
  const owners = new Map<string, number[]>();
  for (const { slug, id } of rows) owners.set(slug, [...(owners.get(slug) ?? []), id]);
  return owners;
}
