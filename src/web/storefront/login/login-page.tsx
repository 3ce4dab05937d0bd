import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { fetchProfile } from '#web/shared/auth/auth.ts';
import { destinationOf, useRedirectWhenSignedIn } from '#web/shared/auth/destination.ts';
import { challengeOf, logIn } from '#web/shared/auth/sign-in.ts';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import { NarrowPage } from '#web/shared/frame/narrow-page.tsx';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, TextField } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { noticeOf } from './notice.ts';
import { PendingItemNotice } from './pending-item-notice.tsx';
import { rememberEmail, useRememberedEmail } from './remembered-email.ts';

/** Lazy: few accounts have a second factor. */
const CodeForm = lazy(() => import('./code-form.tsx'));

/** Storefront §9: delay before the profile is fetched after a login. */
const PROFILE_CHECK_MS = 100;

export const meta = () => [{ title: pageTitle('Log in') }, { name: 'robots', content: 'noindex' }];

export default function LoginPage() {
  const navigate = useNavigate();
  const location = useLocation();
  const [challenge, setChallenge] = useState<string | null>(null);
  const enter = async () => {
    await new Promise((resolve) => setTimeout(resolve, PROFILE_CHECK_MS));
    const profile = await fetchProfile();
    if (profile) navigate(destinationOf(location.state, profile), { replace: true });
  };

  const { form, field, failure, attempt, submit } = useShopForm(
    { email: '', password: '', remember: false },
    async ({ remember, ...credentials }) => {
      rememberEmail(remember ? credentials.email : null);
      try {
        await logIn(credentials);
      } catch (error) {
        const asked = challengeOf(error);
        if (asked === undefined) throw error;
        setChallenge(asked);
        return;
      }
      await enter();
    },
    { otherwise: 'Login failed' },
  );
  const { isSubmitting } = form.formState;
  const element = useRememberedEmail(form);
  const notice = noticeOf(location.state);
  useRedirectWhenSignedIn(isSubmitting || attempt > 0 || challenge !== null);

  if (challenge !== null) {
    return (
      <NarrowPage title="Enter your code" lead="Your authenticator app shows it, or use one of your recovery codes.">
        <Suspense>
          <CodeForm challenge={challenge} onEntered={enter} onBack={() => setChallenge(null)} />
        </Suspense>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage
      title="Log in"
      lead={
        <>
          New here?{' '}
          <Link to="/register" state={location.state} className="link">
            Create an account
          </Link>
        </>
      }
    >
      {notice !== '' && (
        <Banner tone="success" className="mb-6">
          {notice}
        </Banner>
      )}
      <PendingItemNotice from={destinationOf(location.state, { is_admin: false })} />
      <ErrorSummary message={failure} attempt={attempt} />
      <form ref={element} method="post" onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          {...field('email', { required: 'Please enter your email address.' })}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...field('password', { required: 'Please enter your password.' })}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <Checkbox label="Remember me" {...field('remember')} />
          <Link to="/forgot-password" className="link inline-flex min-h-11 items-center">
            Forgot password?
          </Link>
        </div>
        <Button type="submit" busy={isSubmitting && 'Logging in…'}>
          Log in
        </Button>
      </form>
    </NarrowPage>
  );
}
