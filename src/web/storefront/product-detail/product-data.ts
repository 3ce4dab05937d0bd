import { descriptionLine } from '#domain/catalogue/description.ts';
import { messageOf, refusalStatus } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Api } from '#web/api/calls.ts';
import { type CardProduct, cardProduct } from '#web/shared/catalogue/card-product.ts';
import { pictureAddress } from '#web/shared/catalogue/picture.tsx';
import type { PageMeta } from '#web/shared/page-meta.ts';
import type { Product } from '#web/shared/variants/product.ts';
import { type ShownProduct, withChoices } from '#web/shared/variants/shown-product.ts';
import { normalizeProduct } from './normalize-product.ts';

/** Storefront §9. */
const MAX_RELATED = 4;
const ENOUGH_FOR_RELATED = MAX_RELATED + 1;
/** Delay before the skeleton; on faster pages it would flicker. */
const PATIENCE_MS = 400;

/** Metadata, computed here to keep it out of the page's scripts. */
type Head = Omit<PageMeta, 'data'>;

export type ProductData = { head: Head } & (
  | { product: ShownProduct; related: CardProduct[]; failure: null; status: 200 }
  /** `reason` is shown beside the specification's message. */
  | { product: null; related: []; failure: string; reason: string; status: number }
);

/** A product by id or slug, with related data. */
export async function readProduct(api: Api, id: string): Promise<ProductData> {
  try {
    const [answer, related] = await Promise.all([
      api('GET /products/{id}', { params: { id } }),
      api('GET /products/{id}/related', { params: { id } }).catch(() => null),
    ]);
    const product = normalizeProduct(answer);
    if (!product) return unread('Product not found', '', 404);
    const others = related ?? (await readOthers(api));
    const shown = others.filter((other) => other.id !== product.id).slice(0, MAX_RELATED);
    return {
      head: headOf(product),
      product: withChoices(product),
      related: shown.map(cardProduct),
      failure: null,
      status: 200,
    };
  } catch (error) {
    // An invalid id is not found either.
    const isUnknown = [404, 422].includes(refusalStatus(error));
    return isUnknown
      ? unread('Product not found', '', 404)
      : unread('Failed to load product details', messageOf(error, ''), 503);
  }
}

function headOf(product: Product): Head {
  const [picture] = product.images;
  return {
    title: product.meta_title || product.name,
    description: descriptionLine(product.meta_description || product.short_description || product.description),
    path: `/products/${product.slug}`,
    picture: picture && pictureAddress(picture, 1280),
  };
}

const unread = (failure: string, reason: string, status: number): ProductData => ({
  head: { title: 'Product not found', hidden: true },
  product: null,
  related: [],
  failure,
  reason,
  status,
});

/** The same with the browser's own calls; slow data is `pending`. */
export async function fetchProduct(id: string): Promise<ProductData | { pending: Promise<ProductData> }> {
  const pending = readProduct(call, id);
  const slow = new Promise<{ pending: Promise<ProductData> }>((resolve) => {
    setTimeout(() => resolve({ pending }), PATIENCE_MS);
  });
  return Promise.race([pending, slow]);
}

/** Related products fall back to the first of a product list (storefront §2). */
const readOthers = (api: Api) =>
  api('GET /products', { query: { per_page: ENOUGH_FOR_RELATED } }).then(
    (list) => list.data,
    () => [],
  );
