import { useEffect } from 'react';
import { call } from '#web/api/call.ts';
import { setSignedIn, type User } from '#web/shared/auth/auth.ts';
import { CountryOptions } from '#web/shared/forms/address-fields.tsx';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import { useUnsavedGuard } from '#web/shared/forms/unsaved-changes.tsx';
import type { Notify } from '#web/shared/notice.tsx';
import { PendingEmail } from '#web/shared/profile/pending-email.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { type SavedAddress, useSaveAddress } from '../shared/own-data.ts';
import {
  ADDRESS_FIELDS,
  accountChange,
  addressChange,
  incompleteAddress,
  isAddressComplete,
  mergeErrors,
  type ProfileValues,
  throwFormFields,
  valuesOf,
} from './profile-values.ts';

interface ProfileFormProps {
  user: User;
  /** The default address, edited by the form's address fields. */
  address: SavedAddress | undefined;
  notify: Notify;
}

const INCOMPLETE = 'This address is incomplete, so the checkout does not offer it yet.';

/** Account and address are saved separately: if one is incomplete, the other is still saved. */
export function ProfileForm({ user, address, notify }: ProfileFormProps) {
  const { mutateAsync: saveAddress } = useSaveAddress();
  const { form, field, failure, attempt, submit } = useShopForm(
    valuesOf(user, address),
    async (typed) => {
      const [account, ownAddress] = await Promise.allSettled([saveAccount(typed), saveDefaultAddress(typed)]);
      if (account.status === 'fulfilled') {
        const { name, email, phone } = account.value;
        markSaved({ name, email, phone: phone ?? '', current_password: '' });
        setSignedIn(account.value);
      }
      if (ownAddress.status === 'fulfilled') {
        const { address, city, state, zipCode, country } = typed;
        markSaved({ address, city, state, zipCode, country });
      }
      const failures = [account, ownAddress].flatMap((part) => (part.status === 'rejected' ? [part.reason] : []));
      if (failures.length > 0) throw mergeErrors(failures);
      notify('success', 'Profile updated successfully!');
    },
    { otherwise: 'Profile update failed', name: 'profile' },
  );
  const markSaved = (values: Partial<ProfileValues>) => {
    for (const [name, value] of Object.entries(values)) {
      form.resetField(name as keyof ProfileValues, { defaultValue: value });
    }
  };
  const { isSubmitting, dirtyFields } = form.formState;
  const isOtherEmail = form.watch('email').trim().toLowerCase() !== user.email;

  const { isDirty } = form.formState;
  const question = useUnsavedGuard(isDirty && !isSubmitting);
  useEffect(() => {
    // Changed in the list below: keep what is typed here.
    if (!isDirty) form.reset(valuesOf(user, address));
  }, [user, address, form, isDirty]);

  const isAddressTouched = ADDRESS_FIELDS.some((name) => dirtyFields[name]) || Boolean(dirtyFields.country);
  const saveAccount = (typed: ProfileValues) =>
    call('PUT /auth/profile', { body: accountChange(typed, user, address) });
  const saveDefaultAddress = async (typed: ProfileValues) => {
    if (!isAddressTouched) return;
    if (isAddressComplete(typed)) {
      await saveAddress({ id: address?.id, body: addressChange(typed, address) }).catch(throwFormFields);
    } else if (address) throw incompleteAddress(typed);
  };

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
          hint={isOtherEmail ? 'We will send a link to confirm the new address.' : undefined}
          {...field('email', { required: 'Please enter your email address.' })}
        />
        {!isOtherEmail && <Verified isVerified={user.email_verified_at !== null} />}
      </div>
      {user.pending_email && !isOtherEmail && <PendingEmail email={user.pending_email} notify={notify} />}
      {isOtherEmail && (
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
