import { Amount } from '#web/shared/amount.tsx';
import { TextPage, TextSection } from '#web/shared/frame/text-page.tsx';
import { pageMeta } from '#web/shared/page-meta.ts';
import { deliveryTime } from '#web/shared/shop/promises.ts';
import { pageTitle, shop } from '#web/shared/shop/shop.ts';
import { deliveryPlaces } from '#web/shared/shop/terms.ts';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/shipping-info-page.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: pageTitle('Shipping'),
    description: 'What delivery costs, where we deliver to, and how to follow a parcel.',
    path: '/shipping',
  });

export default function ShippingInfoPage() {
  return (
    <TextPage title="Shipping" lead="What delivery costs, where it goes, and how to follow it.">
      <TextSection id="cost" title="What it costs">
        <Prices />
        <p>Standard delivery takes {deliveryTime()}.</p>
      </TextSection>
      <TextSection id="where" title="Where we deliver">
        <p>We deliver to addresses in {deliveryPlaces()}.</p>
      </TextSection>
      <TextSection id="follow" title="Following a parcel">
        <p>
          We email you when your order is on its way. You can follow each step and find the tracking number under{' '}
          <Link to="/dashboard/orders" className="link">
            your orders
          </Link>
          .
        </p>
      </TextSection>
      <TextSection id="back" title="Sending something back">
        <p>
          You have 30 days. See{' '}
          <Link to="/returns" className="link">
            Returns
          </Link>{' '}
          for how it works.
        </p>
      </TextSection>
    </TextPage>
  );
}

/** What the checkout charges according to the settings. */
function Prices() {
  const { shipping } = shop();
  if (shipping.checkoutShipping === 'flat') {
    return (
      <p>
        Delivery costs a flat <Amount value={shipping.flatShippingCost} /> per order, however many items it has.
      </p>
    );
  }
  const rows = [
    ['Standard', shipping.standardShippingCost],
    ['Express', shipping.expressShippingCost],
    ['Overnight', shipping.overnightShippingCost],
  ] as const;
  return (
    <>
      <table className="fact-table">
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col">Price per order</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([method, price]) => (
            <tr key={method}>
              <th scope="row">{method}</th>
              <td>
                <Amount value={price} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4">
        Standard delivery is free for orders above <Amount value={shipping.freeShippingThreshold} />. You choose the
        method at checkout.
      </p>
    </>
  );
}
