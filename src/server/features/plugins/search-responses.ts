import { z } from 'zod';
import type {
  CataloguePage,
  CatalogueSearch,
  CatalogueSuggestions,
  SuggestionLimits,
} from '#server/features/catalogue/index.ts';

type PageWithFacets = Awaited<ReturnType<CatalogueSearch['listWithFacets']>>;

/** Far more than a shop has, so that no list of an engine fills the memory. */
const MAX_ENTRIES = 10_000;
const MAX_TEXT = 1_000;
const MAX_ID = 2 ** 31 - 1;

const text = z.string().max(MAX_TEXT);
const id = z.int().min(1).max(MAX_ID);
const count = z.int().min(0);
const list = <T extends z.ZodType>(entry: T) => z.array(entry).max(MAX_ENTRIES);
const ids = list(id).refine((all) => new Set(all).size === all.length, 'An id occurs twice');
const category = z.object({ id, name: text, slug: text, parentId: id.nullable() });
const range = z.object({ min: z.number(), max: z.number() }).nullable();

const understood = z.object({
  filters: list(
    z.object({
      label: text,
      without: text,
      start: count,
      end: count,
      condition: z
        .object({
          minPrice: count.optional(),
          maxPrice: count.optional(),
          isInStock: z.boolean().optional(),
          isOnSale: z.boolean().optional(),
          options: list(z.object({ key: text, values: list(text) })).optional(),
        })
        .optional(),
    }),
  ),
  dropped: list(text),
});

const pageFields = {
  ids,
  total: count,
  corrected: text.nullable(),
  categories: list(category).optional(),
  understood: understood.optional(),
};

const facets = z.object({
  categories: list(category.extend({ count })),
  brands: list(z.object({ name: text, count })),
  ratings: list(z.object({ min: z.number(), count })),
  inStock: count,
  onSale: count,
  price: z.object({ min: count, max: count }).nullable(),
  custom: list(z.object({ key: text, counts: list(z.object({ value: text, count })), range })),
  options: list(z.object({ key: text, label: text, values: list(z.object({ value: text, label: text, count })) })),
});

/** Optional fields can be absent or undefined. */
const page = z.object(pageFields) as z.ZodType<CataloguePage, unknown>;
const pageWithFacets = z.object({ ...pageFields, facets }) as z.ZodType<PageWithFacets, unknown>;
const suggestions: z.ZodType<CatalogueSuggestions, unknown> = z.object({
  productIds: ids,
  categories: list(category),
  corrected: text.nullable(),
});
const categories: z.ZodType<Awaited<ReturnType<CatalogueSearch['categories']>>, unknown> = list(
  category.extend({ productCount: count }),
);

/** @throws RangeError */
function atMost(limit: number, entries: readonly unknown[]): void {
  if (entries.length > limit) throw new RangeError(`${entries.length} entries, but at most ${limit} were requested`);
}

/** Validates what each method of a search engine returned. @throws Error if it is not as the port describes. */
export const readResponse = {
  list(response: unknown, limit: number): CataloguePage {
    const read = page.parse(response);
    atMost(limit, read.ids);
    return read;
  },
  listWithFacets(response: unknown, limit: number): PageWithFacets {
    const read = pageWithFacets.parse(response);
    atMost(limit, read.ids);
    return read;
  },
  suggest(response: unknown, limits: SuggestionLimits): CatalogueSuggestions {
    const read = suggestions.parse(response);
    atMost(limits.products, read.productIds);
    atMost(limits.categories, read.categories);
    return read;
  },
  related(response: unknown, limit: number): readonly number[] {
    const read = ids.parse(response);
    atMost(limit, read);
    return read;
  },
  categories: (response: unknown) => categories.parse(response),
};
