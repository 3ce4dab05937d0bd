import { useQuery } from '@tanstack/react-query';
import { CategoryTree } from '#domain/catalogue/category-tree.ts';
import { call } from '#web/api/call.ts';
import { hasCallFailed } from './local-changes.ts';

interface CategoryChoice {
  readonly id: number;
  /** With those of the categories above: `Electronics › Cameras`. */
  readonly name: string;
  readonly slug: string;
  readonly parent_id: number | null;
}

const PER_PAGE = 100;

async function readAll(signal: AbortSignal) {
  const read = (page: number) => call('GET /admin/categories', { query: { per_page: PER_PAGE, page } }, { signal });
  const first = await read(1);
  const later = Array.from({ length: (first.last_page ?? 1) - 1 }, (_, index) => index + 2);
  return [first, ...(await Promise.all(later.map(read)))].flatMap(({ data }) => data);
}

/** Each category followed by those below it, named by its path. */
function inTreeOrder(categories: readonly Omit<CategoryChoice, 'parent_id'>[]): CategoryChoice[] {
  const tree = new CategoryTree<CategoryChoice>(categories.map((category) => ({ parent_id: null, ...category })));
  return tree
    .childrenOf(null)
    .flatMap(({ id }) => tree.branchOf(id))
    .map(({ id, slug, parent_id }) => ({
      id,
      slug,
      parent_id,
      name: tree
        .pathOf(id)
        .map(({ name }) => name)
        .join(' › '),
    }));
}

/** The categories for selects in forms and filters; the public list if the back office cannot be reached. */
export const useCategoryChoices = () =>
  useQuery({
    queryKey: ['admin-category-choices'],
    queryFn: async ({ signal }): Promise<readonly CategoryChoice[]> => {
      try {
        return inTreeOrder(await readAll(signal));
      } catch (error) {
        if (!hasCallFailed(error)) throw error;
        return inTreeOrder(await call('GET /categories'));
      }
    },
  });
