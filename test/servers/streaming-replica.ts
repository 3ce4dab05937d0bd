import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findClusterPlace } from '#server/platform/embedded-postgres/cluster-place.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts';
import { findPrograms, programPath } from '#server/platform/embedded-postgres/programs.ts';
import { PROGRAM_ENVIRONMENT } from '#server/platform/embedded-postgres/run-program.ts';
import { changeOwner } from '#server/platform/embedded-postgres/server-user.ts';
import { SETTINGS, settingArguments } from '#server/platform/embedded-postgres/settings.ts';
import { freePort } from '../free-port.ts';

export interface ReplicatedDatabase {
  /** Of the primary, as the shop's role. */
  readonly url: string;
  /** Of its hot standby. */
  readonly replicaUrl: string;
  /** Stops or continues the replay of the primary's changes; the standby answers with what it has. */
  replay(continues: boolean): Promise<void>;
  /** The standby becomes a primary of its own. Its log grows from then on, until it is further than the other's. */
  promote(): Promise<void>;
  /** The standby dies: its connections break. */
  kill(): Promise<void>;
  /** Starts it again after `kill`. */
  revive(): Promise<void>;
  close(): Promise<void>;
}

const TEST_SETTINGS = { fsync: 'off', synchronous_commit: 'off', autovacuum: 'off', shared_buffers: '32MB' };
/** Neither copied nor needed: the standby fetches the log from the primary. */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts']);
const START_TIMEOUT_MS = 30_000;

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Copies the files of a running cluster, as pg_basebackup does. */
async function copyCluster(superuser: string, from: string, to: string): Promise<void> {
  await withClient(superuser, async (client) => {
    await client.query("SELECT pg_backup_start('standby', true)");
    await cp(from, to, {
      recursive: true,
      filter: (path) => !NOT_COPIED.has(basename(path)) && basename(dirname(path)) !== 'pg_wal',
    });
    await mkdir(join(to, 'pg_wal'), { recursive: true });
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(join(to, 'standby.signal'), '');
  });
}

/**
 * A primary and a hot standby that streams from it, of their own: tests can stop them.
 * @param options by default, durability is traded for speed, as tests want it
 */
export async function openReplicatedDatabase({
  settings = TEST_SETTINGS,
  canCreateDatabases = false,
}: {
  readonly settings?: Readonly<Record<string, string>>;
  readonly canCreateDatabases?: boolean;
} = {}): Promise<ReplicatedDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-replicated-'));
  const primary = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => undefined, warn: console.warn },
    settings,
    canCreateDatabases,
  });
  const cluster = await realpath(join(dataDir, 'postgres'));
  const { user } = await findClusterPlace(await realpath(dataDir));
  const programs = await findPrograms(user, dataDir);
  const password = (await readFile(join(cluster, 'stoa-superuser-password'), 'utf8')).trim();
  const superuserOf = (url: string) => {
    const address = new URL(url);
    return `postgres://postgres:${password}@127.0.0.1:${address.port}/${address.pathname.slice(1)}`;
  };

  const standby = join(dirname(cluster), 'standby');
  await copyCluster(superuserOf(primary.url), cluster, standby);
  if (user) await changeOwner(standby, user);
  await chmod(standby, 0o700);
  const port = await freePort();
  const replica = new URL(primary.url);
  replica.port = String(port);
  const conninfo = `host=127.0.0.1 port=${new URL(primary.url).port} user=postgres password=${password}`;
  // A hot standby does not start with room for fewer locks or connections than its primary.
  const args = settingArguments({ ...SETTINGS, ...settings, primary_conninfo: conninfo, hot_standby: 'on' });

  let server: ChildProcess | undefined;
  async function start(): Promise<void> {
    server = spawn(programPath(programs, 'postgres'), ['-D', standby, '-p', String(port), ...args], {
      ...user,
      cwd: '/',
      env: PROGRAM_ENVIRONMENT,
      stdio: 'ignore',
    });
    const begun = performance.now();
    for (;;) {
      const answers = await withClient(replica.href, (client) => client.query('SELECT 1')).then(
        () => true,
        () => false,
      );
      if (answers) return;
      if (performance.now() - begun > START_TIMEOUT_MS) throw new Error('The standby does not start');
      await pause(50);
    }
  }

  async function stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const running = server;
    server = undefined;
    if (!running || running.exitCode !== null) return;
    running.kill(signal);
    await once(running, 'exit');
  }

  await start();
  return {
    url: primary.url,
    replicaUrl: replica.href,
    async replay(continues) {
      const call = continues ? 'pg_wal_replay_resume' : 'pg_wal_replay_pause';
      await withClient(superuserOf(replica.href), (client) => client.query(`SELECT ${call}()`));
    },
    async promote() {
      await withClient(superuserOf(replica.href), async (client) => {
        await client.query('SELECT pg_promote()');
        for (let segment = 0; segment < 2; segment += 1)
          await client.query("SELECT pg_switch_wal(), pg_logical_emit_message(false, 'test', 'later')");
      });
    },
    kill: () => stop('SIGQUIT'),
    revive: start,
    async close() {
      await stop('SIGINT');
      await primary.stop();
      await rm(standby, { recursive: true, force: true });
      await rm(cluster, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
