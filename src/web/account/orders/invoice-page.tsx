import { useParams } from 'react-router';
import { Invoice } from '#web/shared/orders/invoice.tsx';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { type Order, useIssuedInvoice, useOrder } from '../shared/orders-data.ts';
import { MissingOrder } from './missing-order.tsx';

export const meta = () => [{ title: pageTitle('Invoice') }, { name: 'robots', content: 'noindex' }];

export default function InvoicePage() {
  const { orderId = '' } = useParams();
  const { data: order, error, refetch } = useOrder(orderId);
  const issued = useIssuedInvoice(orderId);
  if (order && issued.data) {
    return <Invoice order={factsOf(order)} issued={issued.data} backTo={`/dashboard/orders/${order.order_number}`} />;
  }
  const retry = () => {
    void refetch();
    void issued.refetch();
  };
  return <MissingOrder error={error ?? issued.error} exists={order !== undefined} onRetry={retry} />;
}

const factsOf = (order: Order) => ({
  orderNumber: order.order_number,
  placedAt: order.created_at,
  paymentStatus: order.payment_status,
  email: order.user.email,
  shippingAddress: order.shipping_address,
  billingAddress: order.billing_address ?? order.shipping_address,
  options: order.options,
  lines: order.items.map((item) => ({ ...item, variantName: item.variant_name, total: item.line_total })),
  sums: { ...order, couponCode: order.coupon_code, shippingLabel: order.shipping_label },
});
