import { useLocation, useNavigate } from 'react-router';
import { register as registerAccount } from '#web/shared/auth/sign-in.ts';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { fieldProblem, useShopForm } from '#web/shared/forms/shop-form.ts';
import { NarrowPage } from '#web/shared/frame/narrow-page.tsx';
import { PasswordHint, passwordProblem } from '#web/shared/shop/password-hint.tsx';
import { titled } from '#web/shared/shop/shop.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, TextField } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

export const meta = () => [{ title: titled('Create an account') }, { name: 'robots', content: 'noindex' }];

export default function RegisterPage() {
  const navigate = useNavigate();
  const location = useLocation();
  const { form, field, failure, attempt, submit } = useShopForm(
    { name: '', phone: '', email: '', password: '', password_confirmation: '', terms: false },
    async ({ terms, phone, ...account }) => {
      if (account.password !== account.password_confirmation) {
        throw fieldProblem('password_confirmation', 'Passwords do not match');
      }
      if (!terms) throw fieldProblem('terms', 'Please agree to the terms and conditions');
      await registerAccount({ ...account, ...(phone.trim() && { phone }) });
      navigate(destinationAfter(location.state), { replace: true });
    },
    { otherwise: 'Registration failed' },
  );
  const { isSubmitting } = form.formState;

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
        <TextField label="Full name" autoComplete="name" {...field('name', { required: 'Please enter your name.' })} />
        <TextField label="Phone (optional)" type="tel" autoComplete="tel" inputMode="tel" {...field('phone')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          {...field('email', { required: 'Please enter your email address.' })}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={<PasswordHint />}
          {...field('password', {
            required: 'Please choose a password.',
            validate: passwordProblem,
          })}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...field('password_confirmation', { required: 'Please repeat the password.' })}
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
          {...field('terms')}
        />
        <Button type="submit" busy={isSubmitting && 'Creating your account…'}>
          Sign Up
        </Button>
      </form>
    </NarrowPage>
  );
}

/** On success to /dashboard (storefront §2), unless somebody was on the way to pay. */
function destinationAfter(state: unknown): string {
  return (state as { from?: unknown } | null)?.from === '/checkout' ? '/checkout' : '/dashboard';
}
