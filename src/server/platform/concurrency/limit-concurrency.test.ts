import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

/** Work that ends on demand. */
function openWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { promise, resolve, reject };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('runs up to the limit, the others in order of arrival', async () => {
  const inTurn = limitConcurrency(2);
  const begun: number[] = [];
  const works = [0, 1, 2, 3].map(openWork);
  const done = works.map((work, index) =>
    inTurn(() => {
      begun.push(index);
      return work.promise;
    }),
  );
  await settle();
  expect(begun).toEqual([0, 1]);
  works[1]?.resolve('second');
  await settle();
  expect(begun).toEqual([0, 1, 2]);
  for (const [index, work] of works.entries()) work.resolve(String(index));
  expect(await Promise.all(done)).toEqual(['0', 'second', '2', '3']);
});

test('failed work frees its slot and keeps its error', async () => {
  const inTurn = limitConcurrency(1);
  const failing = inTurn(() => Promise.reject(new Error('no paper')));
  const next = inTurn(() => Promise.resolve('printed'));
  await expect(failing).rejects.toThrow('no paper');
  expect(await next).toBe('printed');
  expect(await inTurn(() => Promise.resolve('again'))).toBe('again');
});

test('tasks beyond the queue fail at once', async () => {
  const inTurn = limitConcurrency(1, { maxWaiting: 1, refusal: () => new Error('queue full') });
  const work = openWork();
  const done = [inTurn(() => work.promise), inTurn(() => Promise.resolve('second'))];
  await expect(inTurn(() => Promise.resolve('third'))).rejects.toThrow('queue full');
  work.resolve('first');
  expect(await Promise.all(done)).toEqual(['first', 'second']);
});
