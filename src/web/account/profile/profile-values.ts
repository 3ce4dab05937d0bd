import { COUNTRIES, type Country, HOME_COUNTRY } from '#domain/checkout/shipping.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { User } from '#web/shared/auth/auth.ts';
import { throwRenamed } from '#web/shared/forms/refused-fields.ts';
import { isOtherEmail } from '#web/shared/profile/is-other-email.ts';
import type { SavedAddress } from '../shared/own-data.ts';

/** What the form shows: the account, and the default address or its draft. */
export const valuesOf = (user: User, address: SavedAddress | undefined) => {
  const { line1, city, state, postal_code, country } = address ?? user.preferences.address_draft ?? {};
  return {
    name: user.name,
    email: user.email,
    phone: user.phone ?? '',
    address: line1 ?? '',
    city: city ?? '',
    state: state ?? '',
    zipCode: postal_code ?? '',
    country: (COUNTRIES.find((code) => code === country) ?? HOME_COUNTRY) as Country,
    current_password: '',
  };
};
export type ProfileValues = ReturnType<typeof valuesOf>;

/** The API uses other names for the address fields. */
const FIELD_OF: Readonly<Record<string, keyof ProfileValues>> = { line1: 'address', postal_code: 'zipCode' };

export const ADDRESS_FIELDS = ['address', 'city', 'state', 'zipCode'] as const;

const countFilled = (typed: ProfileValues): number => ADDRESS_FIELDS.filter((name) => typed[name].trim() !== '').length;

export const isAddressComplete = (typed: ProfileValues): boolean => countFilled(typed) === ADDRESS_FIELDS.length;

/** The account, with an incomplete address as a draft. */
export function accountChange(typed: ProfileValues, user: User, address: SavedAddress | undefined) {
  const { name, email, phone, current_password, address: line1, city, state, zipCode: postal_code, country } = typed;
  const isDraft = !address && countFilled(typed) > 0 && !isAddressComplete(typed);
  const address_draft = isDraft ? { line1, city, state, postal_code, country } : null;
  const hasDraft = isDraft || Boolean(user.preferences.address_draft);
  return {
    name,
    email,
    phone,
    ...(hasDraft && { preferences: { address_draft } }),
    ...(isOtherEmail(user, email) && current_password !== '' && { current_password }),
  };
}

/** The default address. @param saved the one that it replaces */
export const addressChange = (typed: ProfileValues, saved: SavedAddress | undefined) => ({
  name: saved?.name ?? typed.name,
  line1: typed.address,
  line2: saved?.line2 ?? null,
  city: typed.city,
  state: typed.state,
  postal_code: typed.zipCode,
  country: typed.country,
  is_default: true,
});

/** The error with which the saved default address is kept. */
export function incompleteAddress(typed: ProfileValues): ApiError {
  const missing = ADDRESS_FIELDS.filter((name) => typed[name].trim() === '');
  const errors = Object.fromEntries(missing.map((name) => [name, ['Required for your default address.']]));
  const message = 'Your profile is saved. Your default address stays as it was: the new one is not complete.';
  return new ApiError(message, { status: 0, errors });
}

/** The first message, plus the field errors of both parts. */
export function mergeErrors([first, second]: readonly unknown[]): unknown {
  if (!(first instanceof ApiError && second instanceof ApiError)) return first;
  const { message, status, code, errors } = first;
  return new ApiError(message, { status, code, errors: { ...second.errors, ...errors } });
}

/** Throws the refusal with the names of the form in place of the API's. */
export const throwFormFields = (error: unknown): never => throwRenamed(error, (field) => FIELD_OF[field] ?? field);
