import checkoutOptions from 'virtual:checkout-options';
import CheckoutStep from 'virtual:slot/checkout.step';
import type { AddressDraft } from '#web/shared/checkout/draft.ts';
import type { SavedAddress } from './address-book.ts';
import { PaymentChoice, ShippingChoice } from './choices.tsx';
import type { Quote } from './quote.ts';
import { ShippingForm } from './shipping-form.tsx';
import type { Choices } from './use-choices.ts';

interface ShippingStepProps {
  userId: number;
  /** The account's addresses. */
  saved: readonly SavedAddress[];
  quote: Quote | null;
  choices: Choices;
  /** @throws ApiError 422 with the invalid fields */
  onSubmit: (address: AddressDraft, isToBeSaved: boolean) => Promise<void>;
}

/** Step one: the address, and how it is delivered and paid. */
export function ShippingStep({ userId, saved, quote, choices, onSubmit }: ShippingStepProps) {
  const { firstTyped, methods, paymentMethod, keepAddress, chooseShipping, choosePayment } = choices;
  return (
    <ShippingForm
      address={firstTyped}
      saved={saved}
      countries={quote?.countries}
      onChange={keepAddress}
      onSubmit={onSubmit}
    >
      {(address) => (
        <>
          <ShippingChoice quote={quote} onChoose={chooseShipping} />
          {checkoutOptions && <checkoutOptions.Fields userId={userId} quote={quote} />}
          {CheckoutStep && <CheckoutStep quote={quote} address={address} />}
          <PaymentChoice methods={methods} paymentMethod={paymentMethod} onChoose={choosePayment} />
        </>
      )}
    </ShippingForm>
  );
}
