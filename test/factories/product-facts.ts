import type { ProductFacts } from '#server/features/catalogue/in-memory/table/product-columns.ts';

/** What the index knows of a product: in stock, without brand or reviews. */
export function productFacts(id: number, given: Partial<ProductFacts> = {}): ProductFacts {
  return {
    id,
    categoryId: 1,
    name: `Product ${id}`,
    brand: null,
    price: 100,
    isOnSale: false,
    createdAt: id,
    rating: 0,
    reviewCount: 0,
    stock: 1,
    stockRowCount: 1,
    sold: 0,
    textHash: 1,
    ...given,
  };
}

/** The text that is searched: name and brand. */
export const textOf = ({ name, brand }: ProductFacts) => ({
  name,
  brand: brand ?? '',
  tags: [] as readonly string[],
  category: '',
  shortDescription: '',
  description: '',
});
