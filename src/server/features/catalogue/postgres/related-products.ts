import { CategoryTree } from '#domain/catalogue/category-tree.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { ListedCategory } from '../search-engine.ts';
import { KEY_OF } from './product-document.ts';
import { type Candidate, readCandidates, readCandidatesById } from './related-products.store.ts';

/** Points for the same category, for one below the same parent, and for the same brand. */
const SAME_CATEGORY = 8;
const COMMON_PARENT = 2;
const SAME_BRAND = 3;
const SHARED_TAG = 4;
const MAX_TAG_POINTS = 8;
/** Points for a name with all words of this one's. */
const SIMILAR_NAME = 5;
const SHARED_OPTION = 1;
/** Points for the same price; one and a half fewer for each doubling or halving of the price. */
const SAME_PRICE = 4;
const POINTS_PER_DOUBLING = 1.5;
const LEAST_PRICE_POINTS = -4;

/** Ids of products that are similar to a product, by category, tags, name, brand, options and price. */
export async function findRelated(
  db: Database,
  { id, limit, boughtTogether }: { id: number; limit: number; boughtTogether: readonly number[] },
  categories: readonly ListedCategory[],
): Promise<number[]> {
  const given = await readCandidatesById(db, [id, ...boughtTogether]);
  const own = given.find((one) => one.product_id === id);
  if (!own) return [];
  const together = boughtTogether
    .flatMap((other) => given.find((one) => one.product_id === other && one.in_stock && other !== id) ?? [])
    .slice(0, Math.floor(limit / 2))
    .map((one) => one.product_id);
  const tree = new CategoryTree(categories.map((one) => ({ id: one.id, parent_id: one.parentId })));
  const pointsOf = scorer(own, tree);
  const left = new Set([id, ...together]);
  const ranked = (await readCandidates(db, own))
    .filter((one) => !left.has(one.product_id))
    .map((one) => ({ one, points: pointsOf(one) }))
    .sort(
      (a, b) =>
        Number(b.one.in_stock) - Number(a.one.in_stock) ||
        b.points - a.points ||
        b.one.popularity - a.one.popularity ||
        a.one.product_id - b.one.product_id,
    )
    .map(({ one }) => one);
  const inStock = ranked.filter((one) => one.in_stock).slice(0, limit - together.length);
  const found = [...inStock.map((one) => one.product_id), ...together];
  const soldOut = ranked.filter((one) => !one.in_stock).slice(0, limit - found.length);
  return [...found, ...soldOut.map((one) => one.product_id)];
}

const sharedOf = (own: readonly string[], other: ReadonlySet<string>, kind: string): number =>
  own.filter((key) => key.startsWith(kind) && other.has(key)).length;

function scorer(own: Candidate, tree: CategoryTree<{ id: number; parent_id: number | null }>) {
  const path = new Set(tree.pathOf(own.category_id).map(({ id }) => id));
  const price = Math.max(1, own.price);
  const words = own.name_key.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
  return (other: Candidate): number => {
    const keys = new Set(other.keys);
    const isSame = other.category_id === own.category_id;
    const hasCommon = tree.pathOf(other.category_id).some(({ id }) => path.has(id));
    const names = new Set(other.name_key.split(/[^\p{L}\p{N}]+/u));
    const shared = words.filter((word) => names.has(word)).length;
    const doublings = Math.abs(Math.log2(Math.max(1, other.price) / price));
    return (
      (isSame ? SAME_CATEGORY : hasCommon ? COMMON_PARENT : 0) +
      Math.min(MAX_TAG_POINTS, SHARED_TAG * sharedOf(own.keys, keys, KEY_OF.tag)) +
      (own.brand_key !== null && other.brand_key === own.brand_key ? SAME_BRAND : 0) +
      (isSame && words.length > 0 ? (SIMILAR_NAME * shared) / words.length : 0) +
      (sharedOf(own.keys, keys, KEY_OF.option) > 0 ? SHARED_OPTION : 0) +
      Math.max(LEAST_PRICE_POINTS, SAME_PRICE - POINTS_PER_DOUBLING * doublings)
    );
  };
}
