import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Banner, Button, createApi, messageOf, NarrowPage, pageTitle, Skeleton } from '#plugin/web';
import type { alertContract, LinkedAlert } from '../contract.ts';

const { call, callForMessage } = createApi<typeof alertContract>();

export const meta = () => [{ title: pageTitle('Stop alerts') }, { name: 'robots', content: 'noindex' }];

/** Target of the link in every alert; needs no login. */
export default function StopPage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const [alert, setAlert] = useState<LinkedAlert>();
  const [done, setDone] = useState<string>();
  const [refused, setFailure] = useState<string>();
  const failure = token === '' ? 'Please open the complete link of the email.' : refused;
  const [busy, setBusy] = useState<'one' | 'all'>();

  useEffect(() => {
    if (token === '') return;
    call('POST /stock-and-price-alerts/link', { body: { token } }).then(setAlert, (error) =>
      setFailure(messageOf(error)),
    );
  }, [token]);

  const stop = async (what: 'one' | 'all') => {
    setBusy(what);
    try {
      const body = { token, all: what === 'all' };
      setDone(await callForMessage('POST /stock-and-price-alerts/unsubscribe', { body }));
      setFailure(undefined);
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(undefined);
  };

  return (
    <NarrowPage title="Stop alerts">
      {failure && (
        <Banner tone="danger" className="mb-6">
          {failure}
        </Banner>
      )}
      {done && <Banner tone="success">{done}</Banner>}
      {!alert && !failure && <Skeleton className="h-32" />}
      {alert && !done && (
        <>
          <p className="mb-6">{question(alert)}</p>
          <div className="flex flex-wrap gap-3">
            {alert.is_active && (
              <Button onClick={() => void stop('one')} disabled={Boolean(busy)} busy={busy === 'one' && 'Removing…'}>
                Stop this alert
              </Button>
            )}
            <Button
              look="secondary"
              onClick={() => void stop('all')}
              disabled={Boolean(busy)}
              busy={busy === 'all' && 'Removing…'}
            >
              Stop all my alerts
            </Button>
          </div>
        </>
      )}
    </NarrowPage>
  );
}

function question({ kind, product, variant, is_active }: LinkedAlert): string {
  const name = variant === null ? product.name : `${product.name}, ${variant}`;
  if (!is_active) return `The alert for ${name} has ended: you get no more emails about it.`;
  return kind === 'stock'
    ? `You get an email when ${name} is back in stock.`
    : `You get an email when the price of ${name} drops.`;
}
