import { expect, test } from 'vitest';
import { limitVerifications } from './limit-verifications.ts';

const MINUTE_MS = 60_000;

test('a client that has sent a genuine event may fail more often, but not without limit', async () => {
  let at = 0;
  const limit = limitVerifications(() => new Date(at));
  const outcome = (client: string, isGenuine: boolean) =>
    limit(client, async () => {
      if (!isGenuine) throw new Error('forged');
      return 'genuine';
    }).catch((error: Error) => error.message);
  const failed = async (client: string) => {
    for (let count = 0; ; count += 1) if ((await outcome(client, false)) !== 'forged') return count;
  };
  expect(await failed('a stranger')).toBe(10);
  expect(await outcome('the provider', true)).toBe('genuine');
  expect(await failed('the provider')).toBe(100);
  expect(await outcome('the provider', true)).toMatch(/very busy/);
  at += MINUTE_MS;
  expect(await outcome('the provider', true)).toBe('genuine');
  expect(await failed('a stranger')).toBe(10);
});
