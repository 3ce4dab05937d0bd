import { messageOf, refusalStatus } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Api, Data } from '#web/api/calls.ts';
import { type CardProduct, cardProduct } from '#web/shared/catalogue/card-product.ts';

export type Product = Data<'GET /products/{id}'>['product'];
export type Variant = Product['variants'][number];

/** Storefront §9. */
const MAX_RELATED = 4;
const ENOUGH_FOR_RELATED = MAX_RELATED + 1;

export type ProductData =
  | { product: Product; related: CardProduct[]; failure: null; status: 200 }
  | { product: null; related: []; failure: string; status: number };

/** A product by its id or slug, and what goes with it. */
export async function readProduct(api: Api, id: string): Promise<ProductData> {
  try {
    const [{ product }, related] = await Promise.all([
      api('GET /products/{id}', { params: { id } }),
      api('GET /products/{id}/related', { params: { id } }).catch(() => null),
    ]);
    const others = related ?? (await readOthers(api));
    const shown = others.filter((other) => other.id !== product.id).slice(0, MAX_RELATED);
    return { product, related: shown.map(cardProduct), failure: null, status: 200 };
  } catch (error) {
    // An id of the wrong shape is no product either.
    const status = refusalStatus(error) === 503 ? 503 : 404;
    const failure = status === 404 ? 'Product not found' : messageOf(error, 'Failed to load product details');
    return { product: null, related: [], failure, status };
  }
}

/** The same by the browser's own calls. */
export const fetchProduct = (id: string) => readProduct(call, id);

/** The first of a product list stand in for related products (storefront §2). */
const readOthers = (api: Api) =>
  api('GET /products', { query: { per_page: ENOUGH_FOR_RELATED } }).then(
    (list) => list.data,
    () => [],
  );
