import type { PluginSettingsView, PluginView } from '#contract/admin/plugins.ts';
import type { Plugin, SettingFields } from '#plugin';
import type { SettingsRow } from './plugin-settings.store.ts';
import { wireValues } from './setting-values.ts';

interface PluginRecords {
  /** Undefined: the settings were never saved. */
  readonly row: SettingsRow | undefined;
  readonly secretNames: readonly string[];
  readonly hasConnectionTest: boolean;
}

export function pluginView(plugin: Plugin, { row, secretNames, hasConnectionTest }: PluginRecords): PluginView {
  return {
    name: plugin.name,
    settings: settingsView(plugin, row, secretNames),
    mails: (plugin.mails ?? []).map(({ name, title }) => ({ name, title })),
    has_connection_test: hasConnectionTest,
  };
}

function settingsView(
  { settings }: Plugin,
  row: SettingsRow | undefined,
  secretNames: readonly string[],
): PluginSettingsView | null {
  if (!settings) return null;
  const { title, fields } = settings;
  const isSaved = row !== undefined && row.revision > 0;
  return {
    title,
    fields: Object.entries(fields).map(([name, field]) => fieldView(name, field)),
    values: wireValues(fields, row?.value ?? {}, secretNames),
    revision: row?.revision ?? 0,
    updated_at: isSaved ? row.updated_at.toISOString() : null,
    updated_by: isSaved ? row.updated_by_name : null,
  };
}

function fieldView(name: string, field: SettingFields[string]): PluginSettingsView['fields'][number] {
  const options = field.kind === 'choice' ? Object.entries(field.options) : [];
  return {
    name,
    kind: field.kind,
    label: field.label,
    hint: field.hint ?? null,
    min: field.kind === 'integer' ? field.min : null,
    max: field.kind === 'integer' ? field.max : null,
    max_length: field.kind === 'text' ? field.maxLength : null,
    is_long: field.kind === 'text' && field.isLong === true,
    options: options.map(([value, label]) => ({ value, label })),
  };
}
