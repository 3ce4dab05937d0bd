import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { openPooler } from './pooler.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const leavings = {
  'before its response is complete': 'SELECT 1 AS one, pg_sleep(0.1)',
  'in a transaction': 'BEGIN; SELECT set_config($$stoa.left$$, $$yes$$, true), pg_sleep(0.1)',
};

test.each(Object.entries(leavings))('a client that leaves %s leaves nothing to the next', async (_, statement) => {
  const pooler = await openPooler(database.url, { backends: 1 });
  onTestFinished(() => pooler.close());
  const leaving = new pg.Client({ connectionString: pooler.url });
  await leaving.connect();
  leaving.on('error', () => undefined);
  const answer = leaving.query(statement);
  // Ending a client in the middle of a statement closes its socket.
  await leaving.end();
  await expect(answer).rejects.toThrow('Connection terminated');

  const next = new pg.Client({ connectionString: pooler.url });
  await next.connect();
  onTestFinished(() => next.end());
  for (const n of [1, 2, 3]) {
    const { rows } = await next.query(
      "SELECT $1::integer AS n, nullif(current_setting('stoa.left', true), '') AS rest",
      [n],
    );
    expect(rows).toEqual([{ n, rest: null }]);
  }
});
