import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { type ChangeFeed, openChangeFeed } from './change-feed.ts';

const STORM_MS = 3_000;

/** Records each time a node claims to have received everything committed before a time, but has not received such a change. */
function watch(feed: ChangeFeed) {
  const heard = new Set<number>();
  const unheard = new Map<number, number>();
  const missed: number[] = [];
  feed.onChange((change) => {
    // The resync reads everything that was not received before.
    if (change.kind === 'resync') unheard.clear();
    if (change.kind !== 'products' || change.ids === 'all') return;
    for (const id of change.ids) {
      heard.add(id);
      unheard.delete(id);
    }
  });
  return {
    missed,
    countUnheard: () => unheard.size,
    expectChange(id: number, committedAt: number) {
      if (!heard.has(id) && feed.nodeLock() !== undefined) unheard.set(id, committedAt);
    },
    check() {
      const heardUntil = performance.now() - feed.feedLagMs();
      for (const [id, committedAt] of unheard) if (committedAt < heardUntil) missed.push(id);
    },
  };
}

test('no node claims to be current before it has received every change, while connections are killed', async () => {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const open = () => openChangeFeed(database.url, pino({ level: 'silent' }));
  const feeds = await Promise.all([open(), open(), open()]);
  const nodes = feeds.map(watch);
  const checks = setInterval(() => {
    for (const node of nodes) node.check();
  }, 3);
  const until = performance.now() + STORM_MS;
  let lastId = 0;

  async function write(): Promise<void> {
    while (performance.now() < until) {
      lastId += 1;
      const id = lastId;
      await database.db.transaction().execute(async (tx) => {
        await sql`INSERT INTO stock_change (product_id) VALUES (${id})`.execute(tx);
        await wait(Math.random() * 40);
      });
      const committedAt = performance.now();
      for (const node of nodes) node.expectChange(id, committedAt);
    }
  }
  async function kill(): Promise<void> {
    while (performance.now() < until) {
      await wait(400);
      // One that is announcing, if there is one.
      await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE application_name = 'stoa-changes' AND datname = current_database()
                 ORDER BY state = 'active' DESC, random() LIMIT 1`.execute(database.db);
    }
  }
  await Promise.all([write(), write(), write(), write(), kill()]);
  for (const node of nodes) await expect.poll(node.countUnheard, { timeout: 10_000 }).toBe(0);
  clearInterval(checks);
  expect(nodes.map(({ missed }) => missed)).toEqual([[], [], []]);
  expect(lastId).toBeGreaterThan(50);
  await Promise.all(feeds.map((feed) => feed.close()));
});
