import { expect, test } from 'vitest';
import { createBatchedReader } from './batched-reader.ts';

/** A reader of the numbers below 1000, whose statements return on demand. */
function open() {
  const statements: { keys: number[]; answer: () => void; fail: () => void }[] = [];
  const reader = createBatchedReader(
    (keys: number[]) =>
      new Promise<{ id: number }[]>((resolve, reject) => {
        statements.push({
          keys,
          answer: () => resolve(keys.filter((id) => id < 1000).map((id) => ({ id }))),
          fail: () => reject(new Error('away')),
        });
      }),
    ({ id }) => id,
  );
  return { reader, statements };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('keys requested in the same turn are one statement, each once', async () => {
  const { reader, statements } = open();
  const answers = [reader.read([1, 2]), reader.read([2, 3]), reader.read([5000])];
  await turn();
  expect(statements.map(({ keys }) => keys)).toEqual([[1, 2, 3, 5000]]);
  statements[0]?.answer();
  const [first, , last] = await Promise.all(answers);
  expect(first?.get(2)).toEqual({ id: 2 });
  expect(last?.get(5000)).toBeUndefined();
});

test('keys requested during statements wait for the next one', async () => {
  const { reader, statements } = open();
  for (const key of [1, 2]) {
    void reader.read([key]);
    await turn();
  }
  const third = reader.read([3]);
  const fourth = reader.read([4]);
  await turn();
  expect(statements).toHaveLength(2);
  statements[0]?.answer();
  await turn();
  expect(statements.map(({ keys }) => keys)).toEqual([[1], [2], [3, 4]]);
  statements[2]?.answer();
  expect((await third).get(3)).toEqual({ id: 3 });
  expect((await fourth).get(4)).toEqual({ id: 4 });
});

test('a failed statement fails its own requests only', async () => {
  const { reader, statements } = open();
  const failing = reader.read([1]);
  await turn();
  statements[0]?.fail();
  await expect(failing).rejects.toThrow('away');
  const next = reader.read([2]);
  await turn();
  statements[1]?.answer();
  expect((await next).get(2)).toEqual({ id: 2 });
});

test('an empty request runs no statement', async () => {
  const { reader, statements } = open();
  expect((await reader.read([])).size).toBe(0);
  await turn();
  expect(statements).toEqual([]);
});
