import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { countWaiting, openTestDatabase } from '#test/database.ts';
import { openSearchLog } from './search-log.ts';

test('reading the counts waits for a write in progress', async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  const searchLog = openSearchLog({ db, now: () => new Date(), log: pino({ enabled: false }) });
  onTestFinished(() => searchLog.close());
  searchLog.recordSearch('lamp', 3);
  let hasRead = false;
  let writing: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE search_count IN EXCLUSIVE MODE`.execute(tx);
    writing = searchLog.flush();
    await expect.poll(() => countWaiting(db)).toBe(1);
    const reading = searchLog.flush().then(() => {
      hasRead = true;
    });
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, 100))]);
    expect(hasRead).toBe(false);
    writing = Promise.all([writing, reading]);
  });
  await writing;
  expect(await db.selectFrom('search_count').select(['query', 'searches']).execute()).toEqual([
    { query: 'lamp', searches: 1 },
  ]);
});
