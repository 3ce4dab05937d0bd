import { TextPage, TextSection } from '#web/shared/frame/text-page.tsx';
import { pageMeta } from '#web/shared/page-meta.ts';
import { deliveryCost } from '#web/shared/shop/promises.ts';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { currencyName, takesCards, takesLaterPayment } from '#web/shared/shop/terms.ts';
import { Link } from '#web/ui/link.tsx';
import type { Route } from './+types/terms-page.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: pageTitle('Terms and conditions'),
    description: 'What applies when you order: prices, payment, delivery, cancelling, returns and your account.',
    path: '/terms',
  });

export default function TermsPage() {
  return (
    <TextPage title="Terms and conditions" lead="What you and the shop can rely on when you order.">
      <TextSection id="orders" title="Ordering">
        <p>
          A product in your cart is not reserved. When you proceed to payment, its price is fixed and it is reserved for
          you for a short while; if the payment is not completed in time, it goes back on sale.
        </p>
        <p>
          {takesCards() && 'If you pay by card, your order is placed once the payment has succeeded. '}
          {takesLaterPayment() && 'If you pay later, your order is placed when you choose Place Order. '}
          You then see its order number, and we confirm it by email. If the items were out of stock before a late
          payment arrived, no order is placed and we refund you in full.
        </p>
      </TextSection>
      <TextSection id="prices" title="Prices and payment">
        <p>
          Prices are in {currencyName()}. Taxes and delivery are calculated at checkout and shown, each on its own line,
          before you pay. The total at checkout is the amount you are charged. {deliveryCost()}.
        </p>
        <p>
          You choose one of the payment methods at checkout.
          {takesCards() && ' Card payments are handled by our payment provider.'}
        </p>
      </TextSection>
      <TextSection id="cancelling" title="Changing your mind">
        <p>
          You can cancel an order yourself under{' '}
          <Link to="/dashboard/orders" className="link">
            your orders
          </Link>{' '}
          until it has been shipped. You are then refunded in full to your original payment method.
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
          Our{' '}
          <Link to="/privacy" className="link">
            privacy policy
          </Link>{' '}
          explains what we store about you.
        </p>
      </TextSection>
      <TextSection id="law" title="Your rights">
        <p>Nothing here takes away rights that the law of your country gives you as a consumer.</p>
      </TextSection>
    </TextPage>
  );
}
