/** Where products are shown: alone on a page, or on cards, such as in lists. */
export type ProductPlace = 'page' | 'card';

/** Data from plug-ins: by product id, then by plug-in. */
export type LoadExtensions = (
  ids: readonly number[],
  place: ProductPlace,
) => Promise<ReadonlyMap<number, Readonly<Record<string, unknown>>>>;

/** Adds data from plug-ins to products. Without such plug-ins the products are unchanged. */
export function productExtender(load: LoadExtensions | undefined) {
  return async <P extends { readonly id: number }>(
    products: readonly P[],
    place: ProductPlace = 'card',
  ): Promise<(P & { extensions?: Record<string, unknown> })[]> => {
    if (!load || products.length === 0) return [...products];
    const extensions = await load(
      products.map(({ id }) => id),
      place,
    );
    return products.map((product) => {
      const extension = extensions.get(product.id);
      return extension ? { ...product, extensions: { ...extension } } : product;
    });
  };
}
