import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';

/** An arbitrary number: of two nodes that start on one empty database, one loads and the other waits for it. */
const LOADING_LOCK = 7_286_002;

/** Whether the database holds products or users. The caller is the only one to load until its transaction ends. */
export async function hasShop(tx: Transaction): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(${LOADING_LOCK})`.execute(tx);
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM product) OR EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM category) AS found`.execute(
    tx,
  );
  return rows[0]?.found ?? true;
}

/** The categories came with the ids of the specification: the next one made gets an id after them. */
export async function moveIdsOn(tx: Transaction): Promise<void> {
  await sql`SELECT setval(pg_get_serial_sequence('category', 'id'), (SELECT max(id) FROM category))`.execute(tx);
}
