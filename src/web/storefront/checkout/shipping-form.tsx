import { useEffect, useState } from 'react';
import { COUNTRIES, COUNTRY_NAMES, type Country } from '#domain/shipping.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { AddressDraft } from '#web/shared/checkout/draft.ts';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx';
import { isSameAddress, type SavedAddress } from './address-book.ts';
import { SavedAddresses } from './saved-addresses.tsx';

export const SHIPPING_FORM = 'shipping-form';

/** Storefront §8. */
const INCOMPLETE = 'Please fill in all required shipping information';
/** The address book's limit (account endpoints). */
const MAX_SAVED = 20;

interface ShippingFormProps {
  address: AddressDraft;
  /** The account's addresses. */
  saved: readonly SavedAddress[];
  /** Countries the shop ships to; all until known. */
  countries: readonly string[] | undefined;
  /** Called on each input. */
  onChange: (address: AddressDraft) => void;
  /**
   * @param isToBeSaved save it to the account
   * @throws ApiError 422 with the invalid fields
   */
  onSubmit: (address: AddressDraft, isToBeSaved: boolean) => Promise<void>;
  /** Shipping methods and payment, where there is a choice. */
  children: (address: AddressDraft) => React.ReactNode;
}

/** Step one: the shipping address. Its button is below the costs and refers to the form by id. */
export function ShippingForm({ address, saved, countries, onChange, onSubmit, children }: ShippingFormProps) {
  const [isToBeSaved, setToBeSaved] = useState(false);
  const save = (sent: AddressDraft) => onSubmit(sent, isToBeSaved && isNewTo(saved, sent)).catch(throwOwnFields);
  const { form, field, failure, attempt, submit } = useShopForm(address, save, { incomplete: INCOMPLETE });
  const typed = form.watch();
  const words = REGION_WORDS[typed.country];
  const offered = saved.filter(({ country }) => !countries || countries.includes(country));
  const taken = offered.find((known) => isSameAddress(typed, known));
  // An address that is chosen from the start is shown as lines; one that was typed and saved here stays in the list.
  const [isListOpen, setListOpen] = useState(!taken);
  // The server can refuse a saved address: its fields show why.
  const hasErrors = Object.keys(form.formState.errors).length > 0;

  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => onChange(values) }),
    [form, onChange],
  );

  const take = (taken: AddressDraft) => {
    for (const [name, text] of Object.entries(taken)) form.setValue(name as keyof AddressDraft, text);
    form.clearErrors();
  };
  const required = (name: keyof AddressDraft, missing: string) => ({
    ...field(name, { validate: (text) => text.trim() !== '' || missing }),
    'aria-required': true,
  });

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
          <TextField
            label="Full name"
            autoComplete="shipping name"
            {...required('name', 'Please enter the name of the recipient.')}
          />
          <TextField
            label="Address line 1"
            autoComplete="shipping address-line1"
            {...required('line1', 'Please enter street and house number.')}
          />
          <TextField label="Address line 2 (optional)" autoComplete="shipping address-line2" {...field('line2')} />
          <div className="grid grid-cols-2 gap-x-4 gap-y-5">
            <TextField
              label="City"
              className="max-sm:col-span-2"
              autoComplete="shipping address-level2"
              {...required('city', 'Please enter the city.')}
            />
            <TextField
              label={words.state}
              autoComplete="shipping address-level1"
              {...required('state', `Please enter the ${words.state.toLowerCase()}.`)}
            />
            <TextField
              label={words.postal_code}
              autoComplete="shipping postal-code"
              autoCapitalize="characters"
              {...required('postal_code', `Please enter the ${words.postal_code.replace('P', 'p')}.`)}
            />
            <SelectField
              label="Country"
              className="max-sm:col-span-2"
              autoComplete="shipping country"
              {...required('country', 'Please choose the country.')}
            >
              {COUNTRIES.filter((code) => !countries || countries.includes(code)).map((code) => (
                <option key={code} value={code}>
                  {COUNTRY_NAMES[code]}
                </option>
              ))}
            </SelectField>
          </div>
        </div>
        {isNewTo(saved, typed) && (
          <Checkbox
            label="Save this address"
            checked={isToBeSaved}
            onChange={({ target }) => setToBeSaved(target.checked)}
          />
        )}
        {children(typed)}
      </form>
    </>
  );
}

/** Whether an address can be added to the address book. */
const isNewTo = (saved: readonly SavedAddress[], address: AddressDraft): boolean =>
  saved.length < MAX_SAVED && !saved.some((known) => isSameAddress(address, known));

/** Labels of region and postal code by country. */
const REGION_WORDS = {
  US: { state: 'State', postal_code: 'Postal code' },
  CA: { state: 'Province', postal_code: 'Postal code' },
  UK: { state: 'County', postal_code: 'Postcode' },
} as const satisfies Record<Country, { state: string; postal_code: string }>;

/** The API names fields by their path in the request. */
function throwOwnFields(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const errors = Object.fromEntries(
    Object.entries(error.errors).map(([path, messages]) => [path.replace(/^shipping_address\./, ''), messages]),
  );
  throw new ApiError(error.message, { status: error.status, code: error.code, errors, data: error.data });
}
