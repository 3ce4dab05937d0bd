import pg from 'pg';
import { seedSessions } from './seed-sessions.ts';

export interface Buyers {
  /** One valid session each. */
  readonly tokens: readonly string[];
  /** A product with exactly as many units as were requested. */
  readonly productId: number;
  /** Units sold since then. */
  readonly readSold: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/**
 * Signed-in customers, and a product with this many units. The shop takes orders that are paid later, and cards.
 * @param units undefined: more than can be sold.
 */
export async function seedBuyers(url: string, count: number, units = 1_000_000): Promise<Buyers> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tokens = await seedSessions(client, count, 'buyer');
  await client.query(
    `INSERT INTO setting (section, value) VALUES ('payment', '{"offlineEnabled": true}')
     ON CONFLICT (section) DO UPDATE SET value = EXCLUDED.value`,
  );
  const { rows } = await client.query<{ id: number; product_id: number; sold: number }>(
    `UPDATE stock SET received = sold + held + $1 WHERE id = (
       SELECT min(stock.id) FROM stock JOIN product ON product.id = stock.product_id
        WHERE stock.variant_id IS NULL AND product.is_active)
     RETURNING id, product_id, sold`,
    [units],
  );
  const [stock] = rows;
  if (!stock) throw new Error('No product can be sold');
  return {
    tokens,
    productId: stock.product_id,
    async readSold() {
      const read = await client.query<{ sold: number }>('SELECT sold FROM stock WHERE id = $1', [stock.id]);
      return (read.rows[0]?.sold ?? 0) - stock.sold;
    },
    close: () => client.end(),
  };
}
