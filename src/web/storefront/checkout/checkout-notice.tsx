import { type ReactNode, useEffect, useRef } from 'react';
import { setSignedOut } from '#web/shared/auth/auth.ts';
import type { CartItem } from '#web/shared/cart/cart-item.ts';
import { lineProblems } from '#web/shared/cart/line-problem.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import type { CheckoutProblem } from './checkout-problem.ts';
import type { PaymentMethodName } from './payment-methods.ts';

export interface CheckoutNoticeProps {
  problem: CheckoutProblem | null;
  paymentMethod: PaymentMethodName | undefined;
  /** Whether the shop offers other ways to pay. */
  hasOtherWays: boolean;
  /** Retries the last request. */
  busy: string | false;
  onStartAgain: () => void;
  onConfirmAgain: () => void;
}

/** What failed and what to do. Takes the focus when it appears. */
export function CheckoutNotice({ problem, ...actions }: CheckoutNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (problem) notice.current?.focus();
  }, [problem]);

  if (!problem) return null;
  return (
    <div ref={notice} tabIndex={-1} className="mb-6 rounded-field">
      <ProblemBanner problem={problem} {...actions} />
    </div>
  );
}

function ProblemBanner(props: CheckoutNoticeProps & { problem: CheckoutProblem }) {
  const { problem, busy, onStartAgain, onConfirmAgain } = props;
  const { kind, message } = problem;
  switch (kind) {
    case 'refused':
      return problem.isUnpaid ? <Unpaid message={message} {...props} /> : <Banner tone="danger">{message}</Banner>;
    case 'signed-out':
      return (
        <Banner tone="danger">
          {message}
          {/* The page's guard redirects to /login and back here. */}
          <Actions>
            <Button look="secondary" small onClick={() => setSignedOut()}>
              Log in
            </Button>
          </Actions>
        </Banner>
      );
    case 'changed':
      return <CartNotice message={message} sentences={problem.changes} />;
    case 'expired':
      return (
        <Banner tone="warning">
          <p className="font-semibold">{message}</p>
          <Actions>
            <Button small busy={busy} onClick={onStartAgain}>
              Start the payment again
            </Button>
          </Actions>
        </Banner>
      );
    case 'already-paid':
      return (
        <Banner tone="info">
          <p className="font-semibold">{message}</p>
          <Actions>
            <Link to={orderAddress(problem.orderNumber)} className="link">
              See your order
            </Link>
          </Actions>
        </Banner>
      );
    case 'refunded':
      return (
        <Banner tone="warning">
          <p className="font-semibold">{message}</p>
          <p className="mt-1">The money is being refunded.</p>
          <Actions>
            <Link to="/cart" className="link">
              Review your cart
            </Link>
          </Actions>
        </Banner>
      );
    case 'unconfirmed':
      return (
        <Banner tone="danger">
          <p className="font-semibold">Failed to create order</p>
          {message !== 'Failed to create order' && <p className="mt-1">{message}</p>}
          <p className="mt-1">
            Your card was sent to the payment provider. Trying again only asks the shop for your order: nothing is
            charged a second time.
          </p>
          <Actions>
            <Button small busy={busy} onClick={onConfirmAgain}>
              Try again
            </Button>
          </Actions>
        </Banner>
      );
  }
}

/** The provider's reason, and what else to try. */
function Unpaid({
  message,
  paymentMethod,
  hasOtherWays,
}: { message: string } & Pick<CheckoutNoticeProps, 'paymentMethod' | 'hasOtherWays'>) {
  return (
    <Banner tone="danger">
      <p className="font-semibold">{message}</p>
      <p className="mt-1">
        Nothing was charged, and your items are still reserved.{' '}
        {paymentMethod === 'card'
          ? 'Check the card’s details or use another card. Your bank can tell you more.'
          : 'You can try again.'}
      </p>
      {hasOtherWays && (
        <Actions>
          <Link to="/checkout" className="link">
            Choose another way to pay
          </Link>
        </Actions>
      )}
    </Banner>
  );
}

/** Link to the cart with its problems. */
function CartNotice({ message, sentences }: { message: string; sentences: readonly string[] }) {
  return (
    <Banner tone="warning">
      <p className="font-semibold">{message}</p>
      {sentences.length > 0 && (
        <ul className="mt-2 list-disc pl-5">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <Actions>
        <Link to="/cart" className="link">
          Review your cart
        </Link>
      </Actions>
    </Banner>
  );
}

export interface CartProblemNoticeProps {
  items: readonly CartItem[];
}

/** Shown before the form is filled in: cart lines that cannot be bought. */
export function CartProblemNotice({ items }: CartProblemNoticeProps) {
  const problems = lineProblems(items);
  if (problems.length === 0) return null;
  return (
    <div className="mb-6">
      <CartNotice message="Your cart is not ready for checkout yet." sentences={problems} />
    </div>
  );
}

const orderAddress = (number: string | undefined) => `/dashboard/orders${number ? `/${number}` : ''}`;

function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-3">{children}</div>;
}
