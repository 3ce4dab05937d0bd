import { expect, onTestFinished, test } from 'vitest';
import { openPurgeReceiver } from '#test/purge-receiver.ts';
import { openCdn } from './open-cdn.ts';
import { readConfig } from './platform/config.ts';

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

test('each Varnish server is purged by itself', async () => {
  const receivers = [await openPurgeReceiver(), await openPurgeReceiver()] as const;
  for (const receiver of receivers) onTestFinished(() => receiver.close());
  const [one, two] = receivers;
  const { cdn } = readConfig({ CDN: 'varnish', CDN_URL: `${one.url},${two.url}`, CDN_TOKEN: TOKEN });
  const servers = cdn ? openCdn(cdn) : [];
  expect(servers.map(({ host }) => `http://${host}`)).toEqual([one.url, two.url]);
  await servers[1]?.purge(KEYS, 'soft', timeout());
  expect(receivers.map(({ received }) => received.length)).toEqual([0, 1]);
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
  '%s: a purge that is not accepted fails with the answer',
  async (kind) => {
    const { receiver, cdn } = await open(kind);
    receiver.answer(429);
    await expect(cdn.purge(KEYS, 'soft', timeout())).rejects.toThrow(/^127\.0\.0\.1:\d+ answered 429: Try later$/);
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
