import CheckoutStep from 'virtual:slot/checkout.step';
import { Suspense, useCallback, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { savedToken } from '#web/api/saved-session.ts';
import type { User } from '#web/shared/auth/auth.ts';
import { loadCart, useCart } from '#web/shared/cart/cart.ts';
import { type AddressDraft, readDraft, saveDraft } from '#web/shared/checkout/draft.ts';
import { Banner } from '#web/ui/banner.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PaymentActions, ShippingActions } from './actions.tsx';
import { isComplete, type SavedAddress } from './address-book.ts';
import type { CardForm } from './card/card-form.ts';
import { PaymentChoice, ShippingChoice } from './choices.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PaymentForm } from './payment-form.tsx';
import { isPaidLater, type PayBy, usePaymentMethods } from './payment-methods.ts';
import { type ShippingMethod, useQuote } from './quote.ts';
import { useFailure, useWhenDue } from './returning.ts';
import { ShippingForm } from './shipping-form.tsx';
import { StepHeading, Steps } from './steps.tsx';
import { endsCheckout } from './trouble.ts';
import type { ProblemNoticeProps, TroubleNoticeProps } from './trouble-notice.tsx';
import { useCheckout } from './use-checkout.ts';

/** Not part of what the page waits for, and loaded before anything can go wrong. */
const loadNotices = () => import('./trouble-notice.tsx');
const TroubleNotice = lazyPart<TroubleNoticeProps>(
  async () => ({ default: (await loadNotices()).TroubleNotice }),
  ({ trouble }) => trouble && <Banner tone="danger">{trouble.message}</Banner>,
);
const ProblemNotice = lazyPart<ProblemNoticeProps>(
  async () => ({ default: (await loadNotices()).ProblemNotice }),
  () => null,
);

const LineNotice = lazyPart(
  () => import('./line-notice.tsx'),
  () => null,
);

interface CheckoutFormProps {
  user: User;
  firstTyped: AddressDraft;
  saved: readonly SavedAddress[];
  saveAddress: (address: AddressDraft) => Promise<void>;
}

/** Both steps with the order summary beside them. Both stay mounted, so that input is kept. */
export function CheckoutForm({ user, firstTyped, saved, saveAddress }: CheckoutFormProps) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [draft] = useState(() => readDraft(user.id));
  const typed = useRef(firstTyped);
  const cardForm = useRef<CardForm>(null);
  const [country, setCountry] = useState(firstTyped.country);
  const [shippingMethod, setShippingMethod] = useState(draft.shippingMethod as ShippingMethod | undefined);
  const { methods, payBy, choose } = usePaymentMethods(draft.payBy);
  const { quote, isLoading, failure: quoteFailure } = useQuote(shippingMethod, country);
  const failure = useFailure();
  const { payment, work, trouble, line, ...checkout } = useCheckout(user.id, quote, failure);

  const { items } = useCart();

  const isAtPayment = search.get('step') === 'payment';
  const isReopening = isAtPayment && payment === null;
  const isOver = trouble !== null && endsCheckout(trouble);
  const wishes = () => ({ address: typed.current, shippingMethod, payBy });

  const keepAddress = useCallback(
    (address: AddressDraft) => {
      typed.current = address;
      setCountry(address.country);
      saveDraft(user.id, { address });
    },
    [user.id],
  );
  const chooseShipping = (method: ShippingMethod | undefined) => {
    setShippingMethod(method);
    saveDraft(user.id, { shippingMethod: method });
  };
  const choosePayment = (method: PayBy) => {
    choose(method);
    saveDraft(user.id, { payBy: method });
  };
  const proceed = async (address: AddressDraft, isToBeSaved: boolean) => {
    keepAddress(address);
    await (payBy && isPaidLater(payBy) ? checkout.orderWithoutCard(wishes()) : checkout.open(wishes()));
    // Only then: address errors are shown beside its fields.
    if (isToBeSaved && savedToken()) void saveAddress(address);
  };
  /** Address errors are shown when the address is submitted from its own step. */
  const openAgain = () => void checkout.open(wishes(), failure).catch(() => navigate('/checkout', { replace: true }));

  // After a reload, or returning from the bank, the payment is opened again, which returns the same one.
  useWhenDue(isReopening && quote !== null, () => {
    if (isComplete(typed.current)) openAgain();
    else navigate('/checkout', { replace: true });
  });

  if (items.length === 0 && work === null && trouble === null) return <EmptyCart />;
  return (
    <div className="page py-8 md:py-12">
      <h1 className="text-h1">Checkout</h1>
      <Steps current={isAtPayment ? 'Payment' : 'Shipping'} />
      <div className="mt-8 grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_400px] xl:gap-x-24 xl:grid-cols-[minmax(0,1fr)_440px] lg:grid-rows-[auto_1fr]">
        <div>
          <Suspense>
            <TroubleNotice
              trouble={isReopening ? null : trouble}
              payBy={payBy}
              hasOtherWays={(methods?.length ?? 0) > 1}
              busy={work !== null && 'One moment…'}
              onStartAgain={openAgain}
              onConfirmAgain={() => void checkout.confirmAgain()}
            />
            {!isAtPayment && trouble?.kind !== 'changed' && <ProblemNotice items={items} />}
          </Suspense>
          {line && (
            <Suspense>
              <LineNotice line={line} />
            </Suspense>
          )}
          {isReopening && <Skeleton className="h-96" />}
          <section hidden={isOver || isAtPayment}>
            <StepHeading isEntered={payment !== null && !isAtPayment}>Shipping address</StepHeading>
            <ShippingForm
              address={firstTyped}
              saved={saved}
              countries={quote?.countries}
              onChange={keepAddress}
              onSubmit={proceed}
            >
              <ShippingChoice quote={quote} onChoose={chooseShipping} />
              {CheckoutStep && <CheckoutStep />}
              <PaymentChoice methods={methods} payBy={payBy} onChoose={choosePayment} />
            </ShippingForm>
          </section>
          {payment && (
            <section hidden={isOver || !isAtPayment || trouble?.kind === 'expired'}>
              <StepHeading isEntered={isAtPayment}>Payment</StepHeading>
              <PaymentForm payment={payment} cardForm={cardForm} onPay={() => void checkout.pay(cardForm.current)} />
            </section>
          )}
        </div>
        <aside aria-label="Costs" className="self-start lg:sticky lg:top-26 lg:row-span-2">
          <OrderSummary
            quote={quote}
            totals={isAtPayment ? payment?.totals : undefined}
            isLoading={isLoading}
            failure={quoteFailure}
            onRetry={() => {
              chooseShipping(undefined);
              void loadCart();
            }}
          />
        </aside>
        {!isOver && !isAtPayment && payBy && (
          <ShippingActions payBy={payBy} isReady={quote !== null} isBusy={work !== null} />
        )}
        {!isOver && isAtPayment && payment && trouble?.kind !== 'expired' && (
          <PaymentActions payment={payment} isBusy={work !== null} onRunOut={checkout.runOut} />
        )}
      </div>
    </div>
  );
}
