import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiError, messageOf } from '#web/api/api-error.ts';
import { callForMessage } from '#web/api/call.ts';
import { fetchProfile, useAuth } from '#web/shared/auth/auth.ts';
import { NarrowPage } from '#web/shared/frame/narrow-page.tsx';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';

export const meta = () => [{ title: pageTitle('Verify your email address') }, { name: 'robots', content: 'noindex' }];

interface LinkResult {
  readonly text: string;
  readonly isFailure: boolean;
}

/** Requires a click: mail scanners that open links must not use them up. */
export default function VerifyEmailPage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const { isAuthenticated, loading, user } = useAuth();
  const [link, setLink] = useState<'unused' | 'used' | 'refused'>('unused');
  const [answer, setAnswer] = useState<LinkResult>();
  const [isBusy, setBusy] = useState(false);

  const show = async (call: Promise<string>) => {
    setBusy(true);
    try {
      setAnswer({ text: await call, isFailure: false });
      return true;
    } catch (error) {
      setAnswer({ text: messageOf(error), isFailure: true });
      if (error instanceof ApiError && error.code === 'auth.token_invalid') setLink('refused');
      return false;
    } finally {
      setBusy(false);
    }
  };
  const verify = async () => {
    if (!(await show(callForMessage('POST /auth/verify-email', { body: { token } })))) return;
    setLink('used');
    if (isAuthenticated) await fetchProfile();
  };
  const resend = () =>
    show(callForMessage(user?.pending_email ? 'POST /auth/email-change/resend' : 'POST /auth/resend-verification', {}));

  const needsLink = token === '' || link === 'refused';
  return (
    <NarrowPage title="Verify your email address">
      {answer ? (
        <Banner tone={answer.isFailure ? 'danger' : 'success'} className="mb-6">
          {answer.text}
        </Banner>
      ) : (
        <p className="mb-6">
          {needsLink
            ? 'Please open the link of the email that we have sent you, or get a new one.'
            : 'Press the button to confirm that this is your address.'}
        </p>
      )}
      {!needsLink && link === 'unused' && (
        <Button onClick={verify} busy={isBusy && 'Verifying…'}>
          Verify email address
        </Button>
      )}
      {needsLink && isAuthenticated && (
        <Button onClick={resend} busy={isBusy && 'Sending…'}>
          Send a new link
        </Button>
      )}
      {needsLink && !isAuthenticated && !loading && (
        <Link to="/login" state={{ from: '/verify-email' }} className={buttonClass('primary')}>
          Log in to get a new link
        </Link>
      )}
      {link === 'used' && (
        <Link to="/products" className={buttonClass('primary')}>
          Continue Shopping
        </Link>
      )}
    </NarrowPage>
  );
}
