import type { CatalogueFilter } from '../search-engine.ts';
import { conditionsOf, type ResolvedFilter } from './list-conditions.ts';
import type { ProductTable } from './product-table.ts';
import { isWithin } from './range.ts';
import type { TagColumn } from './tag-column.ts';
import type { ProductTextSearch } from './text-search.ts';

const MICROSECONDS = 1000;

interface Sources {
  readonly table: ProductTable;
  readonly tags: TagColumn;
  readonly texts: ProductTextSearch;
}

/**
 * Finds the products that meet a filter's tag, time of creation and rule. Call it before the filter's own search, whose
 * matches the searches of a rule would overwrite.
 */
export function resolveFilter<F extends CatalogueFilter>(sources: Sources, filter: F): F & ResolvedFilter {
  const { table, tags } = sources;
  const { tag, createdSince, rule } = filter;
  if (tag === undefined && createdSince === undefined && !rule) return filter;
  const members = new Int32Array(table.slotCount).fill(1);
  if (tag !== undefined) tags.keepWith(tag, members);
  if (createdSince !== undefined) {
    const { creations } = table.columns;
    const since = createdSince * MICROSECONDS;
    for (let slot = 0; slot < members.length; slot += 1) if ((creations[slot] as number) < since) members[slot] = 0;
  }
  if (rule) {
    const counts = new Int32Array(members.length);
    for (const one of rule.filters) countMatches(sources, one, counts);
    const needed = rule.match === 'all' ? rule.filters.length : 1;
    for (let slot = 0; slot < members.length; slot += 1) if ((counts[slot] as number) < needed) members[slot] = 0;
  }
  return { ...filter, members };
}

/** Adds 1 for each product that meets a filter of a rule. */
function countMatches(sources: Sources, asked: CatalogueFilter, counts: Int32Array): void {
  const { table, texts } = sources;
  const filter = resolveFilter(sources, asked);
  const search = texts.search(filter);
  const isInexact = search && (search.words?.corrected != null || (search.understood?.dropped.length ?? 0) > 0);
  const ranges = isInexact ? undefined : conditionsOf(table, search?.filter ?? filter);
  if (!ranges) return;
  const slots = search ? search.owners.subarray(0, search.count) : table.all.slots();
  for (let i = 0; i < slots.length; i += 1) {
    const slot = slots[i] as number;
    if (isWithin(ranges, slot)) counts[slot] = (counts[slot] as number) + 1;
  }
}
