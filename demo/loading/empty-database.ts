import { sql } from 'kysely';
import type { Transaction } from '#server/platform/database/database.ts';

/** Arbitrary advisory lock key: if two nodes start on an empty database, one loads and the other waits. */
const LOADING_LOCK = 7_286_002;

/** Whether the database has products or users. Until its transaction ends, the caller is the only one to load. */
export async function hasShop(tx: Transaction): Promise<boolean> {
  await sql`SELECT pg_advisory_xact_lock(${LOADING_LOCK})`.execute(tx);
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM product) OR EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM category) AS found`.execute(
    tx,
  );
  return rows[0]?.found ?? true;
}

/** The categories use the specification's ids: advance the sequence past them. */
export async function moveIdsOn(tx: Transaction): Promise<void> {
  await sql`SELECT setval(pg_get_serial_sequence('category', 'id'), (SELECT max(id) FROM category))`.execute(tx);
}
