import type { Change, ChangeFeed } from './change-feed.ts';
import { type CatalogueSearch, categoryKey, LISTS, productKey, RELATED } from './features/catalogue/index.ts';
import type { ResponseCache } from './platform/http/response-cache.ts';

type ListChange = Parameters<Parameters<CatalogueSearch['onUpdate']>[0]>[0];

/** The cache keys of an announced change: its kind, or its products. Undefined: everything. */
function keysOfChange(change: Change): readonly string[] | undefined {
  if (change.kind === 'resync') return undefined;
  if (change.kind !== 'products') return [change.kind];
  return change.ids === 'all' ? undefined : change.ids.map(productKey);
}

function keysOfListChange(change: ListChange): readonly string[] {
  // The engine keeps its own copy of the categories.
  if (!change) return [LISTS, RELATED, 'category'];
  const { lists, categories, products = [] } = change;
  return [...(lists ? [LISTS] : []), ...categories.map(categoryKey), ...products.map(productKey)];
}

/**
 * Drops cached responses when something that they show changes. Lists are dropped only when the search engine
 * has applied the change: until then, a new one would still show the old state.
 */
export function dropCachedResponses(
  cache: Pick<ResponseCache, 'drop' | 'clear'>,
  changes: Pick<ChangeFeed, 'onChange'>,
  search: Pick<CatalogueSearch, 'onUpdate'>,
): void {
  const drop = (keys: readonly string[] | undefined): void => {
    if (keys === undefined) cache.clear();
    else if (keys.length > 0) cache.drop(keys);
  };
  changes.onChange((change) => drop(keysOfChange(change)));
  search.onUpdate((change) => drop(keysOfListChange(change)));
}
