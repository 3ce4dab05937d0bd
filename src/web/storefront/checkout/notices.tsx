import { Suspense } from 'react';
import { useCart } from '#web/shared/cart/cart.ts';
import { Banner } from '#web/ui/banner.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { CartProblemNoticeProps, CheckoutNoticeProps } from './checkout-notice.tsx';
import type { Checkout } from './use-checkout.ts';
import type { Choices } from './use-choices.ts';

/** A chunk that the page does not wait for, preloaded so that it is there when something fails. */
const loadNotices = () => import('./checkout-notice.tsx');
const CheckoutNotice = lazyPart<CheckoutNoticeProps>(
  async () => ({ default: (await loadNotices()).CheckoutNotice }),
  ({ problem }) => problem && <Banner tone="danger">{problem.message}</Banner>,
);
const CartProblemNotice = lazyPart<CartProblemNoticeProps>(
  async () => ({ default: (await loadNotices()).CartProblemNotice }),
  () => null,
);

const LineNotice = lazyPart(
  () => import('./line-notice.tsx'),
  () => null,
);

interface NoticesProps {
  checkout: Checkout;
  choices: Choices;
  isAtPayment: boolean;
  /** Opens the payment again. */
  onStartAgain: () => void;
}

/** Above the form: what went wrong, and a place in line. */
export function Notices({ checkout, choices, isAtPayment, onStartAgain }: NoticesProps) {
  const { payment, pending, problem, line } = checkout;
  const { items } = useCart();
  const isReopening = isAtPayment && payment === null;
  return (
    <>
      <Suspense>
        <CheckoutNotice
          problem={isReopening ? null : problem}
          paymentMethod={choices.paymentMethod}
          hasOtherWays={(choices.methods?.length ?? 0) > 1}
          busy={pending !== null && 'One moment…'}
          onStartAgain={onStartAgain}
          onConfirmAgain={() => void checkout.confirmAgain()}
        />
        {!isAtPayment && problem?.kind !== 'changed' && <CartProblemNotice items={items} />}
      </Suspense>
      {line && (
        <Suspense>
          <LineNotice line={line} />
        </Suspense>
      )}
    </>
  );
}
