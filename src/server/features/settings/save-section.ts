import type { SecretName, Section, SettingsOf } from '#contract/admin/settings.ts';
import { recordAudit } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import type { Caller, RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { completeSection, differingFields, type Mode } from './sections.ts';
import { deleteSecret, listSecretNames, lockSection, putSecret, updateSection } from './settings.store.ts';

type Value = string | number | boolean;
type Fields = Readonly<Record<string, Value>>;

/** Checks a change before it is saved, and may refuse. `changed` contains fields and secrets. */
export type SectionGuard<S extends Section> = (
  tx: Transaction,
  change: {
    readonly changed: readonly string[];
    readonly before: SettingsOf<S>;
    readonly after: SettingsOf<S>;
  },
) => Promise<void>;

export interface SectionChange<S extends Section> {
  readonly section: S;
  /** The revision that the admin saw. */
  readonly revision: number;
  /** Omitted fields are unchanged. */
  readonly fields: { readonly [F in keyof SettingsOf<S>]?: SettingsOf<S>[F] | undefined };
  /** Null clears, a string replaces. */
  readonly secrets: { readonly [N in SecretName]?: string | null | undefined };
  readonly actor: Caller;
  readonly request: RequestFacts;
  readonly at: Date;
  readonly mode: Mode;
  readonly guards?: readonly SectionGuard<S>[];
}

const without = (fields: Readonly<Record<string, unknown>>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

/**
 * Saves an admin's changes of a section with an audit row. Saving the current values has no effect, whatever the
 * revision, so the call can be repeated. The first save always counts: saving the defaults means they were chosen.
 * @throws Refusal `settings.changed` when another admin saved since, and refusals of guards.
 */
export async function saveSection<S extends Section>(db: Database, sealer: Sealer, change: SectionChange<S>) {
  await inTransaction(db, async (tx) => {
    const stored = await lockSection(tx, change.section);
    const known = completeSection(change.section, stored.value, change.mode);
    const wanted = { ...known, ...without(change.fields) };
    const before: Fields = known;
    const after: Fields = wanted;
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    const secrets = await changedSecrets(tx, change.secrets);
    if (changed.length === 0 && secrets.length === 0 && stored.revision > 0) return;
    if (stored.revision !== change.revision) throw new Refusal('settings.changed');
    const names = [...changed, ...secrets.map(({ name }) => name)];
    for (const guard of change.guards ?? []) await guard(tx, { changed: names, before: known, after: wanted });
    const { section, actor, at } = change;
    await updateSection(tx, section, { value: differingFields(section, after, change.mode), by: actor.userId, at });
    for (const { name, value } of secrets) {
      if (value === null) await deleteSecret(tx, name);
      else await putSecret(tx, name, sealer.seal(value), at);
    }
    await recordAudit(tx, {
      ...change,
      action: 'settings.change',
      entity: 'settings',
      entityId: section,
      before: { ...pick(before, changed), ...describe(secrets, ({ wasStored }) => (wasStored ? 'stored' : 'none')) },
      after: {
        ...pick(after, changed),
        ...describe(secrets, ({ value }) => (value === null ? 'cleared' : 'replaced')),
      },
    });
  });
}

interface SecretChange {
  readonly name: SecretName;
  readonly value: string | null;
  readonly wasStored: boolean;
}

/** A missing secret cannot be cleared; a given one counts as replaced, because secrets are not compared. */
async function changedSecrets(tx: Transaction, given: SectionChange<Section>['secrets']): Promise<SecretChange[]> {
  const stored = await listSecretNames(tx);
  return Object.entries(given).flatMap(([name, value]) => {
    const wasStored = stored.includes(name);
    if (value === undefined || (value === null && !wasStored)) return [];
    return [{ name: name as SecretName, value, wasStored }];
  });
}

const pick = (fields: Fields, names: readonly string[]): Fields =>
  without(Object.fromEntries(names.map((name) => [name, fields[name]])));

const describe = (secrets: readonly SecretChange[], word: (secret: SecretChange) => string): Fields =>
  Object.fromEntries(secrets.map((secret) => [secret.name, word(secret)]));
