import { useEffect, useState } from 'react';
import { Button, Icon, refusalOr, toastFailure, useAuth } from '#plugin/web';
import { type NewAlert, removeOwnAlert, setOwnAlert, useOwnAlerts } from './own-alerts.ts';

const WORDS = {
  stock: { ask: 'Notify me when it is back', isSet: 'We will email you when it is back.' },
  price: { ask: 'Notify me if the price drops', isSet: 'We will email you if the price drops.' },
} as const;

interface AlertButtonProps extends NewAlert {
  /** `quiet` is for a place below other buttons; the others replace a button that buys. */
  look?: 'quiet' | 'secondary' | 'primary';
  /** For one product among others: the button is as wide as the buttons above it, and its name includes the product. */
  label?: string;
}

/** Sets an alert with one click for customers, and with a form for guests; removes it again. */
export function AlertButton({ kind, product, variant, look = 'quiet', label }: AlertButtonProps) {
  const { isAuthenticated, loading } = useAuth();
  const own = useOwnAlerts()?.find(
    (alert) =>
      alert.kind === kind && alert.product.id === product.id && (alert.variant?.id ?? null) === (variant?.id ?? null),
  );
  const [busy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);

  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toastFailure(refusalOr(error, 'Your alert could not be changed. Please try again.'));
    }
    setBusy(false);
  };
  const ask = () =>
    run(async () => {
      const alert = { kind, product, variant };
      if (isAuthenticated) await setOwnAlert(alert);
      else (await import('./guest-form.tsx')).openGuestForm(alert);
    });

  // A click waits until it is known whether the visitor is a customer.
  useEffect(() => {
    if (!isAsked || loading) return;
    setAsked(false);
    void ask();
  });

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
          look={look}
          small={look !== 'primary'}
          className={look === 'quiet' && !label ? '-ml-3 justify-start px-3' : 'w-full'}
          aria-label={label && `${WORDS[kind].ask}: ${product.name}`}
          aria-haspopup={isAuthenticated ? undefined : 'dialog'}
          busy={(busy || isAsked) && 'One moment…'}
          onClick={() => setAsked(true)}
        >
          <Icon name="bell" /> {label ?? WORDS[kind].ask}
        </Button>
      )}
    </div>
  );
}
