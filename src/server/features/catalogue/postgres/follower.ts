import { setTimeout as sleep } from 'node:timers/promises';
import type { FilterField } from '#domain/catalogue/filter-fields.ts';
import { createCatchUp } from '../indexing/catch-up.ts';
import { createLoadWait } from '../indexing/wait-for-load.ts';
import type { CatalogueSearch, ListChange, SearchEngineContext } from '../search-engine.ts';
import { type Progress, prepareTables, queueChanges, writeLane } from './follow-products.ts';
import { hasPendingProducts, LANES, markBuilt, readSearchState } from './search-tables.store.ts';

/** How often a node checks whether the node that is writing has finished. */
const WAIT_MS = 50;
/** Interval of the check for pending changes whose notification was lost. */
const CHECK_MS = 1_000;

/** The announcement does not say which products were written. Categories are read from their own table, and their changes are announced. */
const WRITTEN: ListChange = { lists: true, categories: 'all' };

const LANE_NUMBERS = Array.from({ length: LANES }, (_, lane) => lane);

type Follower = Pick<CatalogueSearch, 'isLoaded' | 'untilLoaded' | 'onUpdate' | 'close'>;

/** Writes pending changes of products into the search tables. One node at a time writes a lane. */
export function openFollower({ db, changes, customFields, log }: SearchEngineContext, forget: () => void): Follower {
  const listeners: ((change: ListChange) => void)[] = [];
  let isPrepared = false;
  let isLoaded = false;
  let isClosed = false;
  let isDue = true;

  async function prepare(): Promise<void> {
    while (!isClosed && (await prepareTables(db)) === 'busy') await sleep(WAIT_MS);
    isPrepared = true;
  }

  /** @returns whether this node has written everything that was pending in the lane */
  async function writeAllOf(lane: number, fields: readonly FilterField[]): Promise<boolean> {
    let progress: Progress = 'more';
    while (progress === 'more' && !isClosed) progress = await writeLane(db, lane, fields);
    return progress === 'done';
  }

  /** Resolves when the tables contain everything that was pending before the call, or newer nodes keep them up to date. */
  async function writeAll(): Promise<void> {
    const fields = await customFields.filters();
    let progress: Progress = 'busy';
    while ((progress === 'busy' || progress === 'more') && !isClosed) {
      progress = await queueChanges(db, fields);
      if (progress === 'busy') await sleep(WAIT_MS);
    }
    while (!isClosed) {
      const isWritten =
        progress === 'outdated' ||
        (await Promise.all(LANE_NUMBERS.map((lane) => writeAllOf(lane, fields)))).every(Boolean) ||
        !(await hasPendingProducts(db));
      if (isWritten && progress === 'done') await markBuilt(db);
      if (isWritten && (await readSearchState(db)).is_built) {
        isLoaded = true;
        return;
      }
      await sleep(WAIT_MS);
    }
  }

  async function work(): Promise<void> {
    try {
      if (!isPrepared) await prepare();
      while (isDue && !isClosed) {
        isDue = false;
        await writeAll();
      }
    } catch (error) {
      isDue = true;
      throw error;
    }
  }

  const catchUp = createCatchUp(work, (error) => log.warn({ err: error }, 'The search tables could not be written'));
  const untilLoaded = createLoadWait(() => isLoaded, catchUp.run);

  changes.onChange(({ kind }) => {
    if (kind === 'product_search') {
      forget();
      for (const listener of listeners) listener(WRITTEN);
      return;
    }
    if (kind !== 'products' && kind !== 'category' && kind !== 'custom_field' && kind !== 'resync') return;
    if (kind !== 'products') forget();
    isDue = true;
    catchUp.runInBackground();
  });
  const check = setInterval(() => {
    isDue = true;
    catchUp.runInBackground();
  }, CHECK_MS);
  check.unref();
  catchUp.runInBackground();

  return {
    isLoaded: () => isLoaded,
    untilLoaded,
    onUpdate: (listener) => void listeners.push(listener),
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(check);
      await catchUp.close();
    },
  };
}
