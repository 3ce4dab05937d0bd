import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { recordingJobs } from '#test/jobs.ts';
import { type LogRecorder, recordLog } from '#test/log.ts';
import { auditRetention } from '../retention.ts';
import { defineCleanUp, type RetentionRule } from './clean-up.ts';
import { BACKUP_LOCK } from './migrate.ts';
import { listPartitions, MONTHLY_TABLES } from './monthly-partitions.store.ts';
import { CREATE_MONTHS, defineMonths } from './monthly-partitions.ts';

let database: TestDatabase;
let log: LogRecorder;
let firstMonth: Date;
beforeEach(async () => {
  database = await openTestDatabase();
  log = recordLog();
  const [initial] = await listPartitions(database.db, 'audit_entry');
  if (!initial?.to) throw new Error('The first partition has no end');
  firstMonth = initial.to;
});
afterEach(() => database.close());

/** The day of the `nth` month that has a partition of its own, counted from 0. */
const inMonth = (nth: number, day = 1) =>
  new Date(Date.UTC(firstMonth.getUTCFullYear(), firstMonth.getUTCMonth() + nth, day));
const nameOf = (table: string, nth: number) => `${table}_${inMonth(nth).toISOString().slice(0, 7).replace('-', '_')}`;

async function createMonths(now: Date): Promise<void> {
  const jobs = recordingJobs();
  defineMonths(jobs, { db: database.db, log: pino({ level: 'info' }, log.stream), now: () => now });
  await jobs.run(CREATE_MONTHS);
}

async function cleanUp(now: Date, ...rules: RetentionRule[]): Promise<void> {
  const jobs = recordingJobs();
  defineCleanUp(
    jobs,
    database.db,
    () => now,
    async () => rules,
  );
  await jobs.run('clean-up');
}

async function record(action: string, at: Date): Promise<void> {
  const entry = { actor_name: 'Ada', action, entity: 'order', entity_id: '1', created_at: at };
  await database.db.insertInto('audit_entry').values(entry).execute();
}

/** The actions in the audit log, each with its partition. */
async function listEntries(): Promise<Record<string, string>> {
  const { rows } = await sql<{ action: string; partition: string }>`
    SELECT action, tableoid::regclass::text AS partition FROM audit_entry ORDER BY id`.execute(database.db);
  return Object.fromEntries(rows.map(({ action, partition }) => [action, partition]));
}

const namesOf = async () => (await listPartitions(database.db, 'audit_entry')).map(({ name }) => name);

/** Another transaction, open until it is ended. */
async function begin(statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`BEGIN; ${statement}`);
  return () => client.end();
}

test.each(MONTHLY_TABLES)(
  'partitions of %s are created three months ahead, once, by any number of nodes',
  async (table) => {
    await Promise.all([createMonths(inMonth(0)), createMonths(inMonth(0)), createMonths(inMonth(0))]);
    await createMonths(inMonth(0, 20));
    const partitions = await listPartitions(database.db, table);
    expect(partitions.map(({ name }) => name)).toEqual([
      `${table}_initial`,
      ...[0, 1, 2, 3].map((nth) => nameOf(table, nth)),
      `${table}_default`,
    ]);
    expect(partitions.slice(1, 3)).toMatchObject([
      { from: inMonth(0), to: inMonth(1) },
      { from: inMonth(1), to: inMonth(2) },
    ]);
    expect(log.warnings()).toEqual([]);
  },
);

test('partitions have the indexes, triggers and references of their table', async () => {
  await createMonths(inMonth(0));
  const describe = async (name: string) => {
    const { rows } = await sql<{ part: string }>`
      SELECT replace(regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+ ON', 'INDEX ON'), ${name}, '') AS part
        FROM pg_index WHERE indrelid = ${name}::regclass
       UNION ALL SELECT pg_get_constraintdef(oid) FROM pg_constraint
                  WHERE conrelid = ${name}::regclass AND contype <> 'n'
       UNION ALL SELECT tgname::text FROM pg_trigger WHERE tgrelid = ${name}::regclass AND NOT tgisinternal
       ORDER BY part`.execute(database.db);
    return rows.map(({ part }) => part);
  };
  for (const table of MONTHLY_TABLES) {
    const month = await describe(nameOf(table, 0));
    expect(month.length).toBeGreaterThan(8);
    expect(await describe(`${table}_initial`)).toEqual(month);
    expect(await describe(`${table}_default`)).toEqual(month);
  }
});

test('an entry of a month without a partition is stored, and moved when its partition is created', async () => {
  await record('early', inMonth(-1));
  await record('late', inMonth(2, 15));
  expect(await listEntries()).toEqual({ early: 'audit_entry_initial', late: 'audit_entry_default' });
  await createMonths(inMonth(0));
  expect(await listEntries()).toEqual({ early: 'audit_entry_initial', late: nameOf('audit_entry', 2) });
  expect(log.warnings()).toEqual([]);
});

