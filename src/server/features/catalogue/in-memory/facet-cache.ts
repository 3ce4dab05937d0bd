import type { CatalogueQuery } from '../search-engine.ts';
import type { FacetCounts } from './count-facets.ts';

/** A shop has more lists than this, but few are asked for again before a product changes. */
const MAX_ENTRIES = 200;

/** The conditions of a list: its page and order change no count. */
function keyOf({
  offset: _offset,
  limit: _limit,
  sortBy: _sortBy,
  isDescending: _isDescending,
  ...filter
}: CatalogueQuery) {
  return JSON.stringify({ ...filter, first: undefined });
}

/** Facets by the conditions of a list, until a product changes that they count: a million products take 20 ms to count. */
export class FacetCache {
  readonly #entries = new Map<string, FacetCounts>();

  get(query: CatalogueQuery, count: () => FacetCounts): FacetCounts {
    const key = keyOf(query);
    const known = this.#entries.get(key);
    if (known) return known;
    const facets = count();
    const oldest = this.#entries.size >= MAX_ENTRIES ? this.#entries.keys().next() : undefined;
    if (oldest?.value !== undefined) this.#entries.delete(oldest.value);
    this.#entries.set(key, facets);
    return facets;
  }

  clear(): void {
    this.#entries.clear();
  }
}
