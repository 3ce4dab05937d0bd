import { COUNTRIES, COUNTRY_NAMES, type Country, HOME_COUNTRY } from '#domain/shipping.ts';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import { Checkbox, SelectField, TextField } from '#web/ui/field.tsx';
import { type AddressBody, type SavedAddress, useSaveAddress } from '../shared/own-data.ts';

/** A saved address as sent to the API. */
export const bodyOf = (address: SavedAddress): AddressBody => ({
  name: address.name,
  line1: address.line1,
  line2: address.line2,
  city: address.city,
  state: address.state,
  postal_code: address.postal_code,
  country: COUNTRIES.find((code) => code === address.country) ?? HOME_COUNTRY,
});

interface AddressDialogProps {
  /** Undefined: a new one. */
  address: SavedAddress | undefined;
  userName: string;
  /** The first address is always the default. */
  isFirst: boolean;
  onClose: () => void;
  onSaved: () => void;
}

/** One address of the address book. */
export function AddressDialog({ address, userName, isFirst, onClose, onSaved }: AddressDialogProps) {
  const { mutateAsync: save } = useSaveAddress();
  const shopForm = useShopForm(
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
    { name: `address:${address?.id ?? 'new'}` },
  );
  const { field } = shopForm;
  const required = { required: 'This field is required.' };
  const isDefaultAlready = isFirst || address?.is_default === true;
  return (
    <FormDialog
      title={address ? 'Edit address' : 'Add address'}
      saveLabel="Save address"
      shopForm={shopForm}
      onClose={onClose}
    >
      <TextField label="Full name" autoComplete="shipping name" {...field('name', required)} />
      <TextField label="Address line 1" autoComplete="shipping address-line1" {...field('line1', required)} />
      <TextField label="Address line 2 (optional)" autoComplete="shipping address-line2" {...field('line2')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="City" autoComplete="shipping address-level2" {...field('city', required)} />
        <TextField label="State" autoComplete="shipping address-level1" {...field('state', required)} />
        <TextField
          label="Postal code"
          autoComplete="shipping postal-code"
          autoCapitalize="characters"
          {...field('postal_code', required)}
        />
        <SelectField label="Country" autoComplete="shipping country" {...field('country')}>
          {COUNTRIES.map((code) => (
            <option key={code} value={code}>
              {COUNTRY_NAMES[code]}
            </option>
          ))}
        </SelectField>
      </div>
      {!isDefaultAlready && <Checkbox label="Use as default address" {...field('is_default')} />}
    </FormDialog>
  );
}
