import type { User } from '#web/shared/auth/auth.ts';
import { CountryOptions } from '#web/shared/forms/address-fields.tsx';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { useUnsavedGuard } from '#web/shared/forms/unsaved-changes.tsx';
import type { Notify } from '#web/shared/notice.tsx';
import { isOtherEmail } from '#web/shared/profile/is-other-email.ts';
import { PendingEmail } from '#web/shared/profile/pending-email.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import type { SavedAddress } from '../shared/own-data.ts';
import { useProfileForm } from './use-profile-form.ts';

interface ProfileFormProps {
  user: User;
  /** The default address, edited by the form's address fields. */
  address: SavedAddress | undefined;
  notify: Notify;
}

const INCOMPLETE = 'This address is incomplete, so the checkout does not offer it yet.';

export function ProfileForm({ user, address, notify }: ProfileFormProps) {
  const { form, field, failure, attempt, submit } = useProfileForm(user, address, () =>
    notify('success', 'Profile updated successfully!'),
  );
  const { isDirty, isSubmitting } = form.formState;
  const question = useUnsavedGuard(isDirty && !isSubmitting);
  const isOther = isOtherEmail(user, form.watch('email'));

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <ErrorSummary message={failure} attempt={attempt} />
      <TextField label="Full name" autoComplete="name" {...field('name', { required: 'Please enter your name.' })} />
      <div className="grid gap-2">
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={isOther ? 'We will send a link to confirm the new address.' : undefined}
          {...field('email', { required: 'Please enter your email address.' })}
        />
        {!isOther && <Verified isVerified={user.email_verified_at !== null} />}
      </div>
      {user.pending_email && !isOther && <PendingEmail email={user.pending_email} notify={notify} />}
      {isOther && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          hint="Required to change your email address."
          {...field('current_password')}
        />
      )}
      <TextField label="Phone" type="tel" inputMode="tel" autoComplete="tel" {...field('phone')} />
      <TextField label="Address" autoComplete="street-address" {...field('address')} />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField label="City" autoComplete="address-level2" {...field('city')} />
        <TextField label="State" autoComplete="address-level1" {...field('state')} />
        <TextField label="ZIP code" autoComplete="postal-code" autoCapitalize="characters" {...field('zipCode')} />
        <SelectField label="Country" autoComplete="country" {...field('country')}>
          <CountryOptions />
        </SelectField>
      </div>
      {!address && user.preferences.address_draft && <p className="text-muted text-small">{INCOMPLETE}</p>}
      <Button type="submit" className="justify-self-start" busy={isSubmitting && 'Saving…'}>
        Save Changes
      </Button>
      {question}
    </form>
  );
}

function Verified({ isVerified }: { isVerified: boolean }) {
  if (isVerified) {
    return (
      <p>
        <Badge tone="success">Verified</Badge>
      </p>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <Badge tone="warning">Not verified</Badge>
      <Link to="/verify-email" className="link inline-flex min-h-11 items-center text-small">
        Verify email address
      </Link>
    </p>
  );
}
