import { type ProductCard, type ProductListQuery, type ProductPage, type ProductQuery, validUntil } from '#plugin';
import { DAY_MS, filterOfRule, type Rule, selectionsOfNew } from '../rule.ts';
import { type CollectionSort, orderOf, type Sort } from '../sorts.ts';
import type { CollectionRow, Services } from '../tables.ts';
import { readPicked } from './collections.store.ts';

/** What decides which products a collection has. */
export interface Selection {
  readonly rule: Rule | null;
  /** Of a manual collection. */
  readonly picked: readonly number[];
  readonly sort: CollectionSort;
  readonly max_products: number | null;
}

interface PageRequest {
  readonly offset: number;
  readonly limit: number;
}

/** The selections of collections, with one statement for all manual ones. */
export async function selectionsOf<C extends Pick<CollectionRow, 'id' | 'rule' | 'sort' | 'max_products'>>(
  { db }: Services,
  collections: readonly C[],
): Promise<(C & Selection)[]> {
  const manual = collections.filter(({ rule }) => rule === null).map(({ id }) => id);
  const picked = await readPicked(db, manual);
  return collections.map((collection) => ({ ...collection, picked: picked.get(collection.id) ?? [] }));
}

const chosenBy = ({ rule, picked }: Selection, now: Date): Pick<ProductQuery, 'among' | 'rule'> =>
  rule ? { rule: filterOfRule(rule, now) } : { among: picked };

/** The query for a page of a collection in its own order. */
function queryOf({ now }: Services, selection: Selection, { offset, limit }: PageRequest): ProductQuery {
  const { sort, max_products: max } = selection;
  const left = max === null ? limit : Math.max(0, Math.min(limit, max - offset));
  return { ...chosenBy(selection, now()), ...orderOf(sort), offset, limit: left };
}

/**
 * Declares when a product stops being new, for what is made from a rule: no change announces that. It is the oldest product
 * that is still new.
 */
async function declareAging({ products, now }: Services, { rule }: Selection): Promise<void> {
  const selections = rule ? selectionsOfNew(rule, now()) : [];
  await Promise.all(
    selections.map(async ({ days, rule: selected }) => {
      const { products: oldest } = await products.list({ rule: selected, ...orderOf('oldest'), offset: 0, limit: 1 });
      // Created within this millisecond: new until the end of it.
      for (const { created_at } of oldest) validUntil(new Date(Date.parse(created_at) + days * DAY_MS + 1));
    }),
  );
}

const totalOf = (total: number, { max_products: max }: Selection): number => Math.min(total, max ?? total);

/** The first products that shoppers see. Each read queries the catalogue, which returns only visible products. */
export async function listProducts(
  services: Services,
  selection: Selection,
  wanted: PageRequest,
): Promise<{ products: readonly ProductCard[]; total: number }> {
  const [{ products, total }] = await Promise.all([
    services.products.list(queryOf(services, selection, wanted)),
    declareAging(services, selection),
  ]);
  return { products, total: totalOf(total, selection) };
}

/** The same as ids, without a statement. */
export async function findProducts(
  services: Services,
  selection: Selection,
  wanted: PageRequest,
): Promise<{ ids: readonly number[]; total: number }> {
  const { ids, total } = await services.products.find(queryOf(services, selection, wanted));
  return { ids, total: totalOf(total, selection) };
}

/**
 * A page of the products that shoppers see and filter. Filters and sorting do not change which
 * products a collection with a limit has: its newest twenty, sorted by price, are the same twenty.
 * @param query with the order; undefined is the collection's own
 */
export async function browseProducts(
  services: Services,
  selection: Selection,
  query: ProductListQuery & { readonly sort?: Sort | undefined },
): Promise<ProductPage> {
  const { products, now } = services;
  await declareAging(services, selection);
  const { sort: own, max_products: max } = selection;
  const { sort = own, ...filters } = query;
  const chosen = chosenBy(selection, now());
  if (max === null) return products.browse(filters, { ...chosen, ...orderOf(sort) });
  const { ids } = await products.find({ ...chosen, ...orderOf(own), offset: 0, limit: max });
  return products.browse(filters, { among: ids, ...(sort !== own && orderOf(sort)) });
}
