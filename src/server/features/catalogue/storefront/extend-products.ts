import { createBatchedReader } from '#server/platform/concurrency/batched-reader.ts';
import { addPartFacts, type CacheFacts } from '#server/platform/http/response-cache/cache-facts.ts';

/** Where products are shown: alone on a page, or on cards, such as in lists. */
export type ProductPlace = 'page' | 'card';

/** Data from plug-ins: by product id, then by plug-in. */
export interface LoadedExtensions {
  readonly extensions: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  /** How long it may be cached; undefined if no plug-in was called. */
  readonly facts: CacheFacts | undefined;
}

export type LoadExtensions = (ids: readonly number[], place: ProductPlace) => Promise<LoadedExtensions>;

/**
 * Adds data from plug-ins to products. Without such plug-ins the products are unchanged. Product pages that are requested
 * at the same time are loaded together; a list already asks for all its cards at once.
 */
export function productExtender(load: LoadExtensions | undefined) {
  if (!load)
    return async <P extends object>(products: readonly P[], _place?: ProductPlace): Promise<WithExtensions<P>[]> => [
      ...products,
    ];
  const pages = createBatchedReader(
    async (ids: number[]) => {
      const { extensions, facts } = await load(ids, 'page');
      return ids.map((id) => ({ id, extension: extensions.get(id), facts }));
    },
    ({ id }) => id,
  );
  const read = async (ids: readonly number[], place: ProductPlace): Promise<LoadedExtensions> => {
    if (place === 'card') return load(ids, place);
    const loaded = [...(await pages.read(ids)).values()];
    const found = loaded.flatMap(({ id, extension }) => (extension ? [[id, extension] as const] : []));
    return { extensions: new Map(found), facts: loaded[0]?.facts };
  };
  return async <P extends { readonly id: number }>(
    products: readonly P[],
    place: ProductPlace = 'card',
  ): Promise<WithExtensions<P>[]> => {
    if (products.length === 0) return [];
    const { extensions, facts } = await read(
      products.map(({ id }) => id),
      place,
    );
    if (facts) addPartFacts(facts);
    if (extensions.size === 0) return [...products];
    return products.map((product) => {
      const extension = extensions.get(product.id);
      return extension ? { ...product, extensions: { ...extension } } : product;
    });
  };
}

type WithExtensions<P> = P & { extensions?: Record<string, unknown> };
