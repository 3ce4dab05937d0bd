import type { CatalogueQuery } from '../../search-engine.ts';
import { FIRST_PAGES } from './select-page.ts';

/** All matches as a set, or the `count` best ones with their scores; with `withAll`, also the set. */
export type NeededMatches =
  | { readonly kind: 'all' }
  | { readonly kind: 'best'; readonly count: number; readonly withAll: boolean };

/** The matches of a search that are needed for a page. @param withAll whether all matches are also needed as a set */
export function neededFor({ sortBy, offset, limit }: CatalogueQuery, withAll: boolean): NeededMatches | undefined {
  if (sortBy !== undefined) return { kind: 'all' };
  const count = offset + limit;
  return count <= FIRST_PAGES ? { kind: 'best', count, withAll } : undefined;
}
