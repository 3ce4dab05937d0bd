import pg from 'pg';
import { seedSessions } from './seed-sessions.ts';

const CUSTOMERS = 100;
/** As many distinct products as a large cart has. */
const PRODUCTS = 6;
/** Enough not to sell out during a measurement. */
const PLENTY = 1_000_000;

export interface BenchCustomers {
  /** One valid session each. */
  readonly tokens: readonly string[];
  /** Products that never sell out. */
  readonly inStock: readonly number[];
}

/** Signed-in customers with empty carts, and products that they can add without limit. */
export async function seedCustomers(url: string): Promise<BenchCustomers> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tokens = await seedSessions(client, CUSTOMERS, 'customer');
    const { rows } = await client.query<{ product_id: number }>(
      `UPDATE stock SET received = $2 WHERE id IN (
         SELECT min(stock.id) FROM stock JOIN product ON product.id = stock.product_id
          WHERE stock.variant_id IS NULL AND product.is_active GROUP BY product_id ORDER BY product_id LIMIT $1)
       RETURNING product_id`,
      [PRODUCTS, PLENTY],
    );
    return { tokens, inStock: rows.map((row) => row.product_id) };
  } finally {
    await client.end();
  }
}
