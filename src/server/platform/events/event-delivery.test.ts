import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { inTransaction } from '#server/platform/database/database.ts';
import { holdNodeLock, newNodeLock } from '#server/platform/database/node-lock.ts';
import { type TestClock, testClock } from '#test/clock.ts';
import { breakNextWrite, openTestDatabase, type TestDatabase } from '#test/database.ts';
import { type LogRecorder, recordLog } from '#test/log.ts';
import {
  createEventDelivery,
  type DeliveredEvent,
  type EventSubscriber,
  type FailedDelivery,
} from './event-delivery.ts';
import { findDueSubscribers, insertEvents, type NewEvent } from './events.store.ts';

let database: TestDatabase;
let clock: TestClock;
let log: LogRecorder;
let connections: pg.Client[];
beforeEach(async () => {
  connections = [];
  // A test breaks connections on purpose.
  database = await openTestDatabase(10, () => undefined);
  clock = testClock();
  log = recordLog();
});
afterEach(async () => {
  await Promise.all(connections.map((connection) => connection.end()));
  await database.close();
});

const MINUTE = 60;
const A_DAY = { days: 1 };

const event = (id: number, step: string | number, type = 'parcel.moved'): NewEvent => ({
  type,
  version: 1,
  subject: { kind: 'parcel', id },
  payload: { step },
});

const record = (...events: NewEvent[]) => inTransaction(database.db, (tx) => insertEvents(tx, events, clock.now()));

interface NodeOptions {
  readonly onFailed?: (failed: FailedDelivery) => Promise<void>;
  readonly handlerTimeoutMs?: number;
  readonly nodeLock?: number;
}

/** A node of the shop. */
function node(subscribers: readonly EventSubscriber[], { nodeLock = newNodeLock(), ...options }: NodeOptions = {}) {
  const services = { db: database.db, now: clock.now, log: pino(log.stream) };
  return createEventDelivery({ ...services, ...options, subscribers, nodeLock: () => nodeLock });
}

/** The same, connected like nodes that run. */
async function connectedNode(subscribers: readonly EventSubscriber[]) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  connections.push(client);
  const nodeLock = newNodeLock();
  await holdNodeLock(client, nodeLock);
  return node(subscribers, { nodeLock });
}

/** A subscriber in two versions: the newer one also handles `parcel.weighed`. */
function twoVersions() {
  const [older, newer] = [recorder(), recorder()];
  return { older, newer: { ...newer, subscriber: { ...newer.subscriber, on: ['parcel.moved', 'parcel.weighed'] } } };
}

async function registeredTypes() {
  const { types } = await database.db.selectFrom('event_subscriber').select('types').executeTakeFirstOrThrow();
  return types.toSorted();
}

type Handle = EventSubscriber['handle'];

/** A subscriber that keeps what it handled, such as `1 packed`. */
function recorder(name = 'tracker', handle: Handle = async () => undefined) {
  const handled: string[] = [];
  const ids: number[] = [];
  const subscriber: EventSubscriber = {
    name,
    on: ['parcel.moved'],
    async handle(delivered) {
      await handle(delivered);
      handled.push(say(delivered));
      ids.push(delivered.id);
    },
  };
  return { subscriber, handled, ids };
}

const say = ({ subject, payload }: DeliveredEvent) => `${subject.id} ${(payload as { step: string }).step}`;

/** A handler that fails for some events until it is switched off. */
function failing(isBad: (said: string) => boolean) {
  const state = { isBroken: true, attempts: 0 };
  const handle: Handle = async (delivered) => {
    if (!state.isBroken || !isBad(say(delivered))) return;
    state.attempts += 1;
    throw new Error('The carrier does not answer');
  };
  return { state, handle };
}

async function deliveries() {
  return database.db
    .selectFrom('event_delivery')
    .select(['subscriber', 'subject_id', 'attempts', 'last_error', 'failed_at'])
    .orderBy('event_id')
    .orderBy('subscriber')
    .execute();
}

test('subscribers get the events of their types after the commit', async () => {
  const { subscriber, handled } = recorder();
  const shop = node([subscriber]);
  await shop.register();
  await record(event(1, 'packed'), event(1, 'ignored', 'parcel.weighed'), event(2, 'packed'));
  await record(event(1, 'sent'));
  await shop.deliverDue();
  expect(handled.filter((said) => said.startsWith('1'))).toEqual(['1 packed', '1 sent']);
  expect(handled.filter((said) => said.startsWith('2'))).toEqual(['2 packed']);
  expect(await deliveries()).toEqual([]);
});

