import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { isNodeConnected } from '#server/platform/database/node-lock.ts';

/** An attempt at the write with this key. */
export interface Attempt {
  readonly scope: string;
  readonly key: string;
  readonly claim: string;
}

export interface StoredRequest {
  readonly request_hash: Buffer;
  /** Null without a stored response. */
  readonly status: number | null;
  /** Encrypted, in base64. */
  readonly body: string | null;
  readonly claim: string | null;
  /** What the work has committed; null: nothing. */
  readonly outcome: unknown;
}

export interface Claim {
  readonly hash: Buffer;
  /** Advisory lock of the node that claims the key; undefined while the node is not connected. */
  readonly nodeLock: number | undefined;
  /** How long an attempt keeps the key if its node has stopped or is unknown. */
  readonly keptForMs: number;
  /** Maximum time for which an attempt keeps the key. */
  readonly maxKeptForMs: number;
  /** Whether to take the key from a node that is no longer connected to PostgreSQL; only if this node is connected. */
  readonly takesOver: boolean;
}

/**
 * Claims a key that is unused, or whose last attempt with the same content is abandoned and has committed nothing. Can be
 * repeated by the same attempt. Times are those of the database: the clocks of nodes differ.
 * @returns whether this attempt may work.
 */
export async function insertClaim(
  db: Database,
  { scope, key, claim }: Attempt,
  { hash, nodeLock, keptForMs, maxKeptForMs, takesOver }: Claim,
): Promise<boolean> {
  const written = { claim, created_at: sql<Date>`now()`, node_lock: nodeLock ?? null };
  const isOlderThan = (ms: number) =>
    sql<boolean>`idempotency_record.created_at < now() - ${ms}::float8 * interval '1 millisecond'`;
  const fromLostNode = nodeLock === undefined ? [] : [isFromLostNode(nodeLock)];
  const inserted = await db
    .insertInto('idempotency_record')
    .values({ scope, key, request_hash: hash, ...written })
    .onConflict((conflict) =>
      conflict
        .columns(['scope', 'key'])
        .doUpdateSet(written)
        .where('idempotency_record.status', 'is', null)
        .where('idempotency_record.outcome', 'is', null)
        .where('idempotency_record.request_hash', '=', hash)
        .where((is) =>
          is.or([
            is('idempotency_record.claim', '=', claim),
            isOlderThan(maxKeptForMs),
            is.and([isOlderThan(keptForMs), is.or([is('idempotency_record.node_lock', 'is', null), ...fromLostNode])]),
            ...(takesOver ? fromLostNode : []),
          ]),
        ),
    )
    .returning(sql<number>`1`.as('one'))
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Not from this node: its requests are still running, or have released their keys. */
const isFromLostNode = (ownLock: number) =>
  sql<boolean>`(idempotency_record.node_lock <> ${ownLock}::integer
    AND NOT ${isNodeConnected(sql`idempotency_record.node_lock`)})`;

export function findRequest(
  db: Database,
  { scope, key }: Pick<Attempt, 'scope' | 'key'>,
): Promise<StoredRequest | undefined> {
  return db
    .selectFrom('idempotency_record')
    .select(['request_hash', 'status', 'body', 'claim', 'outcome'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** Stores the response, unless another attempt has claimed the key meanwhile. @param body encrypted, in base64. */
export async function storeResponse(
  db: Database,
  { scope, key, claim }: Attempt,
  { status, body }: { readonly status: number; readonly body: string },
): Promise<void> {
  await db
    .updateTable('idempotency_record')
    .set({ status, body })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('claim', '=', claim)
    .execute();
}

/**
 * Deletes an attempt that has committed nothing. Waits for a commit that is still running after the connection broke,
 * because its transaction has locked the record.
 * @returns the committed outcome; null: none.
 */
export async function deleteClaim(db: Database, { scope, key, claim }: Attempt): Promise<unknown> {
  await db
    .deleteFrom('idempotency_record')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('claim', '=', claim)
    .where('outcome', 'is', null)
    .execute();
  const left = await db
    .selectFrom('idempotency_record')
    .select('outcome')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('claim', '=', claim)
    .executeTakeFirst();
  return left?.outcome ?? null;
}
