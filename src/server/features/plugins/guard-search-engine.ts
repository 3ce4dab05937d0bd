import type { CatalogueSearch, ListChange } from '#server/features/catalogue/index.ts';
import type { PluginReports } from '#server/platform/concurrency/plugin-delays.ts';
import { pausingTimeLimit, reportBlocks, WorkPaused } from '#server/platform/concurrency/with-time-limit.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { StartError } from '#server/platform/start-error.ts';
import { readResponse } from './search-responses.ts';

/** Few pages are rendered at the same time, so a list that waits delays other pages. */
const QUERY_LIMIT_MS = 3_000;
/** When it closes, the shop waits just as long for open requests. */
const CLOSE_LIMIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

type Query = keyof typeof readResponse;

const METHODS: readonly (keyof CatalogueSearch)[] = [
  ...(['list', 'listWithFacets', 'suggest', 'related', 'categories'] as const),
  ...(['isLoaded', 'untilLoaded', 'onUpdate', 'close'] as const),
];

/**
 * Isolates a plug-in's search engine: if it hangs, fails or returns an invalid response, lists are refused with `plugin.unavailable`
 * and the rest of the shop keeps working.
 * @throws StartError if it does not open.
 */
export function guardSearchEngine(
  plugin: string,
  open: () => CatalogueSearch,
  { log, delays }: PluginReports,
  { queryMs = QUERY_LIMIT_MS, closeMs = CLOSE_LIMIT_MS } = {},
): CatalogueSearch {
  const observe = (method: string) => delays.observe(plugin, `searchEngine.${method}`);
  const failed = (method: string, err: unknown) => {
    if (err instanceof WorkPaused) return;
    log.error({ err, plugin, method }, 'The search engine of a plug-in failed');
  };
  const engine = orStartError(plugin, () => withAllMethods(reportBlocks(observe('open'), open)));

  function guardQuery(method: Query) {
    const inTime = pausingTimeLimit({ limitMs: queryMs, observer: observe(method) });
    return async <T>(query: () => Promise<unknown>, read: (response: unknown) => T): Promise<T> => {
      try {
        return read(await inTime(query));
      } catch (error) {
        // The engine refuses on purpose, such as with `server.starting`.
        if (error instanceof Refusal) throw error;
        failed(method, error);
        throw new Refusal('plugin.unavailable', {
          message: 'Products cannot be listed at the moment. Please try again in a moment.',
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
    };
  }
  const guarded = {
    list: guardQuery('list'),
    listWithFacets: guardQuery('listWithFacets'),
    suggest: guardQuery('suggest'),
    related: guardQuery('related'),
    categories: guardQuery('categories'),
  } satisfies Record<Query, unknown>;
  const loadInTime = pausingTimeLimit({ limitMs: queryMs, observer: observe('untilLoaded') });
  const closeInTime = pausingTimeLimit({ limitMs: closeMs, observer: observe('close') });

  return {
    list: (query) =>
      guarded.list(
        () => engine.list(query),
        (response) => readResponse.list(response, query.limit),
      ),
    listWithFacets: (query) =>
      guarded.listWithFacets(
        () => engine.listWithFacets(query),
        (response) => readResponse.listWithFacets(response, query.limit),
      ),
    suggest: (text, limits) =>
      guarded.suggest(
        () => engine.suggest(text, limits),
        (response) => readResponse.suggest(response, limits),
      ),
    related: (id, limit, boughtTogether) =>
      guarded.related(
        () => engine.related(id, limit, boughtTogether),
        (response) => readResponse.related(response, limit),
      ),
    categories: () => guarded.categories(() => engine.categories(), readResponse.categories),

    isLoaded() {
      try {
        return engine.isLoaded() === true;
      } catch (error) {
        failed('isLoaded', error);
        return false;
      }
    },
    async untilLoaded() {
      try {
        await loadInTime(() => engine.untilLoaded());
      } catch (error) {
        if (error instanceof Refusal) throw error;
        // Pages without lists work without the engine; lists are refused by their own queries.
        failed('untilLoaded', error);
      }
    },
    onUpdate: (listener) =>
      orStartError(plugin, () =>
        engine.onUpdate((change) => {
          try {
            listener(isListChange(change) ? change : undefined);
          } catch (error) {
            failed('onUpdate', error);
          }
        }),
      ),
    async close() {
      try {
        await closeInTime(() => engine.close());
      } catch (error) {
        failed('close', error);
      }
    },
  };
}

/** @throws Error that names a missing method */
function withAllMethods(engine: CatalogueSearch): CatalogueSearch {
  const opened: Partial<CatalogueSearch> | undefined = engine;
  const missing = METHODS.find((method) => typeof opened?.[method] !== 'function');
  if (missing) throw new Error(`it has no ${missing}()`);
  return engine;
}

/** @throws StartError that names the plug-in. */
function orStartError<T>(plugin: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`Plug-in ${plugin}: its search engine does not start: ${reason}.`);
  }
}

/** An invalid change is passed on as undefined, which means that anything may have changed. */
function isListChange(change: unknown): change is ListChange {
  const { lists, categories, products = [] } = (change ?? {}) as Partial<ListChange>;
  const areIds = (ids: unknown) => Array.isArray(ids) && ids.every((id) => Number.isSafeInteger(id));
  return typeof lists === 'boolean' && (categories === 'all' || areIds(categories)) && areIds(products);
}
