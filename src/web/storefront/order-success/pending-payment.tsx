import { useCallback, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useAuth } from '#web/shared/auth/auth.ts';
import { loadCart } from '#web/shared/cart/cart.ts';
import { clearDraft, readDraft, saveDraft } from '#web/shared/checkout/draft.ts';
import { type Settlement, settlePayment } from '#web/shared/checkout/settle-payment.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { toastFailure } from '#web/ui/toast.ts';
import { UnknownOrder } from './unknown-order.tsx';

/** Return from the provider's or bank's page: asks the shop for the payment's result. */
export function PendingPayment() {
  const [search] = useSearchParams();
  // PayPal names its order id `token`.
  const intentId = search.get('payment_intent') ?? search.get('token');
  return intentId ? <Settling intentId={intentId} /> : <UnknownOrder />;
}

function Settling({ intentId }: { intentId: string }) {
  const navigate = useNavigate();
  const { user } = useAuth();
  const userId = user?.id ?? 0;
  const [problem, setProblem] = useState<Settlement | null>(null);

  const settle = useCallback(
    async (isWanted: () => boolean) => {
      setProblem(null);
      const settlement = await settlePayment(intentId, readDraft(userId).address);
      // Shown at the login, to which this page's guard has redirected by now; asked again afterwards, back here.
      if (settlement.outcome === 'signed-out') return toastFailure(settlement.message);
      if (!isWanted()) return;
      if (settlement.outcome === 'ordered') {
        clearDraft();
        void loadCart();
        return navigate(`/order-success/${settlement.orderNumber}`, { replace: true });
      }
      if (settlement.outcome === 'unknown') return setProblem(settlement);
      saveDraft(userId, { paying: undefined });
      if (settlement.outcome === 'refunded') return setProblem(settlement);
      const { message: failure, outcome } = settlement;
      navigate('/checkout?step=payment', { replace: true, state: { failure, isUnpaid: outcome === 'unpaid' } });
    },
    [intentId, userId, navigate],
  );

  useEffect(() => {
    let isWanted = true;
    void settle(() => isWanted);
    return () => {
      isWanted = false;
    };
  }, [settle]);

  if (problem?.outcome === 'refunded') return <Refunded message={problem.message} />;
  if (problem?.outcome === 'unknown') {
    return (
      <NotConfirmed
        message={problem.message}
        onTryAgain={() => void settle(() => true)}
        onLeave={() => saveDraft(userId, { paying: undefined })}
      />
    );
  }
  return <Spinner label="Confirming your payment..." isShown />;
}

function Refunded({ message }: { message: string }) {
  return (
    <EmptyState
      icon="rotate-ccw"
      level="h1"
      title="Your payment was sent back"
      action={
        <Link to="/cart" className={buttonClass()}>
          Review your cart
        </Link>
      }
    >
      <p role="alert">{message}</p>
      <p className="mt-2">Your bank may take a few days to show it.</p>
    </EmptyState>
  );
}

interface NotConfirmedProps {
  message: string;
  onTryAgain: () => void;
  onLeave: () => void;
}

function NotConfirmed({ message, onTryAgain, onLeave }: NotConfirmedProps) {
  return (
    <EmptyState
      icon="triangle-exclamation-point"
      level="h1"
      title="Failed to create order"
      action={
        <>
          <Button onClick={onTryAgain}>Try again</Button>
          <Link to="/checkout" className={buttonClass('secondary')} onClick={onLeave}>
            Back to checkout
          </Link>
        </>
      }
    >
      {message !== 'Failed to create order' && <p role="alert">{message}</p>}
      <p className="mt-2">
        Trying again only asks the shop for the order of this payment: nothing is charged a second time.
      </p>
    </EmptyState>
  );
}
