import { setTimeout as sleep } from 'node:timers/promises';
import { createCatchUp } from '../indexing/catch-up.ts';
import { createLoadWait } from '../indexing/wait-for-load.ts';
import type { CatalogueSearch, SearchEngineContext } from '../search-engine.ts';
import { prepareTables, writeChanges } from './follow-products.ts';
import { hasPendingProducts, readSearchState } from './search-tables.store.ts';

/** How often a node checks whether the node that is writing has finished. */
const WAIT_MS = 50;
/** Interval of the check for noted changes whose notification was lost. */
const CHECK_MS = 1_000;

type Follower = Pick<CatalogueSearch, 'isLoaded' | 'untilLoaded' | 'onUpdate' | 'close'>;

/** Writes the noted changes of products into the search tables, on one node at a time. */
export function openFollower({ db, changes, customFields, log }: SearchEngineContext, forget: () => void): Follower {
  const listeners: (() => void)[] = [];
  let isPrepared = false;
  let isLoaded = false;
  let isClosed = false;
  let isDue = true;

  async function prepare(): Promise<void> {
    while (!isClosed && (await prepareTables(db)) === 'busy') await sleep(WAIT_MS);
    isPrepared = true;
  }

  /** Resolves when the tables contain everything that was noted before the call. */
  async function writeAll(): Promise<void> {
    const fields = (await customFields.all()).filter(({ isFilter }) => isFilter);
    for (;;) {
      if (isClosed) return;
      const progress = await writeChanges(db, fields);
      if (progress === 'done') break;
      if (progress === 'more') continue;
      await sleep(WAIT_MS);
      const isWritten = !(await hasPendingProducts(db)) && (await readSearchState(db)).is_built;
      if (isWritten) break;
    }
    isLoaded = true;
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
      for (const listener of listeners) listener();
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
