import type { SettingsOf } from '#contract/admin/settings.ts';
import { fieldRefusal } from '#server/platform/refusal.ts';
import type { SectionGuard } from './save-section.ts';
import { listSecretNames } from './settings.store.ts';

/** Stripe keys show whether they are live or test keys. */
export const modeOf = (key: string): 'live' | 'test' => (/^\w+_live_/.test(key) ? 'live' : 'test');

/**
 * Refuses to use the stored password with another host, port, user name or encryption: otherwise an admin could send it
 * to their own server, or unencrypted, although the API never returns it.
 * @param known the settings that the stored password was entered for.
 * @throws Refusal `request.invalid` for the password.
 */
export function refuseOtherServer(known: SettingsOf<'email'>, wanted: SettingsOf<'email'>): void {
  const isSame =
    known.smtpHost.toLowerCase() === wanted.smtpHost.toLowerCase() &&
    known.smtpPort === wanted.smtpPort &&
    known.smtpUsername === wanted.smtpUsername &&
    known.smtpEncryption === wanted.smtpEncryption;
  // Without a host nothing is sent.
  if (isSame || wanted.smtpHost === '') return;
  throw fieldRefusal('request.invalid', 'smtpPassword', 'Enter the password again for the new server.');
}

/** The same for PayPal's client secret and another account. */
export function refuseOtherClient(known: SettingsOf<'payment'>, clientId: string): void {
  if (known.paypalClientId === '' || clientId === '' || clientId === known.paypalClientId) return;
  throw fieldRefusal('request.invalid', 'paypalClientSecret', 'Enter the client secret again for the new client ID.');
}

/** Stripe's keys can be rotated one at a time, but a secret key must have the same mode. */
function refuseOtherMode(known: SettingsOf<'payment'>, publishableKey: string): void {
  const { stripePublishableKey } = known;
  if (stripePublishableKey === '' || publishableKey === '') return;
  if (modeOf(publishableKey) === modeOf(stripePublishableKey)) return;
  throw fieldRefusal(
    'request.invalid',
    'stripeSecretKey',
    'Enter the secret key again: the new publishable key has a different mode.',
  );
}

type SecretInput = string | null | undefined;

/** Guards a save that keeps the stored SMTP password. */
export function guardStoredPassword(given: SecretInput): SectionGuard<'email'> {
  return async (tx, { before, after }) => {
    if (given !== undefined || !(await listSecretNames(tx)).includes('smtpPassword')) return;
    refuseOtherServer(before, after);
  };
}

/** Guards a save that keeps a stored secret of Stripe or PayPal. */
export function guardStoredKeys(given: {
  readonly stripeSecretKey: SecretInput;
  readonly paypalClientSecret: SecretInput;
}): SectionGuard<'payment'> {
  return async (tx, { before, after }) => {
    const stored = await listSecretNames(tx);
    const isKept = (name: keyof typeof given) => given[name] === undefined && stored.includes(name);
    if (isKept('paypalClientSecret')) refuseOtherClient(before, after.paypalClientId);
    if (isKept('stripeSecretKey')) refuseOtherMode(before, after.stripePublishableKey);
  };
}
