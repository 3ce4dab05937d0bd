import type { CatalogueQuery } from '../../search-engine.ts';
import type { FacetCounts } from './count-facets.ts';

/** A shop has more lists than this, but few are requested again before a product changes. */
const MAX_ENTRIES = 200;

/** The conditions of a list without its page and order, which do not affect counts. */
function keyOf(
  { offset: _offset, limit: _limit, sortBy: _sortBy, isDescending: _isDescending, ...filter }: CatalogueQuery,
  countCreatedBefore: (time: number) => number,
) {
  // "The last 30 days" starts at another time for each request, but usually selects the same products. Also inside rules.
  const withoutTime = (name: string, value: unknown) =>
    name === 'createdSince' && typeof value === 'number' ? countCreatedBefore(value) : value;
  return JSON.stringify({ ...filter, first: undefined }, withoutTime);
}

/** Caches facets by the conditions of a list until a change can alter them: counting a million products takes milliseconds. */
export class FacetCache {
  readonly #entries = new Map<string, FacetCounts>();
  readonly #countCreatedBefore: (time: number) => number;

  constructor(countCreatedBefore: (time: number) => number) {
    this.#countCreatedBefore = countCreatedBefore;
  }

  get(query: CatalogueQuery, count: () => FacetCounts): FacetCounts {
    const key = keyOf(query, this.#countCreatedBefore);
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
