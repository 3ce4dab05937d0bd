import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** A product that may be related to another. */
export interface Candidate {
  readonly product_id: number;
  readonly category_id: number;
  readonly name_key: string;
  readonly brand_key: string | null;
  readonly price: number;
  readonly popularity: number;
  readonly in_stock: boolean;
  readonly keys: readonly string[];
}

/** Products with the nearest prices, in each direction. */
const NEAR_IN_CATEGORY = 80;
const NEAR_ELSEWHERE = 20;

const columns = sql`p.product_id, p.category_id, p.name_key, p.brand_key, p.price, p.popularity, p.in_stock, p.keys`;

export async function readCandidatesById(db: Database, ids: readonly number[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT ${columns} FROM product_search.product p WHERE p.product_id = ANY (${ids}::integer[])`.execute(db);
  return rows;
}

/** Products of the category, and of the whole shop, with the nearest prices. */
export async function readCandidates(db: Database, { category_id: category, price }: Candidate): Promise<Candidate[]> {
  const inCategory = sql`p.category_id = ${category} AND`;
  const near = (where: RawBuilder<unknown>, limit: number) => sql`
    (SELECT p.product_id FROM product_search.listing p WHERE ${where} p.price >= ${price}
      ORDER BY p.price, p.product_id LIMIT ${limit})
    UNION
    (SELECT p.product_id FROM product_search.listing p WHERE ${where} p.price < ${price}
      ORDER BY p.price DESC, p.product_id DESC LIMIT ${limit})`;
  const { rows } = await sql<Candidate>`
    SELECT ${columns}
      FROM (${near(inCategory, NEAR_IN_CATEGORY)} UNION ${near(sql``, NEAR_ELSEWHERE)}) AS near
      JOIN product_search.product p ON p.product_id = near.product_id`.execute(db);
  return rows;
}
