import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, messageOf } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { Input } from '#web/api/calls.ts';
import { savedToken } from '#web/api/saved-session.ts';
import { loadCart } from '#web/shared/cart/cart.ts';
import { type AddressDraft, clearDraft, readDraft, saveDraft } from '#web/shared/checkout/draft.ts';
import { logPayment } from '#web/shared/checkout/payment-log.ts';
import { settlePayment } from '#web/shared/checkout/settle-payment.ts';
import { formatPrice } from '#web/shared/money.ts';
import { toast } from '#web/ui/toast.ts';
import type { CardForm, CardResult } from './card/card-form.ts';
import { type HeldPayment, hold } from './held-payment.ts';
import type { PayBy } from './payment-methods.ts';
import { placeOrder } from './place-order.ts';
import type { Quote, ShippingMethod } from './quote.ts';
import {
  changedElsewhere,
  expired,
  refused,
  signedOut,
  type Trouble,
  troubleOfOpening,
  troubleOfSettling,
  unpaid,
} from './trouble.ts';
import type { Line } from './wait-in-line.ts';

/** The step is part of the URL, so that Back leads from the card to the address. */
const PAYMENT_STEP = '/checkout?step=payment';
const isAtPayment = () => location.pathname + location.search === PAYMENT_STEP;

/** The pending operation. */
export type Work = 'opening' | 'paying' | 'confirming';

export interface Wishes {
  readonly address: AddressDraft;
  readonly shippingMethod: ShippingMethod | undefined;
  readonly payBy: PayBy | undefined;
}

/**
 * The state of the checkout. One operation at a time, so a double click pays once; two tabs share one payment, which
 * the provider charges once.
 * @param before message about an attempt that left the page
 */
