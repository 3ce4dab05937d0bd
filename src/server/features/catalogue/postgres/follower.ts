import { setTimeout as sleep } from 'node:timers/promises';
import { createLoadWait } from '../indexing/wait-for-load.ts';
import type { CatalogueSearch, SearchEngineContext } from '../search-engine.ts';
import { prepareTables, writeChanges } from './follow-products.ts';
import { hasPendingProducts, readSearchState } from './search-tables.store.ts';

/** How often a node checks whether the node that is writing has finished. */
const WAIT_MS = 50;
const RETRY_MS = 500;
/** Interval of the check for noted changes whose notification was lost. */
const CHECK_MS = 1_000;

type Follower = Pick<CatalogueSearch, 'isLoaded' | 'untilLoaded' | 'onUpdate' | 'close'>;

/** Writes the noted changes of products into the search tables, on one node at a time. */
export function openFollower({ db, changes, customFields, log }: SearchEngineContext, forget: () => void): Follower {
  const listeners: (() => void)[] = [];
  const untilLoaded = createLoadWait(
    () => isLoaded,
    () => follow(),
  );
  let isPrepared = false;
  let isLoaded = false;
  let isClosed = false;
  let isDue = true;
  let working: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;

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
    } finally {
      working = undefined;
    }
  }

  function follow(): Promise<void> {
    working ??= work();
    return working;
  }

  function followInBackground(): void {
    follow().catch((error: unknown) => {
      if (isClosed || retry) return;
      log.warn({ err: error }, 'The search tables could not be written');
      retry = setTimeout(() => {
        retry = undefined;
        followInBackground();
      }, RETRY_MS);
    });
  }

  changes.onChange(({ kind }) => {
    if (kind === 'product_search') {
      forget();
      for (const listener of listeners) listener();
      return;
    }
    if (kind !== 'products' && kind !== 'category' && kind !== 'custom_field' && kind !== 'resync') return;
    if (kind !== 'products') forget();
    isDue = true;
    followInBackground();
  });
  const check = setInterval(() => {
    isDue = true;
    followInBackground();
  }, CHECK_MS);
  check.unref();
  followInBackground();

  return {
    isLoaded: () => isLoaded,
    untilLoaded,
    onUpdate: (listener) => void listeners.push(listener),
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(check);
      clearTimeout(retry);
      await working?.catch(() => undefined);
    },
  };
}
