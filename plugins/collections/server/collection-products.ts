import type { ProductCard, ProductQuery } from '#plugin';
import { filterOfRule, type Rule } from '../rule.ts';
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
  /** Undefined: the collection's own. */
  readonly sort?: Sort | undefined;
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

/**
 * The query for a page of a collection. In another order than its own, a collection with a limit keeps its products: the
 * newest twenty by price are the same twenty.
 */
async function queryOf(services: Services, selection: Selection, wanted: PageRequest): Promise<ProductQuery> {
  const { sort: own, max_products: max } = selection;
  const { sort = own, offset, limit } = wanted;
  const chosen = chosenBy(selection, services.now());
  const left = max === null ? limit : Math.max(0, Math.min(limit, max - offset));
  if (max === null || sort === own) return { ...chosen, ...orderOf(sort), offset, limit: left };
  const { ids } = await services.products.find({ ...chosen, ...orderOf(own), offset: 0, limit: max });
  return { among: ids, ...orderOf(sort), offset, limit: left };
}

const totalOf = (total: number, { max_products: max }: Selection): number => Math.min(total, max ?? total);

/** A page of the products that shoppers see. Visible products only: the catalogue is asked at each read. */
export async function listProducts(
  services: Services,
  selection: Selection,
  wanted: PageRequest,
): Promise<{ products: readonly ProductCard[]; total: number }> {
  const { products, total } = await services.products.list(await queryOf(services, selection, wanted));
  return { products, total: totalOf(total, selection) };
}

/** The same as ids, without a statement. */
export async function findProducts(
  services: Services,
  selection: Selection,
  wanted: PageRequest,
): Promise<{ ids: readonly number[]; total: number }> {
  const { ids, total } = await services.products.find(await queryOf(services, selection, wanted));
  return { ids, total: totalOf(total, selection) };
}
