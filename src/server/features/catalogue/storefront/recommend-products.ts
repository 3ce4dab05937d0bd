import type { ProductCard } from '#contract/storefront/product.ts';
import { MAX_RECOMMENDED } from '#contract/storefront/products.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { CatalogueSearch } from '../search-engine.ts';
import type { ShopCategories } from '../shop-categories.ts';
import type { BoughtTogether } from './bought-together.ts';
import { cardsOf } from './card-reader.ts';
import type { ProductReader } from './product-reader.ts';
import type { CardRow } from './products.store.ts';
import { findBoughtTogether } from './recommended.store.ts';

/** Cart products that are considered. The endpoint is public, so the work per request is limited. */
const SEARCHED = 20;
/** Cart products, and departments of the cart, in which candidates are looked for. */
const MATCHED = 3;
/** Candidates of each kind: some may be out of stock or in a category that the cart has already. */
const CANDIDATES = 24;

interface Sources {
  readonly db: Database;
  readonly search: Pick<CatalogueSearch, 'list' | 'related'>;
  readonly products: Pick<ProductReader, 'cards'>;
  readonly categories: Pick<ShopCategories, 'current'>;
  readonly boughtTogether: Pick<BoughtTogether, 'with'>;
}

/**
 * What goes with the products of a cart: what is bought together with them; then one product of each other category,
 * related ones before bestsellers of the same department; then what was bought with them a few times, and bestsellers.
 * Other products of the same categories would replace them rather than go with them. Returns only products in stock, and none
 * of the cart's own. Without products: the bestsellers.
 */
export async function recommendProducts(sources: Sources, productIds: readonly number[]): Promise<ProductCard[]> {
  const { search, products, categories, db, boughtTogether } = sources;
  const wanted = productIds.slice(0, SEARCHED);
  const cart = await products.cards(wanted);
  const isNew = (id: number) => !productIds.includes(id);
  const together = interleave(wanted.map((id) => boughtTogether.with(id).filter(isNew))).slice(0, CANDIDATES);
  const [related, ofDepartments, seldom, popular] = await Promise.all([
    Promise.all(wanted.slice(0, MATCHED).map((id) => search.related(id, CANDIDATES))),
    departmentBestsellers(sources, cart),
    findBoughtTogether(db, wanted, MAX_RECOMMENDED),
    bestsellers(search, CANDIDATES + productIds.length),
  ]);
  const complementary = [...interleave(related), ...ofDepartments].filter(isNew);
  const others = [...complementary, ...seldom, ...popular.filter(isNew).slice(0, CANDIDATES)];
  const rows = await products.cards([...new Set([...together, ...others])]);
  const buyable = new Map(rows.filter(({ stock }) => stock > 0).map((row) => [row.id, row]));
  const rowsOf = (ids: readonly number[]) => ids.flatMap((id) => buyable.get(id) ?? []);
  const chosen = new Set([
    ...rowsOf(together).slice(0, MAX_RECOMMENDED),
    ...oneOfEachCategory(rowsOf(complementary), cart),
    ...rowsOf(seldom),
    ...oneOfEachCategory(rowsOf(popular), cart),
    ...rowsOf(popular),
  ]);
  return cardsOf(Promise.resolve([...chosen].slice(0, MAX_RECOMMENDED)), categories);
}

/** The first of each list, then the second of each, and so on. */
function interleave(lists: readonly (readonly number[])[]): number[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const ids = Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat();
  return [...new Set(ids)];
}

async function bestsellers(search: Sources['search'], limit: number, categoryId?: number): Promise<readonly number[]> {
  const { ids } = await search.list({ categoryId, isInStock: true, sortBy: 'popularity', offset: 0, limit });
  return ids;
}

async function departmentBestsellers({ search, categories }: Sources, cart: readonly CardRow[]): Promise<number[]> {
  const { visible } = await categories.current();
  const departments = new Set(cart.flatMap(({ category_id }) => visible.topOf(category_id)?.id ?? []));
  const lists = [...departments].slice(0, MATCHED).map((id) => bestsellers(search, CANDIDATES, id));
  return interleave(await Promise.all(lists)).slice(0, CANDIDATES);
}

/** The first of each category that is not in the cart. */
function oneOfEachCategory(rows: readonly CardRow[], cart: readonly CardRow[]): CardRow[] {
  const seen = new Set(cart.map(({ category_id }) => category_id));
  return rows.filter(({ category_id }) => !seen.has(category_id) && seen.add(category_id));
}