test('so many entries that moving them would hold up orders stay where they are, and only their month gets no partition', async () => {
  const record5001 = sql`
    INSERT INTO audit_entry (actor_name, action, entity, entity_id, created_at)
    SELECT 'Ada', 'many', 'order', '1', ${inMonth(0)} FROM generate_series(1, 5001)`;
  await record5001.execute(database.db);
  await record('few', inMonth(1));
  await createMonths(inMonth(1, 10));
  expect(await listEntries()).toEqual({ many: 'audit_entry_default', few: nameOf('audit_entry', 1) });
  expect(log.warnings()).toMatchObject([{ partition: nameOf('audit_entry', 0) }]);
  await createMonths(inMonth(1, 11));
  expect(log.warnings()).toHaveLength(1);
});

test('entries from years ahead stay in the default partition, with a warning', async () => {
  await record('far', inMonth(40));
  await createMonths(inMonth(0));
  expect(await listEntries()).toEqual({ far: 'audit_entry_default' });
  expect(log.warnings()).toMatchObject([{ msg: expect.stringContaining('check the clocks') }]);
});

test('while a transaction reads the table, nothing waits for a partition: it is created an hour later', async () => {
  const end = await begin('SELECT FROM audit_entry');
  await createMonths(inMonth(0));
  expect(await namesOf()).toEqual(['audit_entry_initial', 'audit_entry_default']);
  expect(log.warnings()).toMatchObject([{ level: 50, msg: expect.stringContaining('was not created') }]);
  await record('meanwhile', inMonth(0, 2));
  await end();
  await createMonths(inMonth(0));
  expect(await listEntries()).toEqual({ meanwhile: nameOf('audit_entry', 0) });
});

describe('the retention', () => {
  const KEEP = auditRetention(30);
  /** Then, the second month is half over its retention. */
  const now = () => new Date(inMonth(1, 15).getTime() + 30 * 86_400_000);

  beforeEach(async () => {
    await createMonths(inMonth(0));
    await record('initial', inMonth(-2));
    await record('first', inMonth(0, 20));
    await record('second, early', inMonth(1, 14));
    await record('second, late', inMonth(1, 16));
    await record('third', inMonth(2));
  });

  test('drops months that are over, and deletes rows of the one that is not', async () => {
    await cleanUp(now(), KEEP);
    expect(Object.keys(await listEntries())).toEqual(['second, late', 'third']);
    expect(await namesOf()).toEqual([1, 2, 3].map((nth) => nameOf('audit_entry', nth)).concat('audit_entry_default'));
    // The job goes on from the months that are left.
    await createMonths(inMonth(1));
    expect(await namesOf()).toContain(nameOf('audit_entry', 4));
  });

  test('keeps a month with rows that may not go, and deletes the others of it', async () => {
    await record('first, kept', inMonth(0, 3));
    await cleanUp(now(), { ...KEEP, where: "action <> 'first, kept'" });
    expect(await listEntries()).toEqual({
      'first, kept': nameOf('audit_entry', 0),
      'second, late': nameOf('audit_entry', 1),
      third: nameOf('audit_entry', 2),
    });
  });

  test.each([
    ['a backup is running', `SELECT pg_advisory_xact_lock_shared(${BACKUP_LOCK})`],
    ['a transaction uses the table', "SELECT FROM audit_entry WHERE entity = 'order'"],
  ])('deletes rows instead of months while %s', async (_, statement) => {
    const end = await begin(statement);
    const earlier = new Date(inMonth(0, 21).getTime() + 30 * 86_400_000);
    await cleanUp(earlier, KEEP);
    expect(Object.keys(await listEntries())).toEqual(['second, early', 'second, late', 'third']);
    expect(await namesOf()).toContain('audit_entry_initial');
    await end();
    await cleanUp(earlier, KEEP);
    expect(await namesOf()).not.toContain('audit_entry_initial');
  });

  test('deletes the rows of a month that a view of the operator reads', async () => {
    await sql`CREATE VIEW report AS SELECT action FROM audit_entry_initial`.execute(database.db);
    await cleanUp(now(), KEEP);
    expect(Object.keys(await listEntries())).toEqual(['second, late', 'third']);
    expect(await namesOf()).toContain('audit_entry_initial');
    expect(await namesOf()).not.toContain(nameOf('audit_entry', 0));
  });

  test('of a node of an earlier version, which deletes rows by ctid, deletes none of other months', async () => {
    const { numAffectedRows } = await sql`
      DELETE FROM ${sql.table('audit_entry')} WHERE ctid IN (
        SELECT ctid FROM ${sql.table('audit_entry')} WHERE created_at < ${inMonth(0)} AND true LIMIT ${5_000})`.execute(
      database.db,
    );
    expect(numAffectedRows).toBe(0n);
    expect(Object.keys(await listEntries())).toHaveLength(5);
  });
});

describe('with two years of months', () => {
  beforeEach(() => createMonths(inMonth(20)));

  async function planOf(statement: string): Promise<string> {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${sql.raw(statement)}`.execute(database.db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  test('the log of a week reads the partition of its month only', async () => {
    expect(await namesOf()).toHaveLength(26);
    const plan = await planOf(
      `SELECT id FROM audit_entry WHERE created_at >= '${inMonth(8, 3).toISOString()}' AND created_at < '${inMonth(8, 10).toISOString()}' ORDER BY created_at DESC, id DESC LIMIT 20`,
    );
    expect(plan.match(/ on \S+/g)).toEqual([` on ${nameOf('audit_entry', 8)}`]);
  });
});
