import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { recordLog } from '#test/log.ts';
import type { Cdn } from './cdn.ts';
import { createCdnPurger } from './cdn-purger.ts';

const NOW = new Date('2026-11-23T09:00:00Z');

function open({ isAmongFirst = true, maxKeys = 200, otherCdns = [] as readonly Cdn[] } = {}) {
  const sent: { mode: string; keys: readonly string[] }[] = [];
  const state = { isDown: false };
  const cdn: Cdn = {
    host: 'cdn.test',
    maxKeys,
    async purge(keys, mode) {
      if (state.isDown) throw new Error('cdn.test answered 503');
      sent.push({ mode, keys });
    },
  };
  const log = recordLog();
  const purger = createCdnPurger({
    cdns: [cdn, ...otherCdns],
    isAmongFirst: () => isAmongFirst,
    now: () => NOW,
    log: pino({ level: 'info' }, log.stream),
  });
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

test('every node purges lists, because each has a search index of its own', async () => {
  const { purger, sent } = open({ isAmongFirst: false });
  purger.dropComputed(['lists']);
  await expect.poll(() => sent[0]).toEqual({ mode: 'soft', keys: ['lists'] });
});

test('a CDN with few keys per call gets one purge of everything instead of more than ten calls', async () => {
  const { purger, sent } = open({ maxKeys: 30 });
  purger.drop(Array.from({ length: 400 }, (_, at) => `product:${at}`));
  await expect.poll(() => sent[0]).toEqual({ mode: 'soft', keys: ['all'] });
});

test('a server that does not answer does not delay the purges of the others', async () => {
  const answer = Promise.withResolvers<void>();
  const silent: Cdn = { host: 'silent.test', maxKeys: 200, purge: () => answer.promise };
  const { purger, sent } = open({ otherCdns: [silent] });
  purger.drop(['lists']);
  await expect.poll(() => sent.map(({ mode }) => mode)).toEqual(['soft', 'hard']);
  purger.drop(['setting']);
  await expect.poll(() => sent[2]).toEqual({ mode: 'soft', keys: ['setting'] });
  answer.resolve();
});

test('what waits, the last purge and the last error of each server are known', async () => {
  const { purger, state } = open();
  expect(purger.describe()).toEqual([{ host: 'cdn.test', waiting: 0, purgedAt: undefined, failure: undefined }]);
  state.isDown = true;
  purger.drop(['lists', 'setting']);
  const failure = { at: NOW, reason: 'cdn.test answered 503' };
  await expect.poll(() => purger.describe()).toEqual([{ host: 'cdn.test', waiting: 2, purgedAt: undefined, failure }]);
  state.isDown = false;
  await expect.poll(() => purger.describe()).toEqual([{ host: 'cdn.test', waiting: 0, purgedAt: NOW, failure }]);
});

test('nodes that join or leave one after another purge everything once every ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { purger, sent } = open();
  const softPurges = () => sent.filter(({ mode }) => mode === 'soft');
  for (let node = 0; node < 5; node += 1) purger.clearForNodes();
  await vi.advanceTimersByTimeAsync(200);
  purger.clearForNodes();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(softPurges()).toEqual([{ mode: 'soft', keys: ['all'] }]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(softPurges()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(softPurges()).toHaveLength(2);
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

test('only the first nodes purge', async () => {
  const { purger, sent, metric } = open({ isAmongFirst: false });
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
  await expect.poll(() => log.warnings()).toMatchObject([{ level: 40, reason: 'cdn.test answered 503' }]);
  purger.drop(['setting']);
  const [waiting] = (await metric('stoa_cdn_purge_waiting_seconds')) ?? [];
  expect(waiting?.value).toBeGreaterThan(0);
  state.isDown = false;
  await expect.poll(() => sent[0]).toEqual({ mode: 'soft', keys: ['lists', 'setting'] });
  await expect.poll(async () => (await metric('stoa_cdn_purge_waiting_seconds'))?.[0]?.value).toBe(0);
  expect(log.warnings()).toHaveLength(1);
  const results = await metric('stoa_cdn_purges_total');
  expect(results?.find(({ labels }) => labels.result === 'failed')?.value).toBeGreaterThan(0);
});

test('a node that stops sends its waiting purges, then the second purge of each key without waiting', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { purger, sent } = open();
  purger.drop(['setting']);
  await vi.advanceTimersByTimeAsync(500);
  expect(sent).toHaveLength(1);
  purger.drop(['lists']);
  await purger.close();
  expect(sent).toEqual([
    { mode: 'soft', keys: ['setting'] },
    { mode: 'soft', keys: ['lists'] },
    { mode: 'hard', keys: ['setting', 'lists'] },
  ]);
});

test('a purge that is in progress when the node stops is followed by its second one too', async () => {
  const answer = Promise.withResolvers<void>();
  const modes: string[] = [];
  const slow: Cdn = {
    host: 'slow.test',
    maxKeys: 200,
    purge(_, mode) {
      modes.push(mode);
      return answer.promise;
    },
  };
  const { purger } = open({ otherCdns: [slow] });
  purger.drop(['lists']);
  await expect.poll(() => modes).toEqual(['soft']);
  const closed = purger.close();
  answer.resolve();
  await closed;
  expect(modes).toEqual(['soft', 'hard']);
});
