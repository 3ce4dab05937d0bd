import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { savedToken } from '#web/api/saved-session.ts';
import type { User } from '#web/shared/auth/auth.ts';
import { loadCart, useCart } from '#web/shared/cart/cart.ts';
import type { AddressDraft } from '#web/shared/checkout/draft.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PaymentActions, ShippingActions } from './actions.tsx';
import { isComplete, type SavedAddress } from './address-book.ts';
import type { CardForm } from './card/card-form.ts';
import { endsCheckout } from './checkout-problem.ts';
import { EmptyCart } from './empty-cart.tsx';
import { Notices } from './notices.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PaymentForm } from './payment-form.tsx';
import { useQuote } from './quote.ts';
import { useEarlierProblem, useOnceWhen } from './returning.ts';
import { ShippingForm } from './shipping-form.tsx';
import { StepHeading, Steps } from './steps.tsx';
import { useCheckout } from './use-checkout.ts';
import { useChoices } from './use-choices.ts';

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
  const cardForm = useRef<CardForm>(null);
  const choices = useChoices(user.id, firstTyped);
  const { quote, isLoading, failure } = useQuote(choices.shippingMethod, choices.destination);
  const earlierProblem = useEarlierProblem();
  const checkout = useCheckout(user.id, quote, earlierProblem);
  const { payment, pending, problem } = checkout;
  const { items } = useCart();
  const { reloadMethods } = choices;
  const isRefused = problem?.kind === 'refused' && !problem.isUnpaid;

  useEffect(() => {
    if (isRefused) reloadMethods();
  }, [isRefused, reloadMethods]);

  const isAtPayment = search.get('step') === 'payment';
  /** What the summary shows is what the order costs. */
  const isPriced = quote !== null && !isLoading && failure === null;
  const isReopening = isAtPayment && payment === null;
  const isEnded = problem !== null && endsCheckout(problem);
  const isShippingShown = !isEnded && !isAtPayment;
  const isPaymentShown = !isEnded && isAtPayment && problem?.kind !== 'expired';

  const proceed = async (address: AddressDraft, isToBeSaved: boolean) => {
    choices.keepAddress(address);
    await (choices.isPaidLater ? checkout.orderNow(choices.current()) : checkout.open(choices.current()));
    // Only then: address errors are shown beside its fields.
    if (isToBeSaved && savedToken()) void saveAddress(address);
  };
  const toAddress = () => navigate('/checkout', { replace: true });
  /** Address errors are shown when the address is submitted from its own step. */
  const openAgain = () => void checkout.open(choices.current(), earlierProblem).catch(toAddress);

  // After a reload, or returning from the bank, the payment is opened again, which returns the same one.
  useOnceWhen(isReopening && quote !== null, () => {
    if (isComplete(choices.current().address)) openAgain();
    else toAddress();
  });

  if (items.length === 0 && pending === null && problem === null) return <EmptyCart />;
  return (
    <div className="page py-8 md:py-12">
      <h1 className="text-h1">Checkout</h1>
      <Steps current={isAtPayment ? 'Payment' : 'Shipping'} />
      <div className="mt-8 grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_400px] xl:gap-x-24 xl:grid-cols-[minmax(0,1fr)_440px] lg:grid-rows-[auto_1fr]">
        <div>
          <Notices checkout={checkout} choices={choices} isAtPayment={isAtPayment} onStartAgain={openAgain} />
          {isReopening && <Skeleton className="h-96" />}
          <section hidden={!isShippingShown}>
            <StepHeading isEntered={payment !== null && !isAtPayment}>Shipping address</StepHeading>
            <ShippingForm saved={saved} quote={quote} choices={choices} onSubmit={proceed} />
          </section>
          {payment && (
            <section hidden={!isPaymentShown}>
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
            failure={failure}
            onRetry={() => {
              choices.chooseShipping(undefined);
              void loadCart();
            }}
          />
        </div>
        {isShippingShown && choices.paymentMethod && (
          <ShippingActions
            isPaidLater={choices.isPaidLater}
            isReady={choices.isPaidLater ? isPriced : quote !== null}
            isBusy={pending !== null}
          />
        )}
        {isPaymentShown && payment && (
          <PaymentActions payment={payment} isBusy={pending !== null} onExpire={checkout.expire} />
        )}
      </div>
    </div>
  );
}
