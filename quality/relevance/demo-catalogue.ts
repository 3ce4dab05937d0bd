import { demoCategories, demoProducts } from '#demo/catalogue/catalogue.ts';
import { stockOf } from '#demo/catalogue/product.ts';
import { CatalogueIndex } from '#server/features/catalogue/in-memory/catalogue-index.ts';

export const RESULTS = 12;
const DAY_US = 86_400_000_000;

/** The demo shop's products in the search index, without a database. */
export function openDemoIndex(): CatalogueIndex {
  const index = new CatalogueIndex();
  index.setCategories(demoCategories.map(({ id, name, slug }) => ({ id, name, slug })));
  index.update(
    demoProducts.map((product, place) => ({
      facts: {
        id: place + 1,
        categoryId: product.categoryId,
        name: product.name,
        brand: product.brand,
        price: product.salePriceCents ?? product.priceCents,
        isOnSale: product.salePriceCents !== undefined,
        createdAt: -product.createdDaysAgo * DAY_US,
        rating: Math.round(product.averageRating * 100),
        reviewCount: product.reviewCount,
        stock: stockOf(product),
        stockRowCount: product.variants?.length ?? 1,
        textHash: 0,
      },
      text: {
        name: product.name,
        category: demoCategories.find(({ id }) => id === product.categoryId)?.name ?? '',
        description: product.description,
        short_description: product.shortDescription,
        brand: product.brand,
        tags: product.tags,
      },
    })),
    [],
  );
  return index;
}

export function searchDemoIndex(index: CatalogueIndex, text: string): number[] {
  return index.find({ text, offset: 0, limit: RESULTS }).ids;
}
