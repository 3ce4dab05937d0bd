import { useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { call, callForMessage } from '#web/api/call.ts';
import { setSignedIn } from '#web/shared/auth/auth.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Button } from '#web/ui/button.tsx';

/** A new address that is not confirmed yet, with buttons to resend the mail and to cancel the change. */
export function PendingEmail({ email, notify }: { email: string; notify: Notify }) {
  const [busy, setBusy] = useState<'resend' | 'cancel' | null>(null);
  const attempt = async (action: 'resend' | 'cancel', work: () => Promise<string>) => {
    setBusy(action);
    try {
      notify('success', await work());
    } catch (error) {
      notify('danger', messageOf(error));
    } finally {
      setBusy(null);
    }
  };
  const resend = () => callForMessage('POST /auth/email-change/resend', {});
  const cancel = async () => {
    setSignedIn(await call('DELETE /auth/email-change'));
    return 'Your email address stays as it is.';
  };
  return (
    <div role="status" className="grid gap-3 rounded-field border border-line bg-sunken p-4">
      <p className="text-small">
        <strong className="wrap-anywhere">{email}</strong> is not confirmed yet. Open the link in the email we sent
        there. Until then, your old address stays in use.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          look="secondary"
          small
          disabled={busy !== null}
          busy={busy === 'resend' && 'Sending…'}
          onClick={() => void attempt('resend', resend)}
        >
          Resend
        </Button>
        <Button
          look="secondary"
          small
          disabled={busy !== null}
          busy={busy === 'cancel' && 'Cancelling…'}
          onClick={() => void attempt('cancel', cancel)}
        >
          Cancel change
        </Button>
      </div>
    </div>
  );
}