test('an event carries its type, version, subject, payload and time', async () => {
  const got: DeliveredEvent[] = [];
  const shop = node([{ name: 'tracker', on: ['parcel.moved'], handle: async (one) => void got.push(one) }]);
  await shop.register();
  const before = clock.now();
  await record({ ...event(7, 'packed'), version: 3 });
  await shop.deliverDue();
  const subject = { kind: 'parcel', id: 7 };
  expect(got).toMatchObject([{ type: 'parcel.moved', version: 3, subject, payload: { step: 'packed' } }]);
  expect(got[0]?.createdAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
});

test('a transaction that rolls back records no event', async () => {
  const { subscriber, handled } = recorder();
  const shop = node([subscriber]);
  await shop.register();
  const rolledBack = inTransaction(database.db, async (tx) => {
    await insertEvents(tx, [event(1, 'packed')], clock.now());
    throw new Error('The parcel fell');
  });
  await expect(rolledBack).rejects.toThrow('fell');
  await shop.deliverDue();
  expect(handled).toEqual([]);
});

test('an event that commits after a later one is not lost', async () => {
  const { subscriber, handled } = recorder();
  const shop = node([subscriber]);
  await shop.register();
  let commitFirst = () => {};
  const mayCommit = new Promise<void>((resolve) => {
    commitFirst = resolve;
  });
  let isInserted = () => {};
  const inserted = new Promise<void>((resolve) => {
    isInserted = resolve;
  });
  const first = inTransaction(database.db, async (tx) => {
    await insertEvents(tx, [event(1, 'early id')], clock.now());
    isInserted();
    await mayCommit;
  });
  await inserted;
  await record(event(2, 'late id'));
  await shop.deliverDue();
  expect(handled).toEqual(['2 late id']);
  commitFirst();
  await first;
  await shop.deliverDue();
  expect(handled).toEqual(['2 late id', '1 early id']);
});

test('events without a subscriber are not stored', async () => {
  await record(event(1, 'packed'), event(2, 'packed'));
  const rows = await database.db.selectFrom('domain_event').select('id').execute();
  expect(rows).toEqual([]);
});

test('a new subscriber gets the events from its registration on', async () => {
  const [old, young] = [recorder('old'), recorder('young')];
  await node([old.subscriber]).register();
  await record(event(1, 'packed'));
  const shop = node([old.subscriber, young.subscriber]);
  await shop.register();
  await record(event(1, 'sent'));
  await shop.deliverDue();
  expect(old.handled).toEqual(['1 packed', '1 sent']);
  expect(young.handled).toEqual(['1 sent']);
});

test('a subscriber that no longer wants a type gets none of those still waiting', async () => {
  const { subscriber, handled } = recorder();
  await node([{ ...subscriber, on: ['parcel.moved', 'parcel.weighed'] }]).register();
  await record(event(1, 'light', 'parcel.weighed'), event(1, 'packed'));
  const newer = node([subscriber]);
  await newer.register();
  await newer.deliverDue();
  expect(handled).toEqual(['1 packed']);
  expect(await deliveries()).toEqual([]);
});

test('a node of an older version leaves the events of new types to newer nodes, and those behind them', async () => {
  const { older, newer } = twoVersions();
  const [first, second] = [await connectedNode([newer.subscriber]), await connectedNode([older.subscriber])];
  await second.register();
  await first.register();
  await record(event(1, 'light', 'parcel.weighed'), event(1, 'packed'), event(2, 'packed'));
  await second.deliverDue();
  expect(older.handled).toEqual(['2 packed']);
  await first.deliverDue();
  expect(newer.handled).toEqual(['1 light', '1 packed']);
  expect(await deliveries()).toEqual([]);
});

test('a node of an older version looks at the events of newer ones only every few seconds', async () => {
  const { older, newer } = twoVersions();
  await (await connectedNode([newer.subscriber])).register();
  const shop = await connectedNode([older.subscriber]);
  await record(event(1, 'light', 'parcel.weighed'));
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  const claims = () => query.mock.calls.filter((call) => JSON.stringify(call[0]).includes('of_others')).length;
  await shop.start();
  await expect.poll(claims, { timeout: 5_000 }).toBe(2);
  await sleep(2_500);
  expect(claims()).toBe(2);
  await record(event(2, 'packed'));
  await expect.poll(() => older.handled, { timeout: 10_000 }).toEqual(['2 packed']);
  await shop.stop();
});

test('a restarted node of an older version keeps the types of a running newer one registered', async () => {
  const { older, newer } = twoVersions();
  const first = await connectedNode([newer.subscriber]);
  await first.register();
  await (await connectedNode([older.subscriber])).register();
  expect(await registeredTypes()).toEqual(['parcel.moved', 'parcel.weighed']);
  await record(event(1, 'light', 'parcel.weighed'));
  await first.deliverDue();
  expect(newer.handled).toEqual(['1 light']);
});

test('the types of nodes of an earlier release, which do not say when they renew them, are kept for ten minutes', async () => {
  // Such a node holds no lock either.
  const startOld = (types: string[]) =>
    database.db
      .insertInto('event_subscriber')
      .values({ name: 'tracker', types, seen_at: clock.now() })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ types, seen_at: clock.now() }))
      .execute();
  const shop = await connectedNode([recorder().subscriber]);
  await startOld(['parcel.moved', 'parcel.weighed']);
  clock.advance({ minutes: 30 });
  await shop.register();
  expect(await registeredTypes()).toEqual(['parcel.moved', 'parcel.weighed']);
  clock.advance({ minutes: 1 });
  await startOld(['parcel.counted']);
  await shop.register();
  expect(await registeredTypes()).toEqual(['parcel.counted', 'parcel.moved', 'parcel.weighed']);
  for (let count = 1; count <= 2; count += 1) {
    clock.advance({ minutes: 6 });
    await shop.register();
  }
  expect(await registeredTypes()).toEqual(['parcel.moved']);
});

