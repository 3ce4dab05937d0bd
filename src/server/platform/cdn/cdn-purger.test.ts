import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { recordLog } from '#test/log.ts';
import type { Cdn } from './cdn.ts';
import { createCdnPurger } from './cdn-purger.ts';

function open({ isFirst = true, maxKeys = 200 } = {}) {
  const sent: { mode: string; keys: readonly string[] }[] = [];
  const state = { isDown: false };
  const cdn: Cdn = {
    maxKeys,
    async purge(keys, mode) {
      if (state.isDown) throw new Error('cdn.test answered 503');
      sent.push({ mode, keys });
    },
  };
  const log = recordLog();
  const purger = createCdnPurger({ cdn, isFirst: () => isFirst, log: pino({ level: 'info' }, log.stream) });
  onTestFinished(() => purger.close());
  const metric = async (name: string) => purger.gauges.find((gauge) => gauge.name === name)?.read();
  return { purger, sent, state, log, metric };
}

test('simultaneous changes are purged together, and again after a second, in case a slow node has sent the old page', async () => {
  const { purger, sent } = open();
  purger.drop(['product:1', 'lists']);
  purger.drop(['product:1', 'product:2']);
  await expect.poll(() => sent).toHaveLength(2);
  const keys = ['product:1', 'lists', 'product:any', 'product:2'];
  expect(sent).toEqual([
    { mode: 'soft', keys },
    { mode: 'hard', keys },
  ]);
});

test('lists, which each node computes by itself, are purged a third time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { purger, sent } = open();
  purger.drop(['lists'], true);
  await vi.advanceTimersByTimeAsync(9_000);
  const twice = ['soft', 'hard'].map((mode) => ({ mode, keys: ['lists'] }));
  expect(sent).toEqual(twice);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toEqual([...twice, { mode: 'hard', keys: ['lists'] }]);
});

test('clearing purges everything with one key', async () => {
  const { purger, sent } = open();
  purger.drop(['product:1']);
  purger.clear();
  await expect.poll(() => sent[0]).toEqual({ mode: 'soft', keys: ['all'] });
});

test('thousands of changes purge everything', async () => {
  const { purger, sent } = open();
  purger.drop(Array.from({ length: 3_000 }, (_, at) => `product:${at}`));
  await expect.poll(() => sent[0]).toEqual({ mode: 'soft', keys: ['all'] });
});

test('a call has no more keys than the CDN accepts', async () => {
  const { purger, sent } = open({ maxKeys: 2 });
  purger.drop(['lists', 'category', 'setting']);
  await expect
    .poll(() => sent.slice(0, 2))
    .toEqual([
      { mode: 'soft', keys: ['lists', 'category'] },
      { mode: 'soft', keys: ['setting'] },
    ]);
});

test('only the first node purges', async () => {
  const { purger, sent, metric } = open({ isFirst: false });
  purger.drop(['lists']);
  purger.clear();
  await purger.close();
  expect(sent).toEqual([]);
  expect(await metric('stoa_cdn_purge_waiting_seconds')).toEqual([{ labels: {}, value: 0 }]);
});

test('a failed purge is retried together with newer changes, and shows in the metrics and the log', async () => {
  const { purger, sent, state, log, metric } = open();
  state.isDown = true;
  purger.drop(['lists']);
  await expect.poll(() => log.troubles()).toMatchObject([{ level: 40, reason: 'cdn.test answered 503' }]);
  purger.drop(['setting']);
  const [waiting] = (await metric('stoa_cdn_purge_waiting_seconds')) ?? [];
  expect(waiting?.value).toBeGreaterThan(0);
  state.isDown = false;
  await expect.poll(() => sent[0], { timeout: 5_000 }).toEqual({ mode: 'soft', keys: ['lists', 'setting'] });
  await expect.poll(async () => (await metric('stoa_cdn_purge_waiting_seconds'))?.[0]?.value).toBe(0);
  expect(log.troubles()).toHaveLength(1);
  const results = await metric('stoa_cdn_purges_total');
  expect(results?.find(({ labels }) => labels.result === 'failed')?.value).toBeGreaterThan(0);
});

test('a node sends its waiting purges before it stops', async () => {
  const { purger, sent } = open();
  purger.drop(['lists']);
  await purger.close();
  expect(sent).toEqual([{ mode: 'soft', keys: ['lists'] }]);
});
