import { useParams } from 'react-router';
import { messageOf } from '#web/api/api-error.ts';
import { Invoice } from '#web/shared/orders/invoice.tsx';
import { adminTitle } from '#web/shared/shop/shop.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type OrderDetail, useIssuedInvoice, useOrder } from './orders-data.ts';

export const meta = () => [{ title: adminTitle('Invoice') }, { name: 'robots', content: 'noindex' }];

export default function InvoicePage() {
  const { id } = useParams();
  const orderRead = useOrder(Number(id));
  const invoiceRead = useIssuedInvoice(Number(id));
  const [order, issued] = [orderRead.data, invoiceRead.data];
  const error = orderRead.error ?? invoiceRead.error;
  if (order && issued) {
    return <Invoice order={factsOf(order)} issued={issued} backTo={`/admin/orders?order=${order.id}`} printsAtOnce />;
  }
  if (!error) return <Skeleton className="h-128 max-w-3xl" />;
  const retry = () => {
    void orderRead.refetch();
    void invoiceRead.refetch();
  };
  return (
    <EmptyState
      icon="triangle-exclamation-point"
      level="h1"
      title="The invoice could not be loaded"
      action={<Button onClick={retry}>Retry</Button>}
    >
      {messageOf(error)}
    </EmptyState>
  );
}

function factsOf(order: OrderDetail) {
  const { shippingAddress, billingAddress } = order;
  const asShown = ({ postalCode, ...address }: OrderDetail['shippingAddress']) => ({
    ...address,
    postal_code: postalCode,
  });
  return {
    orderNumber: order.order_number,
    placedAt: order.createdAt,
    paymentStatus: order.paymentStatus,
    email: order.user.email,
    shippingAddress: asShown(shippingAddress),
    billingAddress: asShown(billingAddress ?? shippingAddress),
    options: order.options,
    lines: order.items.map((item) => ({ ...item, name: item.productName })),
    sums: { ...order, shipping: order.shippingCost, refunded: order.refundedAmount },
  };
}
