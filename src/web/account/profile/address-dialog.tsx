import { COUNTRIES, type Country, HOME_COUNTRY } from '#domain/checkout/shipping.ts';
import { AddressFields } from '#web/shared/forms/address-fields.tsx';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { REQUIRED, useShopForm } from '#web/shared/forms/shop-form.ts';
import { Checkbox } from '#web/ui/field.tsx';
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
  const { form, field } = shopForm;
  const isDefaultAlready = isFirst || address?.is_default === true;
  return (
    <FormDialog
      title={address ? 'Edit address' : 'Add address'}
      saveLabel="Save address"
      shopForm={shopForm}
      onClose={onClose}
    >
      <AddressFields
        country={form.watch('country')}
        bind={(name) => (name === 'line2' ? field(name) : field(name, { required: REQUIRED }))}
      />
      {!isDefaultAlready && <Checkbox label="Use as default address" {...field('is_default')} />}
    </FormDialog>
  );
}
