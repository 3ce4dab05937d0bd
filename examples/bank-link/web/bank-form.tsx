import { useImperativeHandle } from 'react';
import type { CardFormProps } from '#plugin/web';

/** There is nothing to fill in: the customer approves the payment at the bank. */
export default function BankForm({ ref, payment }: CardFormProps) {
  useImperativeHandle(ref, () => ({
    async confirm() {
      if (payment.redirect_url === null) return { outcome: 'refused', message: 'The bank could not be opened.' };
      location.assign(payment.redirect_url);
      return { outcome: 'redirecting' };
    },
  }));
  // The provider's `formConfig`.
  const { note } = payment.form_config as { readonly note: string };
  return <p className="text-muted">{note}</p>;
}
