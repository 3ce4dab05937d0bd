import type { ProductForm } from '#contract/admin/product-form.ts';
import type { ProductColumns } from './change-products.store.ts';

type Images = ProductColumns['images'];

/** Pictures of a form: each with its own text, or that of `image_alts`, or the one it had before. */
export function imagesOf({ images, image_alts }: ProductForm, before: Images): Images {
  if (images === undefined) return before;
  const known = new Map(before.map(({ url, alt }) => [url, alt]));
  return images.map(({ url, alt }, index) => ({ url, alt: alt ?? image_alts?.[index] ?? known.get(url) ?? '' }));
}
