import { Readable } from 'node:stream';
import { openClient } from '../database/start-client.ts';
import { listOtherSchemas } from './catalog.store.ts';
import { type RestoreOptions, restoreBackup } from './restore-backup.ts';
import { compareRows } from './verify-backup.ts';
import { writeBackup } from './write-backup.ts';

/** How to create the tables of a shop. */
export type ShopTables = Pick<RestoreOptions, 'migrations' | 'plugins' | 'otherSchemas'>;

const REPORT_MS = 10_000;

/**
 * Copies a shop from one database into another, empty one: a backup that is restored while it is written. Then every row
 * is read back and compared. Nobody else may write to either.
 * @param report receives lines about the progress.
 * @throws StartError when the shop cannot be copied, or a row differs.
 */
export async function copyDatabase(
  from: string,
  to: string,
  tables: ShopTables,
  report: (line: string) => void,
): Promise<void> {
  const now = new Date();
  const { content } = writeBackup({ url: from, migrations: tables.migrations, appSecret: null, now });
  const counted = Readable.from(countBytes(content, report), { objectMode: false });
  const restored = await restoreBackup(counted, { ...tables, url: to, now });
  const rows = Object.values(restored.totals).reduce((sum, total) => sum + total.rows, 0);
  const { length } = restored.manifest.tables;
  report(`Copied ${rows.toLocaleString('en')} rows of ${length} tables. Comparing them with the old database.`);
  await compareRows(to, restored);
  const created = await listSchemasOf(to);
  const left = (await listSchemasOf(from)).filter((schema) => !created.includes(schema));
  if (left.length > 0) report(`Not copied, because they are not the shop's: the schemas ${left.join(', ')}.`);
}

async function listSchemasOf(url: string): Promise<string[]> {
  const client = await openClient(url, 'stoa-copy');
  return listOtherSchemas(client).finally(() => client.end());
}

async function* countBytes(content: Readable, report: (line: string) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  let reportedAt = performance.now();
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (performance.now() - reportedAt >= REPORT_MS) {
      reportedAt = performance.now();
      report(`Copied ${Math.round(bytes / 1_000_000).toLocaleString('en')} MB (compressed) so far.`);
    }
    yield chunk;
  }
}
