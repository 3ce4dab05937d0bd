import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Logger } from '#server/platform/log.ts';
import { mayBePersonal, normalizeQuery } from './normalize-query.ts';
import { addSearchCounts, type SearchCount } from './search-counts.store.ts';

/** Counts what is searched for, without anything about who searches. */
export interface SearchLog {
  recordSearch(text: string, total: number): void;
  /** A product was opened from the results. */
  recordClick(text: string): void;
  /** Writes what was counted since the last time, and waits for a write in progress, whose failure it does not report. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface SearchLogServices {
  readonly db: Database;
  readonly now: Clock;
  readonly log: Logger;
}

/** Requests write nothing: counts are kept in memory and written together. A node that is killed loses these. */
const FLUSH_MS = 10_000;
/** Further queries of the same seconds are not counted. */
const MAX_QUERIES = 500;

type Counter = { -readonly [K in keyof SearchCount]: SearchCount[K] };

export function openSearchLog({ db, now, log }: SearchLogServices): SearchLog {
  let counters = new Map<string, Counter>();

  function counterOf(text: string): Counter | undefined {
    if (mayBePersonal(text)) return undefined;
    const query = normalizeQuery(text);
    const known = counters.get(query);
    if (known || query === '' || counters.size >= MAX_QUERIES) return known;
    const counter = { query, searches: 0, withoutResults: 0, clicks: 0 };
    counters.set(query, counter);
    return counter;
  }

  async function write(): Promise<void> {
    if (counters.size === 0) return;
    const written = counters;
    counters = new Map();
    await addSearchCounts(db, now(), [...written.values()]);
  }

  let writing = Promise.resolve();
  const flush = (): Promise<void> => {
    writing = writing.catch(() => undefined).then(write);
    return writing;
  };

  const timer = setInterval(() => {
    flush().catch((error: unknown) => log.warn({ err: error }, 'Search counts could not be written'));
  }, FLUSH_MS);
  timer.unref();

  return {
    recordSearch(text, total) {
      const counter = counterOf(text);
      if (!counter) return;
      counter.searches += 1;
      if (total === 0) counter.withoutResults += 1;
    },
    recordClick(text) {
      const counter = counterOf(text);
      if (counter) counter.clicks += 1;
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush().catch((error: unknown) => log.warn({ err: error }, 'Search counts could not be written'));
    },
  };
}
