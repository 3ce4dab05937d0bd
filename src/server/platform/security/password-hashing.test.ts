import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Refusal } from '../refusal.ts';
import { hashPassword, verifyPassword } from './password-hashing.ts';

const FLOOD = 'Flood-of-logins-1';
let running = 0;
let most = 0;
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>();
  return {
    ...argon2,
    async hash(...args: Parameters<typeof argon2.hash>) {
      running += 1;
      most = Math.max(most, running);
      try {
        // As long as a hash on a fast core, but without taking one.
        return args[0] === FLOOD ? await pause(20, '') : await argon2.hash(...args);
      } finally {
        running -= 1;
      }
    },
  };
});

test('a hash matches only its password, however accents were composed', async () => {
  const hash = await hashPassword('Café-au-lait-1');
  expect(await verifyPassword(hash, 'Cafe\u0301-au-lait-1')).toBe(true);
  expect(await verifyPassword(hash, 'Cafe-au-lait-1')).toBe(false);
});

test('the same password has different hashes', async () => {
  expect(await hashPassword('Twice-the-same-1')).not.toBe(await hashPassword('Twice-the-same-1'));
});

test('without a hash no password matches', async () => {
  expect(await verifyPassword(null, '')).toBe(false);
  expect(await verifyPassword(undefined, 'stoa')).toBe(false);
});

test('concurrent hashing is limited, and refused beyond the queue', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 260 }, () => hashPassword(FLOOD)));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(most).toBeLessThanOrEqual(3);
  expect(refused.length).toBeGreaterThan(50);
  expect(refused.length).toBeLessThan(60);
  for (const outcome of refused) {
    const { reason } = outcome as PromiseRejectedResult;
    expect(reason).toBeInstanceOf(Refusal);
    expect(reason).toMatchObject({ code: 'server.overloaded', status: 503 });
  }
  expect(await verifyPassword(await hashPassword('After-the-flood-1'), 'After-the-flood-1')).toBe(true);
});
