import { useImperativeHandle } from 'react';
import { type CardFormProps, PAYMENT_FAILED } from './card-form.ts';

/** PayPal needs no fields here: the shopper approves the payment on PayPal's page and returns. */
export default function PayPalForm({ ref, payment }: CardFormProps) {
  useImperativeHandle(ref, () => ({
    async confirm() {
      if (payment.redirect_url === null) return { outcome: 'refused', message: PAYMENT_FAILED };
      location.assign(payment.redirect_url);
      return { outcome: 'redirecting' };
    },
  }));
  return (
    <div className="grid gap-2 rounded-card border border-line p-4">
      <h3 className="font-sans text-base font-semibold">PayPal</h3>
      <p className="text-muted">You will go to PayPal to approve the payment, and come back here for your order.</p>
    </div>
  );
}
