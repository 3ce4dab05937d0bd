import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { InvalidSignature, ProviderUnavailable } from '#server/features/payments/index.ts';
import { type LogRecorder, recordLog } from '#test/log.ts';
import { type LimitVerifications, limitVerifications } from './limit-verifications.ts';

const MINUTE_MS = 60_000;

let at: number;
let log: LogRecorder;
let limit: LimitVerifications;
beforeEach(() => {
  at = 0;
  log = recordLog();
  limit = limitVerifications(() => new Date(at), pino(log.stream));
});

const genuine = async () => 'genuine';
const forged = () => Promise.reject(new InvalidSignature('forged'));
const silent = () => Promise.reject(new ProviderUnavailable('silent', 'silent'));
const outcome = (client: string, verify: () => Promise<string>, provider = 'bank') =>
  limit(provider, client, verify).catch((error: Error) => error.message);
const failed = async (client: string, provider = 'bank') => {
  for (let count = 0; ; count += 1) if ((await outcome(client, forged, provider)) !== 'forged') return count;
};

test('a client that has sent a genuine event may fail more often, but not without limit', async () => {
  expect(await failed('a stranger')).toBe(10);
  expect(await outcome('the provider', genuine)).toBe('genuine');
  expect(await failed('the provider')).toBe(100);
  expect(await outcome('the provider', genuine)).toMatch(/very busy/);
  at += MINUTE_MS;
  expect(await outcome('the provider', genuine)).toBe('genuine');
  expect(await failed('a stranger')).toBe(10);
});

test('events that the provider could not verify do not count for their client', async () => {
  for (let count = 0; count < 20; count += 1) expect(await outcome('a stranger', silent)).toBe('silent');
  expect(await failed('a stranger')).toBe(10);
});

test('while the provider fails, all strangers together cause a limited number of calls', async () => {
  expect(await outcome('the provider', genuine)).toBe('genuine');
  let calls = 0;
  for (let count = 0; count < 100; count += 1) {
    await outcome(`192.0.2.${count}`, () => {
      calls += 1;
      return silent();
    });
  }
  expect(calls).toBe(60);
  expect(await outcome('the provider', genuine)).toBe('genuine');
  at += MINUTE_MS;
  expect(await outcome('a stranger', genuine)).toBe('genuine');
});

test('a provider that hangs, or gets forged events, does not delay the events of others', async () => {
  const answer = Promise.withResolvers<string>();
  const hanging = Array.from({ length: 30 }, (_, count) => outcome(`192.0.2.${count}`, () => answer.promise));
  expect(await outcome('a stranger', genuine, 'paypal')).toBe('genuine');
  answer.resolve('genuine');
  await Promise.all(hanging);
  await failed('a forger');
  expect(await failed('a forger', 'paypal')).toBe(10);
});

test('what is refused is logged once a minute and provider', async () => {
  await failed('a stranger');
  for (let count = 0; count < 5; count += 1) await outcome('a stranger', genuine);
  expect(log.warnings()).toEqual([expect.objectContaining({ provider: 'bank', address: 'a stranger' })]);
  await failed('a stranger', 'paypal');
  expect(log.warnings()).toHaveLength(2);
  at += MINUTE_MS;
  await failed('a stranger');
  expect(log.warnings()).toHaveLength(3);
});
