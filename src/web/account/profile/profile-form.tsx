import { useEffect } from 'react';
import { COUNTRIES, COUNTRY_NAMES, type Country, HOME_COUNTRY } from '#domain/shipping.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { becomeUser, type User } from '#web/shared/auth/auth.ts';
import { ErrorSummary } from '#web/shared/forms/error-summary.tsx';
import { useShopForm } from '#web/shared/forms/shop-form.ts';
import { useUnsavedGuard } from '#web/shared/forms/unsaved-changes.tsx';
import type { Tell } from '#web/shared/profile/told.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { type SavedAddress, useSaveAddress } from '../shared/own-data.ts';

interface ProfileFormProps {
  user: User;
  /** The default one, which the form's address fields are. */
  address: SavedAddress | undefined;
  tell: Tell;
}

const valuesOf = (user: User, address: SavedAddress | undefined) => ({
  name: user.name,
  email: user.email,
  phone: user.phone ?? '',
  address: address?.line1 ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  zipCode: address?.postal_code ?? '',
  country: (COUNTRIES.find((code) => code === address?.country) ?? HOME_COUNTRY) as Country,
  current_password: '',
});
type Values = ReturnType<typeof valuesOf>;

/** The call names the fields of an address otherwise. */
const FIELD_OF: Readonly<Record<string, keyof Values>> = { line1: 'address', postal_code: 'zipCode' };

export function ProfileForm({ user, address, tell }: ProfileFormProps) {
  const { mutateAsync: saveAddress } = useSaveAddress();
  const { form, field, failure, attempt, submit } = useShopForm(
    valuesOf(user, address),
    async (typed) => {
      await saveDefaultAddress(typed);
      const { name, email, phone, current_password } = typed;
      const isOther = email.trim().toLowerCase() !== user.email;
      const body = { name, email, phone, ...(isOther && current_password !== '' && { current_password }) };
      const saved = await call('PUT /auth/profile', { body });
      becomeUser(saved);
      form.reset({ ...typed, name: saved.name, email: saved.email, phone: saved.phone ?? '', current_password: '' });
      tell('success', 'Profile updated successfully!');
    },
    { otherwise: 'Profile update failed', name: 'profile' },
  );
  const { isSubmitting, dirtyFields } = form.formState;
  const isOtherEmail = form.watch('email').trim().toLowerCase() !== user.email;

  const { isDirty } = form.formState;
  const question = useUnsavedGuard(isDirty && !isSubmitting);
  useEffect(() => {
    // Changed in the list below: what is being typed here stays.
    if (!isDirty) form.reset(valuesOf(user, address));
  }, [user, address, form, isDirty]);

  /** Left blank, there is no address; half of one is the shop's to refuse, field by field. */
  const saveDefaultAddress = async ({ name, address: line1, city, state, zipCode, country }: Values) => {
    const isTouched = (['address', 'city', 'state', 'zipCode', 'country'] as const).some((field) => dirtyFields[field]);
    const isBlank = [line1, city, state, zipCode].every((text) => text.trim() === '');
    if (!isTouched || (isBlank && !address)) return;
    const body = {
      name: address?.name ?? name,
      line1,
      line2: address?.line2 ?? null,
      city,
      state,
      postal_code: zipCode,
      country,
      is_default: true,
    };
    await saveAddress({ id: address?.id, body }).catch(throwOwnFields);
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
          hint={isOtherEmail ? 'We will send a link to verify the new address.' : undefined}
          {...field('email', { required: 'Please enter your email address.' })}
        />
        {!isOtherEmail && <Verified isVerified={user.email_verified_at !== null} />}
      </div>
      {isOtherEmail && (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          hint="Needed to change your email address."
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
          {COUNTRIES.map((code) => (
            <option key={code} value={code}>
              {COUNTRY_NAMES[code]}
            </option>
          ))}
        </SelectField>
      </div>
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

function throwOwnFields(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const errors = Object.fromEntries(
    Object.entries(error.errors).map(([field, messages]) => [FIELD_OF[field] ?? field, messages]),
  );
  throw new ApiError(error.message, { status: error.status, code: error.code, errors, data: error.data });
}
