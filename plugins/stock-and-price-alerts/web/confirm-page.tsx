import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Banner, Button, buttonClass, createApi, Link, messageOf, NarrowPage, pageTitle } from '#plugin/web';
import type { alertContract, LinkedAlert } from '../contract.ts';

const { call } = createApi<typeof alertContract>();

export const meta = () => [{ title: pageTitle('Confirm your alert') }, { name: 'robots', content: 'noindex' }];

/** Target of the link in a confirmation mail. A button, because mail scanners open links. */
export default function ConfirmPage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const [alert, setAlert] = useState<LinkedAlert>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  const confirm = async () => {
    setBusy(true);
    try {
      setAlert(await call('POST /stock-and-price-alerts/confirm', { body: { token } }));
      setFailure(undefined);
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(false);
  };

  if (token === '') {
    return (
      <NarrowPage title="Confirm your alert">
        <Banner tone="danger">Please open the complete link of the email.</Banner>
      </NarrowPage>
    );
  }
  if (!alert) {
    return (
      <NarrowPage title="Confirm your alert">
        {failure && (
          <Banner tone="danger" className="mb-6">
            {failure}
          </Banner>
        )}
        <p className="mb-6">We will send the alert to the address of the email. You can stop it at any time.</p>
        <Button onClick={() => void confirm()} busy={busy && 'Confirming…'}>
          Confirm alert
        </Button>
      </NarrowPage>
    );
  }
  const name = alert.variant === null ? alert.product.name : `${alert.product.name}, ${alert.variant}`;
  return (
    <NarrowPage title="Confirm your alert">
      <Banner tone="success" className="mb-6">
        {alert.is_active
          ? `We will email you when ${name} ${alert.kind === 'stock' ? 'is back in stock' : 'costs less'}.`
          : 'This alert has ended: we have sent its email.'}
      </Banner>
      <Link to={`/products/${alert.product.id}`} className={buttonClass('secondary')}>
        View product
      </Link>
    </NarrowPage>
  );
}
