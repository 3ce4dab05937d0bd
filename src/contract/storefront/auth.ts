import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { noData } from '../envelope.ts';
import { email, linkToken, multiLine, password, singleLine, timestamp } from '../fields.ts';

/** Additional profile data; a section that is sent replaces the stored one. */
export const preferences = z.object({
  bio: multiLine(0, 1000).optional(),
  /** May be incomplete, so it cannot be shipped to. */
  address_draft: z
    .object({
      line1: singleLine(0, 200),
      city: singleLine(0, 100),
      state: singleLine(0, 100),
      postal_code: singleLine(0, 20),
      country: singleLine(0, 2),
    })
    .nullable()
    .optional(),
});
export type Preferences = z.output<typeof preferences>;

export const user = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    is_admin: z.boolean(),
    is_active: z.boolean(),
    email_verified_at: timestamp.nullable(),
    last_login_at: timestamp.nullable(),
    /** A day, such as `1990-04-23`. */
    date_of_birth: z.iso.date().nullable(),
    gender: z.string().nullable(),
    preferences,
    /** URL of the avatar. */
    avatar: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'User' });
export type User = z.output<typeof user>;

/** An account as its owner sees it. */
export const ownUser = user
  .extend({
    /** A new address that takes effect after its owner opens the mailed link; null when there is none. */
    pending_email: z.string().nullable(),
  })
  .meta({ id: 'OwnUser' });
export type OwnUser = z.output<typeof ownUser>;

export const session = z.object({
  /** Bearer token for further requests. */
  token: z.string(),
  user: ownUser,
});

const name = singleLine(1, 120);
const BLANK = '';
const phone = z
  .string()
  .trim()
  .max(30)
  .regex(/^[+\d\s()./x-]*$/i, 'Please enter a valid phone number.')
  .transform((text) => (text === BLANK ? null : text))
  .nullable();
const dateOfBirth = z
  .union([
    z.literal(BLANK),
    z.iso.date('Please enter a valid date.').refine((day) => day >= '1900-01-01', 'Please enter a valid date.'),
  ])
  .transform((day) => (day === BLANK ? null : day))
  .nullable();
const gender = singleLine(0, 30)
  .transform((text) => (text === BLANK ? null : text))
  .nullable();

/**
 * Compared with the password on the server, together with the password rules, so that all problems are reported at
 * once.
 */
const confirmation = z.string().max(200);

export const authEndpoints = defineEndpoints({
  'POST /auth/register': {
    access: 'public',
    storesResponse: false,
    costly: true,
    summary: 'Creates an account, signs in and sends a link to verify the address',
    body: z.object({ name, email, password, password_confirmation: confirmation, phone: phone.optional() }),
    data: session,
    status: 201,
    refusals: ['auth.email_taken'],
  },
  'POST /auth/login': {
    access: 'public',
    storesResponse: false,
    costly: true,
    summary: 'Signs in',
    body: z.object({ email, password }),
    data: session,
    refusals: ['auth.failed', 'auth.locked', 'auth.code_required'],
  },
  'POST /auth/logout': {
    access: 'customer',
    storesResponse: false,
    summary: 'Ends this session',
    data: noData,
  },
  'GET /auth/profile': { access: 'customer', summary: 'Who is signed in', data: ownUser },
  'PUT /auth/profile': {
    access: 'customer',
    storesResponse: false,
    summary:
      'Changes the given profile fields; a new email address requires the password and is pending until its owner opens the mailed link',
    body: z.object({
      name: name.optional(),
      email: email.optional(),
      /** Required for a new address. */
      current_password: password.optional(),
      phone: phone.optional(),
      date_of_birth: dateOfBirth.optional(),
      gender: gender.optional(),
      preferences: preferences.optional(),
    }),
    data: ownUser,
    refusals: ['auth.password_wrong', 'auth.locked'],
  },
  'PUT /auth/password': {
    access: 'customer',
    storesResponse: false,
    costly: true,
    summary: 'Changes the password and ends the account’s other sessions',
    body: z.object({ current_password: password, password, password_confirmation: confirmation }),
    data: noData,
    refusals: ['auth.password_wrong', 'auth.locked'],
  },
  'POST /auth/forgot-password': {
    access: 'public',
    storesResponse: false,
    costly: true,
    summary:
      'Sends a link to set a new password, if the address has an account; the response does not reveal whether it has',
    body: z.object({ email }),
    data: noData,
  },
  'POST /auth/reset-password': {
    access: 'public',
    storesResponse: false,
    costly: true,
    summary: 'Sets a new password with a mailed link, and ends all sessions',
    body: z.object({ token: linkToken, password, password_confirmation: confirmation }),
    data: noData,
    refusals: ['auth.token_invalid'],
  },
  'POST /auth/verify-email': {
    access: 'public',
    storesResponse: false,
    costly: true,
    summary: 'Verifies an address with a mailed link; a pending address becomes the address of its account',
    body: z.object({ token: linkToken }),
    data: noData,
    refusals: ['auth.token_invalid', 'auth.email_taken'],
  },
  'POST /auth/resend-verification': {
    access: 'customer',
    storesResponse: false,
    costly: true,
    summary: 'Sends the link to verify the address again',
    data: noData,
  },
});
