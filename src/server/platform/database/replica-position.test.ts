import { setTimeout as sleep } from 'node:timers/promises';
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

test('after changes it measures without the usual pause, but not all the time', async () => {
  const urls = { primaryUrl: database.url, replicaUrl: database.url };
  const position = await followReplica({ ...urls, onFound: () => undefined, onLost: () => undefined });
  onTestFinished(() => position.close());
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  /** Each is a statement on either server. */
  const countMeasurements = async (changeEveryMs: number): Promise<number> => {
    query.mockClear();
    const changing = setInterval(() => position.measureSoon(), changeEveryMs);
    await sleep(1_000);
    clearInterval(changing);
    return query.mock.calls.length / 2;
  };
  // With the pause between them, at most ten fit into a second; without, more than thirty, but fewer on a busy machine.
  await expect.poll(() => countMeasurements(30)).toBeGreaterThan(11);
  expect(await countMeasurements(1)).toBeLessThanOrEqual(1_000 / 20 + 1);
});
