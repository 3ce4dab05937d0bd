import { randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { Handle } from './database.ts';

/** Arbitrary first key of the advisory locks that nodes hold; the second one is the node's own. Also in migration 0131. */
const NODE_LOCKS = 1_265_072_641;
const MAX_KEY = 2 ** 31;
/**
 * PostgreSQL closes the connection, and releases the lock, when the node's machine has not responded for nine seconds. The last
 * setting covers unacknowledged data, during which the system sends no keepalive probes.
 */
const END_WITH_MACHINE = `SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 4;
  SET tcp_user_timeout = 8000`;

/** The key of this process. PostgreSQL releases the lock when the process ends, even if it is killed. */
export const newNodeLock = (): number => randomInt(1, MAX_KEY);

/** Takes the lock for as long as the connection lasts. Shared: the node's previous connection may not have ended yet. */
export async function holdNodeLock(client: pg.Client, nodeLock: number): Promise<void> {
  await client.query(END_WITH_MACHINE);
  await client.query('SELECT pg_advisory_lock_shared($1, $2)', [NODE_LOCKS, nodeLock]);
}

/** Nodes that are connected to this database. Names of connections say less: a pooler keeps those of a node that has stopped. */
export async function countConnectedNodes(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM pg_locks
      WHERE locktype = 'advisory' AND classid = $1 AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [NODE_LOCKS],
  );
  return rows[0]?.count ?? 0;
}

/** SQL condition: whether a node is connected. Reads all locks of the server, so it is not for frequent statements. */
export const isNodeConnected = (nodeLock: RawBuilder<number | null>): RawBuilder<boolean> =>
  isAnyHeld(sql`objid = ${nodeLock}::oid`);

/** Whether no other node is connected. Reads all locks of the server. */
export async function isOnlyNode(db: Handle, nodeLock: number): Promise<boolean> {
  const { rows } = await sql<{ isOnly: boolean }>`
    SELECT NOT ${isAnyHeld(sql`objid <> ${nodeLock}::oid`)} AS "isOnly"`.execute(db);
  return rows[0]?.isOnly === true;
}

const isAnyHeld = (condition: RawBuilder<unknown>): RawBuilder<boolean> => sql`EXISTS (
    SELECT FROM pg_locks
     WHERE locktype = 'advisory' AND classid = ${NODE_LOCKS}::oid AND ${condition} AND objsubid = 2
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;
