import type { SecretName, Section, SettingsOf } from '#contract/admin/settings.ts';
import type { ChangeFeed } from '#server/cluster/change-feed.ts';
import { createBatchedReader } from '#server/platform/concurrency/batched-reader.ts';
import type { Database, Handle } from '#server/platform/database/database.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { completeSection, type Mode } from './sections.ts';
import {
  listSections,
  readSectionWithSecret,
  readStoredSecret,
  readStoredSection,
  type StoredSection,
} from './settings.store.ts';
import { createSettingsCache } from './settings-cache.ts';
import { UnreadableSecret } from './unreadable-secret.ts';

export type MailServer = SettingsOf<'email'> & { readonly smtpPassword: string | undefined };

export interface Settings {
  /** The section with defaults, cached until any node changes it. */
  get<S extends Section>(section: S): Promise<SettingsOf<S>>;
  /**
   * The current section from the database: charges must never depend on a cache. Concurrent reads share a statement.
   */
  getFresh<S extends Section>(section: S): Promise<SettingsOf<S>>;
  /**
   * A decrypted secret, cached like a section; undefined when none is stored.
   * @throws UnreadableSecret when it was encrypted with another `APP_SECRET`.
   */
  getSecret(name: SecretName): Promise<string | undefined>;
  /**
   * The mail server with its password, read together, so that a password is never combined with another server during a
   * change.
   * @throws when the password was encrypted with another `APP_SECRET`.
   */
  getMailServer(): Promise<MailServer>;
  /** Clears the cache: this node has just changed it. */
  forget(): void;
}

/**
 * The section from the database.
 * @param mode for a default of the security section; the stricter one by default.
 */
export async function readSection<S extends Section>(
  db: Handle,
  section: S,
  mode: Mode = { production: true },
): Promise<SettingsOf<S>> {
  return completeSection(section, (await readStoredSection(db, section)).value, mode);
}

/** The section of a value read with `storedValueOf`. */
export const sectionOf = <S extends Section>(section: S, value: StoredSection['value'] | null): SettingsOf<S> =>
  completeSection(section, value ?? {}, { production: true });

function openSecret(sealer: Sealer, name: SecretName, sealed: Buffer): string {
  try {
    return sealer.open(sealed);
  } catch (cause) {
    throw new UnreadableSecret(`The secret ${name} was encrypted with another APP_SECRET`, { cause });
  }
}

export function createSettings(db: Database, changes: ChangeFeed, sealer: Sealer, mode: Mode): Settings {
  const { keep, forget } = createSettingsCache(changes);
  const sections = createBatchedReader(
    (names: string[]) => listSections(db, names),
    ({ section }) => section,
  );

  return {
    async getFresh(section) {
      const stored = (await sections.read([section])).get(section);
      return completeSection(section, stored?.value ?? {}, mode);
    },
    get: (section) => keep(section, () => readSection(db, section, mode)),
    getSecret: (name) =>
      keep(name, async () => {
        const sealed = await readStoredSecret(db, name);
        return sealed === undefined ? undefined : openSecret(sealer, name, sealed);
      }),
    async getMailServer() {
      const { value, ciphertext } = await readSectionWithSecret(db, 'email', 'smtpPassword');
      const smtpPassword = ciphertext ? sealer.open(ciphertext) : undefined;
      return { ...completeSection('email', value, mode), smtpPassword };
    },
    forget,
  };
}
