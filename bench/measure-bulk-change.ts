import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { ServerProcess } from './server-process.ts';

export interface BulkChange {
  readonly products: number;
  /** Milliseconds from the commit until a list shows the first of them, and until it shows all. */
  readonly firstMs: number;
  readonly allMs: number;
  /** Of the node until then. */
  readonly cpuSeconds: number;
}

const SHARE = 0.1;
/** Above all other products, so that one list contains exactly those that were changed. In cents. */
const PRICE = 500_000;
const POLL_MS = 25;
const MAX_MS = 120_000;

/** Changes the prices of a tenth of all products in one transaction, as an import does, and changes them back afterwards. */
export async function measureBulkChange(url: string, server: ServerProcess, products: number): Promise<BulkChange> {
  const changed = Math.ceil(products * SHARE);
  let reads = 0;
  const countVisible = async (): Promise<number> => {
    reads += 1;
    const response = await fetch(`${server.origin}/api/products?minPrice=${PRICE / 100}&n=${process.pid}-${reads}`);
    return ((await response.json()) as { data: { total: number } }).data.total;
  };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `CREATE TEMP TABLE before AS SELECT id, price_cents, sale_price_cents FROM product WHERE id <= ${changed}`,
    );
    const { cpuSeconds } = await server.usage();
    await client.query(`UPDATE product SET price_cents = ${PRICE}, sale_price_cents = NULL WHERE id <= ${changed}`);
    const begun = performance.now();
    let firstMs: number | undefined;
    for (;;) {
      const visible = await countVisible();
      const elapsed = performance.now() - begun;
      if (visible > 0) firstMs ??= elapsed;
      if (visible === changed) {
        return {
          products: changed,
          firstMs: Math.round(firstMs ?? elapsed),
          allMs: Math.round(elapsed),
          cpuSeconds: Math.round(((await server.usage()).cpuSeconds - cpuSeconds) * 100) / 100,
        };
      }
      if (elapsed > MAX_MS) throw new Error(`Only ${visible} of ${changed} changed prices are visible`);
      await wait(POLL_MS);
    }
  } finally {
    await client.query(`
      UPDATE product SET price_cents = b.price_cents, sale_price_cents = b.sale_price_cents
        FROM before b WHERE b.id = product.id`);
    await client.end();
  }
}
