import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#server/platform/database/database.ts';
import { readSnapshot, writeSnapshot } from '#server/platform/machine/snapshot-file.ts';
import { type DatabaseState, readDatabaseState } from '../../indexing/indexed-products.store.ts';
import { CatalogueIndex } from '../catalogue-index.ts';

/** An index as of an earlier time. Changes of transactions since then may be missing. */
export interface StoredIndex {
  readonly index: CatalogueIndex;
  readonly since: DatabaseState;
}

/** The index in a file, so that a start reads only what has changed. */
export interface CatalogueSnapshot {
  /** Undefined: none of this database and this version of the code. */
  read(): Promise<StoredIndex | undefined>;
  /** The index must not change until the end. */
  write(stored: StoredIndex): Promise<void>;
}

const SOURCES = [
  'package.json',
  'src/domain',
  'src/server/features/catalogue/in-memory',
  'src/server/features/catalogue/indexing',
  'src/server/features/search',
  'src/server/platform/number-sets/bit-set.ts',
  'src/server/platform/number-sets/count-bits.ts',
  'src/server/platform/number-sets/number-lists.ts',
  'src/server/platform/machine/snapshot-file.ts',
  'src/server/platform/number-sets/sorted-order.ts',
];
const ROOT = join(import.meta.dirname, '../../../../../..');
/** PostgreSQL compares the ages of transactions modulo 2^32. */
const MAX_TRANSACTIONS = 2n ** 31n;

function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Changes with everything that decides how a product is indexed. */
function versionOfCode(): string {
  const hash = createHash('sha256').update(`${process.versions.icu} ${process.versions.unicode}\n`);
  for (const file of SOURCES.flatMap((path) => filesIn(join(ROOT, path)))) hash.update(readFileSync(file));
  return hash.digest('hex');
}

export function createCatalogueSnapshot(db: Database, dataDir: string): CatalogueSnapshot {
  const path = join(dataDir, 'search-index');
  let version: string | undefined;

  function keyOf(database: string): string {
    version ??= versionOfCode();
    return `${database} ${version}`;
  }

  return {
    async read() {
      const { database, horizon: now } = await readDatabaseState(db);
      if (database === '') throw new Error('The database does not identify itself');
      const index = new CatalogueIndex();
      let horizon = '';
      const isRead = await readSnapshot(path, keyOf(database), (from) => {
        horizon = String(from.json());
        return index.load(from);
      });
      if (!isRead) return undefined;
      const age = BigInt(now) - BigInt(horizon);
      return age >= 0n && age < MAX_TRANSACTIONS ? { index, since: { database, horizon } } : undefined;
    },
    async write({ index, since: { database, horizon } }) {
      if (database === '' || index.size === 0) return;
      await writeSnapshot(path, keyOf(database), (to) => {
        to.json(horizon);
        return index.save(to);
      });
    },
  };
}
