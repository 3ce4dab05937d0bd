import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countWaiting, openTestDatabase, type TestDatabase } from '#test/database.ts';
import { holdNodeLock } from '../platform/database/node-lock.ts';

/** Calls the functions that announce changes in orders that nodes (`change-feed.ts`) reach only by chance. */

let database: TestDatabase;
let clients: pg.Client[] = [];
beforeEach(async () => {
  database = await openTestDatabase(2);
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()));
  clients = [];
  await database.close();
});

interface Announcement {
  readonly seen: number;
  readonly has_announced: boolean;
  readonly has_more: boolean;
}

async function openNode() {
  const client = new pg.Client({ connectionString: database.url });
  clients.push(client);
  client.on('error', () => undefined);
  const payloads: string[] = [];
  client.on('notification', ({ payload = '' }) => payloads.push(payload));
  await client.connect();
  await client.query('LISTEN stoa_changes');
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return {
    client,
    pid: rows[0]?.pid,
    async announce(atOnce = true): Promise<Announcement> {
      const text = 'SELECT seen::double precision, has_announced, has_more FROM announce_due_changes($1)';
      return (await client.query<Announcement>(text, [atOnce])).rows[0] as Announcement;
    },
    /** Of the earlier version. */
    announceWithBeat: (beat: string) => client.query('SELECT announce_changes($1)', [beat]),
    /** The notifications received since the last call, without lists of nodes. */
    async heard(): Promise<string[]> {
      await client.query('SELECT');
      return payloads.splice(0).filter((payload) => !payload.startsWith('nodes:'));
    },
  };
}

const run = async (statement: string, values: readonly unknown[] = []) => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rows;
  } finally {
    await client.end();
  }
};
/** A committed change of the stock of these products. */
const change = (...ids: readonly number[]) =>
  run('INSERT INTO stock_change (product_id) SELECT unnest($1::integer[])', [ids]);
const changeMany = (count: number) =>
  run('INSERT INTO stock_change (product_id) SELECT n % 1000 FROM generate_series(1, $1) n', [count]);
const countChanges = async () => Number((await run('SELECT count(*) FROM stock_change'))[0].count);
const lastAnnouncedMsAgo = (ms: number) =>
  run("SELECT setval('announced_at', (extract(epoch FROM clock_timestamp()) * 1000)::bigint - $1)", [ms]);

describe.each([
  ['this version', (node: Awaited<ReturnType<typeof openNode>>) => node.announce()],
  ['the earlier version', (node: Awaited<ReturnType<typeof openNode>>) => node.announceWithBeat('beat:other:1')],
])('while a node of %s is announcing', (version, announce) => {
  const ownBeat = version === 'this version' ? [] : ['beat:other:1'];

  test('a change committed before a node reads arrives before the beat that proves the time of the read', async () => {
    const [node, other] = [await openNode(), await openNode()];
    await lastAnnouncedMsAgo(250);
    await change(1);
    await other.client.query('BEGIN');
    await announce(other);
    await change(2);
    const { seen, has_announced } = await node.announce();
    expect([has_announced, await node.heard()]).toEqual([false, []]);
    await other.client.query('COMMIT');
    // Not a higher number than the one seen: product 2 is not announced yet.
    expect(await node.heard()).toEqual(['products:1', `beat:${seen}`, ...ownBeat]);
    expect(await node.announce()).toMatchObject({ seen, has_announced: true });
    expect(await node.heard()).toEqual(['products:2', `beat:${seen + 1}`]);
  });

  test('and its connection ends, the next node announces the same changes', async () => {
    const [node, dying] = [await openNode(), await openNode()];
    await lastAnnouncedMsAgo(250);
    await change(1);
    await dying.client.query('BEGIN');
    await announce(dying);
    const { seen } = await node.announce();
    await run('SELECT pg_terminate_backend($1, 5000)', [dying.pid]);
    expect(await node.heard()).toEqual([]);
    await node.announce();
    expect(await node.heard()).toEqual(['products:1', `beat:${seen + 1}`]);
  });
});

test('an announcement takes its number before it reads the changes', async () => {
  const [node, other, locking] = [await openNode(), await openNode(), await openNode()];
  await change(1);
  await locking.client.query('BEGIN; SELECT FROM stock_change FOR UPDATE');
  const announced = other.announce();
  await expect.poll(() => countWaiting(database.db, 'announce_due_changes')).toBe(1);
  await change(2);
  const { seen } = await node.announce();
  await locking.client.query('COMMIT');
  await announced;
  // The announcement does not contain product 2, so its beat must not prove the time of the read.
  expect(await node.heard()).toEqual(['products:1', `beat:${seen}`]);
});

test('a node of the previous version gets its beat after the changes that another node is announcing', async () => {
  const [older, other] = [await openNode(), await openNode()];
  await change(1);
  await other.client.query('BEGIN');
  const { seen } = await other.announce();
  const called = older.announceWithBeat('beat:older:1');
  await expect.poll(() => countWaiting(database.db, 'announce_changes')).toBe(1);
  await change(2);
  await other.client.query('COMMIT');
  await called;
  // Between the last two, a beat for nodes of this version, if one is due.
  const heard = (await older.heard()).filter((payload) => payload !== `beat:${seen + 2}`);
  expect(heard).toEqual(['products:1', `beat:${seen + 1}`, 'products:2', 'beat:older:1']);
});

