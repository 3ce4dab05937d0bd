import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#web/api/call.ts';
import { savedToken } from '#web/api/saved-session.ts';
import { readDraft, saveDraft } from '#web/shared/checkout/draft.ts';
import { logPayment } from '#web/shared/checkout/payment-log.ts';
import { formatPrice } from '#web/shared/money.ts';
import { toast } from '#web/ui/toast.ts';
import { type CheckoutProblem, signedOut } from './checkout-problem.ts';
import { type HeldPayment, hold } from './held-payment.ts';
import { type CheckoutChoices, explainRefusal, requestOf } from './order-request.ts';
import type { Quote } from './quote.ts';
import type { Outcome } from './use-operation.ts';

/** The step is part of the URL, so that Back goes from the card to the address. */
const PAYMENT_STEP = '/checkout?step=payment';
const isAtPayment = () => location.pathname + location.search === PAYMENT_STEP;

/**
 * The open payment of this checkout, which holds its stock; null until it is opened.
 * @param sendInTurn waits in line while the shop is busy
 */
export function useOpenPayment(
  userId: number,
  quote: Quote | null,
  sendInTurn: <T>(request: () => Promise<T>) => Promise<T>,
) {
  const navigate = useNavigate();
  const [payment, setPayment] = useState<HeldPayment | null>(null);

  const request = async (choices: CheckoutChoices, { cart_total, currency }: Quote): Promise<void> => {
    const provider = providerOf(choices);
    if (!provider) void import('./card/saved-cards.ts').then((cards) => cards.loadSavedCards(), ignore);
    const body = { amount: Number(cart_total), currency, provider, ...requestOf(choices) };
    const intent = await sendInTurn(() => call('POST /payments/create-intent', { body }));
    const opened = hold(intent, choices.address);
    logPayment('intent created', { payment_intent_id: opened.payment_intent_id, amount: body.amount });
    setPayment(opened);
    if (isAtPayment()) announceNewTotal(userId, opened);
    saveDraft(userId, { total: opened.totals.total });
    await navigate(PAYMENT_STEP, { replace: isAtPayment() });
  };

  /**
   * Opens the payment and continues to the card.
   * @param problemAfter the problem of an earlier attempt, shown at the card
   * @throws ApiError 422 with the invalid address fields
   */
  const openPayment = async (choices: CheckoutChoices, problemAfter: CheckoutProblem | null): Promise<Outcome> => {
    if (!savedToken()) return signedOut('Authentication required. Please log in to continue with payment.');
    if (!quote) return null;
    try {
      await request(choices, quote);
      return problemAfter;
    } catch (error) {
      if (isAtPayment()) await navigate('/checkout', { replace: true });
      return explainRefusal(error, quote);
    }
  };

  return { payment, openPayment };
}

/** After a return or a reload, the same payment can cost more, because a price has changed. */
function announceNewTotal(userId: number, { totals: { total }, currency }: HeldPayment): void {
  const { total: before = total } = readDraft(userId);
  if (before !== total)
    toast(`The total is now ${formatPrice(total, currency)} instead of ${formatPrice(before, currency)}.`);
}

/** Methods other than the card are named after their provider. */
const providerOf = ({ paymentMethod }: CheckoutChoices): string | undefined =>
  paymentMethod === 'card' ? undefined : paymentMethod;

/** The form for a new card needs no saved cards. */
const ignore = () => undefined;
