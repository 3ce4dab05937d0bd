import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import { openClient } from '../database/start-client.ts';
import { deleteServerDirectory, type LineLog, startEmbeddedPostgres } from '../embedded-postgres/index.ts';
import { isAbandoned } from '../machine/unfinished-files.ts';
import { StartError } from '../start-error.ts';
import { qualifiedName } from './manifest.ts';
import { type Restored, type RestoreOptions, restoreBackup } from './restore-backup.ts';
import { RowDigest } from './row-digest.ts';
import { COPY_SETTINGS, copyStatement } from './write-backup.ts';

/** Nothing of it is kept. */
const TEMPORARY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' };

export interface VerifyOptions
  extends Pick<RestoreOptions, 'migrations' | 'plugins' | 'otherSchemas' | 'without' | 'now'> {
  /** The temporary database is created in its folder `verify`; it needs about the space of the shop's. */
  readonly dataDir: string;
  readonly log: LineLog;
}

/**
 * Restores a backup into a database server of its own, which is deleted afterwards, and reads every row back: the shop's
 * database is not touched.
 * @throws StartError when the backup is damaged, or a restored row differs from the backup's.
 */
export async function verifyBackup(content: Readable, options: VerifyOptions): Promise<Restored> {
  const { log } = options;
  const folder = join(options.dataDir, 'verify');
  await mkdir(folder, { recursive: true });
  await removeAbandonedRuns(options.dataDir);
  const dataDir = await mkdtemp(join(folder, 'run-'));
  try {
    const server = await startEmbeddedPostgres({ dataDir, log, settings: TEMPORARY });
    try {
      const restored = await restoreBackup(content, { ...options, url: server.url });
      await compareRows(server.url, restored);
      return restored;
    } finally {
      await server.stop();
    }
  } finally {
    content.destroy();
    await deleteServerDirectory(dataDir);
  }
}

/** Deletes what killed runs left behind: each a copy of the whole database. */
export async function removeAbandonedRuns(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'verify');
  for (const name of await readdir(folder).catch(() => [])) {
    const run = join(folder, name);
    // A run that is starting has not locked its directory yet.
    if (await isAbandoned(run)) await deleteServerDirectory(run);
  }
}

/** @throws StartError when a row of the database at `url` is not as it was in the backup. */
export async function compareRows(url: string, { manifest, digests }: Restored): Promise<void> {
  const client = await openClient(url, 'stoa-verify');
  try {
    await client.query(`BEGIN READ ONLY; ${COPY_SETTINGS}`);
    for (const table of manifest.tables) {
      const name = qualifiedName(table);
      const digest = new RowDigest();
      const rows = client.query(copyTo(copyStatement(client, table)));
      for await (const chunk of rows as AsyncIterable<Buffer>) digest.update(chunk);
      if (String(digest) !== digests.get(name)) {
        throw new StartError(`The backup cannot be restored correctly: the rows of ${name} differ after restoring.`);
      }
    }
  } finally {
    await client.end();
  }
}
