import { useState } from 'react';
import { COUNTRIES, type Country, HOME_COUNTRY } from '#domain/checkout/shipping.ts';
import { AddressFields } from '#web/shared/forms/address-fields.tsx';
import { FormDialog } from '#web/shared/forms/form-dialog.tsx';
import { throwAddressFields } from '#web/shared/forms/refused-fields.ts';
import { notBlank, useShopForm } from '#web/shared/forms/shop-form.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Button } from '#web/ui/button.tsx';
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
      await mutateAsync({ shipping_address: values, shipping_address_seen: seen }).catch(throwAddressFields);
      onSaved();
    },
    { name: `order-address:${order.id}`, incomplete: 'Please correct the fields marked below.' },
  );
  const { form, field } = shopForm;
  /** No autofill: it is a customer's address, not the admin's. */
  const bind = (name: keyof typeof seen) => ({
    ...(name === 'line2' || name === 'country'
      ? field(name)
      : { ...field(name, { validate: notBlank() }), required: true }),
    autoComplete: 'off',
  });
  return (
    <FormDialog title="Change shipping address" saveLabel="Change address" shopForm={shopForm} onClose={onClose}>
      <p className="text-muted">
        The customer gets an email with the new address. Shipping cost, tax and billing address stay as they are.
      </p>
      <AddressFields country={form.watch('country')} bind={bind} />
    </FormDialog>
  );
}

const countryOf = (code: string): Country => COUNTRIES.find((known) => known === code) ?? HOME_COUNTRY;
