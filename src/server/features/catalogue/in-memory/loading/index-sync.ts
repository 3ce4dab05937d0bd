import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FilterField } from '#domain/catalogue/filter-fields.ts';
import {
  ALL_IDS,
  type CatalogueChanges,
  type DatabaseState,
  type IdRange,
  readDatabaseState,
  readVisibleProducts,
} from '../../indexing/indexed-products.store.ts';
import type { SearchEngineContext } from '../../search-engine.ts';
import { CatalogueIndex } from '../catalogue-index.ts';
import { createCatalogueSnapshot } from './catalogue-snapshot.ts';
import { compareRange } from './compare-range.ts';
import { createProductLoader, type FIRST_LOAD } from './product-loader.ts';

/** Products of the backlog that are read at once: less than a second, for which announced changes may wait. */
const BACKLOG_PART = 5_000;

/**
 * The index, and how far it agrees with the database. Call one method at a time; `catalogue.ts` decides when. Each returns the
 * ids of products that may have changed.
 */
export interface IndexSync {
  index(): CatalogueIndex;
  /** Whether all products have been read. */
  isLoaded(): boolean;
  /** Begins with the index of the last run where there is one. Only the first call has an effect. */
  readSnapshot(): Promise<void>;
  /** Called while nothing changes the index. */
  writeSnapshot(): Promise<void>;
  /** Reads what has changed since the last comparison. If nothing says what has changed, all products become the backlog. */
  compare(): Promise<readonly number[]>;
  /** Compares the next products in the order of their ids. Undefined: everything has to be compared. */
  compareNext(count: number): Promise<readonly number[] | undefined>;
  /** Reads these products. */
  read(ids: readonly number[]): Promise<void>;
  /** Whether products are left that `readBacklog` reads: until then the index answers with what it has of them. */
  hasBacklog(): boolean;
  /** Reads a part of the backlog. */
  readBacklog(): Promise<void>;
  /** A method that is running ends early. */
  stop(): void;
}

export function createIndexSync(
  {
    db,
    connection,
    customFields,
    dataDir,
    log,
  }: Pick<SearchEngineContext, 'db' | 'connection' | 'customFields' | 'dataDir' | 'log'>,
  firstLoad: typeof FIRST_LOAD,
): IndexSync {
  const snapshot = createCatalogueSnapshot(db, dataDir);
  const load = createProductLoader({ db, connection }, firstLoad);
  let index = new CatalogueIndex();
  /** The database when everything until then had been read, apart from the backlog. Null: nothing has. */
  let since: DatabaseState | null = null;
  /** Ids of products, ascending. */
  let backlog = new Int32Array();
  /** The database that the file belongs to. */
  let savedFor: string | undefined;
  /** Products with ids up to this one are compared in the current round of `compareNext`. */
  let comparedUpTo = 0;
  /** Horizon at the start of that round. */
  let roundHorizon: string | null = null;
  let filters: readonly FilterField[] = [];
  let isSnapshotRead = false;
  let isLoaded = false;
  let isStopped = false;

  const isStoppedNow = () => isStopped;

  async function read(ids: readonly number[]): Promise<void> {
    if (!isStopped) await load(ids, { index, filters, isFirstLoad: !isLoaded, isStopped: isStoppedNow });
  }

  const compareWith = (range: IdRange): Promise<CatalogueChanges> =>
    compareRange(
      db,
      { index, horizon: since?.horizon ?? null, isFirstLoad: !isLoaded, read, isStopped: isStoppedNow },
      range,
    );

  /** Reads the settings of the index, which decide how it reads products. */
  async function readSettings(): Promise<void> {
    filters = await customFields.filters();
    // Until all products have been read, so that a failure in between starts over.
    if (index.setCustomFilters(filters)) since = null;
  }

  /**
   * Makes all products the backlog, those that no longer exist included. Reading a million takes half a minute: too long for lists and
   * announced changes to wait.
   * @param now the database at a time before this call
   */
  async function readAllAgain(now: DatabaseState): Promise<void> {
    const { ids } = await readVisibleProducts(db, ALL_IDS);
    const all = Int32Array.from([...index.ids(), ...ids]).sort();
    backlog = all.filter((id, place) => id !== all[place - 1]);
    since = now;
    comparedUpTo = 0;
  }

  async function writeSnapshot(): Promise<void> {
    try {
      if (since === null || backlog.length > 0) return;
      await snapshot.write({ index, since });
      savedFor = since.database;
    } catch (error) {
      log.warn({ err: error }, 'The catalogue index could not be saved: the next start reads all products');
    }
  }

  return {
    index: () => index,
    isLoaded: () => isLoaded,
    async readSnapshot() {
      if (isSnapshotRead) return;
      isSnapshotRead = true;
      try {
        const stored = await snapshot.read();
        if (stored) ({ index, since } = stored);
        savedFor = stored?.since.database;
      } catch (error) {
        log.info({ err: error }, 'The saved catalogue index is not used');
      }
    },
    writeSnapshot,
    async compare() {
      const isFirst = since === null;
      await readSettings();
      const before = since ?? (await readDatabaseState(db));
      if (since === null && isLoaded) await readAllAgain(before);
      const changed = await compareWith(ALL_IDS);
      // Stopped in between: what is missing is newer than the last comparison.
      if (isStopped) return [];
      for (const _ of index.finishLoading()) await nextTurn();
      // Afterwards: the comparison has then read the same database.
      const now = await readDatabaseState(db);
      if (isStopped) return [];
      isLoaded = true;
      comparedUpTo = 0;
      if (now.database === before.database) since = { ...now, horizon: changed.horizon };
      else await readAllAgain(now);
      if (isFirst) await writeSnapshot();
      return changed.ids;
    },
    async compareNext(count) {
      await readSettings();
      if (since === null) return undefined;
      const range = index.rangeAfter(comparedUpTo, count);
      const changed = await compareWith(range);
      if (isStopped) return [];
      const { database } = await readDatabaseState(db);
      if (database !== since.database) return undefined;
      if (range.after === 0) roundHorizon = changed.horizon;
      if (range.upTo === undefined && roundHorizon !== null) since = { database, horizon: roundHorizon };
      comparedUpTo = range.upTo ?? 0;
      return changed.ids;
    },
    read,
    hasBacklog: () => backlog.length > 0,
    async readBacklog() {
      await read([...backlog.subarray(0, BACKLOG_PART)]);
      if (isStopped) return;
      backlog = backlog.subarray(BACKLOG_PART);
      if (since?.database !== savedFor) await writeSnapshot();
    },
    stop() {
      isStopped = true;
    },
  };
}
