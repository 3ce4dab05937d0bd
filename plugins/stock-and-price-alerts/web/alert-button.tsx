import { lazy, Suspense, useState } from 'react';
import { Button, Icon, messageOf, toastFailure, useAuth } from '#plugin/web';
import { type NewAlert, removeOwnAlert, setOwnAlert, useOwnAlerts } from './own-alerts.ts';

const GuestForm = lazy(() => import('./guest-form.tsx'));

const WORDS = {
  stock: { ask: 'Notify me when it is back', isSet: 'We will mail you when it is back.' },
  price: { ask: 'Notify me if the price drops', isSet: 'We will mail you if the price drops.' },
} as const;

interface AlertButtonProps extends NewAlert {
  /** Takes the place of the button that buys. */
  isMainAction?: boolean;
}

/** Sets an alert with one click for customers, and with a form for guests; removes it again. */
export function AlertButton({ kind, product, variant, isMainAction = false }: AlertButtonProps) {
  const { isAuthenticated } = useAuth();
  const own = useOwnAlerts()?.find(
    (alert) =>
      alert.kind === kind && alert.product.id === product.id && (alert.variant?.id ?? null) === (variant?.id ?? null),
  );
  const [busy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);

  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toastFailure(messageOf(error));
    }
    setBusy(false);
  };
  const ask = () => (isAuthenticated ? run(() => setOwnAlert({ kind, product, variant })) : setOpen(!isOpen));

  return (
    <div>
      <div role="status">
        {own && (
          <p className="flex min-h-11 flex-wrap items-center gap-x-3 text-small">
            <span className="flex items-center gap-2">
              <Icon name="check" /> {WORDS[kind].isSet}
            </span>
            <button
              type="button"
              className="link min-h-11"
              disabled={busy}
              aria-label={`Remove this alert: ${product.name}`}
              onClick={() => void run(() => removeOwnAlert(own.id))}
            >
              Remove
            </button>
          </p>
        )}
      </div>
      {!own && (
        <Button
          look={isMainAction ? 'secondary' : 'quiet'}
          small
          className={isMainAction ? 'w-full' : '-ml-3 justify-start px-3'}
          aria-label={isMainAction ? `${WORDS[kind].ask}: ${product.name}` : undefined}
          aria-expanded={isAuthenticated ? undefined : isOpen}
          busy={busy && 'One moment…'}
          onClick={() => void ask()}
        >
          <Icon name="bell" /> {isMainAction ? 'Notify me' : WORDS[kind].ask}
        </Button>
      )}
      {isOpen && !isAuthenticated && (
        <Suspense>
          <GuestForm kind={kind} product={product} variant={variant} />
        </Suspense>
      )}
    </div>
  );
}
