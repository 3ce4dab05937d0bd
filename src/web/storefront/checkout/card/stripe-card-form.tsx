import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useImperativeHandle, useState } from 'react';
import { Banner } from '#web/ui/banner.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type CardFormProps, type CardResult, isAsShown, PAYMENT_FAILED, resultOfStatus } from './card-form.ts';
import { chooseCard } from './choose-card.ts';
import { stripeAppearance } from './stripe-appearance.ts';

/** Stripe's card form. Its script is loaded when the form is first shown. */
export default function StripeCardForm({ ref, payment, returnUrl }: CardFormProps) {
  const [isMissing, setMissing] = useState(false);
  const [stripe] = useState(() =>
    loadStripe(payment.publishable_key).catch(() => {
      setMissing(true);
      return null;
    }),
  );
  if (isMissing) return <Banner tone="danger">The card form could not be loaded. Please reload the page.</Banner>;
  return (
    // Elements belong to one intent: remount for another one.
    <Elements
      key={payment.client_secret}
      stripe={stripe}
      options={{ clientSecret: payment.client_secret, appearance: stripeAppearance() }}
    >
      <PaymentFields ref={ref} payment={payment} returnUrl={returnUrl} />
    </Elements>
  );
}

function PaymentFields({ ref, payment, returnUrl }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);

  useImperativeHandle(ref, () => ({
    async confirm(choice): Promise<CardResult> {
      if (!stripe || !elements) return { outcome: 'refused', message: 'The card form is still loading.' };
      const saved = choice && 'saved' in choice ? choice.saved : undefined;
      const { error: incomplete } = saved ? {} : await elements.submit();
      if (incomplete) return { outcome: 'refused', message: incomplete.message || PAYMENT_FAILED };
      const { paymentIntent: intent } = await stripe.retrievePaymentIntent(payment.client_secret);
      const earlier = resultOfStatus(intent?.status ?? '');
      if (earlier.outcome !== 'refused') return earlier;
      if (intent && !isAsShown(payment, intent.amount)) return { outcome: 'changed' };
      const isChanged = await chooseCard(payment, choice, intent && Boolean(intent.setup_future_usage));
      // The fields have to know that their card will be saved.
      if (isChanged && !saved) await elements.fetchUpdates();
      const redirect = 'if_required';
      const confirmParams = { return_url: returnUrl };
      const { error, paymentIntent } = saved
        ? await stripe.confirmPayment({
            clientSecret: payment.client_secret,
            confirmParams: { ...confirmParams, payment_method: saved },
            redirect,
          })
        : await stripe.confirmPayment({ elements, confirmParams, redirect });
      const result = resultOfStatus((paymentIntent ?? error?.payment_intent)?.status ?? '');
      if (result.outcome !== 'refused') return result;
      return { ...result, message: error?.message || PAYMENT_FAILED, isDeclined: error?.type === 'card_error' };
    },
  }));

  return (
    <>
      {!isReady && <Skeleton className="h-64" />}
      <PaymentElement onReady={() => setReady(true)} />
    </>
  );
}
