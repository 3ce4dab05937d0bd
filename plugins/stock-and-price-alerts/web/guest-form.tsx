import { useState } from 'react';
import { Banner, Button, createApi, Drawer, openOverlay, TextField, useShopForm } from '#plugin/web';
import type { alertContract } from '../contract.ts';
import type { NewAlert } from './own-alerts.ts';

const { callForMessage } = createApi<typeof alertContract>();

const TITLES = { stock: 'When it is back', price: 'If the price drops' } as const;

/** Asks a guest for the address that a confirmation mail is sent to. */
export const openGuestForm = (alert: NewAlert): void =>
  openOverlay((close) => (
    <Drawer title={TITLES[alert.kind]} side="center" onClose={close}>
      <GuestForm alert={alert} onClose={close} />
    </Drawer>
  ));

function GuestForm({ alert: { kind, product, variant }, onClose }: { alert: NewAlert; onClose: () => void }) {
  const [sent, setSent] = useState<string>();
  const { field, failure, submit, form } = useShopForm({ email: '' }, async ({ email }) => {
    const body = { kind, product_id: product.id, variant_id: variant?.id ?? null, email };
    setSent(await callForMessage('POST /stock-and-price-alerts/guests', { body }));
  });
  if (sent) {
    return (
      <div className="grid gap-5">
        <Banner tone="success">{sent}</Banner>
        <Button look="secondary" onClick={() => onClose()}>
          Close
        </Button>
      </div>
    );
  }
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <p className="wrap-anywhere">
        <bdi>{product.name}</bdi>
        {variant && `, ${variant.name}`}
      </p>
      {failure && !form.formState.errors.email && <Banner tone="danger">{failure}</Banner>}
      <TextField
        type="email"
        autoComplete="email"
        data-first-focus=""
        label="Your email address"
        hint="We send an email with a link to confirm it, and nothing but this alert afterwards."
        {...field('email', { required: 'Please enter your email address.' })}
      />
      <Button type="submit" busy={form.formState.isSubmitting && 'Sending…'}>
        Set alert
      </Button>
    </form>
  );
}
