import type { InputOf } from '#contract/endpoint.ts';
import type { ShopContract } from '#contract/index.ts';
import type { BoughtOrder } from '#test/factories/order.ts';
import type { TestShop } from '../shop.ts';

type Status = InputOf<ShopContract['PUT /admin/orders/{id}/status']>['body'];
type Ordered = Pick<BoughtOrder, 'orderId'>;

/** Calls of an admin that change an order. */
export function adminOrderClient(admin: () => { readonly shop: TestShop; readonly token: string }) {
  const setStatus = ({ orderId }: Ordered, status: Status['status'], more: Omit<Status, 'status'> = {}) =>
    admin().shop.call('PUT /admin/orders/{id}/status', { params: { id: orderId }, body: { status, ...more } }, admin());
  const refund = ({ orderId }: Ordered, amount: number | string, reason = 'Damaged') =>
    admin().shop.call(
      'POST /admin/orders/{id}/refunds',
      { params: { id: orderId }, body: { amount, reason } },
      admin(),
    );
  return { setStatus, refund };
}
