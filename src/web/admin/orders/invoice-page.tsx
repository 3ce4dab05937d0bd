import { useParams } from 'react-router';
import { messageOf } from '#web/api/api-error.ts';
import { Invoice } from '#web/shared/orders/invoice.tsx';
import { adminTitle } from '#web/shared/shop/shop.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type OrderDetail, useOrder } from './orders-data.ts';

export const meta = () => [{ title: adminTitle('Invoice') }, { name: 'robots', content: 'noindex' }];

export default function InvoicePage() {
  const { id } = useParams();
  const { data: order, error, refetch } = useOrder(Number(id));
  if (order) return <Invoice order={factsOf(order)} backTo={`/admin/orders?order=${order.id}`} printsAtOnce />;
  if (!error) return <Skeleton className="h-128 max-w-3xl" />;
  return (
    <EmptyState
      icon="triangle-exclamation-point"
      level="h1"
      title="The invoice could not be loaded"
      action={<Button onClick={() => void refetch()}>Retry</Button>}
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
    number: order.order_number,
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
