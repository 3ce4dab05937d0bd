import { useEffect, useState } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { callForMessage } from '#web/api/call.ts';
import { fetchProfile } from '#web/shared/auth/auth.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Button } from '#web/ui/button.tsx';

/** Sends the verification mail that two-factor sign-in requires, and reloads the profile once the user returns. */
export function VerifyEmailFirst({ email, notify }: { email: string; notify: Notify }) {
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // The link opens in another tab. Reload the profile when the user comes back to this one.
    const onReturn = () => {
      if (document.visibilityState === 'visible') void fetchProfile();
    };
    document.addEventListener('visibilitychange', onReturn);
    return () => document.removeEventListener('visibilitychange', onReturn);
  }, []);
  const send = async () => {
    setBusy(true);
    try {
      notify('success', await callForMessage('POST /auth/resend-verification', {}));
    } catch (error) {
      notify('danger', messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className="mb-4">
        Please verify your email address before you switch on two-factor sign-in. We will send a link to{' '}
        <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <Button busy={isBusy && 'Sending…'} onClick={() => void send()}>
        Send the link
      </Button>
    </>
  );
}
