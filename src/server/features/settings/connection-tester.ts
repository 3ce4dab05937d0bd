import type { SettingsOf } from '#contract/admin/settings.ts';

/** The other side did not take the keys, or did not answer; the message says which, in a sentence for the admin. */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed';
}

export interface TestMail {
  readonly to: { readonly name: string; readonly email: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Asks the services behind the settings whether they take what was entered; implemented outside. Each call resolves only
 * after a real answer of the other side. @throws ConnectionFailed.
 */
export interface ConnectionTester {
  /** @throws ProviderRefused, ProviderUnavailable. */
  stripe(secretKey: string): Promise<void>;
  /** @returns which of its two worlds knows the account. */
  paypal(clientId: string, clientSecret: string): Promise<'live' | 'test'>;
  smtp(server: SettingsOf<'email'> & { readonly smtpPassword: string | undefined }, mail: TestMail): Promise<void>;
}
