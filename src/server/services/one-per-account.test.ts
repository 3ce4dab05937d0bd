import { expect, test } from 'vitest';
import { onePerAccount } from './one-per-account.ts';

function open() {
  const state = { account: { key: 'a' } as { key: string } | undefined, isBroken: false, created: 0 };
  const client = onePerAccount(
    async () => state.account,
    async ({ key }) => {
      state.created += 1;
      if (state.isBroken) throw new Error('the library could not be loaded');
      return `client of ${key}`;
    },
  );
  return { state, client };
}

test('a payment provider has one client while its credentials stay the same', async () => {
  const { state, client } = open();
  expect(await Promise.all([client(), client()])).toEqual(['client of a', 'client of a']);
  state.account = { key: 'b' };
  expect(await client()).toBe('client of b');
  state.account = undefined;
  expect(await client()).toBeUndefined();
  expect(state.created).toBe(2);
});

test('a client that could not be created is created again at the next use', async () => {
  const { state, client } = open();
  state.isBroken = true;
  await expect(client()).rejects.toThrow('could not be loaded');
  state.isBroken = false;
  expect(await client()).toBe('client of a');
});
