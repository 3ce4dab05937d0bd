import { useNavigate, useSearchParams } from 'react-router';
import { callForMessage } from '#web/api/call.ts';
import { logOut } from '#web/shared/auth/auth.ts';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { fieldProblem, useShopForm } from '#web/shared/forms/shop-form.ts';
import { IncompleteLink } from '#web/shared/frame/incomplete-link.tsx';
import { NarrowPage } from '#web/shared/frame/narrow-page.tsx';
import { PasswordHint, passwordProblem } from '#web/shared/shop/password-hint.tsx';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

export const meta = () => [{ title: pageTitle('Choose a new password') }, { name: 'robots', content: 'noindex' }];

export default function ResetPasswordPage() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  return (
    <NarrowPage title="Choose a new password">
      {token === '' ? <IncompleteLink to="/forgot-password" /> : <NewPasswordForm token={token} />}
    </NarrowPage>
  );
}

function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const { form, field, failure, attempt, submit } = useShopForm(
    { password: '', password_confirmation: '' },
    async (passwords) => {
      if (passwords.password !== passwords.password_confirmation) {
        throw fieldProblem('password_confirmation', 'Passwords do not match');
      }
      const notice = await callForMessage('POST /auth/reset-password', { body: { token, ...passwords } });
      // The account's sessions have ended; a remaining local session would hide the login form.
      await logOut();
      navigate('/login', { replace: true, state: { notice } });
    },
  );
  const { isSubmitting } = form.formState;

  return (
    <>
      <ErrorSummary message={failure} attempt={attempt} />
      <form method="post" onSubmit={submit} noValidate className="grid gap-5">
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={<PasswordHint />}
          {...field('password', { required: 'Please choose a password.', validate: passwordProblem })}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          {...field('password_confirmation', { required: 'Please repeat the password.' })}
        />
        <Button type="submit" busy={isSubmitting && 'Saving…'}>
          Save password
        </Button>
        <Link to="/forgot-password" className="link inline-flex min-h-11 items-center justify-self-start">
          Get a new link
        </Link>
      </form>
    </>
  );
}
