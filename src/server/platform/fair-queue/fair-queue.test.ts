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
  expect(started).toEqual(['first', 'other']);
  await finish('first');
  expect(started).toEqual(['first', 'other', 'second']);
  await finish('second');
  expect(started).toEqual(['first', 'other', 'second', 'third']);
});

test('a job that started at once holds up every job until its resources are known', async () => {
  const { queue, started, work, finish } = openSharedQueue();
  const running = Promise.withResolvers<readonly number[]>();
  void queue.run(1, 'normal', () => work('first'), { resources: () => running.promise });
  void queue.run(2, 'normal', () => work('other'), { resources: async () => [2] });
  await settle();
  expect(started).toEqual(['first']);
  running.resolve([1]);
  await settle();
  expect(started).toEqual(['first', 'other']);
  await finish('first');
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

test('resources are read only when a job has to wait, and then also those in use', async () => {
  const { use, finish, reads } = openSharedQueue();
  void use(1, 'first', [1]);
  expect(reads()).toBe(0);
  void use(2, 'second', [1]);
  expect(reads()).toBe(2);
  void use(3, 'third', [1]);
  expect(reads()).toBe(3);
  for (const name of ['first', 'second', 'third']) await finish(name);
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
  // Nobody waits for an absent owner.
  expect(queue.placeOf(3)).toBe(1);
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

test('owners who were sent back count for the places of others as long as they are expected back', async () => {
  const { queue, use, finish } = openSharedQueue({ maxWaitMs: 30, keepPlaceMs: 60_000, expectBackMs: 300 });
  void use(1, 'running', [1]);
  const sentBack = await Promise.allSettled([2, 3, 4].map((owner) => use(owner, `job of ${owner}`, [1])));
  // They were sent back at the same moment: a place does not get better because those ahead are about to come back.
  expect(sentBack.map((result) => result.status === 'rejected' && result.reason.place)).toEqual([1, 2, 3]);
  const late = use(5, 'late', [1]).catch(() => undefined);
  expect(queue.placeOf(5)).toBe(4);
  await late;
  await expect.poll(() => queue.placeOf(5)).toBe(1);
  expect(queue.waiting()).toBe(4);
  await finish('running');
});

test('the time in line counts from the arrival of the owner', async () => {
  const { queue, finish, use } = openSharedQueue({ maxWaitMs: 60_000 });
  void use(1, 'running', [1]);
  const arrived = (since: number, owner: number) =>
    queue.run(owner, 'normal', async () => undefined, { resources: async () => [1], since });
  void arrived(performance.now(), 2);
  void arrived(performance.now() - 1_000, 3);
  expect([queue.placeOf(2), queue.placeOf(3)]).toEqual([2, 1]);
  await expect(arrived(performance.now() - 60_000, 4)).rejects.toThrow(QueueTimeoutError);
  await finish('running');
});

test('the resources of an earlier attempt do not replace those of the current one', async () => {
  const { queue, started, work, use, finish } = openSharedQueue({ keepPlaceMs: 60_000 });
  void use(1, 'running', [1]);
  const slowRead = Promise.withResolvers<readonly number[]>();
  const leaving = new AbortController();
  const options = { resources: () => slowRead.promise, signal: leaving.signal };
  const left = queue.run(2, 'normal', () => work('left'), options);
  leaving.abort(new Error('closed the tab'));
  await expect(left).rejects.toThrow('closed the tab');
  void use(2, 'came back', [1]);
  await settle();
  slowRead.resolve([2]);
  await settle();
  expect(started).toEqual(['running']);
  for (const name of ['running', 'came back']) await finish(name);
});

test('an owner whose urgent job left comes back to its place, before normal jobs', async () => {
  const { queue, started, work, use, finish } = openSharedQueue({ keepPlaceMs: 60_000 });
  void use(1, 'running', [1]);
  void use(2, 'patient', [1]);
  const leaving = new AbortController();
  const options = { resources: async () => [1], signal: leaving.signal };
  const left = queue.run(3, 'urgent', () => work('left'), options);
  leaving.abort(new Error('closed the tab'));
  await expect(left).rejects.toThrow('closed the tab');
  void use(3, 'came back', [1]);
  expect([queue.placeOf(3), queue.placeOf(2), queue.waiting()]).toEqual([1, 2, 2]);
  for (const name of ['running', 'came back', 'patient']) await finish(name);
  expect(started).toEqual(['running', 'came back', 'patient']);
});

test('an owner whose last job left without being served is forgotten, and later waits in the order of arrival', async () => {
  const { started, use, finish } = openSharedQueue();
  void use(1, 'first window', [1]);
  void use(2, 'busy', [2]);
  const leaving = new AbortController();
  const left = use(1, 'second window', [2], leaving.signal);
  await finish('first window');
  leaving.abort(new Error('closed the tab'));
  await expect(left).rejects.toThrow('closed the tab');
  void use(1, 'came back', [2]);
  void use(3, 'later', [2]);
  for (const name of ['busy', 'came back', 'later']) await finish(name);
  expect(started).toEqual(['first window', 'busy', 'came back', 'later']);
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

/** Jobs that can share a slot; each run starts with the names of its jobs. */
function openSharingQueue(limits: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const { queue, started, work, finish } = openSharedQueue({ concurrency: 1, jobsPerSlot: 3, ...limits });
  const join = (owner: number, name: string, resources: readonly number[] = [1]) =>
    queue.runTogether(
      owner,
      'normal',
      name,
      async (names) => {
        const done = work(names.join(' '));
        return names.map(async (each) => `${each} of ${await done}`);
      },
      { resources: async () => resources },
    );
  const alone = (owner: number, name: string) =>
    queue.run(owner, 'normal', () => work(name), { resources: async () => [1] });
  return { queue, started, finish, join, alone };
}

test('jobs that can share a slot run together, in their order and up to the limit', async () => {
  const { started, finish, join } = openSharingQueue();
  const jobs = ['a', 'b', 'c', 'd', 'e'].map((name, owner) => join(owner, name));
  await finish('a');
  await finish('b c d');
  await finish('e');
  expect(started).toEqual(['a', 'b c d', 'e']);
  expect(await Promise.all(jobs)).toEqual(['a of a', 'b of b c d', 'c of b c d', 'd of b c d', 'e of e']);
});

test('jobs that share a slot do not overtake one that runs alone', async () => {
  const { started, finish, join, alone } = openSharingQueue();
  void join(0, 'a');
  void join(1, 'b');
  void alone(2, 'alone');
  void join(3, 'c');
  void join(4, 'other', [2]);
  for (const name of ['a', 'b other', 'alone', 'c']) await finish(name);
  expect(started).toEqual(['a', 'b other', 'alone', 'c']);
});

test('jobs that run alone leave their resource to those that share a slot', async () => {
  const limits = { concurrency: 4, concurrencyPerResource: 3, sharedSlotsPerResource: 1 };
  const { started, finish, join, alone } = openSharingQueue(limits);
  for (const owner of [0, 1, 2]) void alone(owner, `alone ${owner}`);
  for (const owner of [3, 4, 5, 6]) void join(owner, `joined ${owner}`);
  await finish('alone 0');
  expect(started.at(-1)).toBe('joined 3 joined 4 joined 5');
  await finish('alone 1');
  // One slot is enough for those that share it.
  expect(started.at(-1)).toBe('joined 3 joined 4 joined 5');
  for (const name of ['joined 3 joined 4 joined 5', 'joined 6', 'alone 2']) await finish(name);
});

const TWO_SLOTS = { concurrency: 4, concurrencyPerResource: 2, sharedSlotsPerResource: 2 };

test('jobs that do not fill a slot wait for the one that uses their resource, and then share the next', async () => {
  const { started, finish, join } = openSharingQueue(TWO_SLOTS);
  for (const [owner, name] of ['a', 'b', 'c'].entries()) void join(owner, name);
  void join(9, 'other', [2]);
  await settle();
  expect(started).toEqual(['a', 'other']);
  await finish('a');
  expect(started).toEqual(['a', 'other', 'b c']);
  for (const name of ['other', 'b c']) await finish(name);
});

test('jobs that fill a slot start beside another one that uses their resource, up to the limit', async () => {
  const { started, finish, join } = openSharingQueue(TWO_SLOTS);
  for (const [owner, name] of ['a', 'b', 'c', 'd', 'e', 'f', 'g'].entries()) void join(owner, name);
  await settle();
  expect(started).toEqual(['a', 'b c d']);
  for (const name of ['a', 'b c d', 'e f g']) await finish(name);
});

test('jobs of different kinds do not share a slot, and are served in the order of arrival', async () => {
  const { queue, started, work, finish } = openSharedQueue({ concurrency: 1, jobsPerSlot: 3 });
  const join = (owner: number, name: string, kind: string) =>
    queue.runTogether(
      owner,
      'normal',
      name,
      async (names) => {
        const done = work(`${kind} ${names.join(' ')}`);
        return names.map(() => done);
      },
      { resources: async () => [1], kind },
    );
  for (const [owner, kind] of ['order', 'payment', 'order', 'payment', 'payment'].entries()) {
    void join(owner, String(owner), kind);
  }
  const served = ['order 0', 'payment 1', 'order 2', 'payment 3 4'];
  for (const name of served) await finish(name);
  expect(started).toEqual(served);
});

test('a job of a shared slot that goes on alone uses its own resources only', async () => {
  const { queue, started, finish, join } = openSharingQueue({ concurrency: 2 });
  void join(0, 'a', [1, 2]);
  const slow = Promise.withResolvers<string>();
  const pair = async () => [Promise.resolve('done'), slow.promise];
  const one = queue.runTogether(1, 'normal', 'one', pair, { resources: async () => [1] });
  const two = queue.runTogether(2, 'normal', 'two', pair, { resources: async () => [2] });
  await finish('a');
  expect(await one).toBe('done');
  void join(3, 'c', [2]);
  void join(4, 'b', [1]);
  await settle();
  expect(started).toEqual(['a', 'b']);
  slow.resolve('done at last');
  expect(await two).toBe('done at last');
  for (const name of ['b', 'c']) await finish(name);
  expect(started).toEqual(['a', 'b', 'c']);
});

test('an owner has one job in a shared slot, and those who have left are not served', async () => {
  const { queue, started, finish, join } = openSharingQueue();
  void join(0, 'a');
  const leaving = new AbortController();
  const left = queue.runTogether(1, 'normal', 'left', async () => [], { signal: leaving.signal });
  void join(2, 'b1');
  void join(2, 'b2');
  void join(3, 'c');
  leaving.abort(new Error('closed the tab'));
  await expect(left).rejects.toThrow('closed the tab');
  for (const name of ['a', 'b1 c', 'b2']) await finish(name);
  expect(started).toEqual(['a', 'b1 c', 'b2']);
});

test('a job that fails in a shared slot fails alone, and the slot is free when all have ended', async () => {
  const { queue, started, finish, join } = openSharingQueue();
  void join(0, 'a');
  const work = async () => [Promise.reject<string>(new Error('refused')), Promise.resolve('placed')];
  const options = { resources: async () => [1] };
  const both = Promise.allSettled([1, 2].map((owner) => queue.runTogether(owner, 'normal', 'pair', work, options)));
  await finish('a');
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  void join(3, 'next');
  await finish('next');
  expect(started).toEqual(['a', 'next']);
});

test('a slot pauses when its jobs have ended, without delaying their results', async () => {
  const paced: number[] = [];
  const pace = (jobs: number) => () => {
    paced.push(jobs);
    return 200;
  };
  const { started, finish, join } = openSharingQueue({ pace });
  const jobs = ['a', 'b', 'c', 'd'].map((name, owner) => join(owner, name));
  await finish('a');
  expect(await jobs[0]).toBe('a of a');
  await settle();
  expect(started).toEqual(['a']);
  await expect.poll(() => started).toEqual(['a', 'b c d']);
  await finish('b c d');
  expect(await jobs[3]).toBe('d of b c d');
  expect(paced).toEqual([1, 3]);
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
