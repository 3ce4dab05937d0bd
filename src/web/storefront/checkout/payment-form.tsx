import pluginForms from 'virtual:payment-forms';
import { lazy, type ReactNode, type Ref, Suspense } from 'react';
import { AddressLines } from '#web/shared/orders/address-lines.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { CardForm, ProviderForm } from './card/card-form.ts';
import type { HeldPayment } from './held-payment.ts';

/** The form of each of the shop's providers by name. */
const SHOP_FORMS: Readonly<Record<string, ProviderForm>> = {
  stripe: lazy(() => import('./card/stripe-card-form.tsx')),
  sandbox: lazy(() => import('./card/sandbox-card-form.tsx')),
  paypal: lazy(() => import('./card/paypal-form.tsx')),
};
/** Saved cards above the form, for providers that can save cards. */
const CardChoice = lazy(() => import('./card/card-choice.tsx'));
/** Those of plug-ins as well; only the one shown is loaded. */
const PROVIDER_FORMS = pluginForms ? { ...SHOP_FORMS, ...pluginForms } : SHOP_FORMS;

export const PAYMENT_FORM = 'payment-form';

/** Return URL of the provider; that page resolves the payment. */
const returnUrl = () => `${location.origin}/order-success/pending`;

interface PaymentFormProps {
  payment: HeldPayment;
  cardForm: Ref<CardForm>;
  onPay: () => void;
  children?: ReactNode;
}

/** Step two: the provider's form. Its button is below the costs and refers to the form by id. */
export function PaymentForm({ payment, cardForm, onPay, children }: PaymentFormProps) {
  const ProviderFields = PROVIDER_FORMS[payment.provider];
  return (
    <>
      <div className="mb-6 flex items-start justify-between gap-4 rounded-card border border-line p-4">
        <div className="min-w-0">
          <h3 className="text-muted text-small">Deliver to</h3>
          <AddressLines {...payment.address} />
        </div>
        <Link to="/checkout" className="link -my-2.5 inline-flex min-h-11 items-center">
          Change
        </Link>
      </div>
      <form
        id={PAYMENT_FORM}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onPay();
        }}
        className="grid gap-5"
      >
        {ProviderFields ? (
          <Suspense fallback={<Skeleton className="h-64" />}>
            {payment.can_save_card ? (
              <CardChoice ref={cardForm} payment={payment} returnUrl={returnUrl()} NewCard={ProviderFields} />
            ) : (
              <ProviderFields ref={cardForm} payment={payment} returnUrl={returnUrl()} />
            )}
          </Suspense>
        ) : (
          <Banner tone="danger">This payment method could not be loaded. Please choose another one.</Banner>
        )}
        {children}
      </form>
    </>
  );
}
