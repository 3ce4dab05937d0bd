import { useState } from 'react';
import { COUNTRIES, COUNTRY_NAMES, type Country } from '#domain/shipping.ts';
import { ApiError } from '#web/api/api-error.ts';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { type OrderDetail, useChangeAddress } from './orders-data.ts';

interface ChangeAddressProps {
  order: OrderDetail;
  notify: Notify;
}

/** Opens the form that changes the shipping address. */
export function ChangeAddress({ order, notify }: ChangeAddressProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="secondary" small className="mt-2" onClick={() => setOpen(true)}>
        Change address
      </Button>
      {isOpen && (
        <AddressDialog
          order={order}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false);
            notify('success', `The address of order ${order.order_number} is changed`);
          }}
        />
      )}
    </>
  );
}

const REQUIRED = 'This field is required.';

interface AddressDialogProps {
  order: OrderDetail;
  onClose: () => void;
  onSaved: () => void;
}

function AddressDialog({ order, onClose, onSaved }: AddressDialogProps) {
  const { postalCode, ...shown } = order.shippingAddress;
  // The address with which the form was opened, even if another one is saved elsewhere meanwhile.
  const [seen] = useState({ ...shown, postal_code: postalCode });
  const { mutateAsync } = useChangeAddress(order.id);
  const shopForm = useShopForm(
    { ...seen, line2: seen.line2 ?? '', country: countryOf(seen.country) },
    async (values) => {
      await mutateAsync({ shipping_address: values, shipping_address_seen: seen }).catch(throwOwnFields);
      onSaved();
    },
    { name: `order-address:${order.id}`, incomplete: 'Please correct the fields marked below.' },
  );
  const required = (name: 'name' | 'line1' | 'city' | 'state' | 'postal_code') =>
    shopForm.field(name, { validate: (text) => text.trim() !== '' || REQUIRED });
  return (
    <FormDialog title="Change shipping address" saveLabel="Change address" shopForm={shopForm} onClose={onClose}>
      <p className="text-muted">
        The customer gets an email with the new address. Shipping cost, tax and billing address stay as they are.
      </p>
      <TextField label="Full name" required autoComplete="off" dir="auto" {...required('name')} />
      <TextField label="Address line 1" required autoComplete="off" {...required('line1')} />
      <TextField label="Address line 2" autoComplete="off" {...shopForm.field('line2')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="City" required autoComplete="off" {...required('city')} />
        <TextField label="State, province or county" required autoComplete="off" {...required('state')} />
        <TextField label="Postal code" required autoComplete="off" {...required('postal_code')} />
        <SelectField label="Country" {...shopForm.field('country')}>
          {COUNTRIES.map((code) => (
            <option key={code} value={code}>
              {COUNTRY_NAMES[code]}
            </option>
          ))}
        </SelectField>
      </div>
    </FormDialog>
  );
}

const countryOf = (code: string): Country => COUNTRIES.find((known) => known === code) ?? 'US';

/** The API names fields by their path in the request. */
function throwOwnFields(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const { message, status, code, data } = error;
  const errors = Object.fromEntries(
    Object.entries(error.errors).map(([path, messages]) => [path.replace(/^shipping_address\./, ''), messages]),
  );
  throw new ApiError(message, { status, code, errors, data });
}
