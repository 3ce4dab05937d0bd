import { useParams } from 'react-router';
import { QueryProvider } from '#web/shared/query-provider.tsx';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { PendingPayment } from './pending-payment.tsx';
import { PlacedOrder } from './placed-order.tsx';

/** Placeholder for the order number in the provider's return URL, where it is not known yet. */
const NOT_KNOWN_YET = 'pending';

export const meta = () => [{ title: pageTitle('Your order') }, { name: 'robots', content: 'noindex' }];

export default function OrderSuccessPage() {
  const { orderNumber = '' } = useParams();
  if (orderNumber === NOT_KNOWN_YET) return <PendingPayment />;
  return (
    <QueryProvider>
      <PlacedOrder orderNumber={orderNumber} />
    </QueryProvider>
  );
}
