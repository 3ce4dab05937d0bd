import { expect, test } from 'vitest';
import { createFairQueue, QueueFullError } from './fair-queue.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A queue whose jobs run until they are finished by name, in the order in which they were started. */
function openQueue(limits: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 10, maxWaitingPerOwner: 4, ...limits });
  const started: string[] = [];
  const endings = new Map<string, () => void>();
  const add = (owner: number, name: string, priority: 'urgent' | 'normal' = 'normal') =>
    queue.run(owner, priority, () => {
      started.push(name);
      return new Promise<string>((resolve) => endings.set(name, () => resolve(name)));
    });
  const finish = async (name: string) => {
    await settle();
    endings.get(name)?.();
    await settle();
  };
  return { queue, started, add, finish };
}

test('a user with many jobs delays another user by the running job only', async () => {
  const { started, add, finish } = openQueue();
  const jobs = ['a1', 'a2', 'a3'].map((name) => add(1, name));
  jobs.push(add(2, 'b1'));
  await settle();
  expect(started).toEqual(['a1']);
  for (const name of ['a1', 'b1', 'a2', 'a3']) await finish(name);
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
  expect(await Promise.all(jobs)).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('users with several jobs alternate', async () => {
  const { started, add, finish } = openQueue();
  for (const name of ['a1', 'a2', 'a3']) void add(1, name);
  for (const name of ['b1', 'b2']) void add(2, name);
  for (const name of ['a1', 'b1', 'a2', 'b2']) await finish(name);
  expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

test('an urgent job starts before all normal ones', async () => {
  const { started, add, finish } = openQueue();
  for (const owner of [1, 2, 3]) void add(owner, `customer ${owner}`);
  void add(9, 'admin', 'urgent');
  await finish('customer 1');
  expect(started).toEqual(['customer 1', 'admin']);
});

test('a user has one running job, however many slots are free', async () => {
  const { started, add, finish } = openQueue({ concurrency: 2 });
  void add(1, 'a1');
  void add(1, 'a2');
  await settle();
  expect(started).toEqual(['a1']);
  void add(2, 'b1');
  await settle();
  expect(started).toEqual(['a1', 'b1']);
  await finish('a1');
  expect(started).toEqual(['a1', 'b1', 'a2']);
});

test('a job beyond the limit of its user, or of all users, is rejected at once', async () => {
  const { add } = openQueue({ maxWaiting: 3, maxWaitingPerOwner: 2 });
  for (const name of ['a1', 'a2', 'a3']) void add(1, name);
  await expect(add(1, 'a4')).rejects.toThrow(QueueFullError);
  void add(2, 'b1');
  await expect(add(3, 'c1')).rejects.toThrow(QueueFullError);
});

test('normal jobs leave room for urgent ones', async () => {
  const { started, add, finish } = openQueue({ maxWaiting: 1 });
  void add(1, 'a1');
  void add(2, 'b1');
  await expect(add(3, 'c1')).rejects.toThrow(QueueFullError);
  void add(9, 'admin', 'urgent');
  await finish('a1');
  expect(started).toEqual(['a1', 'admin']);
});

test('a job that fails frees its slot and keeps its error', async () => {
  const { queue } = openQueue();
  const failing = queue.run(1, 'normal', () => Promise.reject(new Error('out of paper')));
  const next = queue.run(1, 'normal', () => Promise.resolve('printed'));
  await expect(failing).rejects.toThrow('out of paper');
  expect(await next).toBe('printed');
});
