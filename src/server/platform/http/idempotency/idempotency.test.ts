import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { inTransaction } from '#server/platform/database/database.ts';
import { holdNodeLock, newNodeLock } from '#server/platform/database/node-lock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { createSealer } from '#server/platform/security/sealing.ts';
import { countWaiting, openTestDatabase, type TestDatabase } from '#test/database.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { recordOutcome } from './outcomes.store.ts';
import { type RepeatableWrite, unlessCommitted } from './repeatable-write.ts';

/** Some of these tests break connections on purpose. */
const openDatabase = () => openTestDatabase(10, () => undefined);
const sealer = createSealer('only a test knows this secret of thirty-two');
const openNode = ({ db }: TestDatabase, nodeLock?: number, maxWaitMs?: number) =>
  createIdempotency({ db, sealer, nodeLock: () => nodeLock }, maxWaitMs);
let database: TestDatabase;
let idempotency: Idempotency;
beforeAll(async () => {
  database = await openDatabase();
  idempotency = openNode(database, newNodeLock());
});
afterAll(() => database.close());

const write = (key: string, content = 'one lamp') => ({
  scope: 'user 1 POST /orders',
  key,
  content,
  canRunAgain: true,
});
/** A write whose transaction records no outcome. */
const unrecorded = (key: string) => ({ ...write(key), canRunAgain: false });
const done = (body: string) => async () => ({ status: 201, body });

/** Lets the claim of a key be this old, by the clock of the database. */
async function age(key: string, interval: string): Promise<void> {
  await sql`UPDATE idempotency_record SET created_at = now() - ${interval}::interval WHERE key = ${key}`.execute(
    database.db,
  );
}

test('the same key repeats the first response without repeating the work', async () => {
  await idempotency.once(write('a'), done('first'));
  expect(await idempotency.once(write('a'), done('second'))).toEqual({ status: 201, body: 'first', replayed: true });
});

test('the same key with different content is refused', async () => {
  await idempotency.once(write('b'), done('first'));
  await expect(idempotency.once(write('b', 'two lamps'), done('second'))).rejects.toMatchObject({
    code: 'idempotency.reused',
  });
});

test('ten concurrent requests do the work once', async () => {
  let worked = 0;
  const work = async () => {
    worked += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { status: 200, body: 'done' };
  };
  const results = await Promise.all(Array.from({ length: 10 }, () => idempotency.once(write('c'), work)));
  expect(worked).toBe(1);
  expect(results.map(({ body }) => body)).toEqual(Array(10).fill('done'));
  expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
});

