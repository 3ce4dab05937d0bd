import { useLocation, useNavigate } from 'react-router';
import { useRedirectWhenSignedIn } from '#web/shared/auth/destination.ts';
import { register as registerAccount } from '#web/shared/auth/sign-in.ts';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { notBlank, useShopForm } from '#web/shared/forms/shop-form.ts';
import { NarrowPage } from '#web/shared/frame/narrow-page.tsx';
import { PasswordHint, passwordProblem } from '#web/shared/shop/password-hint.tsx';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, TextField } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

export const meta = () => [{ title: pageTitle('Create an account') }, { name: 'robots', content: 'noindex' }];

export default function RegisterPage() {
  const navigate = useNavigate();
  const location = useLocation();
  const { form, field, failure, attempt, submit } = useShopForm(
    { name: '', phone: '', email: '', password: '', password_confirmation: '', terms: false },
    async ({ terms: _, phone, ...account }) => {
      await registerAccount({ ...account, ...(phone.trim() && { phone }) });
      navigate(destinationAfter(location.state), { replace: true });
    },
    { otherwise: 'Registration failed' },
  );
  const { isSubmitting, isSubmitted } = form.formState;
  useRedirectWhenSignedIn(isSubmitting || isSubmitted);

  return (
    <NarrowPage
      title="Create an account"
      lead={
        <>
          Already have one?{' '}
          <Link to="/login" state={location.state} className="link">
            Log in
          </Link>
        </>
      }
    >
      <ErrorSummary message={failure} attempt={attempt} />
      <form method="post" onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          label="Full name"
          autoComplete="name"
          {...field('name', { required: NAMELESS, validate: notBlank(NAMELESS) })}
        />
        <TextField
          label="Phone (optional)"
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          {...field('phone', {
            pattern: { value: /^[+\d\s()./x-]*$/i, message: 'Please enter a valid phone number.' },
          })}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          {...field('email', {
            required: 'Please enter your email address.',
            pattern: { value: /^\S+@\S+\.\S+$/, message: 'Please enter a valid email address.' },
          })}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={<PasswordHint />}
          {...field('password', {
            required: 'Please choose a password.',
            validate: passwordProblem,
            deps: 'password_confirmation',
          })}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...field('password_confirmation', {
            required: 'Please repeat the password.',
            validate: (repeated, { password }) => repeated === password || 'Passwords do not match',
          })}
        />
        <Checkbox
          label={
            <>
              I agree to the{' '}
              <Link to="/terms" className="link" target="_blank">
                terms and conditions
              </Link>{' '}
              and the{' '}
              <Link to="/privacy" className="link" target="_blank">
                privacy policy
              </Link>
            </>
          }
          {...field('terms', { required: 'Please agree to the terms and conditions' })}
        />
        <Button type="submit" busy={isSubmitting && 'Creating your account…'}>
          Sign Up
        </Button>
      </form>
    </NarrowPage>
  );
}

const NAMELESS = 'Please enter your name.';

/** On success to /dashboard (storefront §2), unless the visitor was on the way to the checkout. */
function destinationAfter(state: unknown): string {
  return (state as { from?: unknown } | null)?.from === '/checkout' ? '/checkout' : '/dashboard';
}
