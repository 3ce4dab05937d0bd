import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { followReplica } from './replica-position.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('closed while it connects again, it leaves no connection behind', async () => {
  const urls = { primaryUrl: database.url, replicaUrl: database.url };
  const position = await followReplica({ ...urls, onFound: () => undefined, onLost: () => undefined });
  const opened: pg.Client[] = [];
  const { connect } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(function (this: pg.Client, ...of: unknown[]) {
    if (Reflect.get(this, 'connectionParameters').application_name === 'stoa-replica') {
      opened.push(this);
      void position.close();
    }
    return Reflect.apply(connect, this, of);
  } as never);
  onTestFinished(() => {
    spy.mockRestore();
    for (const client of opened) client.end().catch(() => undefined);
  });
  position.lose(new Error('gone'));
  await expect.poll(() => opened.length, { timeout: 5_000 }).toBe(2);
  const count = async () => {
    const { rows } = await sql<{ pid: number }>`
      SELECT pid FROM pg_stat_activity WHERE application_name = 'stoa-replica' AND datname = current_database()`.execute(
      database.db,
    );
    return rows.length;
  };
  await expect.poll(count).toBe(0);
});
