import { expect, test } from 'vitest';
import { wrapMethods } from './wrap-methods.ts';

test('calls of a service and its parts go through every wrapper around it', async () => {
  const calls: string[] = [];
  const service = { pay: async () => 'paid', cards: { list: async () => ['visa'] }, label: 'Bank' };
  const around = (by: string) => async (method: string, call: () => Promise<unknown>) => {
    calls.push(`${by} ${method}`);
    return call();
  };
  const wrapped = wrapMethods(wrapMethods(Object.freeze(service), around('limit')), around('trace'));
  expect(await wrapped.pay()).toBe('paid');
  expect(await wrapped.cards.list()).toEqual(['visa']);
  expect(wrapped.label).toBe('Bank');
  expect(calls).toEqual(['trace pay', 'limit pay', 'trace list', 'limit list']);
});
