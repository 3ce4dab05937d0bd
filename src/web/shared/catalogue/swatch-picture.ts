import { call } from '#web/api/call.ts';
import { type Choice, pictureOf } from '#web/shared/variants/choice.ts';
import { type ShownProduct, withChoices } from '#web/shared/variants/shown-product.ts';
import { currentTheme } from '#web/ui/theme.ts';
import { sourcesOf } from './picture.tsx';

/** By product; kept while the page is open, for the next colour. */
const known = new Map<number, Promise<ShownProduct>>();

function productOf(id: number): Promise<ShownProduct> {
  const reading =
    known.get(id) ??
    call('GET /products/{id}', { params: { id: String(id) } }).then(({ product }) => withChoices(product));
  known.set(id, reading);
  reading.catch(() => known.delete(id));
  return reading;
}

/**
 * The picture of a product in a colour, loaded, so that it replaces the current one at once.
 * @throws ApiError if the product cannot be read
 */
export async function swatchPicture(id: number, choice: Choice, sizes: string): Promise<string | undefined> {
  const product = await productOf(id);
  const picture = product.images[pictureOf(product, choice, 0)];
  // One that fails to load is replaced by the placeholder, as everywhere.
  if (picture)
    await Object.assign(new Image(), sourcesOf(picture, sizes, currentTheme() === 'dark' ? '-dark' : ''))
      .decode()
      .catch(() => undefined);
  return picture;
}
