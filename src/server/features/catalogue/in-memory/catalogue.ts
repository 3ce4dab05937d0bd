import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SearchableText } from '#server/features/search/index.ts';
import {
  ALL_IDS,
  type CatalogueChanges,
  type CatalogueTotals,
  type IdRange,
  type IndexedProductRow,
  type IndexedText,
  readCatalogueChanges,
  readIndexedRows,
  readListedCategories,
  readVisibleProducts,
} from '../indexing/indexed-products.store.ts';
import { optionValues, variantKeys } from '../indexing/variant-keys.ts';
import { createLoadWait } from '../indexing/wait-for-load.ts';
import type { ListChange, SearchEngineContext } from '../search-engine.ts';
import { CatalogueIndex, type ChangedProduct } from './catalogue-index.ts';
import { createCatalogueSnapshot } from './catalogue-snapshot.ts';

/** Products per chunk: a few milliseconds of work, so that a large change does not block others. */
const CHUNK = 200;
/** The first load has nobody to wait for it: fewer statements take PostgreSQL and the node less time. */
const CHUNK_OF_FIRST_LOAD = 1_000;
/** PostgreSQL takes longer to read a chunk than a node to apply it. */
const READS_AT_ONCE = 3;
const SLICE_MS = 8;
/** Without notifications, the index is compared with the database when it is older than this. */
const UNANNOUNCED_MAX_AGE_MS = 500;
const RETRY_MS = 500;
/**
 * Finds changes without notifications (a truncated table, rows restored without triggers). Each check compares so many
 * products, in the order of their ids, and the next one continues: comparing a million at once takes PostgreSQL seconds.
 */
const SELF_CHECK_MS = 60_000;
const PRODUCTS_PER_CHECK = 100_000;

/** This node's catalogue index, kept current while the shop runs. */
export interface Catalogue {
  /**
   * The index once it is loaded and current. Use it synchronously.
   * @throws Refusal `server.starting` while the first load takes longer than three seconds
   */
  current(): Promise<CatalogueIndex>;
  /** Whether the first load is complete; until then lists cannot be answered. */
  isLoaded(): boolean;
  /** @throws Refusal `server.starting` like `current`; the database's error when loading fails. */
  untilLoaded(): Promise<void>;
  /** Called after notified changes were applied to the index. */
  onUpdate(listener: (change?: ListChange) => void): void;
  close(): Promise<void>;
}

function toChange(row: IndexedProductRow): ChangedProduct {
  return {
    facts: {
      id: row.id,
      categoryId: row.category_id,
      name: row.name,
      brand: row.brand,
      price: row.price,
      isOnSale: row.is_on_sale,
      createdAt: row.created_at,
      rating: row.rating,
      reviewCount: row.review_count,
      stock: row.stock,
      stockRowCount: row.stock_row_count,
      inStock: row.in_stock ?? undefined,
      sold: row.sold,
      textHash: row.text_hash,
      custom: row.custom ?? undefined,
    },
    text: row.text ? searchableText(row.text) : undefined,
    variants: row.text?.variants,
  };
}

function searchableText({ specifications = {}, variants, ...text }: IndexedText): SearchableText {
  return {
    ...text,
    specifications: Object.entries(specifications).map(([name, value]) => `${name} ${value}`),
    options: optionValues(variants),
    keys: variantKeys(variants),
  };
}

