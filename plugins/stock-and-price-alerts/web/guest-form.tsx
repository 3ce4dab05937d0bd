import { useEffect, useState } from 'react';
import { Banner, Button, createApi, TextField, useShopForm } from '#plugin/web';
import type { alertContract } from '../contract.ts';
import type { NewAlert } from './own-alerts.ts';

const { callForMessage } = createApi<typeof alertContract>();

/** Asks a guest for the address that a confirmation mail is sent to. */
export default function GuestForm({ kind, product, variant }: NewAlert) {
  const [sent, setSent] = useState<string>();
  const { field, failure, submit, form } = useShopForm({ email: '' }, async ({ email }) => {
    const body = { kind, product_id: product.id, variant_id: variant?.id ?? null, email };
    setSent(await callForMessage('POST /stock-and-price-alerts/guests', { body }));
  });
  // On a phone the form opens behind the bar with the buttons: the focus scrolls it into sight.
  const { setFocus } = form;
  useEffect(() => setFocus('email'), [setFocus]);
  if (sent) return <Banner tone="success">{sent}</Banner>;
  return (
    <form noValidate className="panel mt-2 grid gap-3 p-4" onSubmit={submit}>
      {failure && !form.formState.errors.email && <Banner tone="danger">{failure}</Banner>}
      <TextField
        type="email"
        autoComplete="email"
        label="Your email address"
        hint="We send a mail with a link to confirm it, and nothing but this alert afterwards."
        {...field('email', { required: 'Please enter your email address.' })}
      />
      <Button type="submit" small className="justify-self-start" busy={form.formState.isSubmitting && 'Sending…'}>
        Set alert
      </Button>
    </form>
  );
}