test('a type that no node has handled for ten minutes is removed, and its events hold back no others', async () => {
  const { older, newer } = twoVersions();
  const [replaced, shop] = [await connectedNode([newer.subscriber]), await connectedNode([older.subscriber])];
  await replaced.register();
  await shop.register();
  await record(event(1, 'light', 'parcel.weighed'), event(1, 'packed'));
  clock.advance({ minutes: 9 });
  await shop.register();
  await shop.deliverDue();
  expect(older.handled).toEqual([]);
  clock.advance({ minutes: 2 });
  await shop.register();
  await shop.deliverDue();
  expect(older.handled).toEqual(['1 packed']);
  expect(await deliveries()).toEqual([]);
  expect(await registeredTypes()).toEqual(['parcel.moved']);
});

test('after an outage of the database, the first node to register removes no types of the others', async () => {
  const { older, newer } = twoVersions();
  const [first, second] = [await connectedNode([newer.subscriber]), await connectedNode([older.subscriber])];
  await first.register();
  await second.register();
  await record(event(1, 'light', 'parcel.weighed'));
  clock.advance({ minutes: 30 });
  await second.register();
  await second.deliverDue();
  await first.register();
  clock.advance({ minutes: 1 });
  await second.register();
  await first.deliverDue();
  expect(newer.handled).toEqual(['1 light']);
  expect(await registeredTypes()).toEqual(['parcel.moved', 'parcel.weighed']);
});

test('a failed event holds back later ones of its subject, for its subscriber alone', async () => {
  const { handle } = failing((said) => said === '1 packed');
  const [broken, sound] = [recorder('broken', handle), recorder('sound')];
  const shop = node([broken.subscriber, sound.subscriber]);
  await shop.register();
  await record(event(1, 'packed'), event(1, 'sent'), event(2, 'packed'), event(2, 'sent'));
  await shop.deliverDue();
  expect(broken.handled).toEqual(['2 packed', '2 sent']);
  expect(sound.handled.toSorted()).toEqual(['1 packed', '1 sent', '2 packed', '2 sent']);
});

test('a failed event is retried after growing pauses and then delivered with those behind it', async () => {
  const { handle, state } = failing((said) => said === '1 packed');
  const { subscriber, handled } = recorder('tracker', handle);
  const shop = node([subscriber]);
  await shop.register();
  await record(event(1, 'packed'), event(1, 'sent'));
  await shop.deliverDue();
  await shop.deliverDue();
  expect(state.attempts).toBe(1);
  clock.advance({ seconds: 11 });
  await shop.deliverDue();
  clock.advance({ seconds: 11 });
  await shop.deliverDue();
  expect(state.attempts).toBe(2);
  state.isBroken = false;
  clock.advance({ seconds: MINUTE });
  await shop.deliverDue();
  expect(handled).toEqual(['1 packed', '1 sent']);
});