export function useCheckout(userId: number, quote: Quote | null, before: Trouble | null) {
  const navigate = useNavigate();
  const [payment, setPayment] = useState<HeldPayment | null>(null);
  const [work, setWork] = useState<Work | null>(null);
  const [trouble, setTrouble] = useState(before);
  const [line, setLine] = useState<Line | null>(null);
  const leaveLine = useRef<() => void>(undefined);
  const isWorking = useRef(false);
  const hasOrder = useRef(false);

  const alone = async (next: Work, run: () => Promise<Trouble | null>): Promise<void> => {
    if (isWorking.current) return;
    isWorking.current = true;
    setWork(next);
    if (next !== 'confirming') setTrouble(null);
    try {
      setTrouble(await run());
    } finally {
      // Once there is an order, this page stays busy until the next one is shown: idle, it redirects to the empty cart.
      if (!hasOrder.current) {
        isWorking.current = false;
        setWork(null);
      }
    }
  };

  // Who leaves the page leaves the line.
  useEffect(() => () => leaveLine.current?.(), []);

  /** Takes a request that the shop lets wait in line to its end. */
  const inTurn = async <T>(request: () => Promise<T>): Promise<T> => {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'server.in_line') throw error;
      const { waitInLine } = await import('./wait-in-line.ts');
      return waitInLine(request, error, (next) => {
        leaveLine.current = next?.leave;
        setLine(next);
      });
    }
  };

  const finish = async (orderNumber: string): Promise<null> => {
    hasOrder.current = true;
    clearDraft();
    await navigate(`/order-success/${orderNumber}`, { replace: true });
    void loadCart();
    return null;
  };

  const settle = async ({ payment_intent_id, address }: HeldPayment): Promise<Trouble | null> => {
    const settlement = await settlePayment(payment_intent_id, address);
    logPayment('confirmed', { payment_intent_id, outcome: settlement.outcome });
    if (settlement.outcome === 'ordered') return finish(settlement.orderNumber);
    const isKnown = settlement.outcome !== 'unknown' && settlement.outcome !== 'signed-out';
    if (isKnown) saveDraft(userId, { paying: undefined });
    if (settlement.outcome === 'refunded') void loadCart();
    return troubleOfSettling(settlement);
  };

  /**
   * Opens the payment and continues to the card.
   * @param then message about an earlier attempt
   * @throws ApiError 422 with the invalid address fields
   */
  const open = (wishes: Wishes, then: Trouble | null = null): Promise<void> =>
    alone('opening', async () => {
      if (!savedToken()) return signedOut('Authentication required. Please log in to continue with payment.');
      if (!quote) return null;
      try {
        const provider = providerOf(wishes);
        if (!provider) void import('./card/saved-cards.ts').then((cards) => cards.loadSavedCards(), ignore);
        const body = { amount: Number(quote.cart_total), currency: quote.currency, provider, ...bodyOf(wishes) };
        const intent = await inTurn(() => call('POST /payments/create-intent', { body }));
        const opened = hold(intent, wishes.address);
        logPayment('intent created', { payment_intent_id: opened.payment_intent_id, amount: body.amount });
        setPayment(opened);
        if (isAtPayment()) sayNewTotal(opened);
        saveDraft(userId, { total: opened.totals.total });
        await navigate(PAYMENT_STEP, { replace: isAtPayment() });
        return then;
      } catch (error) {
        if (isAtPayment()) await navigate('/checkout', { replace: true });
        if (error instanceof ApiError && error.status === 422) throw error;
        return troubleOfOpening(error, quote);
      }
    });

  /** After a return or a reload, the same payment can cost more: a price has changed meanwhile. */
  const sayNewTotal = ({ totals: { total }, currency }: HeldPayment) => {
    const { total: before = total } = readDraft(userId);
    if (before !== total)
      toast(`The total is now ${formatPrice(total, currency)} instead of ${formatPrice(before, currency)}.`);
  };

  const orderWithoutCard = (wishes: Wishes): Promise<void> =>
    alone('opening', async () => {
      try {
        return await finish(await inTurn(() => placeOrder(bodyOf(wishes))));
      } catch (error) {
        if (error instanceof ApiError && error.status === 422) throw error;
        return troubleOfOpening(error, quote);
      }
    });

  const pay = (form: CardForm | null): Promise<void> =>
    alone('paying', async () => {
      if (!payment || !form) return null;
      if (!savedToken()) return signedOut('Authentication required. Please log in to complete payment.');
      if (Date.now() >= payment.heldUntil) return expired();
      saveDraft(userId, { paying: payment.payment_intent_id });
      const result = await form.confirm().catch(failed);
      logPayment('card sent', { payment_intent_id: payment.payment_intent_id, outcome: result.outcome });
      if (result.outcome === 'taken') return settle(payment);
      if (result.outcome === 'redirecting') await comingBack();
      saveDraft(userId, { paying: undefined });
      if (result.outcome === 'closed') return expired();
      if (result.outcome === 'changed') return lookAgain();
      if (result.outcome === 'redirecting') return unpaid('The payment has not been completed.');
      return result.isDeclined ? unpaid(result.message) : refused(result.message);
    });

  /** Back to the address with the current cart, because the button's amount was outdated. */
  const lookAgain = async (): Promise<Trouble> => {
    await navigate('/checkout', { replace: true });
    void loadCart();
    return changedElsewhere();
  };

  return {
    payment,
    work,
    trouble,
    line,
    open,
    orderWithoutCard,
    pay,
    confirmAgain: () => alone('confirming', async () => payment && settle(payment)),
    runOut: () => {
      if (!isWorking.current) setTrouble(expired());
    },
  };
}

function bodyOf({ address, shippingMethod }: Wishes): Omit<Input<'POST /orders'>['body'], 'payment_method'> {
  return { shipping_address: address, shipping_method: shippingMethod };
}

/** Methods other than the card are named after their provider. */
const providerOf = ({ payBy }: Wishes): string | undefined => (payBy === 'card' ? undefined : payBy);

/** The form for a new card needs no saved cards. */
const ignore = () => undefined;

const failed = (error: unknown): CardResult => ({ outcome: 'refused', message: messageOf(error) });

/** The browser is leaving for the bank; only Back from the back/forward cache returns here. */
const comingBack = () => new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
