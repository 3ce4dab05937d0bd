import { type CatalogueSearch, categoryKey, LISTS, productKey, RELATED } from '../features/catalogue/index.ts';
import type { CdnPurger } from '../platform/cdn/cdn-purger.ts';
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts';
import type { Change, ChangeFeed } from './change-feed.ts';

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
  const related = categories === 'all' ? [RELATED] : categories.map(categoryKey);
  return [...(lists ? [LISTS] : []), ...related, ...products.map(productKey)];
}

/**
 * Drops cached responses on this node and at the CDN when something that they show changes. Lists are dropped only when the
 * search engine has applied the change: until then, a new response would still show the old state. At the CDN, every node drops
 * them when its own engine has applied the change, because slower nodes may have sent old lists since.
 *
 * When nodes join or leave, everything at the CDN is dropped: a node that has gone may have left purges unsent, and pages of
 * another release refer to scripts that may no longer exist on any node.
 */
export function dropCachedResponses(
  cache: Pick<ResponseCache, 'drop' | 'clear'>,
  changes: Pick<ChangeFeed, 'onChange' | 'nodes'>,
  search: Pick<CatalogueSearch, 'onUpdate'>,
  cdn?: Pick<CdnPurger, 'drop' | 'dropComputed' | 'clear' | 'clearForNodes'>,
): void {
  const drop = (keys: readonly string[] | undefined): void => {
    for (const one of cdn ? [cache, cdn] : [cache]) {
      if (keys === undefined) one.clear();
      else if (keys.length > 0) one.drop(keys);
    }
  };
  const dropLists = (keys: readonly string[]): void => {
    if (keys.length === 0) return;
    cache.drop(keys);
    cdn?.dropComputed(keys);
  };
  if (cdn) changes.nodes.onChange(() => cdn.clearForNodes());
  changes.onChange((change) => drop(keysOfChange(change)));
  search.onUpdate((change) => dropLists(keysOfListChange(change)));
}