test('what arrives behind a failed event is looked at only once in a while, and delivered with it at once', async () => {
  const { handle, state } = failing((said) => said === '1 packed');
  const { subscriber, handled } = recorder('tracker', handle);
  const shop = node([subscriber]);
  await shop.register();
  await record(event(1, 'packed'));
  await shop.deliverDue();
  await record(event(1, 'sent'), event(1, 'delivered'));
  const due = () => findDueSubscribers(database.db, ['tracker'], clock.now());
  expect(await due()).toEqual(['tracker']);
  await shop.deliverDue();
  expect(await due()).toEqual([]);
  state.isBroken = false;
  clock.advance({ seconds: 11 });
  await shop.deliverDue();
  expect(handled).toEqual(['1 packed', '1 sent', '1 delivered']);
});

test('after a day of attempts an event has failed, is reported once and still holds back its subject', async () => {
  const { handle, state } = failing((said) => said === '1 packed');
  const { subscriber, handled } = recorder('tracker', handle);
  const reports: FailedDelivery[] = [];
  const shop = node([subscriber], { onFailed: async (failed) => void reports.push(failed) });
  await shop.register();
  await record(event(1, 'packed'), event(1, 'sent'), event(2, 'packed'));
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await shop.deliverDue();
    clock.advance(A_DAY);
  }
  expect(state.attempts).toBe(8);
  expect(reports).toMatchObject([
    { subscriber: 'tracker', event: { type: 'parcel.moved' }, reason: 'The carrier does not answer' },
  ]);
  expect(handled).toEqual(['2 packed']);
  expect(await deliveries()).toMatchObject([
    { attempts: 8, last_error: 'The carrier does not answer', failed_at: expect.any(Date) },
    { attempts: 0, last_error: null },
  ]);
});

test('an event whose node died while handling it is delivered again, with the same id', async () => {
  const seen: number[] = [];
  const { promise: neverInTime, resolve: end } = Promise.withResolvers<void>();
  const dying = node([
    {
      name: 'tracker',
      on: ['parcel.moved'],
      handle: ({ id }) => {
        seen.push(id);
        return neverInTime;
      },
    },
  ]);
  await dying.register();
  await record(event(1, 'packed'), event(1, 'sent'));
  const dead = dying.deliverDue();
  await expect.poll(() => seen.length).toBe(1);

  const { subscriber, handled, ids } = recorder();
  const survivor = node([subscriber]);
  await survivor.deliverDue();
  expect(handled).toEqual([]);
  clock.advance({ minutes: 3 });
  await survivor.deliverDue();
  expect(handled).toEqual(['1 packed', '1 sent']);
  expect(ids[0]).toBe(seen[0]);
  end();
  await dead;
});

test('an event whose node was killed while handling it is delivered by the next one', async () => {
  const { subscriber, handled } = recorder();
  const shop = node([subscriber]);
  await shop.register();
  await record(event(1, 'packed'));
  const program = `
    import { createEventDelivery } from '#server/platform/events/event-delivery.ts';
    import { openDatabase } from '#server/platform/database/database.ts';
    const { db } = openDatabase({ url: process.env.TEST_DATABASE, poolSize: 2, onError: console.error });
    const handle = () => { console.log('handling'); return new Promise(() => undefined); };
    const subscribers = [{ name: 'tracker', on: ['parcel.moved'], handle }];
    const nodeLock = () => undefined;
    await createEventDelivery({ db, now: () => new Date(), log: console, nodeLock, subscribers }).deliverDue();`;
  const other = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, TEST_DATABASE: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(other.stdout, 'data');
  other.kill('SIGKILL');
  await once(other, 'exit');
  await shop.deliverDue();
  expect(handled).toEqual([]);
  clock.advance({ minutes: 3 });
  await shop.deliverDue();
  expect(handled).toEqual(['1 packed']);
});

