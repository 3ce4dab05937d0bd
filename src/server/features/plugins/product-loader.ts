import type { Plugin, PluginServices, ProductPlace } from '#plugin';
import type { LoadExtensions } from '#server/features/catalogue/index.ts';
import type { PluginReports } from '#server/platform/concurrency/plugin-delays.ts';
import { type PausingLimit, pausingTimeLimit, WorkPaused } from '#server/platform/concurrency/with-time-limit.ts';
import { collectCacheFacts, collectPartFacts } from '#server/platform/http/response-cache/cache-facts.ts';

export type ProductLoader = LoadExtensions;

/** Product pages and lists wait for this. */
const LIMIT_MS = 1_000;
const EVERYWHERE: readonly ProductPlace[] = ['page', 'card'];

const none = () => new Map<number, never>();

/**
 * Calls `loadProducts` of all plug-ins. One that fails or takes too long is left out of the response and logged.
 * @returns undefined when no plug-in has it
 */
export function createProductLoader(
  opened: readonly { readonly plugin: Plugin; readonly services: PluginServices }[],
  { log, delays }: PluginReports,
  limit: Partial<PausingLimit> = {},
): ProductLoader | undefined {
  const loaders = opened.flatMap(({ plugin: { name, loadProducts, productPlaces = EVERYWHERE }, services }) => {
    if (!loadProducts) return [];
    const limited = pausingTimeLimit({
      limitMs: LIMIT_MS,
      observer: delays.observe(name, 'loadProducts'),
      ...limit,
    });
    const load = async (ids: readonly number[], place: ProductPlace) => {
      try {
        const { result } = await collectCacheFacts(() => limited(() => loadProducts(services, ids, place)));
        return result;
      } catch (error) {
        if (!(error instanceof WorkPaused)) {
          log.error({ err: error, plugin: name }, 'A plug-in failed to load its data for products');
        }
        return none();
      }
    };
    return [{ name, places: productPlaces, load }];
  });
  if (loaders.length === 0) return undefined;
  const loadersOf = {
    page: loaders.filter(({ places }) => places.includes('page')),
    card: loaders.filter(({ places }) => places.includes('card')),
  } satisfies Record<ProductPlace, unknown>;
  return async (ids, place) => {
    const asked = loadersOf[place];
    if (asked.length === 0) return { extensions: none(), facts: undefined };
    const { result: loaded, facts } = await collectPartFacts(() =>
      Promise.all(asked.map(async ({ name, load }) => ({ name, data: await load(ids, place) }))),
    );
    const ofProduct = (id: number) => {
      const entries = loaded.flatMap(({ name, data }) => (data.has(id) ? [[name, data.get(id)] as const] : []));
      return entries.length > 0 ? ([[id, Object.fromEntries(entries)]] as const) : [];
    };
    return { extensions: new Map(ids.flatMap(ofProduct)), facts };
  };
}
