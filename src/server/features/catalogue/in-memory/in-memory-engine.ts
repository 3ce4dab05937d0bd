import type {
  CatalogueFacets,
  CataloguePage,
  CatalogueQuery,
  CatalogueSuggestions,
  SearchEngine,
  SuggestionLimits,
} from '../search-engine.ts';
import { openCatalogue } from './catalogue.ts';
import type { CatalogueIndex } from './catalogue-index.ts';

function suggest(index: CatalogueIndex, text: string, limits: SuggestionLimits): CatalogueSuggestions {
  const typed = index.suggest(text, limits.products);
  const { ids, corrected } =
    typed.length > 0 ? { ids: typed, corrected: null } : index.find({ text, offset: 0, limit: limits.products });
  return {
    productIds: ids,
    categories: index.suggestCategories(corrected ?? text, limits.categories),
    corrected,
  };
}

function withFacets(index: CatalogueIndex, query: CatalogueQuery): CataloguePage & { facets: CatalogueFacets } {
  const { page, facets } = index.findWithFacets(query);
  const counts = new Map(facets.categories.map(({ id, count }) => [id, count]));
  const categories = index.categories.flatMap((category) => {
    const count = counts.get(category.id);
    return count === undefined ? [] : [{ ...category, count }];
  });
  return { ...page, facets: { ...facets, categories } };
}

/** The default engine: every node keeps an index of the whole catalogue in memory (docs/decisions/0003). */
export const inMemoryEngine: SearchEngine = {
  name: 'in-memory',
  open(context) {
    const { current, isLoaded, untilLoaded, onUpdate, close } = openCatalogue(context);
    return {
      list: async (query) => (await current()).find(query),
      listWithFacets: async (query) => withFacets(await current(), query),
      suggest: async (text, limits) => suggest(await current(), text, limits),
      related: async (productId, limit, boughtTogether) => (await current()).related(productId, limit, boughtTogether),
      async categories() {
        const index = await current();
        return index.categories.map((category) => ({ ...category, productCount: index.countOf(category.id) }));
      },
      isLoaded,
      untilLoaded,
      onUpdate,
      close,
    };
  },
};
