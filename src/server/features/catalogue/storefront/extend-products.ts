import { createBatchedReader } from '#server/platform/batched-reader.ts';

/** Where products are shown: alone on a page, or on cards, such as in lists. */
export type ProductPlace = 'page' | 'card';

/** Data from plug-ins: by product id, then by plug-in. */
export type LoadExtensions = (
  ids: readonly number[],
  place: ProductPlace,
) => Promise<ReadonlyMap<number, Readonly<Record<string, unknown>>>>;

/**
 * Adds data from plug-ins to products. Without such plug-ins the products are unchanged. Product pages that are requested
 * at the same time are loaded together; a list already asks for all its cards at once.
 */
export function productExtender(load: LoadExtensions | undefined) {
  if (!load)
    return async <P extends object>(products: readonly P[], _place?: ProductPlace): Promise<Extended<P>[]> => [
      ...products,
    ];
  const pages = createBatchedReader(
    async (ids: number[]) => [...(await load(ids, 'page'))],
    ([id]) => id,
  );
  const read = async (ids: readonly number[], place: ProductPlace) =>
    place === 'page' ? new Map((await pages.read(ids)).values()) : load(ids, place);
  return async <P extends { readonly id: number }>(
    products: readonly P[],
    place: ProductPlace = 'card',
  ): Promise<Extended<P>[]> => {
    if (products.length === 0) return [];
    const extensions = await read(
      products.map(({ id }) => id),
      place,
    );
    if (extensions.size === 0) return [...products];
    return products.map((product) => {
      const extension = extensions.get(product.id);
      return extension ? { ...product, extensions: { ...extension } } : product;
    });
  };
}

type Extended<P> = P & { extensions?: Record<string, unknown> };
