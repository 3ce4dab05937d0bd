import type { CategoryBranch, categoryEndpoints } from '#contract/storefront/categories.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { dependsOn } from '#server/platform/http/response-cache/cache-facts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { LISTS } from '../cache-keys.ts';
import type { CatalogueSearch } from '../search-engine.ts';
import type { ShopCategories } from '../shop-categories.ts';
import type { CategoryRow } from './categories.store.ts';
import { categoryStepView, categoryView } from './category.view.ts';

export interface CategoryServices {
  readonly categories: ShopCategories;
  readonly search: CatalogueSearch;
}

/** Categories of the first level; a shop has tens. */
const MAX_LISTED = 200;

export function categoryHandlers({ categories, search }: CategoryServices): Handlers<typeof categoryEndpoints> {
  async function read() {
    // Lists, because each category has the number of its products.
    dependsOn('category', LISTS);
    const [{ visible }, listed] = await Promise.all([categories.current(), search.categories()]);
    const counts = new Map(listed.map(({ id, productCount }) => [id, productCount]));
    const countOf = ({ id }: CategoryRow): number => counts.get(id) ?? 0;
    return { tree: visible, countOf, view: (row: CategoryRow) => categoryView(row, countOf(row)) };
  }
  return {
    'GET /categories': async () => {
      const { tree, view } = await read();
      return respond(tree.childrenOf(null).slice(0, MAX_LISTED).map(view));
    },
    'GET /categories/tree': async () => {
      const { tree, countOf } = await read();
      const shelf = (row: CategoryRow) => ({ ...categoryStepView(row), product_count: countOf(row) });
      const section = (row: CategoryRow) => ({ ...shelf(row), children: tree.childrenOf(row.id).map(shelf) });
      const branch = (row: CategoryRow): CategoryBranch => ({
        ...shelf(row),
        children: tree.childrenOf(row.id).map(section),
      });
      return respond(tree.childrenOf(null).slice(0, MAX_LISTED).map(branch));
    },
    'GET /categories/{id}': async ({ params }) => {
      const { tree, view } = await read();
      const row = tree.get(params.id);
      if (!row) throw new Refusal('category.not_found');
      return respond({
        ...view(row),
        path: tree.pathOf(row.id).map(categoryStepView),
        children: tree.childrenOf(row.id).map(view),
      });
    },
  };
}
