import type { Plugin } from '#plugin';
import { recordAudit } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import type { Caller, RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { deleteSecret, listSecretNames, lockSettings, putSecret, updateSettings } from './plugin-settings.store.ts';
import { completeValues, differingValues, inputSchema, type StoredValue } from './setting-values.ts';

export interface SettingsChange {
  readonly plugin: Plugin;
  /** The revision that the admin saw. */
  readonly revision: number;
  /** Omitted fields are unchanged; null clears a secret. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly actor: Caller;
  readonly request: RequestFacts;
  readonly at: Date;
  /** May refuse to change these settings. */
  readonly guard?: (tx: Transaction, changed: readonly string[]) => Promise<void>;
}

/**
 * Saves the settings of a plug-in and writes the change to the audit log. Saving what is already stored changes nothing,
 * whatever the revision.
 * @throws Refusal `request.invalid` by field; `settings.changed` when somebody else saved since; those of the guard.
 */
export async function savePluginSettings(db: Database, sealer: Sealer, change: SettingsChange): Promise<void> {
  const { plugin, revision, actor, at } = change;
  const fields = plugin.settings?.fields ?? {};
  const { values, secrets } = readInput(plugin, change.values);
  await inTransaction(db, async (tx) => {
    const stored = await lockSettings(tx, plugin.name);
    const before = completeValues(fields, stored.value);
    const after = { ...before, ...values };
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    const known = (await listSecretNames(tx)).filter((secret) => secret.plugin === plugin.name);
    const isKnown = (name: string) => known.some((secret) => secret.name === name);
    const changedSecrets = Object.entries(secrets).filter(([name, value]) => value !== null || isKnown(name));
    if (changed.length === 0 && changedSecrets.length === 0 && stored.revision > 0) return;
    if (stored.revision !== revision) throw new Refusal('settings.changed');
    await change.guard?.(tx, [...changed, ...changedSecrets.map(([name]) => name)]);
    await updateSettings(tx, plugin.name, { value: differingValues(fields, after), by: actor.userId, at });
    for (const [name, value] of changedSecrets) {
      if (value === null) await deleteSecret(tx, plugin.name, name);
      else await putSecret(tx, plugin.name, { name, ciphertext: sealer.seal(value) }, at);
    }
    await recordAudit(tx, {
      ...change,
      action: 'settings.change',
      entity: 'settings',
      entityId: plugin.name,
      before: {
        ...pick(before, changed),
        ...Object.fromEntries(changedSecrets.map(([name]) => [name, isKnown(name) ? 'stored' : 'none'])),
      },
      after: {
        ...pick(after, changed),
        ...Object.fromEntries(changedSecrets.map(([name, value]) => [name, value === null ? 'cleared' : 'replaced'])),
      },
    });
  });
}

const pick = (values: Readonly<Record<string, StoredValue>>, names: readonly string[]): Record<string, StoredValue> =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));

/** @throws Refusal `request.invalid` with a message for each wrong field. */
function readInput(plugin: Plugin, given: Readonly<Record<string, unknown>>) {
  const values: Record<string, StoredValue> = {};
  const secrets: Record<string, string | null> = {};
  const errors: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = Object.hasOwn(plugin.settings?.fields ?? {}, name) ? plugin.settings?.fields[name] : undefined;
    if (!field) {
      errors[name] = ['The plug-in has no such setting.'];
      continue;
    }
    if (field.kind === 'secret' && value === null) {
      secrets[name] = null;
      continue;
    }
    const parsed = inputSchema(field).safeParse(value);
    if (!parsed.success) errors[name] = parsed.error.issues.map(({ message }) => message);
    else if (field.kind === 'secret') secrets[name] = String(parsed.data);
    else values[name] = parsed.data;
  }
  if (Object.keys(errors).length > 0) throw new Refusal('request.invalid', { errors });
  return { values, secrets };
}
