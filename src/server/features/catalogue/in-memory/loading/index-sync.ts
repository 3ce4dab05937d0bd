import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FilterField } from '#domain/catalogue/filter-fields.ts';
import {
  ALL_IDS,
  type CatalogueChanges,
  type CatalogueTotals,
  type IdRange,
  readCatalogueChanges,
  readListedCategories,
  readVisibleProducts,
} from '../../indexing/indexed-products.store.ts';
import type { SearchEngineContext } from '../../search-engine.ts';
import { CatalogueIndex } from '../catalogue-index.ts';
import { readChangedProducts } from '../table/changed-product.ts';
import { createCatalogueSnapshot } from './catalogue-snapshot.ts';
import { ProductReaders, readerCount } from './product-readers.ts';
import { type ReadProducts, readProducts } from './read-products.ts';

/** Products per chunk: 10 to 30 ms of work, so that a large change does not block others for longer. */
const CHUNK = 500;
/** The first load has nobody to wait for it: fewer statements take PostgreSQL and the node less time. */
const CHUNK_OF_FIRST_LOAD = 1_000;
/** PostgreSQL takes longer to read a chunk than a node to apply it. */
const READS_AT_ONCE = 3;
/** Worker threads for a first load, and the number of products from which starting them is worthwhile. */
export const FIRST_LOAD = { workers: readerCount(), minProducts: 50_000 };

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
  let index = new CatalogueIndex();
  /** Changes of transactions before this one have been read. Null: nothing has. */
  let horizon: string | null = null;
  /** Products with ids up to this one are compared in the current round of `compareNext`. */
  let comparedUpTo = 0;
  /** Horizon at the start of that round. */
  let roundHorizon: string | null = null;
  /** Set to 0 when they have failed: the next attempt does without. */
  let { workers } = firstLoad;
  let filters: readonly FilterField[] = [];
  let isSnapshotRead = false;
  let isLoaded = false;
  let isStopped = false;

  const readInto = (ids: readonly number[], readsAtOnce: number, readChunk: ReadProducts): Promise<void> =>
    readProducts(index, ids, readChunk, {
      chunkSize: isLoaded ? CHUNK : CHUNK_OF_FIRST_LOAD,
      readsAtOnce,
      isStopped: () => isStopped,
    });

  async function read(ids: readonly number[]): Promise<void> {
    if (isStopped) return;
    if (isLoaded || workers === 0 || ids.length < firstLoad.minProducts) {
      await readInto(ids, READS_AT_ONCE, (known) => readChangedProducts(db, known, filters));
      return;
    }
    const readers = new ProductReaders(workers, { connection, filters }, (word) => index.numberOf(word));
    try {
      // One more than there are threads, so that none waits for this one.
      await readInto(ids, workers + 1, (known) => readers.read(known));
    } catch (error) {
      workers = 0;
      throw error;
    } finally {
      await readers.close();
    }
  }

  function agreesWith(found: CatalogueTotals, range: IdRange): boolean {
    const { publicCount, stockRowCount } = index.totals(range);
    return publicCount === found.publicCount && stockRowCount === found.stockRowCount;
  }

  /**
   * Finds missed deletions. Products that were added or changed since the comparison began differ as well. Only products that
   * differ are read: in a busy shop some always do, and reading all of them each time would be too slow.
   */
  async function readDifferences(range: IdRange): Promise<void> {
    const { ids, stockRowCounts } = await readVisibleProducts(db, range);
    const visible = new Set(ids);
    const gone = [...index.ids(range)].filter((id) => !visible.has(id));
    await read([...gone, ...ids.filter((id, place) => index.stockRowCountOf(id) !== stockRowCounts[place])]);
  }

  /** Reads the settings of the index, which decide how it reads products. */
  async function readSettings(): Promise<void> {
    filters = await customFields.filters();
    // Until all products have been read, so that a failure in between starts over.
    if (index.setCustomFilters(filters)) horizon = null;
  }

  /** @returns what has changed in the database since the horizon */
  async function compareRange(range: IdRange): Promise<CatalogueChanges> {
    const changed = await readCatalogueChanges(db, horizon, range);
    index.setCategories(await readListedCategories(db));
    if (!isLoaded && index.size === 0) index.startLoading();
    await read(changed.ids);
    if (!isStopped && !agreesWith(changed, range)) await readDifferences(range);
    return changed;
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
      const changed = await compareRange(ALL_IDS);
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
      const changed = await compareRange(range);
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