/** Starts loading the index and follows changes from then on. */
export function openCatalogue(
  { db, changes, customFields, synonyms, dataDir, log }: SearchEngineContext,
  selfCheck = { everyMs: SELF_CHECK_MS, products: PRODUCTS_PER_CHECK },
): Catalogue {
  const snapshot = createCatalogueSnapshot(db, dataDir);
  let index = new CatalogueIndex();
  const listeners: ((change?: ListChange) => void)[] = [];
  /** Notified, but not yet read. */
  const pending = new Set<number>();
  let mustCompare = true;
  let isCheckDue = false;
  /** Products with ids up to this one are checked in the current round. */
  let checkedUpTo = 0;
  /** Horizon at the start of that round. */
  let roundHorizon: string | null = null;
  /** Something other than products may have changed, such as the categories. */
  let hasOtherChange = true;
  let horizon: string | null = null;
  /** Start of the last comparison with the database, on the monotonic clock. */
  let comparedAt = Number.NEGATIVE_INFINITY;
  const untilLoaded = createLoadWait(
    () => isLoaded,
    () => catchUp(),
  );
  let isSnapshotRead = false;
  let isLoaded = false;
  let hasFailed = false;
  let isClosed = false;
  let working: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function readProducts(ids: readonly number[]): Promise<void> {
    const size = isLoaded ? CHUNK : CHUNK_OF_FIRST_LOAD;
    let start = 0;
    const reads: { readonly chunk: readonly number[]; readonly reading: Promise<IndexedProductRow[]> }[] = [];
    const readNext = (): void => {
      if (start >= ids.length) return;
      const chunk = ids.slice(start, start + size);
      start += size;
      const reading = readIndexedRows(
        db,
        chunk.map((id) => ({ id, textHash: index.textHashOf(id) })),
        index.hasCustomFilters,
      );
      // Awaited below, after the previous chunks have been applied.
      reading.catch(() => undefined);
      reads.push({ chunk, reading });
    };
    for (let read = 0; read < READS_AT_ONCE; read += 1) readNext();
    for (let next = reads.shift(); next && !isClosed; next = reads.shift()) {
      const { chunk, reading } = next;
      const rows = await reading;
      readNext();
      const found = new Set(rows.map(({ id }) => id));
      index.update(
        rows.map(toChange),
        chunk.filter((id) => !found.has(id)),
      );
      await nextTurn();
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
  async function findDifferences(range: IdRange): Promise<void> {
    const { ids, stockRowCounts } = await readVisibleProducts(db, range);
    const visible = new Set(ids);
    const gone = [...index.ids(range)].filter((id) => !visible.has(id));
    await readProducts([...gone, ...ids.filter((id, place) => index.stockRowCountOf(id) !== stockRowCounts[place])]);
  }

  /** Begins with the index of the last run where there is one. */
  async function readSnapshot(): Promise<void> {
    isSnapshotRead = true;
    try {
      const stored = await snapshot.read();
      if (stored) ({ index, horizon } = stored);
    } catch (error) {
      log.info({ err: error }, 'The saved catalogue index is not used');
    }
  }

  /** Called while nothing changes the index. */
  async function writeSnapshot(): Promise<void> {
    try {
      if (horizon !== null) await snapshot.write({ index, horizon });
    } catch (error) {
      log.warn({ err: error }, 'The catalogue index could not be saved: the next start reads all products');
    }
  }

  /** Reads the settings of the index, which decide how it reads products. */
  async function readSettings(): Promise<void> {
    const filters = (await customFields.all()).filter(({ isFilter }) => isFilter);
    // Until all products have been read, so that a failure in between starts over.
    if (index.setCustomFilters(filters)) horizon = null;
  }

  /** @returns what has changed in the database since the horizon */
  async function compareRange(range: IdRange): Promise<CatalogueChanges> {
    const changed = await readCatalogueChanges(db, horizon, range);
    index.setCategories(await readListedCategories(db));
    if (!isLoaded && index.size === 0) index.startLoading();
    await readProducts(changed.ids);
    if (!agreesWith(changed, range)) await findDifferences(range);
    return changed;
  }

  /** @returns the products that have changed */
  async function compare(): Promise<readonly number[]> {
    if (!isSnapshotRead) await readSnapshot();
    const isFirst = horizon === null;
    mustCompare = false;
    isCheckDue = false;
    comparedAt = performance.now();
    pending.clear();
    await readSettings();
    const changed = await compareRange(ALL_IDS);
    for (const _ of index.finishLoading()) await nextTurn();
    // Closed in between: what is missing is newer than the horizon so far.
    if (isClosed) return [];
    horizon = changed.horizon;
    checkedUpTo = 0;
    isLoaded = true;
    if (isFirst) await writeSnapshot();
    return changed.ids;
  }

  /** Compares the next products in the order of their ids. @returns those that have changed */
  async function check(): Promise<readonly number[]> {
    isCheckDue = false;
    await readSettings();
    if (horizon === null) {
      // `compareAll` also reports what else has changed.
      mustCompare = true;
      return [];
    }
    const range = index.rangeAfter(checkedUpTo, selfCheck.products);
    const changed = await compareRange(range);
    if (isClosed) return [];
    if (range.after === 0) roundHorizon = changed.horizon;
    if (range.upTo === undefined) horizon = roundHorizon;
    checkedUpTo = range.upTo ?? 0;
    return changed.ids;
  }

  async function readPending(): Promise<void> {
    const ids = [...pending];
    pending.clear();
    try {
      await readProducts(ids);
    } catch (error) {
      for (const id of ids) pending.add(id);
      throw error;
    }
  }

  async function tidy(): Promise<void> {
    let sliceEnd = performance.now() + SLICE_MS;
    for (const _ of index.tidy()) {
      if (performance.now() < sliceEnd) continue;
      await nextTurn();
      sliceEnd = performance.now() + SLICE_MS;
    }
  }

  /** @returns what has changed */
  async function applyCheck(): Promise<ListChange> {
    const products = await check();
    return { ...index.takeChanges(), products };
  }

  async function applyPending(): Promise<ListChange> {
    await readPending();
    return index.takeChanges();
  }

  /** @returns what has changed; undefined: anything */
  async function compareAll(): Promise<ListChange | undefined> {
    const isOther = hasOtherChange;
    hasOtherChange = false;
    try {
      const products = await compare();
      const change = index.takeChanges();
      return isOther ? undefined : { ...change, products };
    } catch (error) {
      hasOtherChange ||= isOther;
      throw error;
    }
  }

  async function work(): Promise<void> {
    try {
      while (!isClosed && (mustCompare || isCheckDue || pending.size > 0)) {
        const change = await (mustCompare ? compareAll() : pending.size > 0 ? applyPending() : applyCheck());
        for (const listener of listeners) listener(change);
      }
      hasFailed = false;
      await tidy();
    } catch (error) {
      hasFailed = true;
      // After a partial update, a comparison finds the rest.
      mustCompare = true;
      throw error;
    } finally {
      working = undefined;
    }
  }

  /** One worker at a time; notifications meanwhile are handled in the next round. */
  function catchUp(): Promise<void> {
    // `close` writes the index to its file: even tidying it would change it meanwhile.
    if (isClosed) return working ?? Promise.resolve();
    working ??= work();
    return working;
  }

  function catchUpInBackground(): void {
    catchUp().catch((error: unknown) => {
      if (isClosed || retry) return;
      log.warn({ err: error }, 'The catalogue could not be read');
      retry = setTimeout(() => {
        retry = undefined;
        catchUpInBackground();
      }, RETRY_MS);
    });
  }

  changes.onChange((change) => {
    if (change.kind === 'setting' || change.kind === 'category_order' || change.kind === 'product_search') return;
    if (change.kind === 'products' && change.ids !== 'all') for (const id of change.ids) pending.add(id);
    else {
      mustCompare = true;
      hasOtherChange ||= !['plugin', 'search_rule', 'search_synonym'].includes(change.kind);
    }
    catchUpInBackground();
  });
  const checkTimer = setInterval(() => {
    isCheckDue = true;
    catchUpInBackground();
  }, selfCheck.everyMs);
  checkTimer.unref();
  catchUpInBackground();

  return {
    isLoaded: () => isLoaded,
    untilLoaded,
    async current() {
      await untilLoaded();
      const isAnnounced = changes.isLive();
      if (!isAnnounced && performance.now() - comparedAt > UNANNOUNCED_MAX_AGE_MS) mustCompare = true;
      if (hasFailed || (!isAnnounced && (mustCompare || working))) await catchUp();
      index.setLexicon(await synonyms.current());
      return index;
    },
    onUpdate: (listener) => void listeners.push(listener),
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(checkTimer);
      clearTimeout(retry);
      await working?.catch(() => undefined);
      if (isLoaded && !hasFailed) await writeSnapshot();
    },
  };
}
