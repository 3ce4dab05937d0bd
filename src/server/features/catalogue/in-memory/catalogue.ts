import { runInSlices } from '#server/platform/concurrency/run-in-slices.ts';
import { createCatchUp } from '../indexing/catch-up.ts';
import { createLoadWait } from '../indexing/wait-for-load.ts';
import type { ListChange, SearchEngineContext } from '../search-engine.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { createDueUpdates } from './loading/due-updates.ts';
import { createIndexSync } from './loading/index-sync.ts';
import { FIRST_LOAD } from './loading/product-loader.ts';

/** Without notifications, the index is compared with the database when it is older than this. */
const UNANNOUNCED_MAX_AGE_MS = 500;
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

/** Starts loading the index and follows changes from then on. */
export function openCatalogue(
  { changes, synonyms, log, ...context }: SearchEngineContext,
  selfCheck = { everyMs: SELF_CHECK_MS, products: PRODUCTS_PER_CHECK },
  firstLoad = FIRST_LOAD,
): Catalogue {
  const sync = createIndexSync({ log, ...context }, firstLoad);
  const due = createDueUpdates(sync, selfCheck.products);
  const listeners: ((change?: ListChange) => void)[] = [];
  let hasFailed = false;
  let isClosed = false;

  const isDue = (): boolean => !isClosed && due.isAny();

  async function work(): Promise<void> {
    try {
      do {
        while (isDue()) {
          const change = await due.applyNext();
          for (const listener of listeners) listener(change);
        }
        hasFailed = false;
        await runInSlices(sync.index().tidy());
        // Something may have been notified meanwhile.
      } while (isDue());
      if (!isClosed && sync.hasBacklog()) {
        const change = await due.applyBacklog();
        for (const listener of listeners) listener(change);
      }
    } catch (error) {
      hasFailed = true;
      // After a partial update, a comparison finds the rest.
      due.requestComparison();
      throw error;
    }
  }

  // Closed before the index is written to its file: even tidying would change it meanwhile.
  const catchUp = createCatchUp(
    work,
    (error) => log.warn({ err: error }, 'The catalogue could not be read'),
    // Something may have been notified while the backlog was read.
    () => sync.hasBacklog() || due.isAny(),
  );
  const untilLoaded = createLoadWait(sync.isLoaded, catchUp.run);

  changes.onChange((change) => {
    if (due.note(change)) catchUp.runInBackground();
  });
  const checkTimer = setInterval(() => {
    due.requestCheck();
    catchUp.runInBackground();
  }, selfCheck.everyMs);
  checkTimer.unref();
  catchUp.runInBackground();

  return {
    isLoaded: sync.isLoaded,
    untilLoaded,
    async current() {
      await untilLoaded();
      const isAnnounced = changes.isLive();
      if (!isAnnounced && due.comparisonAgeMs() > UNANNOUNCED_MAX_AGE_MS) due.requestComparison();
      if (hasFailed || (!isAnnounced && (due.isComparisonDue() || catchUp.isRunning()))) await catchUp.run();
      const index = sync.index();
      index.setLexicon(await synonyms.current());
      return index;
    },
    onUpdate: (listener) => void listeners.push(listener),
    async close() {
      if (isClosed) return;
      isClosed = true;
      sync.stop();
      clearInterval(checkTimer);
      await catchUp.close();
      if (sync.isLoaded() && !hasFailed) await sync.writeSnapshot();
    },
  };
}
