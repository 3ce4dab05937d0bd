import type { FilterField } from '#domain/catalogue/filter-fields.ts';
import type { SearchEngineContext } from '../../search-engine.ts';
import type { CatalogueIndex } from '../catalogue-index.ts';
import { readChangedProducts } from '../table/changed-product.ts';
import { ProductReaders, readerCount } from './product-readers.ts';
import { readProducts } from './read-products.ts';

/** Products per chunk: 10 to 30 ms of work, so that a large change does not block others for longer. */
const CHUNK = 500;
/** The first load delays nobody, because nothing can be listed yet: fewer statements take PostgreSQL and the node less time. */
const CHUNK_OF_FIRST_LOAD = 1_000;
/** PostgreSQL takes longer to read a chunk than a node to apply it. */
const READS_AT_ONCE = 3;
/** Worker threads for a first load, and the number of products from which starting them is worthwhile. */
export const FIRST_LOAD = { workers: readerCount(), minProducts: 50_000 };

/** What products are read into. */
export interface LoadTarget {
  readonly index: CatalogueIndex;
  readonly filters: readonly FilterField[];
  /** Nothing can be answered before all products have been read. */
  readonly isFirstLoad: boolean;
  readonly isStopped: () => boolean;
}

export type LoadProducts = (ids: readonly number[], target: LoadTarget) => Promise<void>;

/** Reads products on this thread, or with worker threads for the first load of a large catalogue, unless those have failed. */
export function createProductLoader(
  { db, connection }: Pick<SearchEngineContext, 'db' | 'connection'>,
  firstLoad: typeof FIRST_LOAD,
): LoadProducts {
  /** Number of worker threads. Set to 0 when they have failed, so that the next attempt does without. */
  let { workers } = firstLoad;
  return async (ids, { index, filters, isFirstLoad, isStopped }) => {
    const options = { chunkSize: isFirstLoad ? CHUNK_OF_FIRST_LOAD : CHUNK, isStopped };
    if (!isFirstLoad || workers === 0 || ids.length < firstLoad.minProducts) {
      const read = { ...options, readsAtOnce: READS_AT_ONCE };
      await readProducts(index, ids, (known) => readChangedProducts(db, known, filters), read);
      return;
    }
    const readers = new ProductReaders(workers, { connection, filters }, (word) => index.numberOf(word));
    try {
      const read = { ...options, readsAtOnce: readers.readsAtOnce };
      await readProducts(index, ids, (known) => readers.read(known), read);
    } catch (error) {
      workers = 0;
      throw error;
    } finally {
      await readers.close();
    }
  };
}
