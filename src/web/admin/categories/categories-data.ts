import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { pageOfAll } from '#domain/paging.ts';
import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';
import { createLocalChanges, hasCallFailed, sampleId, withLocalChanges } from '../shared/local-changes.ts';
import { localFirstWrites, type WithLocalChange } from '../shared/local-first.ts';

export type AdminCategory = Data<'GET /admin/categories'>['data'][number];
export type ShownCategory = WithLocalChange<AdminCategory>;
export type CategoryForm = Input<'POST /admin/categories'>['body'];

interface CategoriesPage {
  readonly data: readonly AdminCategory[];
  readonly total: number;
  readonly current_page: number;
  readonly last_page: number;
  readonly count_all: number;
  /** The source of the list; anything but the shop's own list is announced above it. */
  readonly source: 'shop' | 'public' | 'samples';
}

export const PAGE_SIZE = 20;
const KEY = 'admin-categories';

export const localCategories = createLocalChanges<AdminCategory>('admin_categories');

/** Back-office §7. */
const SAMPLES = ['Electronics', 'Clothing', 'Home & Garden', 'Sports & Outdoors', 'Books'].map(
  (name, index): AdminCategory => ({
    id: sampleId(index),
    name,
    slug: name.toLowerCase().replace(/[^a-z]+/g, '-'),
    description: '',
    image: null,
    sort_order: index + 1,
    is_active: true,
    is_visible: true,
    parent_id: null,
    child_count: 0,
    path: [],
    product_count: 0,
    revision: 0,
    created_at: new Date(0).toISOString(),
    updated_at: new Date(0).toISOString(),
  }),
);

type Flat = Omit<AdminCategory, 'parent_id' | 'child_count' | 'path' | 'is_visible'> & Partial<AdminCategory>;

/** A category without its place in the tree is one of the first level. */
const withTree = (category: Flat): AdminCategory => ({
  parent_id: null,
  child_count: 0,
  path: [],
  is_visible: category.is_active,
  ...category,
});

interface CategoriesQuery {
  readonly page: number;
  readonly search: string;
}

/** The first level, which `parent` means by 0. */
const FIRST_LEVEL = 0;
const SUBCATEGORIES_PER_PAGE = 100;

const matcher =
  ({ search }: CategoriesQuery) =>
  ({ name, slug, description }: AdminCategory) =>
    `${name} ${slug} ${description}`.toLowerCase().includes(search.toLowerCase());

function searchedPage(
  all: readonly AdminCategory[],
  query: CategoriesQuery,
  source: CategoriesPage['source'],
): CategoriesPage {
  const found = all.filter(matcher(query));
  return { ...pageOfAll({ page: query.page, per_page: PAGE_SIZE }, found), count_all: all.length, source };
}

async function readInstead(query: CategoriesQuery): Promise<CategoriesPage> {
  try {
    const listed = await call('GET /categories');
    const rows = listed.map((category) => withTree({ ...category, revision: 0 }));
    return searchedPage(rows, query, 'public');
  } catch {
    return searchedPage(SAMPLES, query, 'samples');
  }
}

/**
 * A page of the first level, or of what a search finds, including this browser's local changes; keeps the previous page
 * until the next one has loaded.
 */
export function useCategories(query: CategoriesQuery) {
  const changes = localCategories.use();
  const answer = useQuery({
    queryKey: [KEY, query],
    queryFn: ({ signal }): Promise<CategoriesPage> =>
      call(
        'GET /admin/categories',
        { query: { ...query, per_page: PAGE_SIZE, ...(query.search === '' && { parent: FIRST_LEVEL }) } },
        { signal },
      )
        // A plain array has no total.
        .then(
          (page): CategoriesPage => ({
            ...page,
            data: page.data.map(withTree),
            count_all: page.count_all ?? page.total,
            source: 'shop',
          }),
        )
        .catch((error) => {
          if (hasCallFailed(error)) return readInstead(query);
          throw error;
        }),
    placeholderData: keepPreviousData,
  });
  const { data } = answer;
  if (!data) return { ...answer, data: undefined };
  const rows = withLocalChanges(data.data, changes, { isFirstPage: query.page === 1, matches: matcher(query) });
  const added = rows.length - data.data.length;
  const shown: CategoriesPage & { readonly data: readonly ShownCategory[] } = {
    ...data,
    data: rows,
    total: data.total + added,
    count_all: data.count_all + added,
  };
  return { ...answer, data: shown };
}

/** The first categories below one. */
export interface Subcategories {
  readonly rows: readonly ShownCategory[];
  /** Number of all. */
  readonly total: number;
}

/** The categories below those that are opened, by their ids. @param opened how many pages of each to read */
export function useSubcategories(opened: ReadonlyMap<number, number>): ReadonlyMap<number, Subcategories> {
  const parents = [...opened];
  return useQueries({
    queries: parents.map(([parent, pages]) => ({
      queryKey: [KEY, 'below', parent, pages],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Subcategories> => {
        const read = (page: number) =>
          call('GET /admin/categories', { query: { parent, page, per_page: SUBCATEGORIES_PER_PAGE } }, { signal });
        const answers = await Promise.all(Array.from({ length: pages }, (_, index) => read(index + 1)));
        const rows = answers.flatMap(({ data }) => data.map(withTree));
        return { rows, total: answers[0]?.total ?? rows.length };
      },
      placeholderData: keepPreviousData<Subcategories | undefined>,
    })),
    // While a branch loads, `data` is that of another one.
    combine: (answers) =>
      new Map(
        parents.flatMap(([parent], index) => {
          const data = answers[index]?.data;
          return data?.rows[0]?.parent_id === parent ? [[parent, data] as const] : [];
        }),
      ),
  });
}

/** Moves a category to another place among its siblings, from 1. */
export function useCategoryMove() {
  const client = useQueryClient();
  return async ({ id, parent_id }: AdminCategory, position: number): Promise<void> => {
    await call('PUT /admin/categories/{id}/place', { params: { id }, body: { parent_id, position } });
    await client.invalidateQueries({ queryKey: [KEY] });
  };
}

const WRITES = {
  changes: localCategories,
  nouns: ['category', 'categories'],
  create: (body: CategoryForm, idempotencyKey: string) => call('POST /admin/categories', { body }, { idempotencyKey }),
  update: (id: number, body: Input<'PUT /admin/categories/{id}'>['body']) =>
    call('PUT /admin/categories/{id}', { params: { id }, body }),
  remove: (id: number) => call('DELETE /admin/categories/{id}', { params: { id } }),
  locally,
} as const;

/** Create, update and delete. */
export function useCategoryWrites() {
  const client = useQueryClient();
  return localFirstWrites(WRITES, async () => {
    await client.invalidateQueries({ queryKey: [KEY] });
    await client.invalidateQueries({ queryKey: ['admin-category-choices'] });
  });
}

/** The category as the list would show it if the call had succeeded. */
function locally(category: AdminCategory | null, form: CategoryForm): AdminCategory {
  const now = new Date().toISOString();
  return {
    id: category?.id ?? localCategories.newId(),
    name: form.name,
    slug: form.slug,
    description: form.description ?? '',
    image: form.image === undefined ? (category?.image ?? null) : form.image,
    sort_order: form.sort_order ?? 1,
    is_active: form.is_active ?? true,
    is_visible: form.is_active ?? true,
    parent_id: form.parent_id ?? category?.parent_id ?? null,
    child_count: category?.child_count ?? 0,
    path: category?.path ?? [],
    product_count: category?.product_count ?? 0,
    revision: category?.revision ?? 0,
    created_at: category?.created_at ?? now,
    updated_at: now,
  };
}
