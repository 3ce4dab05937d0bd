import checkoutOptions from 'virtual:checkout-options';
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
import type { CartProblemNoticeProps, CheckoutNoticeProps } from './checkout-notice.tsx';
import { endsCheckout } from './checkout-problem.ts';
import { PaymentChoice, ShippingChoice } from './choices.tsx';
import { EmptyCart } from './empty-cart.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PaymentForm } from './payment-form.tsx';
import { type PaymentMethodName, usePaymentMethods } from './payment-methods.ts';
import { type ShippingMethod, useQuote } from './quote.ts';
import { useEarlierProblem, useOnceWhen } from './returning.ts';
import { ShippingForm } from './shipping-form.tsx';
import { StepHeading, Steps } from './steps.tsx';
import { useCheckout } from './use-checkout.ts';

/** Not part of what the page waits for, and loaded before anything can go wrong. */
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
  const { methods, paymentMethod, isPaidLater, choose } = usePaymentMethods(draft.paymentMethod);
  const { quote, isLoading, failure: quoteFailure } = useQuote(shippingMethod, country);
  const earlierProblem = useEarlierProblem();
  const { payment, pending, problem, line, ...checkout } = useCheckout(user.id, quote, earlierProblem);

  const { items } = useCart();

  const isAtPayment = search.get('step') === 'payment';
  const isReopening = isAtPayment && payment === null;
  const isEnded = problem !== null && endsCheckout(problem);
  const choices = () => ({ address: typed.current, shippingMethod, paymentMethod });

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
  const choosePayment = (method: PaymentMethodName) => {
    choose(method);
    saveDraft(user.id, { paymentMethod: method });
  };
  const proceed = async (address: AddressDraft, isToBeSaved: boolean) => {
    keepAddress(address);
    await (isPaidLater ? checkout.orderNow(choices()) : checkout.open(choices()));
    // Only then: address errors are shown beside its fields.
    if (isToBeSaved && savedToken()) void saveAddress(address);
  };
  /** Address errors are shown when the address is submitted from its own step. */
  const openAgain = () =>
    void checkout.open(choices(), earlierProblem).catch(() => navigate('/checkout', { replace: true }));

  // After a reload, or returning from the bank, the payment is opened again, which returns the same one.
  useOnceWhen(isReopening && quote !== null, () => {
    if (isComplete(typed.current)) openAgain();
    else navigate('/checkout', { replace: true });
  });

  if (items.length === 0 && pending === null && problem === null) return <EmptyCart />;
  return (
    <div className="page py-8 md:py-12">
      <h1 className="text-h1">Checkout</h1>
      <Steps current={isAtPayment ? 'Payment' : 'Shipping'} />
      <div className="mt-8 grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_400px] xl:gap-x-24 xl:grid-cols-[minmax(0,1fr)_440px] lg:grid-rows-[auto_1fr]">
        <div>
          <Suspense>
            <CheckoutNotice
              problem={isReopening ? null : problem}
              paymentMethod={paymentMethod}
              hasOtherWays={(methods?.length ?? 0) > 1}
              busy={pending !== null && 'One moment…'}
              onStartAgain={openAgain}
              onConfirmAgain={() => void checkout.confirmAgain()}
            />
            {!isAtPayment && problem?.kind !== 'changed' && <CartProblemNotice items={items} />}
          </Suspense>
          {line && (
            <Suspense>
              <LineNotice line={line} />
            </Suspense>
          )}
          {isReopening && <Skeleton className="h-96" />}
          <section hidden={isEnded || isAtPayment}>
            <StepHeading isEntered={payment !== null && !isAtPayment}>Shipping address</StepHeading>
            <ShippingForm
              address={firstTyped}
              saved={saved}
              countries={quote?.countries}
              onChange={keepAddress}
              onSubmit={proceed}
            >
              {(address) => (
                <>
                  <ShippingChoice quote={quote} onChoose={chooseShipping} />
                  {checkoutOptions && <checkoutOptions.Fields userId={user.id} quote={quote} />}
                  {CheckoutStep && <CheckoutStep quote={quote} address={address} />}
                  <PaymentChoice methods={methods} paymentMethod={paymentMethod} onChoose={choosePayment} />
                </>
              )}
            </ShippingForm>
          </section>
          {payment && (
            <section hidden={isEnded || !isAtPayment || problem?.kind === 'expired'}>
              <StepHeading isEntered={isAtPayment}>Payment</StepHeading>
              <PaymentForm payment={payment} cardForm={cardForm} onPay={() => void checkout.pay(cardForm.current)} />
            </section>
          )}
        </div>
        <div className="self-start lg:sticky lg:top-26 lg:row-span-2">
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
        </div>
        {!isEnded && !isAtPayment && paymentMethod && (
          <ShippingActions isPaidLater={isPaidLater} isReady={quote !== null} isBusy={pending !== null} />
        )}
        {!isEnded && isAtPayment && payment && problem?.kind !== 'expired' && (
          <PaymentActions payment={payment} isBusy={pending !== null} onExpire={checkout.expire} />
        )}
      </div>
    </div>
  );
}
