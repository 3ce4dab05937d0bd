import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { recordLog } from '#test/log.ts';
import { openPurgeReceiver } from '#test/servers/purge-receiver.ts';
import { createCdnPurger } from '../platform/cdn/cdn-purger.ts';
import { readConfig } from '../platform/config.ts';
import { openCdn } from './open-cdn.ts';

const TOKEN = 'a token of the CDN';
const KEYS = ['product:1', 'lists'];

async function open(kind: 'varnish' | 'fastly' | 'cloudflare', path = '') {
  const receiver = await openPurgeReceiver();
  onTestFinished(() => receiver.close());
  const { cdn: settings } = readConfig({ CDN: kind, CDN_URL: `${receiver.url}${path}/`, CDN_TOKEN: TOKEN });
  const [cdn] = settings ? openCdn(settings) : [];
  if (!cdn) throw new Error('there is no CDN');
  return { receiver, cdn };
}

const timeout = () => AbortSignal.timeout(5_000);

test('Varnish gets the keys in a header, soft or hard', async () => {
  const { receiver, cdn } = await open('varnish');
  await cdn.purge(KEYS, 'soft', timeout());
  await cdn.purge(['all'], 'hard', timeout());
  const [soft, hard] = receiver.received;
  expect(soft).toMatchObject({ method: 'PURGE', url: '/', headers: { authorization: `Bearer ${TOKEN}` } });
  expect(soft?.headers).toMatchObject({ 'xkey-soft-purge': 'product:1 lists' });
  expect(soft?.headers).not.toHaveProperty('xkey-hard-purge');
  expect(hard?.headers).toMatchObject({ 'xkey-hard-purge': 'all' });
});

test('an unreachable Varnish server does not delay the purges of the others', async () => {
  const [gone, running] = [await openPurgeReceiver(), await openPurgeReceiver()];
  onTestFinished(() => running.close());
  await gone.close();
  const { cdn } = readConfig({ CDN: 'varnish', CDN_URL: `${gone.url},${running.url}`, CDN_TOKEN: TOKEN });
  const purger = createCdnPurger({
    cdns: cdn ? openCdn(cdn) : [],
    isAmongFirst: () => true,
    now: () => new Date(),
    log: pino({ enabled: false }),
  });
  onTestFinished(() => purger.close());
  purger.drop(KEYS);
  await expect.poll(() => running.received.length).toBe(2);
  const whichWait = () => purger.describe().map(({ host, waiting }) => [`http://${host}`, waiting > 0]);
  await expect.poll(whichWait).toEqual([
    [gone.url, true],
    [running.url, false],
  ]);
});

test('Fastly gets the keys as JSON', async () => {
  const { receiver, cdn } = await open('fastly', '/service/s1');
  await cdn.purge(KEYS, 'soft', timeout());
  await cdn.purge(KEYS, 'hard', timeout());
  const [soft, hard] = receiver.received;
  expect(soft).toMatchObject({
    method: 'POST',
    url: '/service/s1/purge',
    body: '{"surrogate_keys":["product:1","lists"]}',
  });
  expect(soft?.headers).toMatchObject({ 'fastly-key': TOKEN, 'fastly-soft-purge': '1' });
  expect(hard?.headers).not.toHaveProperty('fastly-soft-purge');
});

test('Cloudflare gets the keys as tags', async () => {
  const { receiver, cdn } = await open('cloudflare', '/zones/z1');
  await cdn.purge(KEYS, 'soft', timeout());
  expect(receiver.received).toMatchObject([
    { method: 'POST', url: '/zones/z1/purge_cache', body: '{"tags":["product:1","lists"]}' },
  ]);
  expect(receiver.received[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
});

test.each(['varnish', 'fastly', 'cloudflare'] as const)(
  '%s: the reason of a failed purge contains the host and the status; the body is for the log only',
  async (kind) => {
    const { receiver, cdn } = await open(kind);
    receiver.answer(429);
    const log = recordLog();
    const purger = createCdnPurger({
      cdns: [cdn],
      isAmongFirst: () => true,
      now: () => new Date(),
      log: pino({ level: 'info' }, log.stream),
    });
    onTestFinished(() => purger.close());
    purger.drop(KEYS);
    const reason = `${new URL(receiver.url).host} answered 429`;
    await expect.poll(() => purger.describe()[0]?.failure?.reason).toBe(reason);
    expect(log.warnings()).toMatchObject([{ reason, cause: 'Try later' }]);
  },
);

test.each([
  [{ CDN: 'fastly' }, 'CDN, CDN_URL and CDN_TOKEN belong together'],
  [{ CDN_TOKEN: TOKEN }, 'CDN, CDN_URL and CDN_TOKEN belong together'],
  [{ CDN: 'akamai', CDN_URL: 'http://cdn.test', CDN_TOKEN: TOKEN }, 'CDN is not usable'],
  [{ CDN: 'varnish', CDN_URL: 'cdn.test', CDN_TOKEN: TOKEN }, 'CDN_URL is not usable'],
  [{ CDN: 'varnish', CDN_URL: 'http://cdn.test', CDN_TOKEN: 'short' }, 'CDN_TOKEN is not usable'],
  [{ CDN: 'fastly', CDN_URL: 'http://a.test,http://b.test', CDN_TOKEN: TOKEN }, 'only Varnish can have several'],
])('%j stops the start', (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
});
