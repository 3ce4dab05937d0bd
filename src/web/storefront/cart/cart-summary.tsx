import SummarySlot from 'virtual:slot/cart.summary';
import { type Ref, useId } from 'react';
import { Amount } from '#web/shared/amount.tsx';
import { useAuth } from '#web/shared/auth/auth.ts';
import { useCart } from '#web/shared/cart/cart.ts';
import { lineProblems } from '#web/shared/cart/line-problem.ts';
import { Sum } from '#web/shared/cart/sum.tsx';
import { SignedAmount } from '#web/shared/orders/adjustment-list.tsx';
import { formatDays } from '#web/shared/shop/delivery-days.ts';
import { deliveryCost } from '#web/shared/shop/promises.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { CheckoutLink } from './checkout-link.tsx';
import { CouponEntry } from './coupon-entry.tsx';

/** Storefront §2: shipping is shown as FREE here; the checkout computes the actual cost. */
export function CartSummary({ actions }: { actions: Ref<HTMLDivElement> }) {
  const { items, subtotal, discount, adjustments, total, coupon } = useCart();
  const { isAuthenticated } = useAuth();
  const closedBy = useId();
  const problems = lineProblems(items);
  const { expectedDelivery } = shop().shipping;
  return (
    <section aria-labelledby="summary" className="panel sticky top-24 p-6">
      <h2 id="summary" className="font-semibold font-sans text-lg">
        Order Summary
      </h2>
      <dl className="sums mt-5">
        <Sum name="Subtotal">
          <Amount value={subtotal} />
        </Sum>
        {coupon && discount !== '0.00' && (
          <Sum name={`Discount (${coupon.code})`}>
            <Amount value={discount} sign="−" />
          </Sum>
        )}
        {adjustments?.map(({ label, amount }) => (
          <Sum key={label} name={label}>
            <SignedAmount value={amount} />
          </Sum>
        ))}
        <Sum name="Shipping">FREE</Sum>
        <Sum name="Total" isTotal>
          <Amount value={total} />
        </Sum>
      </dl>
      <p className="mt-3 text-muted text-small">Taxes and delivery are calculated at checkout. {deliveryCost()}.</p>
      {isAuthenticated && <CouponEntry />}
      {SummarySlot && <SummarySlot />}
      <div ref={actions} className="mt-6 grid gap-3">
        {problems.length > 0 && (
          <p id={closedBy} className="text-small wrap-anywhere">
            Not ready for checkout yet: <span className="font-semibold text-sale">{problems.join(' ')}</span>
          </p>
        )}
        <CheckoutLink closedBy={closedBy} />
        <Link to="/products" className={buttonClass('secondary')}>
          Continue Shopping
        </Link>
      </div>
      {/* Below the buttons, which on a phone's first screen are above the fold. */}
      {expectedDelivery && (
        <p className="mt-4 flex items-center gap-2 text-small">
          <Icon name="truck" /> Get it {formatDays(expectedDelivery)}
        </p>
      )}
    </section>
  );
}
