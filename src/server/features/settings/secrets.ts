import type { Database } from '#server/platform/database/database.ts';
import type { Sealer } from '#server/platform/sealing.ts';
import { readStoredSecret } from './settings.store.ts';

/** The settings that never leave the server; they are stored encrypted. */
export type SecretName = 'smtpPassword';

/**
 * The secret as the merchant entered it; undefined when none is stored.
 * @throws when it was sealed with another `APP_SECRET`.
 */
export async function readSecret(db: Database, sealer: Sealer, name: SecretName): Promise<string | undefined> {
  const sealed = await readStoredSecret(db, name);
  return sealed === undefined ? undefined : sealer.open(sealed);
}
