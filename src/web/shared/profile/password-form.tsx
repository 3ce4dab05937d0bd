import type { ReactNode } from 'react';
import { callForMessage } from '#web/api/call.ts';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { fieldProblem, REQUIRED, useShopForm } from '#web/shared/forms/shop-form.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

interface PasswordFormProps {
  notify: Notify;
  /** Shown when the repeated password differs. */
  mismatch: string;
  /** The password rules, as far as known; without them the server alone checks. */
  minimum?: { readonly length: number; readonly sentence: string; readonly hint: string };
  hint?: ReactNode;
}

/** Changes the password, which signs out the account's other devices. */
export function PasswordForm({ notify, mismatch, minimum, hint }: PasswordFormProps) {
  const { form, field, failure, attempt, submit } = useShopForm(
    { current_password: '', password: '', password_confirmation: '' },
    async (body) => {
      if (body.password !== body.password_confirmation) throw fieldProblem('password_confirmation', mismatch);
      if (minimum && [...body.password].length < minimum.length) throw fieldProblem('password', minimum.sentence);
      const message = await callForMessage('PUT /auth/password', { body });
      form.reset();
      notify('success', message);
    },
  );
  const { isSubmitting } = form.formState;
  const advice = minimum?.hint ?? hint;
  return (
    <form onSubmit={submit} noValidate className="grid max-w-md gap-5">
      <ErrorSummary message={failure} attempt={attempt} />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...field('current_password', { required: REQUIRED })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={advice}
        {...(minimum && { minLength: minimum.length })}
        {...field('password', { required: REQUIRED })}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        hint={minimum?.hint}
        {...(minimum && { minLength: minimum.length })}
        {...field('password_confirmation', { required: REQUIRED })}
      />
      <Button type="submit" className="justify-self-start" busy={isSubmitting && 'Changing…'}>
        Change Password
      </Button>
    </form>
  );
}
