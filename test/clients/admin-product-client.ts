import type { InputOf } from '#contract/endpoint.ts';
import type { ShopContract } from '#contract/index.ts';
import type { TestShop } from '../shop.ts';

export type ProductBody = InputOf<ShopContract['POST /admin/products']>['body'];
type Change = InputOf<ShopContract['PUT /admin/products/{id}']>['body'];

interface ProductAdmin {
  readonly shop: TestShop;
  readonly token: string;
  /** Category of new products. */
  readonly categoryId: number;
}

/** Calls of an admin that create and change products. */
export function adminProductClient(admin: () => ProductAdmin) {
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
      category_id: admin().categoryId,
      ...given,
    };
  }
  const post = (body: ProductBody) => admin().shop.call('POST /admin/products', { body }, admin());
  const put = (id: number, body: Change) =>
    admin().shop.call('PUT /admin/products/{id}', { params: { id }, body }, admin());
  const read = async (id: number) =>
    (await admin().shop.call('GET /admin/products/{id}', { params: { id } }, admin())).data.product;
  const create = async (given: Partial<ProductBody> = {}) => (await post(form(given))).data.product;
  return { form, post, put, read, create };
}
