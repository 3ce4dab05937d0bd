import { call } from '#web/api/call.ts';
import { setSignedIn, type User } from '#web/shared/auth/auth.ts';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { adoptSaved, useShopForm } from '#web/shared/forms/shop-form.ts';
import { useUnsavedGuard } from '#web/shared/forms/unsaved-changes.tsx';
import type { Notify } from '#web/shared/notice.tsx';
import { isOtherEmail } from '#web/shared/profile/is-other-email.ts';
import { PendingEmail } from '#web/shared/profile/pending-email.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';

const valuesOf = (user: User) => ({
  name: user.name,
  email: user.email,
  phone: user.phone ?? '',
  bio: user.preferences.bio ?? '',
  current_password: '',
});

export function PersonalForm({ user, notify }: { user: User; notify: Notify }) {
  const { form, field, failure, attempt, submit } = useShopForm(
    valuesOf(user),
    async (values) => {
      const { name, email, phone, bio, current_password } = values;
      const password = isOtherEmail(user, email) && current_password !== '' && { current_password };
      const saved = await call('PUT /auth/profile', {
        body: { name, email, phone, preferences: { bio }, ...password },
      });
      setSignedIn(saved);
      adoptSaved(form, values, valuesOf(saved));
      notify('success', 'Profile updated successfully!');
    },
    { otherwise: 'Profile update failed', name: 'admin-profile' },
  );
  const { isSubmitting, isDirty } = form.formState;
  const question = useUnsavedGuard(isDirty && !isSubmitting);
  const isOther = isOtherEmail(user, form.watch('email'));
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <ErrorSummary message={failure} attempt={attempt} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="Full name"
          autoComplete="name"
          dir="auto"
          {...field('name', { required: 'Please enter your name.' })}
        />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={isOther ? 'We will send a link to confirm the new address.' : undefined}
          {...field('email', { required: 'Please enter your email address.' })}
        />
        {isOther && (
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            hint="Required to change your email address."
            className="sm:col-span-2"
            {...field('current_password')}
          />
        )}
        {user.pending_email && !isOther && (
          <div className="sm:col-span-2">
            <PendingEmail email={user.pending_email} notify={notify} />
          </div>
        )}
        <TextField label="Phone" type="tel" inputMode="tel" autoComplete="tel" {...field('phone')} />
        <TextField
          label="Role"
          value="Super Administrator"
          readOnly
          disabled
          hint="Contact super admin to change role"
        />
      </div>
      <TextArea label="Bio" rows={4} dir="auto" {...field('bio')} />
      <Button type="submit" className="justify-self-start" busy={isSubmitting && 'Saving…'}>
        Save Changes
      </Button>
      {question}
    </form>
  );
}
