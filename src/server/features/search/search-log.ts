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
  /** Writes what was counted since the last successful write, and waits for a write in progress, whose failure it does not report. */
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

  const counterOf = (text: string): Counter | undefined =>
    mayBePersonal(text) ? undefined : counterOfQuery(normalizeQuery(text));

  function counterOfQuery(query: string): Counter | undefined {
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
    try {
      await addSearchCounts(db, now(), [...written.values()]);
    } catch (error) {
      for (const counter of written.values()) putBack(counter);
      throw error;
    }
  }

  /** For the next write. If only the answer to the failed one was lost, it counts twice. */
  function putBack({ query, searches, withoutResults, clicks }: SearchCount): void {
    const counter = counterOfQuery(query);
    if (!counter) return;
    counter.searches += searches;
    counter.withoutResults += withoutResults;
    counter.clicks += clicks;
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
