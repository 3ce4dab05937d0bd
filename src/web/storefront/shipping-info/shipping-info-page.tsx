import { TextPage, TextSection } from '#web/shared/frame/text-page.tsx';
import { formatPrice } from '#web/shared/money.ts';
import { pageMeta } from '#web/shared/page-meta.ts';
import { shop, titled } from '#web/shared/shop/shop.ts';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/shipping-info-page.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Shipping'),
    description: 'What delivery costs, where we deliver to, and how to follow a parcel.',
    path: '/shipping',
  });

export default function ShippingInfoPage() {
  return (
    <TextPage title="Shipping" lead="What delivery costs, where it goes, and how to follow it.">
      <TextSection id="cost" title="What it costs">
        <Prices />
      </TextSection>
      <TextSection id="where" title="Where we deliver">
        <p>
          {shop().shipping.internationalShipping
            ? 'To addresses in the United States, Canada and the United Kingdom.'
            : 'To addresses in the United States.'}
        </p>
      </TextSection>
      <TextSection id="follow" title="Following a parcel">
        <p>
          We mail you when your order is on its way. Its steps, their dates and the tracking number stand under{' '}
          <Link to="/dashboard/orders" className="link">
            your orders
          </Link>
          .
        </p>
      </TextSection>
      <TextSection id="back" title="Sending something back">
        <p>
          You have 30 days. The page about{' '}
          <Link to="/returns" className="link">
            returns
          </Link>{' '}
          says how.
        </p>
      </TextSection>
    </TextPage>
  );
}

/** What the checkout charges as the merchant has set it. */
function Prices() {
  const { shipping } = shop();
  if (shipping.checkoutShipping === 'flat') {
    return <p>Delivery costs {formatPrice(shipping.flatShippingCost)} an order, however much is in it.</p>;
  }
  const rows = [
    ['Standard', formatPrice(shipping.standardShippingCost)],
    ['Express', formatPrice(shipping.expressShippingCost)],
    ['Overnight', formatPrice(shipping.overnightShippingCost)],
  ] as const;
  return (
    <>
      <table className="fact-table">
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col">Price an order</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([method, price]) => (
            <tr key={method}>
              <th scope="row">{method}</th>
              <td>{price}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4">
        Standard delivery is free for orders above {formatPrice(shipping.freeShippingThreshold)}. You choose the method
        at checkout.
      </p>
    </>
  );
}
