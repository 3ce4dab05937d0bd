import { demoCategories, demoProducts } from '#demo/catalogue/catalogue.ts';
import { type DemoProduct, stockOf } from '#demo/catalogue/product.ts';
import { subcategoriesOf } from '#demo/catalogue/subcategories.ts';
import { normalizeSku, searchedSku } from '#domain/search/sku.ts';
import { CatalogueIndex } from '#server/features/catalogue/in-memory/catalogue-index.ts';
import { categoryNames } from '#server/features/catalogue/indexing/category-names.ts';
import { optionValues, type SearchedVariant, variantKeys } from '#server/features/catalogue/indexing/variant-keys.ts';
import { createLexicon } from '#server/features/search/index.ts';

export const RESULTS = 12;
const DAY_US = 86_400_000_000;

/** The demo shop's products in the search index, without a database. */
export function openDemoIndex(): CatalogueIndex {
  const index = new CatalogueIndex();
  index.setLexicon(createLexicon());
  index.setCategories(demoCategories.map(({ id, name, slug }) => ({ id, name, slug, parentId: null })));
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
        // The demo's orders are made up when a shop is loaded; the best known products sell best.
        sold: product.reviewCount,
        textHash: 0,
        inStock: (product.variants ?? []).flatMap(({ stock }, id) => (stock > 0 ? [id] : [])),
      },
      text: {
        name: product.name,
        ...categoryNames(
          [demoCategories.find(({ id }) => id === product.categoryId), ...subcategoriesOf(product)].map(
            (category) => category?.name ?? '',
          ),
        ),
        description: product.description,
        short_description: product.shortDescription,
        brand: product.brand,
        tags: product.tags,
        features: product.features,
        specifications: Object.entries(product.specifications).map(([name, value]) => `${name} ${value}`),
        options: optionValues(searchedVariants(product)),
        keys: variantKeys(searchedVariants(product)),
      },
      variants: searchedVariants(product),
    })),
    [],
  );
  return index;
}

const searchedVariants = ({ variants = [] }: DemoProduct): SearchedVariant[] =>
  variants.map(({ options, swatch = null }, id) => ({ id, options, swatch }));

/** As the database finds a SKU for the shop. */
function findBySku(text: string): number[] {
  const sku = searchedSku(text);
  if (sku === undefined) return [];
  return demoProducts.flatMap((product, place) => {
    const skus = [product.sku, ...(product.variants ?? []).map((variant) => variant.sku)];
    return skus.some((one) => normalizeSku(one).startsWith(sku)) ? [place + 1] : [];
  });
}

export function searchDemoIndex(index: CatalogueIndex, text: string): number[] {
  const bySku = findBySku(text);
  if (bySku.length > 0) return bySku.slice(0, RESULTS);
  return index.find({ text, offset: 0, limit: RESULTS }).ids;
}