test('an event is handled once, even if the connection to the database breaks when this is recorded', async () => {
  let broken: Promise<void> | undefined;
  const { subscriber, handled } = recorder('tracker', async () => {
    broken ??= (await breakNextWrite(database.url, 'SELECT FROM event_delivery FOR UPDATE')).broken;
  });
  const shop = node([subscriber]);
  await shop.register();
  await record(event(1, 'packed'));
  await shop.deliverDue().catch(() => undefined);
  await broken;
  clock.advance({ minutes: 3 });
  await shop.deliverDue();
  expect(handled).toEqual(['1 packed']);
  expect(await deliveries()).toEqual([]);
});

test('two nodes share the work: each event is handled once, and each subject in order', async () => {
  const handled: string[] = [];
  const by = { left: 0, right: 0 };
  const worker = (side: keyof typeof by): EventSubscriber => ({
    name: 'tracker',
    on: ['parcel.moved'],
    async handle(delivered) {
      by[side] += 1;
      await sleep(Math.random() * 4);
      handled.push(say(delivered));
    },
  });
  const [left, right] = [node([worker('left')]), node([worker('right')])];
  await left.register();
  await right.register();
  const [subjects, steps] = [4, 50];
  for (let step = 0; step < steps; step += 1) {
    await record(...Array.from({ length: subjects }, (_, id) => event(id, step)));
  }
  // A node that finds nothing at this moment comes again, as it would a second later.
  const work = async (shop: typeof left) => {
    while ((await deliveries()).length > 0) {
      await shop.deliverDue();
      await sleep(2);
    }
  };
  await Promise.all([work(left), work(right)]);
  expect(handled).toHaveLength(subjects * steps);
  for (let id = 0; id < subjects; id += 1) {
    const own = handled.filter((said) => said.startsWith(`${id} `));
    expect(own).toEqual(Array.from({ length: steps }, (_, step) => `${id} ${step}`));
  }
  expect(Math.min(by.left, by.right)).toBeGreaterThan(0);
});

test('a slow subscriber delays no other', async () => {
  const { subscriber, handled } = recorder('quick');
  const { promise: slowly, resolve: end } = Promise.withResolvers<void>();
  const slow: EventSubscriber = { name: 'slow', on: ['parcel.moved'], handle: () => slowly };
  const shop = node([slow, subscriber]);
  await shop.start();
  await record(event(1, 'packed'));
  await expect.poll(() => handled).toEqual(['1 packed']);
  await record(event(1, 'sent'));
  await expect.poll(() => handled).toEqual(['1 packed', '1 sent']);
  end();
  await shop.stop();
});

test('a handler that takes too long has failed, and is called again', async () => {
  let calls = 0;
  const hanging: EventSubscriber = {
    name: 'hanging',
    on: ['parcel.moved'],
    handle: () => {
      calls += 1;
      return calls === 1 ? new Promise(() => undefined) : Promise.resolve();
    },
  };
  const shop = node([hanging], { handlerTimeoutMs: 50 });
  await shop.register();
  await record(event(1, 'packed'));
  await shop.deliverDue();
  expect(await deliveries()).toMatchObject([{ attempts: 1, last_error: 'Not finished after 0.05 s' }]);
  clock.advance({ seconds: 11 });
  await shop.deliverDue();
  expect(await deliveries()).toEqual([]);
});

test('a started node delivers within seconds and finishes its handlers before it stops', async () => {
  let isFinished = false;
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  const { subscriber } = recorder('tracker', async () => {
    begin();
    await sleep(300);
    isFinished = true;
  });
  const shop = node([subscriber]);
  await shop.start();
  await record(event(1, 'packed'));
  await hasBegun;
  await shop.stop();
  expect(isFinished).toBe(true);
});

test('a node that stops waits for its handlers, even if another delivery could not be recorded', async () => {
  let isFinished = false;
  const { subscriber } = recorder('tracker', async ({ subject }) => {
    if (subject.id === 1) throw new Error('The carrier does not answer');
    await sleep(300);
    isFinished = true;
  });
  const shop = node([subscriber], { onFailed: () => Promise.reject(new Error('The report was not stored')) });
  await shop.register();
  await record(event(1, 'packed'), event(2, 'packed'));
  // Its next attempt is the last one.
  await database.db.updateTable('event_delivery').set({ attempts: 7 }).where('subject_id', '=', 1).execute();
  await expect(shop.deliverDue()).rejects.toThrow('The report was not stored');
  await shop.stop();
  expect(isFinished).toBe(true);
});

test('two subscribers with the same name are refused', () => {
  const { subscriber } = recorder();
  expect(() => node([subscriber, subscriber])).toThrow('same name');
});
