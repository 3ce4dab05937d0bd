import { TextPage, TextSection } from '#web/shared/frame/text-page.tsx';
import { pageMeta } from '#web/shared/page-meta.ts';
import { titled } from '#web/shared/shop/shop.ts';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/terms-page.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: titled('Terms and conditions'),
    description: 'What applies when you order: prices, payment, delivery, cancelling, returns and your account.',
    path: '/terms',
  });

export default function TermsPage() {
  return (
    <TextPage title="Terms and conditions" lead="What you and the shop can rely on when you order.">
      <TextSection id="orders" title="Ordering">
        <p>
          A product in your cart is not reserved. When you proceed to payment, its price is fixed and its stock is held
          for you for a short while; if the payment is not completed in time, it goes back on sale.
        </p>
        <p>
          Your order is made when the payment has succeeded. You then see its order number, and we confirm it by mail.
          If the goods were sold out before a late payment arrived, we make no order and refund you in full.
        </p>
      </TextSection>
      <TextSection id="prices" title="Prices and payment">
        <p>
          Prices are in US dollars. Taxes and delivery are worked out at checkout and shown, each on its own line,
          before you pay. What the checkout shows as the total is what you are charged.
        </p>
        <p>You pay by a method that the checkout offers. Card payments are handled by our payment provider.</p>
      </TextSection>
      <TextSection id="cancelling" title="Changing your mind">
        <p>
          You can cancel an order yourself under{' '}
          <Link to="/dashboard/orders" className="link">
            your orders
          </Link>{' '}
          until it has been shipped. What you have paid for it is then refunded in full to the card you paid with.
        </p>
        <p>After delivery you can return what you bought within 30 days.</p>
      </TextSection>
      <TextSection id="account" title="Your account">
        <p>
          To order, you open an account with your own email address. Keep your password to yourself; if somebody else
          may know it,{' '}
          <Link to="/forgot-password" className="link">
            choose a new one
          </Link>
          . We may close accounts that are used to defraud the shop or other customers.
        </p>
        <p>
          What we keep about you stands in the{' '}
          <Link to="/privacy" className="link">
            privacy policy
          </Link>
          .
        </p>
      </TextSection>
      <TextSection id="law" title="Your rights">
        <p>Nothing here takes away rights that the law of your country gives you as a consumer.</p>
      </TextSection>
    </TextPage>
  );
}
