import { Refusal } from '#server/platform/refusal.ts';
import type { Settings } from './settings.ts';

/**
 * The stored password was entered for the stored mail server and goes to no other: an admin could otherwise read it
 * there, though it never leaves the shop in an answer.
 * @throws Refusal `request.invalid` beside the password, for another server without a password of its own.
 */
export async function keepPassword(
  settings: Settings,
  {
    smtpHost,
    smtpPassword,
  }: { readonly smtpHost?: string | undefined; readonly smtpPassword?: string | null | undefined },
): Promise<void> {
  // Without a server nothing leaves.
  if (smtpPassword !== undefined || !smtpHost) return;
  const { smtpHost: known } = await settings.getFresh('email');
  if (smtpHost.toLowerCase() === known.toLowerCase()) return;
  if ((await settings.getSecret('smtpPassword')) === undefined) return;
  const message = 'Please enter the password of this mail server: the stored one was entered for another.';
  throw new Refusal('request.invalid', { message, errors: { smtpPassword: [message] } });
}
