import { expect, test } from 'vitest';
import { createFairQueue, QueueFullError, QueueTimeoutError } from './fair-queue.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A queue whose jobs run until they are finished by name, in the order in which they were started. */
function openQueue(limits: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const queue = createFairQueue({ concurrency: 1, maxWaiting: 10, maxWaitingPerOwner: 4, ...limits });
  const started: string[] = [];
  const endings = new Map<string, () => void>();
  const work = (name: string) => {
    started.push(name);
    return new Promise<string>((resolve) => endings.set(name, () => resolve(name)));
  };
  const add = (owner: number, name: string, priority: 'urgent' | 'normal' = 'normal') =>
    queue.run(owner, priority, () => work(name));
  const finish = async (name: string) => {
    await settle();
    endings.get(name)?.();
    await settle();
  };
  return { queue, started, work, add, finish };
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

/** A job that uses these resources, and runs until it is finished by name. */
function openSharedQueue(limits: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const opened = openQueue({ concurrency: 4, concurrencyPerResource: 1, maxWaiting: 100, ...limits });
  let reads = 0;
  const use = (owner: number, name: string, resources: readonly number[], signal?: AbortSignal) => {
    const read = async () => {
      reads += 1;
      return resources;
    };
    return opened.queue.run(owner, 'normal', () => opened.work(name), { resources: read, signal });
  };
  return { ...opened, use, reads: () => reads };
}

test('jobs of one resource are limited, and jobs of others overtake those that wait for it', async () => {
  const { started, use, finish } = openSharedQueue();
  for (const [owner, name] of ['first', 'second', 'third'].entries()) void use(owner, name, [1]);
  void use(9, 'other', [2]);
  await settle();
  // The first started without reading its resources, so it may use any.
  expect(started).toEqual(['first']);
  await finish('first');
  expect(started).toEqual(['first', 'second', 'other']);
  await finish('second');
  expect(started).toEqual(['first', 'second', 'other', 'third']);
});

test('a job of two resources is not starved by jobs of one of them', async () => {
  const { started, use, finish } = openSharedQueue();
  void use(1, 'busy', [1]);
  void use(2, 'one', [1]);
  void use(3, 'both', [1, 2]);
  void use(4, 'two', [2]);
  await finish('busy');
  expect(started).toEqual(['busy', 'one']);
  await finish('one');
  expect(started).toEqual(['busy', 'one', 'both']);
  await finish('both');
  expect(started).toEqual(['busy', 'one', 'both', 'two']);
});

test('resources are read only when a job has to wait', async () => {
  const { use, finish, reads } = openSharedQueue();
  void use(1, 'first', [1]);
  expect(reads()).toBe(0);
  void use(2, 'second', [1]);
  expect(reads()).toBe(1);
  await finish('first');
  await finish('second');
});

test('a waiting owner can see the place, and a timeout reports it', async () => {
  const { queue, use, finish } = openSharedQueue({ maxWaitMs: 30 });
  void use(1, 'first', [1]);
  const waiting = [2, 3].map((owner) => use(owner, `job of ${owner}`, [1]));
  expect([1, 2, 3].map(queue.placeOf)).toEqual([undefined, 1, 2]);
  const rejected = await Promise.allSettled(waiting);
  expect(rejected.map((result) => result.status === 'rejected' && result.reason)).toEqual([
    new QueueTimeoutError(1),
    new QueueTimeoutError(1),
  ]);
  expect(queue.waiting()).toBe(0);
  await finish('first');
});

test('an owner who comes back in time has the same place; afterwards the place is gone', async () => {
  const { queue, started, use, finish } = openSharedQueue({ keepPlaceMs: 60 });
  void use(1, 'running', [1]);
  const leaving = new AbortController();
  const left = use(2, 'left', [1], leaving.signal);
  void use(3, 'patient', [1]);
  leaving.abort(new Error('closed the tab'));
  await expect(left).rejects.toThrow('closed the tab');
  expect(queue.placeOf(3)).toBe(2);
  void use(2, 'came back', [1]);
  expect([queue.placeOf(2), queue.placeOf(3), queue.waiting()]).toEqual([1, 2, 2]);
  await finish('running');
  expect(started).toEqual(['running', 'came back']);

  const away = new AbortController();
  void use(4, 'gone', [1], away.signal).catch(() => undefined);
  away.abort(new Error('closed the tab'));
  await expect.poll(() => queue.waiting()).toBe(1);
  await finish('came back');
  expect(started).toEqual(['running', 'came back', 'patient']);
});

test('an absent owner does not hold up those behind', async () => {
  const { started, use, finish } = openSharedQueue({ keepPlaceMs: 60_000 });
  void use(1, 'running', [1]);
  const leaving = new AbortController();
  const left = use(2, 'left', [1], leaving.signal);
  void use(3, 'patient', [1]);
  leaving.abort(new Error('closed the tab'));
  await expect(left).rejects.toThrow('closed the tab');
  await finish('running');
  expect(started).toEqual(['running', 'patient']);
});

test('a queue that closes rejects waiting jobs, and lets running jobs finish', async () => {
  const { queue, use, finish } = openSharedQueue({ keepPlaceMs: 60_000 });
  const running = use(1, 'running', [1]);
  const waiting = use(2, 'waiting', [1]);
  queue.close();
  await expect(waiting).rejects.toThrow(QueueFullError);
  await expect(use(3, 'late', [1])).rejects.toThrow(QueueFullError);
  await finish('running');
  expect(await running).toBe('running');
  expect(queue.waiting()).toBe(0);
});

test('places of owners who have left do not fill the queue, and each owner has one', async () => {
  const { queue, use, finish } = openSharedQueue({ keepPlaceMs: 60_000, maxWaiting: 2, maxWaitingPerOwner: 2 });
  void use(1, 'running', [1]);
  const leaving = new AbortController();
  const left = ['first window', 'second window'].map((name) => use(2, name, [1], leaving.signal));
  leaving.abort(new Error('closed the windows'));
  await Promise.allSettled(left);
  expect(queue.waiting()).toBe(1);
  void use(3, 'patient', [1]);
  void use(4, 'more patient', [1]);
  expect(queue.waiting()).toBe(3);
  await expect(use(5, 'too late', [1])).rejects.toThrow(QueueFullError);
  for (const name of ['running', 'patient', 'more patient']) await finish(name);
});
