import type { Database } from '#server/platform/database/database.ts';
import {
  type CatalogueChanges,
  type CatalogueTotals,
  type IdRange,
  readCatalogueChanges,
  readListedCategories,
  readVisibleProducts,
} from '../../indexing/indexed-products.store.ts';
import type { CatalogueIndex } from '../catalogue-index.ts';

export interface Comparison {
  readonly index: CatalogueIndex;
  /** Changes of transactions before this one have been read. Null: nothing has. */
  readonly horizon: string | null;
  readonly isFirstLoad: boolean;
  /** Reads these products into the index. */
  readonly read: (ids: readonly number[]) => Promise<void>;
  readonly isStopped: () => boolean;
}

/**
 * Reads the products of a range that have changed since the horizon, and all categories.
 * @returns what has changed in the database.
 */
export async function compareRange(db: Database, comparison: Comparison, range: IdRange): Promise<CatalogueChanges> {
  const { index, horizon, isFirstLoad, read, isStopped } = comparison;
  const changed = await readCatalogueChanges(db, horizon, range);
  index.setCategories(await readListedCategories(db));
  if (isFirstLoad && index.size === 0) index.startLoading();
  await read(changed.ids);
  if (!isStopped() && !agrees(index, changed, range)) await readDifferences(db, comparison, range);
  return changed;
}

function agrees(index: CatalogueIndex, found: CatalogueTotals, range: IdRange): boolean {
  const { publicCount, stockRowCount } = index.totals(range);
  return publicCount === found.publicCount && stockRowCount === found.stockRowCount;
}

/**
 * Finds missed deletions. Products that were added or changed since the comparison began differ as well. Only products that
 * differ are read: in a busy shop some always do, and reading all of them each time would be too slow.
 */
async function readDifferences(db: Database, { index, read }: Comparison, range: IdRange): Promise<void> {
  const { ids, stockRowCounts } = await readVisibleProducts(db, range);
  const visible = new Set(ids);
  const gone = [...index.ids(range)].filter((id) => !visible.has(id));
  await read([...gone, ...ids.filter((id, place) => index.stockRowCountOf(id) !== stockRowCounts[place])]);
}
