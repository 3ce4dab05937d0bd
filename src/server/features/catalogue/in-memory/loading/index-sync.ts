import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FilterField } from '#domain/catalogue/filter-fields.ts';
import { ALL_IDS, type CatalogueChanges, type IdRange } from '../../indexing/indexed-products.store.ts';
import type { SearchEngineContext } from '../../search-engine.ts';
import { CatalogueIndex } from '../catalogue-index.ts';
import { createCatalogueSnapshot } from './catalogue-snapshot.ts';
import { compareRange } from './compare-range.ts';
import { createProductLoader, type FIRST_LOAD } from './product-loader.ts';

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
  /** Reads what has changed since the last comparison. */
  compare(): Promise<readonly number[]>;
  /** Compares the next products in the order of their ids. Undefined: everything has to be compared. */
  compareNext(count: number): Promise<readonly number[] | undefined>;
  /** Reads these products. */
  read(ids: readonly number[]): Promise<void>;
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
  /** Changes of transactions before this one have been read. Null: nothing has. */
  let horizon: string | null = null;
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
    compareRange(db, { index, horizon, isFirstLoad: !isLoaded, read, isStopped: isStoppedNow }, range);

  /** Reads the settings of the index, which decide how it reads products. */
  async function readSettings(): Promise<void> {
    filters = await customFields.filters();
    // Until all products have been read, so that a failure in between starts over.
    if (index.setCustomFilters(filters)) horizon = null;
  }

  async function writeSnapshot(): Promise<void> {
    try {
      if (horizon !== null) await snapshot.write({ index, horizon });
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
        if (stored) ({ index, horizon } = stored);
      } catch (error) {
        log.info({ err: error }, 'The saved catalogue index is not used');
      }
    },
    writeSnapshot,
    async compare() {
      const isFirst = horizon === null;
      await readSettings();
      const changed = await compareWith(ALL_IDS);
      // Stopped in between: what is missing is newer than the horizon so far.
      if (isStopped) return [];
      for (const _ of index.finishLoading()) await nextTurn();
      if (isStopped) return [];
      horizon = changed.horizon;
      comparedUpTo = 0;
      isLoaded = true;
      if (isFirst) await writeSnapshot();
      return changed.ids;
    },
    async compareNext(count) {
      await readSettings();
      if (horizon === null) return undefined;
      const range = index.rangeAfter(comparedUpTo, count);
      const changed = await compareWith(range);
      if (isStopped) return [];
      if (range.after === 0) roundHorizon = changed.horizon;
      if (range.upTo === undefined) horizon = roundHorizon;
      comparedUpTo = range.upTo ?? 0;
      return changed.ids;
    },
    read,
    stop() {
      isStopped = true;
    },
  };
}
