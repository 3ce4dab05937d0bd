import type { SettingsOf } from '#contract/admin/settings.ts';

/** The service rejected the keys, or did not answer; the message is for the admin. */
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
 * Tests the services in the settings; implemented by adapters. Each call resolves only after a real response. @throws
 * ConnectionFailed.
 */
export interface ConnectionTester {
  /** @throws ProviderRefused, ProviderUnavailable. */
  stripe(secretKey: string): Promise<void>;
  /** @returns the environment of the account, live or sandbox. */
  paypal(clientId: string, clientSecret: string): Promise<'live' | 'test'>;
  smtp(server: SettingsOf<'email'> & { readonly smtpPassword: string | undefined }, mail: TestMail): Promise<void>;
}
