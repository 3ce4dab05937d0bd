import type { InputOf } from '#contract/endpoint.ts';
import type { ShopContract } from '#contract/index.ts';
import type { TestShop } from './shop.ts';

export type ProductBody = InputOf<ShopContract['POST /admin/products']>['body'];
type Change = InputOf<ShopContract['PUT /admin/products/{id}']>['body'];

interface Desk {
  readonly shop: TestShop;
  readonly token: string;
  /** Category of new products. */
  readonly categoryId: number;
}

/** Product edits by an admin in a test shop. */
export function productDesk(desk: () => Desk) {
  let made = 0;
  /** A mug with the required fields; all can be overridden. */
  function form(given: Partial<ProductBody> = {}): ProductBody {
    made += 1;
    return {
      name: `Mug ${made}`,
      sku: `MUG-${made}`,
      description: 'Holds coffee.',
      price: 12.5,
      stock: 8,
      category_id: desk().categoryId,
      ...given,
    };
  }
  const post = (body: ProductBody) => desk().shop.call('POST /admin/products', { body }, desk());
  const put = (id: number, body: Change) =>
    desk().shop.call('PUT /admin/products/{id}', { params: { id }, body }, desk());
  const read = async (id: number) =>
    (await desk().shop.call('GET /admin/products/{id}', { params: { id } }, desk())).data.product;
  const create = async (given: Partial<ProductBody> = {}) => (await post(form(given))).data.product;
  return { form, post, put, read, create };
}
