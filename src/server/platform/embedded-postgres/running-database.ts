import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { PASSWORD_FILE } from './cluster-passwords.ts';
import { CLUSTER_NAME } from './cluster-place.ts';
import { shopAddress } from './shop-database.ts';

/** Line numbers in postmaster.pid, see PostgreSQL's documentation. */
const PORT_LINE = 3;

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Connection string of the database of a shop that is running on `dataDir`; undefined when none is. For programs beside
 * the shop, run by the same user or root.
 */
export async function findRunningDatabase(dataDir: string): Promise<string | undefined> {
  const read = (name: string) => readFile(join(dataDir, CLUSTER_NAME, name), 'utf8').catch(() => '');
  const port = Number((await read('postmaster.pid')).split('\n')[PORT_LINE]);
  const password = (await read(PASSWORD_FILE)).trim();
  if (!(port > 0) || password === '') return undefined;
  const url = shopAddress(port, password);
  return (await answers(url)) ? url : undefined;
}
