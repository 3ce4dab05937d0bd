import { COUNTRIES, COUNTRY_NAMES, type Country, HOME_COUNTRY } from '#domain/shipping.ts';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import { useUnsavedGuard } from '#web/shared/forms/unsaved-changes.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx';
import { type AddressBody, type SavedAddress, useSaveAddress } from '../shared/own-data.ts';

/** A saved address as it is sent. */
export const bodyOf = (address: SavedAddress): AddressBody => ({
  name: address.name,
  line1: address.line1,
  line2: address.line2,
  city: address.city,
  state: address.state,
  postal_code: address.postal_code,
  country: COUNTRIES.find((code) => code === address.country) ?? HOME_COUNTRY,
});

interface AddressFormProps {
  /** Undefined: a new one. */
  address: SavedAddress | undefined;
  userName: string;
  /** The first address is the default in any case. */
  isFirst: boolean;
  onClose: () => void;
  onSaved: () => void;
}

export function AddressForm({ address, userName, isFirst, onClose, onSaved }: AddressFormProps) {
  const { mutateAsync: save } = useSaveAddress();
  const { form, failure, attempt, submit } = useShopForm(
    {
      name: address?.name ?? userName,
      line1: address?.line1 ?? '',
      line2: address?.line2 ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
      postal_code: address?.postal_code ?? '',
      country: (address ? bodyOf(address).country : HOME_COUNTRY) as Country,
      is_default: address?.is_default ?? isFirst,
    },
    async (body) => {
      await save({ id: address?.id, body });
      onSaved();
    },
  );
  const { errors, isDirty, isSubmitting } = form.formState;
  const question = useUnsavedGuard(isDirty && !isSubmitting);
  const required = { required: 'This field is required.' };
  const isDefaultAlready = isFirst || address?.is_default === true;
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <ErrorSummary message={failure} attempt={attempt} />
      <TextField
        label="Full name"
        autoComplete="shipping name"
        error={errors.name?.message}
        {...form.register('name', required)}
      />
      <TextField
        label="Address line 1"
        autoComplete="shipping address-line1"
        error={errors.line1?.message}
        {...form.register('line1', required)}
      />
      <TextField
        label="Address line 2 (optional)"
        autoComplete="shipping address-line2"
        error={errors.line2?.message}
        {...form.register('line2')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="City"
          autoComplete="shipping address-level2"
          error={errors.city?.message}
          {...form.register('city', required)}
        />
        <TextField
          label="State"
          autoComplete="shipping address-level1"
          error={errors.state?.message}
          {...form.register('state', required)}
        />
        <TextField
          label="Postal code"
          autoComplete="shipping postal-code"
          autoCapitalize="characters"
          error={errors.postal_code?.message}
          {...form.register('postal_code', required)}
        />
        <SelectField
          label="Country"
          autoComplete="shipping country"
          error={errors.country?.message}
          {...form.register('country')}
        >
          {COUNTRIES.map((code) => (
            <option key={code} value={code}>
              {COUNTRY_NAMES[code]}
            </option>
          ))}
        </SelectField>
      </div>
      {!isDefaultAlready && <Checkbox label="Use as default address" {...form.register('is_default')} />}
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting && 'Saving…'}>
          Save address
        </Button>
      </div>
      {question}
    </form>
  );
}
