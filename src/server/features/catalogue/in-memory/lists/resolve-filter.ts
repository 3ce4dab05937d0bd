import type { CatalogueFilter, CatalogueRule } from '../../search-engine.ts';
import type { ProductTable } from '../table/product-table.ts';
import { SlotSet } from '../table/slot-set.ts';
import type { TagColumn } from '../table/tag-column.ts';
import { isMetBy } from './conditions.ts';
import { listConditions, type ResolvedFilter } from './list-conditions.ts';
import { selectAmong, selectProducts } from './select-products.ts';
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
  const members = new SlotSet().fill(table.slotCount);
  if (tag !== undefined) tags.keepWith(tag, members);
  if (createdSince !== undefined) {
    const { creations } = table.columns;
    const since = createdSince * MICROSECONDS;
    members.keep((slot) => (creations[slot] as number) >= since);
  }
  if (rule) members.intersect(matchesOf(sources, rule));
  return { ...filter, members };
}

function matchesOf(sources: Sources, { match, filters }: CatalogueRule): SlotSet {
  const { slotCount } = sources.table;
  const matches = new SlotSet();
  if (match === 'all') {
    matches.fill(slotCount);
    for (const filter of filters) matches.intersect(matchesOfFilter(sources, filter));
  } else {
    matches.clear(slotCount);
    for (const filter of filters) matches.unite(matchesOfFilter(sources, filter));
  }
  return matches;
}

function matchesOfFilter(sources: Sources, asked: CatalogueFilter): SlotSet {
  const { table, texts } = sources;
  const filter = resolveFilter(sources, asked);
  const matches = new SlotSet().clear(table.slotCount);
  const search = texts.search(filter, { kind: 'all' });
  const isInexact = search && (search.words?.corrected != null || (search.understood?.dropped.length ?? 0) > 0);
  const conditions = isInexact ? undefined : listConditions(table, search?.filter ?? filter);
  if (!conditions) return matches;
  if (!search) return selectProducts(table, table.all, conditions, matches);
  if (search.all) return selectAmong(table, search.all, search.filter, matches) ?? matches;
  return matches.add(search.owners.subarray(0, search.count)).keep((slot) => isMetBy(conditions, slot));
}
