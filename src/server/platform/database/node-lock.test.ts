import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { holdNodeLock, isNodeConnected, isOnlyNode, newNodeLock } from './node-lock.ts';

async function openDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  return database;
}

async function connect({ url }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function isConnected({ db }: TestDatabase, nodeLock: number): Promise<boolean | undefined> {
  const { rows } = await sql<{ is: boolean }>`SELECT ${isNodeConnected(sql`${nodeLock}::integer`)} AS is`.execute(db);
  return rows[0]?.is;
}

test('a node is connected while one of its connections holds its lock', async () => {
  const database = await openDatabase();
  const nodeLock = newNodeLock();
  const [broken, next] = [await connect(database), await connect(database)];
  expect(await isConnected(database, nodeLock)).toBe(false);
  await holdNodeLock(broken, nodeLock);
  await holdNodeLock(next, nodeLock);
  await broken.end();
  expect(await isConnected(database, nodeLock)).toBe(true);
  expect(await isConnected(database, newNodeLock())).toBe(false);
  await next.end();
  await expect.poll(() => isConnected(database, nodeLock)).toBe(false);
});

test('a node is the only one while no other holds a lock', async () => {
  const database = await openDatabase();
  const [first, second] = [newNodeLock(), newNodeLock()];
  await holdNodeLock(await connect(database), first);
  expect(await isOnlyNode(database.db, first)).toBe(true);
  const leaving = await connect(database);
  await holdNodeLock(leaving, second);
  expect(await isOnlyNode(database.db, first)).toBe(false);
  await leaving.end();
  await expect.poll(() => isOnlyNode(database.db, first)).toBe(true);
});

test('the same lock in another database of the server, and a lock of one key, are those of somebody else', async () => {
  const [database, other] = [await openDatabase(), await openDatabase()];
  const nodeLock = newNodeLock();
  await holdNodeLock(await connect(other), nodeLock);
  const client = await connect(database);
  const { rows } = await (await connect(other)).query(
    "SELECT ((classid::bigint << 32) | objid::bigint)::text AS key FROM pg_locks WHERE locktype = 'advisory' AND objid = $1",
    [nodeLock],
  );
  await client.query('SELECT pg_advisory_lock($1)', [rows[0].key]);
  expect(await isConnected(database, nodeLock)).toBe(false);
  expect(await isConnected(other, nodeLock)).toBe(true);
});

test('PostgreSQL notices within nine seconds that the machine of a node has gone', async () => {
  const client = await connect(await openDatabase());
  await holdNodeLock(client, newNodeLock());
  const { rows } = await client.query(
    "SELECT name, setting FROM pg_settings WHERE name ~ '^tcp_(keepalives|user)_' ORDER BY name",
  );
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]))).toEqual({
    tcp_keepalives_count: 4,
    tcp_keepalives_idle: 5,
    tcp_keepalives_interval: 1,
    tcp_user_timeout: 8_000,
  });
});
