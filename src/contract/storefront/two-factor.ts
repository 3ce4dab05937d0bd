import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { noData } from '../envelope.ts';
import { linkToken, password } from '../fields.ts';
import { session } from './auth.ts';

/** Six digits from an app, or a recovery code where accepted. Spaces and hyphens are ignored. */
const code = z.string().trim().min(1, 'This field is required.').max(60);
/** Shown once: the shop stores only hashes. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
const withPassword = z.object({ current_password: password });
const PASSWORD_REFUSALS = ['auth.password_wrong', 'auth.locked'] as const;

export const twoFactorEndpoints = defineEndpoints({
  'POST /auth/login/code': {
    access: 'public',
    storesResponse: false,
    costly: true,
    summary: 'The second step of a login that was refused with `auth.code_required` and a challenge',
    body: z.object({ challenge: linkToken, code }),
    data: session,
    refusals: ['auth.challenge_expired', 'auth.code_wrong', 'auth.locked'],
  },
  'GET /auth/two-factor': {
    access: 'customer',
    summary: 'Whether logins to this account require a code',
    data: z.object({
      is_enabled: z.boolean(),
      /** Whether an admin must enable it first. */
      is_required: z.boolean(),
      recovery_codes_left: z.int(),
    }),
  },
  'POST /auth/two-factor/setup': {
    access: 'customer',
    storesResponse: false,
    costly: true,
    summary: 'Creates a secret for the authenticator app; it is active from its first code on',
    body: withPassword,
    data: z.object({
      /** Base32, for manual entry. */
      secret: z.string(),
      /** For the QR code. */
      otpauth_url: z.string(),
    }),
    refusals: [...PASSWORD_REFUSALS, 'two_factor.enabled', 'two_factor.email_unverified'],
  },
  'POST /auth/two-factor/confirm': {
    access: 'customer',
    storesResponse: false,
    costly: true,
    summary: 'Enables two-factor sign-in with the first code from the app',
    body: z.object({ code }),
    data: recoveryCodes,
    refusals: ['auth.code_wrong', 'auth.locked', 'two_factor.not_set_up', 'two_factor.email_unverified'],
  },
  'POST /auth/two-factor/recovery-codes': {
    access: 'customer',
    storesResponse: false,
    costly: true,
    summary: 'Creates new recovery codes; the old ones become invalid',
    body: withPassword,
    data: recoveryCodes,
    refusals: [...PASSWORD_REFUSALS, 'two_factor.not_set_up'],
  },
  'POST /auth/two-factor/disable': {
    access: 'customer',
    storesResponse: false,
    costly: true,
    summary: 'Disables two-factor sign-in',
    body: withPassword,
    data: noData,
    refusals: [...PASSWORD_REFUSALS],
  },
});
