import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { messageOf } from '#web/api/api-error.ts';
import { callForMessage } from '#web/api/call.ts';
import { fetchProfile, useAuth } from '#web/shared/auth/auth.ts';
import { IncompleteLink } from '#web/shared/frame/incomplete-link.tsx';
import { NarrowPage } from '#web/shared/frame/narrow-page.tsx';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';

export const meta = () => [{ title: pageTitle('Keep your email address') }, { name: 'robots', content: 'noindex' }];

/** Needs a click: mail scanners that open links must not undo anything. */
export default function UndoEmailChangePage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  return (
    <NarrowPage title="Keep your email address">
      {token === '' ? <IncompleteLink to="/dashboard/profile" /> : <Undo token={token} />}
    </NarrowPage>
  );
}

function Undo({ token }: { token: string }) {
  const { isAuthenticated } = useAuth();
  const [answer, setAnswer] = useState<{ text: string; isDone: boolean } | null>(null);
  const [isBusy, setBusy] = useState(false);

  const undo = async () => {
    setBusy(true);
    try {
      const text = await callForMessage('POST /auth/email-change/undo', { body: { token } });
      setAnswer({ text, isDone: true });
      if (isAuthenticated) await fetchProfile();
    } catch (error) {
      setAnswer({ text: messageOf(error), isDone: false });
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      {answer && (
        <Banner tone={answer.isDone ? 'success' : 'danger'} className="mb-6">
          {answer.text}
        </Banner>
      )}
      {answer?.isDone ? (
        <>
          <p className="mb-6">If you did not request the change, somebody may know your password.</p>
          <Link to="/forgot-password" className={buttonClass('primary')}>
            Reset password
          </Link>
        </>
      ) : (
        <>
          <p className="mb-6">
            Your account keeps the email address that received this email. If the address was already changed, it is
            restored, all devices are signed out, and you choose a new password.
          </p>
          <Button busy={isBusy && 'Saving…'} onClick={() => void undo()}>
            Keep my address
          </Button>
        </>
      )}
    </>
  );
}
