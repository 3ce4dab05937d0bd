import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { countWaiting, openTestDatabase } from '#test/database.ts';
import { openSearchLog } from './search-log.ts';

const openLog = async () => {
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  const searchLog = openSearchLog({ db, now: () => new Date(), log: pino({ enabled: false }) });
  onTestFinished(() => searchLog.close());
  const counts = () =>
    db.selectFrom('search_count').select(['query', 'searches', 'without_results', 'clicks']).orderBy('query').execute();
  return { db, searchLog, counts };
};

test('long searches that differ in the letter at the cut are counted as one', async () => {
  const { searchLog, counts } = await openLog();
  // 79 letters. Gothic and Deseret letters take two UTF-16 units, which begin differently.
  const words = `${'lamp '.repeat(15)}cosy`;
  for (const letter of ['𐌰', '𐐨']) searchLog.recordSearch(`${words}${letter}`, 3);
  await searchLog.flush();
  expect(await counts()).toEqual([{ query: words, searches: 2, without_results: 0, clicks: 0 }]);
});

test('counts that could not be written are written later, with those since then', async () => {
  const { db, searchLog, counts } = await openLog();
  searchLog.recordSearch('lamp', 3);
  searchLog.recordClick('lamp');
  await sql`ALTER TABLE search_count RENAME TO lost`.execute(db);
  const failed = searchLog.flush();
  searchLog.recordSearch('lamp', 0);
  await expect(failed).rejects.toThrow('search_count');
  for (let n = 0; n < 600; n += 1) searchLog.recordSearch(`chair ${n}`, 1);
  await expect(searchLog.flush()).rejects.toThrow('search_count');
  await sql`ALTER TABLE lost RENAME TO search_count`.execute(db);
  searchLog.recordSearch('lamp', 3);
  await searchLog.flush();
  const written = await counts();
  expect(written).toContainEqual({ query: 'lamp', searches: 3, without_results: 1, clicks: 1 });
  expect(written).toHaveLength(500);
});

test('reading the counts waits for a write in progress', async () => {
  const { db, searchLog, counts } = await openLog();
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
  expect(await counts()).toMatchObject([{ query: 'lamp', searches: 1 }]);
});
