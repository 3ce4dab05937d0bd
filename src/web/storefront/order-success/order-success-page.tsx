import { useParams } from 'react-router';
import { Queries } from '#web/shared/queries.tsx';
import { titled } from '#web/shared/shop/shop.ts';
import { PendingPayment } from './pending-payment.tsx';
import { PlacedOrder } from './placed-order.tsx';

/** Placeholder for the order number in the provider's return URL, where it is not known yet. */
const NOT_KNOWN_YET = 'pending';

export const meta = () => [{ title: titled('Your order') }, { name: 'robots', content: 'noindex' }];

export default function OrderSuccessPage() {
  const { orderNumber = '' } = useParams();
  if (orderNumber === NOT_KNOWN_YET) return <PendingPayment />;
  return (
    <Queries>
      <PlacedOrder orderNumber={orderNumber} />
    </Queries>
  );
}
