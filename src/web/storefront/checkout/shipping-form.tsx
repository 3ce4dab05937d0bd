import checkoutOptions from 'virtual:checkout-options';
import CheckoutStep from 'virtual:slot/checkout.step';
import { useEffect, useState } from 'react';
import { MAX_SAVED_ADDRESSES } from '#domain/accounts/address-book.ts';
import type { Country } from '#domain/checkout/shipping.ts';
import type { AddressDraft } from '#web/shared/checkout/draft.ts';
import { AddressFields, REGION_LABELS } from '#web/shared/forms/address-fields.tsx';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { throwAddressFields } from '#web/shared/forms/refused-fields.ts';
import { notBlank, useShopForm } from '#web/shared/forms/shop-form.ts';
import { Checkbox } from '#web/ui/field.tsx';
import { isSameAddress, type SavedAddress } from './address-book.ts';
import { PaymentChoice, ShippingChoice } from './choices.tsx';
import type { Quote } from './quote.ts';
import { SavedAddresses } from './saved-addresses.tsx';
import type { Choices } from './use-choices.ts';

export const SHIPPING_FORM = 'shipping-form';

/** Storefront §8. */
const INCOMPLETE = 'Please fill in all required shipping information';

interface ShippingFormProps {
  /** The account's addresses. */
  saved: readonly SavedAddress[];
  quote: Quote | null;
  choices: Choices;
  /**
   * @param isToBeSaved save it to the account
   * @throws ApiError 422 with the invalid fields
   */
  onSubmit: (address: AddressDraft, isToBeSaved: boolean) => Promise<void>;
}

/** Step one: the address, and how it is delivered and paid. Its button is below the costs and refers to the form by id. */
export function ShippingForm({ saved, quote, choices, onSubmit }: ShippingFormProps) {
  const { firstTyped, methods, paymentMethod, keepAddress, chooseShipping, choosePayment } = choices;
  /** Where the shop ships to; everywhere until known. */
  const countries = quote?.countries;
  const [isToBeSaved, setToBeSaved] = useState(false);
  const save = (sent: AddressDraft) => onSubmit(sent, isToBeSaved && isNewTo(saved, sent)).catch(throwAddressFields);
  const { form, field, failure, attempt, submit } = useShopForm(firstTyped, save, { incomplete: INCOMPLETE });
  const typed = form.watch();
  const offered = saved.filter(({ country }) => !countries || countries.includes(country));
  const taken = offered.find((known) => isSameAddress(typed, known));
  // An address that is chosen from the start is shown as lines; one that was typed and saved here stays in the list.
  const [isListOpen, setListOpen] = useState(!taken);
  // The server can refuse a saved address: its fields show why.
  const hasErrors = Object.keys(form.formState.errors).length > 0;

  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepAddress(values) }),
    [form, keepAddress],
  );

  const take = (taken: AddressDraft) => {
    for (const [name, text] of Object.entries(taken)) form.setValue(name as keyof AddressDraft, text);
    form.clearErrors();
  };
  const bind = (name: keyof AddressDraft) => {
    if (name === 'line2') return field(name);
    const control = field(name, { validate: notBlank('') });
    // The names of region and postal code change with the country, also after the check: the message is not stored.
    const error = control.error === '' ? missingIn(name, typed.country) : control.error;
    return { ...control, error, 'aria-required': true as const };
  };

  return (
    <>
      <ErrorSummary message={failure} attempt={attempt} />
      <form id={SHIPPING_FORM} onSubmit={submit} noValidate className="grid gap-5">
        {offered.length > 0 && (
          <SavedAddresses
            offered={offered}
            taken={taken}
            typed={typed}
            isOpen={isListOpen}
            onOpen={setListOpen}
            onTake={take}
          />
        )}
        <div hidden={taken && !hasErrors} className="grid gap-5">
          <AddressFields country={typed.country} countries={countries} bind={bind} />
        </div>
        {isNewTo(saved, typed) && (
          <Checkbox
            label="Save this address"
            checked={isToBeSaved}
            onChange={({ target }) => setToBeSaved(target.checked)}
          />
        )}
        <ShippingChoice quote={quote} onChoose={chooseShipping} />
        {checkoutOptions && <checkoutOptions.Fields quote={quote} />}
        {CheckoutStep && <CheckoutStep quote={quote} address={typed} />}
        <PaymentChoice methods={methods} paymentMethod={paymentMethod} onChoose={choosePayment} />
      </form>
    </>
  );
}

/** Whether an address can be added to the address book. */
const isNewTo = (saved: readonly SavedAddress[], address: AddressDraft): boolean =>
  saved.length < MAX_SAVED_ADDRESSES && !saved.some((known) => isSameAddress(address, known));

/** What to enter in an empty required field. */
function missingIn(name: Exclude<keyof AddressDraft, 'line2'>, country: Country): string {
  const { state, postal_code } = REGION_LABELS[country];
  return {
    name: 'Please enter the name of the recipient.',
    line1: 'Please enter street and house number.',
    city: 'Please enter the city.',
    state: `Please enter the ${state.toLowerCase()}.`,
    postal_code: `Please enter the ${postal_code.toLowerCase()}.`,
    country: 'Please choose the country.',
  }[name];
}