test('nobody announces within 200 ms of the last announcement, unless the clock has been set back', async () => {
  const node = await openNode();
  await lastAnnouncedMsAgo(250);
  expect(await node.announce(false)).toMatchObject({ has_announced: true });
  // As one query, which leaves no time between both statements.
  const results = (await node.client.query(`
    SELECT setval('announced_at', (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 100);
    SELECT seen::double precision, has_announced FROM announce_due_changes(false)`)) as unknown as pg.QueryResult[];
  const { seen, has_announced } = results[1]?.rows[0] ?? {};
  expect(has_announced).toBe(false);
  expect(await node.heard()).toEqual([`beat:${seen}`]);
  await lastAnnouncedMsAgo(-3_600_000);
  expect(await node.announce(false)).toMatchObject({ has_announced: true });
});

test('beats for nodes of this version stay regular, however often nodes of the previous version call', async () => {
  const older = await openNode();
  // The first call of a connection takes longer.
  await older.announceWithBeat('beat:older:0');
  await older.heard();
  await older.client.query(`
    SELECT setval('announced_at', (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 100);
    SELECT announce_changes('beat:older:1');
    SELECT pg_sleep(0.11);
    SELECT announce_changes('beat:older:2')`);
  expect(await older.heard()).toEqual(['beat:older:1', expect.stringMatching(/^beat:\d+$/), 'beat:older:2']);
});

test('a call announces a limited number of changes, and the beat follows the last of them', async () => {
  const node = await openNode();
  await changeMany(45_000);
  for (const left of [25_000, 5_000]) {
    expect(await node.announce()).toMatchObject({ has_announced: true, has_more: true });
    expect(await countChanges()).toBe(left);
  }
  expect((await node.heard()).filter((payload) => payload.startsWith('beat:'))).toEqual([]);
  const { seen, has_more } = await node.announce();
  expect([has_more, await countChanges()]).toEqual([false, 0]);
  expect((await node.heard()).at(-1)).toBe(`beat:${seen + 1}`);
});

test('a node of the earlier version announces all of them before its beat', async () => {
  const older = await openNode();
  await changeMany(45_000);
  await older.announceWithBeat('beat:older:1');
  expect(await countChanges()).toBe(0);
  expect((await older.heard()).at(-1)).toBe('beat:older:1');
});

test('changes that another transaction took meanwhile do not make a part look complete', async () => {
  const [node, other] = [await openNode(), await openNode()];
  await changeMany(20_010);
  await other.client.query('BEGIN');
  await other.client.query('DELETE FROM stock_change WHERE id <= (SELECT min(id) + 100 FROM stock_change)');
  const announced = node.announce();
  await expect.poll(() => countWaiting(database.db, 'announce_due_changes')).toBe(1);
  await other.client.query('COMMIT');
  // Fewer than 20,000 rows were left of the 20,000 that it took, and there are others.
  expect(await announced).toMatchObject({ has_more: true });
  expect(await countChanges()).toBeGreaterThan(0);
});

test('an announcement without changes writes no row, so that no dead rows remain while a backup runs', async () => {
  const node = await openNode();
  await node.client.query('BEGIN');
  await node.announce();
  const { rows } = await node.client.query(
    'SELECT sum(n_tup_ins + n_tup_upd + n_tup_del)::integer AS writes FROM pg_stat_xact_user_tables',
  );
  expect(rows).toEqual([{ writes: 0 }]);
});

describe('of the connected nodes', () => {
  async function connectNode(nodeLock: number) {
    const node = await openNode();
    await holdNodeLock(node.client, nodeLock);
    return node;
  }
  const listed = async () => (await run('SELECT node::integer FROM connected_nodes()')).map(({ node }) => node);

  test('the one that has been connected longest is listed first, about once a second', async () => {
    const first = await connectNode(9);
    await connectNode(4);
    await connectNode(7);
    // Its previous connection has not ended yet.
    await connectNode(9);
    const payloads: string[] = [];
    first.client.on('notification', ({ payload = '' }) => payloads.push(payload));
    for (let announcement = 0; announcement < 4; announcement += 1) await first.announce();
    expect(payloads.filter((payload) => payload.startsWith('nodes:'))).toEqual(['nodes:9,4,7']);
  });

  test('one that has sent no statement for a while is left out', async () => {
    await connectNode(1);
    const running = await connectNode(2);
    expect(await listed()).toEqual([1, 2]);
    const [{ source }] = await run(`SELECT pg_get_functiondef('connected_nodes()'::regprocedure) AS source`);
    await run(source.replace("'10 seconds'", "'0.5 seconds'"));
    const listedAfterStatement = async () => {
      await running.client.query('SELECT');
      return listed();
    };
    await expect.poll(listedAfterStatement).toEqual([2]);
  });

  test('only the last one that stops makes transactions notify of their changes themselves', async () => {
    const [first, last] = [await connectNode(1), await connectNode(2)];
    const isAnnounced = async () => {
      const [row] = await run('SELECT last_value > 1 AS is_announced FROM announced_at');
      return row.is_announced;
    };
    await first.announce();
    await first.client.query('SELECT stop_announcing()');
    expect(await isAnnounced()).toBe(true);
    await first.client.end();
    await last.client.query('SELECT stop_announcing()');
    expect(await isAnnounced()).toBe(false);
  });
});
