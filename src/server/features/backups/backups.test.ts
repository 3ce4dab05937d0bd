import { getEventListeners } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SettingsOf } from '#server/features/settings/index.ts';
import { breakNextWrite } from '#test/database.ts';
import { type CreatedUser, createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { runBackups } from './run-backups.ts';

let shop: TestShop;
let admin: CreatedUser;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-backups-'));
  shop = await openTestShop({ BACKUP_TO: join(folder, 'backups') });
  admin = await createAdmin(shop.services.db);
});
afterEach(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

/** A new session each time: the clock advances beyond the life of a session. */
const logIn = () => signIn(shop, admin);
const list = async () => (await shop.call('GET /admin/backups', {}, { token: await logIn() })).data;
const request = async () => shop.call('POST /admin/backups', {}, { token: await logIn() });
const files = () => readdir(join(folder, 'backups')).catch(() => []);

async function choose(fields: Partial<SettingsOf<'data'>>): Promise<void> {
  const token = await logIn();
  const { revision } = (await shop.call('GET /admin/settings', {}, { token })).data.data;
  const reply = await shop.call('PUT /admin/settings/data', { body: { ...fields, revision } }, { token });
  expect(reply.status).toBe(200);
}

test('an admin requests a backup, which is written in the background and listed', async () => {
  expect((await request()).data).toMatchObject({ status: 'waiting', reason: 'admin', requested_by: admin.name });
  await shop.jobs.runRequested();
  const [backup] = (await list()).data;
  expect(backup).toMatchObject({ status: 'stored', attempts: 1, location: join(folder, 'backups'), failure: null });
  expect(backup?.bytes).toBeGreaterThan(1000);
  expect(await files()).toEqual([backup?.name]);
  const { data: system } = await shop.call('GET /admin/system', {}, { token: await logIn() });
  expect(system.last_backup).toEqual({ finished_at: backup?.finished_at, bytes: backup?.bytes });
});

test('a finished backup leaves no listener for the end of the shop', async () => {
  const { signal } = shop.services.backups;
  await request();
  await shop.jobs.run('backups');
  expect((await list()).data).toMatchObject([{ status: 'stored' }]);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test("a backup of a database with another table in the shop's schema says so", async () => {
  await sql`CREATE TABLE my_report (id integer)`.execute(shop.services.db);
  await request();
  await shop.jobs.run('backups');
  expect((await list()).data).toMatchObject([
    { status: 'waiting', failure: expect.stringContaining('public.my_report') },
  ]);
  expect(await files()).toEqual([]);
});

describe('if the connection to the database breaks', () => {
  /** Runs the job, and breaks the connection of what it writes about a backup after something was done in the storage. */
  async function breakAfter(done: 'write' | 'remove'): Promise<void> {
    const { store } = shop.services.backups;
    let broken: Promise<void> | undefined;
    const breakNext = async () => {
      ({ broken } = await breakNextWrite(shop.databaseUrl, 'SELECT FROM backup FOR UPDATE'));
    };
    const breaking = {
      ...store,
      async write(...args: Parameters<typeof store.write>) {
        const written = await store.write(...args);
        if (done === 'write') await breakNext();
        return written;
      },
      async remove(name: string) {
        await store.remove(name);
        if (done === 'remove') await breakNext();
      },
    };
    await runBackups({ ...shop.services, backups: { ...shop.services.backups, store: breaking } });
    await broken;
  }

  test('when a backup was stored, it is not written again', async () => {
    await request();
    await breakAfter('write');
    expect((await list()).data).toMatchObject([{ status: 'stored', attempts: 1, failure: null }]);
    expect(await files()).toHaveLength(1);
  });

  test('when an old backup was deleted, it is no longer listed', async () => {
    await choose({ backupsKept: 1 });
    for (let day = 0; day < 2; day += 1) {
      await request();
      await breakAfter('remove');
      shop.clock.advance({ days: 1 });
    }
    expect((await list()).data).toMatchObject([{ status: 'stored', name: (await files())[0], failure: null }]);
  });
});

test('a second request is refused while a backup is open', async () => {
  await request();
  expect((await request()).failure.code).toBe('backup.in_progress');
  await Promise.all([shop.jobs.run('backups'), shop.jobs.run('backups')]);
  expect((await list()).total).toBe(1);
  expect(await files()).toHaveLength(1);
  expect((await request()).status).toBe(202);
});

test('a daily backup is made once a day, at its hour, and the newest are kept', async () => {
  await choose({ backupSchedule: 'daily', backupHour: 3, backupsKept: 2 });
  for (let day = 0; day < 3; day += 1) {
    await shop.jobs.run('backups');
    await shop.jobs.run('backups');
    shop.clock.advance({ days: 1 });
  }
  const { data, total } = await list();
  expect(total).toBe(2);
  expect(data.map(({ reason }) => reason)).toEqual(['schedule', 'schedule']);
  expect((await files()).sort()).toEqual(data.map(({ name }) => name).sort());
});

describe('a backup that an admin requests', () => {
  const writeRequested = async () => {
    shop.clock.advance({ minutes: 1 });
    await request();
    await shop.jobs.run('backups');
    return files();
  };
  beforeEach(async () => {
    // Hours from now, also in the shop's time zone.
    const backupHour = (shop.services.now().getUTCHours() + 12) % 24;
    await choose({ backupSchedule: 'daily', backupHour, backupsKept: 1 });
    await shop.jobs.run('backups');
  });

  test('stays the newest until the next one of the schedule is due', async () => {
    const [ofSchedule] = await files();
    const requested = await writeRequested();
    expect(requested).toEqual([expect.not.stringContaining(String(ofSchedule))]);
    shop.clock.advance({ minutes: 5 });
    await shop.jobs.run('backups');
    expect(await files()).toEqual(requested);
    expect(await list()).toMatchObject({ total: 1, data: [{ reason: 'admin', name: requested[0] }] });
    shop.clock.advance({ days: 1 });
    await shop.jobs.run('backups');
    expect(await list()).toMatchObject({ total: 1, data: [{ reason: 'schedule', status: 'stored' }] });
  });

  test('hides the deleted one of the schedule, which is forgotten after 90 days', async () => {
    await writeRequested();
    const rows = () => shop.services.db.selectFrom('backup').select(['reason', 'name']).orderBy('id').execute();
    const requested = { reason: 'admin', name: expect.any(String) };
    expect(await rows()).toEqual([{ reason: 'schedule', name: null }, requested]);
    shop.clock.advance({ days: 91 });
    await shop.jobs.run('clean-up');
    expect(await rows()).toEqual([requested]);
  });
});

test('a node whose clock was ahead, and that died while it wrote a backup, does not hold up the next ones', async () => {
  await choose({ backupSchedule: 'daily', backupHour: 3 });
  const ahead = new Date(shop.clock.now().getTime() + 90 * 24 * 60 * 60_000);
  const row = { reason: 'schedule' as const, requested_at: ahead, due_at: ahead, attempts: 1 };
  await shop.services.db
    .insertInto('backup')
    .values([
      { ...row, status: 'failed', finished_at: ahead },
      { ...row, status: 'running', started_at: ahead },
    ])
    .execute();
  const stored = async () => (await list()).data.filter(({ status }) => status === 'stored').length;
  // What the other node has left behind, and the one that is due.
  for (let count = 1; count <= 2; count += 1) {
    await shop.jobs.run('backups');
    expect(await stored()).toBe(count);
  }
  shop.clock.advance({ days: 1 });
  await shop.jobs.run('backups');
  expect(await stored()).toBe(3);
});

test('a node whose clock is behind does not repeat the scheduled backup', async () => {
  await choose({ backupSchedule: 'daily', backupHour: 3 });
  await shop.jobs.run('backups');
  const behind = () => new Date(shop.services.now().getTime() - 5 * 60_000);
  await runBackups({ ...shop.services, now: behind });
  expect((await list()).data).toMatchObject([{ reason: 'schedule', status: 'stored' }]);
});

test('without a schedule no backup is made', async () => {
  await shop.jobs.run('backups');
  expect((await list()).total).toBe(0);
});

test('a backup that fails is tried again, then shown as failed, and admins are told', async () => {
  const preferences = JSON.stringify({ notifications: { systemNotifications: true } });
  await shop.services.db.updateTable('users').set({ preferences }).where('id', '=', admin.id).execute();
  // A file where the folder should be.
  await writeFile(join(folder, 'backups'), '');
  await request();
  await shop.jobs.run('backups');
  const mails = () =>
    shop.services.db.selectFrom('mail').select('subject').where('subject', 'like', 'A backup failed%').execute();
  expect((await list()).data).toMatchObject([
    { status: 'waiting', attempts: 1, failure: expect.stringContaining('it is a file, not a directory') },
  ]);
  expect(await mails()).toEqual([]);
  for (let attempt = 2; attempt <= 3; attempt += 1) {
    shop.clock.advance({ minutes: 11 });
    await shop.jobs.run('backups');
  }
  expect((await list()).data).toMatchObject([{ status: 'failed', attempts: 3 }]);
  expect(await mails()).toHaveLength(1);
});

describe('when old backups cannot be deleted', () => {
  const OLD = 'stoa-20200101-030000.tar.zst';
  const mails = () =>
    shop.services.db.selectFrom('mail').select('subject').where('subject', 'like', 'A backup%').execute();
  /** A folder in place of each file: it cannot be removed. */
  const createUndeletable = (name: string) => mkdir(join(folder, 'backups', name), { recursive: true });

  beforeEach(async () => {
    const preferences = JSON.stringify({ notifications: { systemNotifications: true } });
    await shop.services.db.updateTable('users').set({ preferences }).where('id', '=', admin.id).execute();
    await choose({ backupsKept: 1 });
  });

  test('the new one stays stored, is written once, and says so', async () => {
    await createUndeletable(OLD);
    await request();
    for (let run = 1; run <= 3; run += 1) {
      await shop.jobs.run('backups');
      shop.clock.advance({ minutes: 11 });
    }
    const { data, total } = await list();
    expect(total).toBe(1);
    expect(data).toMatchObject([
      {
        status: 'stored',
        attempts: 1,
        failure: expect.stringMatching(/^Old backups could not be deleted: .*directory/),
      },
    ]);
    expect((await files()).sort()).toEqual([OLD, data[0]?.name]);
    expect(await mails()).toEqual([]);
  });

  test('those that were deleted are no longer listed, and the next backup tries again', async () => {
    await request();
    await shop.jobs.run('backups');
    const [first] = (await list()).data;
    await createUndeletable(OLD);
    shop.clock.advance({ minutes: 1 });
    await request();
    await shop.jobs.run('backups');
    const { data: second } = await list();
    expect(second).toMatchObject([{ status: 'stored', failure: expect.any(String) }]);
    expect(second[0]?.name).not.toBe(first?.name);
    await rm(join(folder, 'backups', OLD), { recursive: true });
    shop.clock.advance({ minutes: 1 });
    await request();
    await shop.jobs.run('backups');
    expect((await list()).data).toMatchObject([{ status: 'stored', failure: null }]);
    expect(await files()).toHaveLength(1);
  });
});

test('a backup whose node is gone is written by another one', async () => {
  await request();
  await shop.services.db
    .updateTable('backup')
    .set({ status: 'running', attempts: 1, due_at: new Date(shop.services.now().getTime() + 60_000) })
    .execute();
  await shop.jobs.run('backups');
  expect((await list()).data).toMatchObject([{ status: 'running' }]);
  shop.clock.advance({ minutes: 5 });
  await shop.jobs.run('backups');
  expect((await list()).data).toMatchObject([{ status: 'stored', attempts: 2 }]);
});

test('a node whose clock is ten minutes ahead leaves a running backup alone', async () => {
  await request();
  const lock = await shop.services.db.startTransaction().execute();
  await sql`LOCK TABLE wishlist_entry IN ACCESS EXCLUSIVE MODE`.execute(lock);
  const running = shop.jobs.run('backups');
  await expect.poll(files).toEqual([expect.stringMatching(/\.part$/)]);
  const ahead = () => new Date(shop.services.now().getTime() + 10 * 60_000);
  let isOver = false;
  const other = runBackups({ ...shop.services, now: ahead }).finally(() => {
    isOver = true;
  });
  // Either it ends at once, or it begins a file of its own.
  await expect.poll(async () => isOver || (await files()).length > 1).toBe(true);
  expect(await files()).toHaveLength(1);
  await lock.rollback().execute();
  await Promise.all([running, other]);
  expect((await list()).data).toMatchObject([{ status: 'stored', attempts: 1 }]);
});

test('a backup that a stopping node interrupts waits for the next start', async () => {
  await request();
  // Holds the backup up at the last table.
  const lock = await shop.services.db.startTransaction().execute();
  await sql`LOCK TABLE wishlist_entry IN ACCESS EXCLUSIVE MODE`.execute(lock);
  const running = shop.jobs.run('backups');
  await expect.poll(files).toEqual([expect.stringMatching(/\.part$/)]);
  shop.services.backups.stop();
  await running;
  await lock.rollback().execute();
  expect((await list()).data).toMatchObject([{ status: 'waiting', attempts: 0 }]);
  expect(await files()).toEqual([]);
});

test('customers neither see nor request backups', async () => {
  const token = await signIn(shop, await createCustomer(shop.services.db));
  const refused = await Promise.all([
    shop.call('GET /admin/backups', {}, { token }),
    shop.call('POST /admin/backups', {}, { token }),
    shop.call('GET /admin/system', {}, { token }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
});