test('a request waiting for a failed one does the work itself', async () => {
  const work = Promise.withResolvers<never>();
  const begun = Promise.withResolvers<void>();
  const first = idempotency.once(write('h'), () => {
    begun.resolve();
    return work.promise;
  });
  const failed = expect(first).rejects.toThrow('crash');
  await begun.promise;
  const second = idempotency.once(write('h'), done('second'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  work.reject(new Error('crash'));
  await failed;
  expect(await second).toEqual({ status: 201, body: 'second', replayed: false });
});

test('a refusal is repeated too', async () => {
  const refuse = () => Promise.reject(new Refusal('stock.insufficient', { message: 'Only 2 left in stock.' }));
  await expect(idempotency.once(write('d'), refuse)).rejects.toMatchObject({ code: 'stock.insufficient' });
  const again = await idempotency.once(write('d'), done('sold'));
  expect(again).toMatchObject({ status: 409, replayed: true });
  expect(JSON.parse(again.body)).toMatchObject({ code: 'stock.insufficient', message: 'Only 2 left in stock.' });
});

test('a refusal after which the same request can succeed later is not repeated', async () => {
  const busy = () => Promise.reject(new Refusal('payment.in_progress'));
  await expect(idempotency.once(write('transient'), busy)).rejects.toMatchObject({ code: 'payment.in_progress' });
  const later = () => Promise.reject(new Refusal('stock.insufficient', { retryAfterSeconds: 60 }));
  await expect(idempotency.once(write('transient'), later)).rejects.toMatchObject({ code: 'stock.insufficient' });
  expect(await idempotency.once(write('transient'), done('paid'))).toMatchObject({ body: 'paid', replayed: false });
  expect(await idempotency.once(write('transient'), busy)).toMatchObject({ body: 'paid', replayed: true });
});

test('a write that has committed does not run again after such a refusal', async () => {
  const work = async (attempt: RepeatableWrite) => {
    await place(attempt, 1);
    throw new Refusal('payment.in_progress');
  };
  await expect(idempotency.once(write('refused-late'), work)).rejects.toMatchObject({ code: 'payment.in_progress' });
  const again = async (attempt: RepeatableWrite) => ({ status: 201, body: `order ${(await place(attempt, 2)).order}` });
  expect(await idempotency.once(write('refused-late'), again)).toMatchObject({ body: 'order 1', replayed: true });
});

test('after a server error the same key may be retried', async () => {
  await expect(idempotency.once(write('e'), () => Promise.reject(new Error('crash')))).rejects.toThrow('crash');
  expect(await idempotency.once(write('e'), done('done'))).toMatchObject({ body: 'done', replayed: false });
});

test('a key whose server crashed is free after a minute', async () => {
  const never = new Promise<never>(() => undefined);
  const impatient = openNode(database, undefined, 0);
  const started = new Promise<void>((resolve) => {
    void impatient.once(write('f'), () => {
      resolve();
      return never;
    });
  });
  await started;
  await expect(impatient.once(write('f'), done('too early'))).rejects.toMatchObject({ code: 'request.conflict' });
  await age('f', '61 seconds');
  expect(await idempotency.once(write('f'), done('done'))).toMatchObject({ body: 'done', replayed: false });
});

test('stored responses are not readable in the database', async () => {
  await idempotency.once(write('g'), done('token: open sesame'));
  const rows = await database.db.selectFrom('idempotency_record').select('body').execute();
  expect(JSON.stringify(rows)).not.toContain('sesame');
});

test.each(['', 'x'.repeat(256), 'line\nbreak'])('refuses %j as a key', async (key) => {
  await expect(idempotency.once(write(key), done('never'))).rejects.toMatchObject({ code: 'request.invalid' });
});

/** The database refuses connections, as during a failover. */
async function goAway({ url }: TestDatabase): Promise<void> {
  const operator = new pg.Client({ connectionString: inject('postgresUrl') });
  await operator.connect();
  const name = new URL(url).pathname.slice(1);
  await operator.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await operator.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [name]);
  await operator.end();
}

test('a completed write is answered, even if the database fails before the response is stored', async () => {
  const lost = await openDatabase();
  const { once } = openNode(lost);
  const answered = await once(write('done'), async () => {
    await goAway(lost);
    return { status: 201, body: 'an order' };
  }).finally(() => lost.close());
  expect(answered).toEqual({ status: 201, body: 'an order', replayed: false });
});

const placed = z.object({ order: z.int() });

/** Work whose transaction records an outcome. */
const place = (write: RepeatableWrite, order: number) =>
  unlessCommitted(write, placed, () =>
    inTransaction(database.db, async (tx) => {
      await recordOutcome(tx, write, { order });
      return { order };
    }),
  );

test('a retry of work that failed after its commit only composes the response', async () => {
  const crash = async (attempt: RepeatableWrite) => {
    await place(attempt, 1);
    throw new Error('crash');
  };
  await expect(idempotency.once(write('committed'), crash)).rejects.toThrow('crash');
  const respond = async (attempt: RepeatableWrite) => ({
    status: 201,
    body: `order ${(await place(attempt, 2)).order}`,
  });
  expect(await idempotency.once(write('committed'), respond)).toEqual({ status: 201, body: 'order 1', replayed: true });
  expect(await idempotency.once(write('committed'), done('third'))).toMatchObject({ body: 'order 1', replayed: true });
});

test('a second request that arrives while a committed one responds gets the same response', async () => {
  const committed = Promise.withResolvers<void>();
  const first = idempotency.once(write('responding'), async (attempt) => {
    await place(attempt, 1);
    committed.resolve();
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { status: 201, body: 'the first response' };
  });
  await committed.promise;
  const second = await idempotency.once(write('responding'), done('a second response'));
  expect(second).toEqual({ ...(await first), replayed: true });
});

test('a request cannot commit after another one has claimed its key', async () => {
  const claimed = Promise.withResolvers<RepeatableWrite>();
  const resume = Promise.withResolvers<void>();
  const slow = idempotency.once(write('slow'), async (attempt) => {
    claimed.resolve(attempt);
    await resume.promise;
    return { status: 201, body: `order ${(await place(attempt, 1)).order}` };
  });
  const refused = expect(slow).rejects.toMatchObject({ code: 'SD004' });
  await claimed.promise;
  await age('slow', '61 seconds');
  const other = async (attempt: RepeatableWrite) => ({ status: 201, body: `order ${(await place(attempt, 2)).order}` });
  expect(await idempotency.once(write('slow'), other)).toMatchObject({ body: 'order 2', replayed: false });
  resume.resolve();
  await refused;
  expect(await idempotency.once(write('slow'), done('third'))).toMatchObject({ body: 'order 2', replayed: true });
});

/** A node with its own connection to PostgreSQL, and its node lock, until `die`. */
async function openConnectedNode() {
  const connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
  const nodeLock = newNodeLock();
  await holdNodeLock(connection, nodeLock);
  return { ...openNode(database, nodeLock), nodeLock, die: () => connection.end() };
}

/** Starts a write on a node that does not finish it until `resume`. @returns its response. */
async function beginSlowWrite(node: Idempotency, of: ReturnType<typeof write>) {
  const begun = Promise.withResolvers<void>();
  const resume = Promise.withResolvers<void>();
  const response = node.once(of, async (attempt) => {
    begun.resolve();
    await resume.promise;
    return { status: 201, body: `order ${(await place(attempt, 1)).order}` };
  });
  await begun.promise;
  return { response, resume: resume.resolve };
}

const orderTwo = async (attempt: RepeatableWrite) => ({
  status: 201,
  body: `order ${(await place(attempt, 2)).order}`,
});

test('a retry waits for a slow node, and takes over when the node has died', async () => {
  const node = await openConnectedNode();
  await beginSlowWrite(node, write('dead'));
  // Checks at once whether the node is connected.
  const impatient = openNode(database, newNodeLock(), 0);
  await expect(impatient.once(write('dead'), orderTwo)).rejects.toMatchObject({ code: 'request.conflict' });
  await node.die();
  expect(await idempotency.once(write('dead'), orderTwo)).toEqual({ status: 201, body: 'order 2', replayed: false });
});

test('a node that only seemed to be dead cannot commit after a retry has taken over', async () => {
  const node = await openConnectedNode();
  const paused = await beginSlowWrite(node, write('paused'));
  await node.die();
  const refused = expect(paused.response).rejects.toMatchObject({ code: 'SD004' });
  const begun = Promise.withResolvers<void>();
  const retry = idempotency.once(write('paused'), async (attempt) => {
    begun.resolve();
    await refused;
    return orderTwo(attempt);
  });
  await begun.promise;
  paused.resume();
  expect(await retry).toEqual({ status: 201, body: 'order 2', replayed: false });
  expect(await idempotency.once(write('paused'), done('third'))).toMatchObject({ body: 'order 2', replayed: true });
});

test('a retry gets the order if the first attempt commits just after its node seemed to have died', async () => {
  const node = await openConnectedNode();
  const recorded = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const first = node.once(write('committing'), async (attempt) => {
    await inTransaction(database.db, async (tx) => {
      await recordOutcome(tx, attempt, { order: 1 });
      recorded.resolve();
      await commit.promise;
    });
    return { status: 201, body: 'order 1' };
  });
  await recorded.promise;
  await node.die();
  const retry = openNode(database, newNodeLock(), 0).once(write('committing'), orderTwo);
  await expect.poll(() => countWaiting(database.db, 'idempotency_record')).toBe(1);
  commit.resolve();
  expect((await Promise.all([first, retry])).map(({ body }) => body)).toEqual(['order 1', 'order 1']);
});

test('a node without its own connection does not take over, not even from itself', async () => {
  const connection: { lock: number | undefined } = { lock: newNodeLock() };
  const node = createIdempotency({ db: database.db, sealer, nodeLock: () => connection.lock }, 0);
  const slow = await beginSlowWrite(node, write('disconnected'));
  connection.lock = undefined;
  await expect(node.once(write('disconnected'), orderTwo)).rejects.toMatchObject({ code: 'request.conflict' });
  slow.resume();
  expect(await slow.response).toMatchObject({ body: 'order 1' });
});

test('of two retries that wait for a dead node, one takes over', async () => {
  const node = await openConnectedNode();
  await beginSlowWrite(node, write('two'));
  await node.die();
  const retries = await Promise.all(
    [await openConnectedNode(), await openConnectedNode()].map(async ({ once, die }, index) => {
      const order = 2 + index;
      const work = async (attempt: RepeatableWrite) => ({
        status: 201,
        body: `${(await place(attempt, order)).order}`,
      });
      const answered = await once(write('two'), work);
      await die();
      return answered;
    }),
  );
  expect(new Set(retries.map(({ body }) => body)).size).toBe(1);
  expect(retries.map(({ replayed }) => replayed).sort()).toEqual([false, true]);
});

test('a write that records no outcome is not taken over from a dead node, because it may still commit', async () => {
  const node = await openConnectedNode();
  const never = new Promise<never>(() => undefined);
  const begun = new Promise<void>((resolve) => {
    void node.once(unrecorded('dead-unrecorded'), () => {
      resolve();
      return never;
    });
  });
  await begun;
  await node.die();
  const impatient = openNode(database, newNodeLock(), 0);
  const retry = () => impatient.once(unrecorded('dead-unrecorded'), done('too early'));
  await expect(retry()).rejects.toMatchObject({ code: 'request.conflict' });
  await age('dead-unrecorded', '61 seconds');
  expect(await retry()).toMatchObject({ body: 'too early', replayed: false });
});

test('a write that takes minutes runs once as long as its node is connected, but not for more than ten', async () => {
  const node = await openConnectedNode();
  const upload = Promise.withResolvers<void>();
  let runs = 0;
  const work = async () => {
    runs += 1;
    await upload.promise;
    return { status: 201, body: `upload ${runs}` };
  };
  const first = node.once(unrecorded('minutes'), work);
  await expect.poll(() => runs).toBe(1);
  const impatient = openNode(database, newNodeLock(), 0);
  const retry = () => impatient.once(unrecorded('minutes'), done('again'));
  for (const old of ['61 seconds', '9 minutes']) {
    await age('minutes', old);
    await expect(retry()).rejects.toMatchObject({ code: 'request.conflict' });
    // Its own node knows that it is still running.
    await expect(openNode(database, node.nodeLock, 0).once(unrecorded('minutes'), work)).rejects.toMatchObject({
      code: 'request.conflict',
    });
  }
  await age('minutes', '11 minutes');
  expect(await retry()).toMatchObject({ body: 'again', replayed: false });
  upload.resolve();
  await first;
  expect(runs).toBe(1);
  await node.die();
});

test('a node without its own connection does not judge others, which may have lost theirs in the same failover', async () => {
  const node = await openConnectedNode();
  const slow = await beginSlowWrite(node, unrecorded('failover'));
  await node.die();
  await age('failover', '61 seconds');
  const disconnected = openNode(database, undefined, 0);
  await expect(disconnected.once(unrecorded('failover'), done('again'))).rejects.toMatchObject({
    code: 'request.conflict',
  });
  expect(await openNode(database, newNodeLock(), 0).once(unrecorded('failover'), done('again'))).toMatchObject({
    replayed: false,
  });
  slow.resume();
  await slow.response.catch(() => undefined);
});

/**
 * Breaks the connection of the next statement that changes this record, while the statement waits for a lock.
 * @returns a function that waits until the connection is broken
 */
async function breakNextChange(key: string): Promise<() => Promise<void>> {
  const operator = new pg.Client({ connectionString: database.url });
  await operator.connect();
  await operator.query('BEGIN');
  await operator.query('SELECT key FROM idempotency_record WHERE key = $1 FOR UPDATE', [key]);
  const breaking = (async () => {
    await expect.poll(() => countWaiting(database.db, 'idempotency_record')).toBe(1);
    await operator.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    await operator.query('ROLLBACK');
    await operator.end();
  })();
  return () => breaking;
}

test('a response is stored even if the connection breaks', async () => {
  let broken: (() => Promise<void>) | undefined;
  const first = await idempotency.once(write('stored'), async () => {
    broken = await breakNextChange('stored');
    return { status: 201, body: 'first' };
  });
  await broken?.();
  expect(first).toEqual({ status: 201, body: 'first', replayed: false });
  expect(await idempotency.once(write('stored'), done('second'))).toMatchObject({ body: 'first', replayed: true });
});

test('a key is released even if the connection breaks', async () => {
  let broken: (() => Promise<void>) | undefined;
  const failing = idempotency.once(write('released'), async () => {
    broken = await breakNextChange('released');
    throw new Error('crash');
  });
  await expect(failing).rejects.toThrow('crash');
  await broken?.();
  expect(await idempotency.once(write('released'), done('second'))).toMatchObject({ body: 'second', replayed: false });
});

const breakConnection = () => {
  throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
};

test('work whose connection breaks before its commit runs again, if it allows that', async () => {
  let runs = 0;
  const work = async (write: RepeatableWrite) => {
    runs += 1;
    if (runs === 1) breakConnection();
    return { status: 201, body: `order ${(await place(write, 7)).order}` };
  };
  expect(await idempotency.once(write('broken'), work)).toEqual({ status: 201, body: 'order 7', replayed: false });
  expect(runs).toBe(2);
});

test('work whose connection breaks each time fails, and its key may be used again', async () => {
  let runs = 0;
  const breakAgain = async () => {
    runs += 1;
    return breakConnection();
  };
  await expect(idempotency.once(write('broken-again'), breakAgain)).rejects.toThrow('ECONNRESET');
  expect(runs).toBe(3);
  expect(await idempotency.once(write('broken-again'), done('done'))).toMatchObject({ body: 'done' });
});

test('other work may have been stored when its connection breaks: it runs once, and the client decides', async () => {
  let runs = 0;
  const work = async () => {
    runs += 1;
    return breakConnection();
  };
  await expect(idempotency.once(unrecorded('unrecorded'), work)).rejects.toThrow('ECONNRESET');
  expect(runs).toBe(1);
  expect(await idempotency.once(unrecorded('unrecorded'), done('done'))).toMatchObject({ body: 'done' });
});
