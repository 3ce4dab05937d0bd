import { z } from 'zod';
import type { PluginSettingsView } from '#contract/admin/plugins.ts';
import { multiLine, singleLine } from '#contract/fields.ts';
import { formatDecimal, parseDecimal } from '#domain/money/money.ts';
import type { SettingFields, SettingValues } from '#plugin';

type Field = SettingFields[string];
export type StoredValue = boolean | number | string;
export type StoredValues = Readonly<Record<string, unknown>>;

const MAX_SECRET_LENGTH = 500;

/** Parses API values for storage: money arrives as `"4.50"` and is stored in cents. */
export function inputSchema(field: Field): z.ZodType<StoredValue> {
  switch (field.kind) {
    case 'money':
      return z.string().transform((text, context) => {
        const cents = parseDecimal(text);
        if (cents !== undefined) return cents;
        context.issues.push({ code: 'custom', input: text, message: 'Please enter an amount such as 12.50.' });
        return z.NEVER;
      });
    case 'secret':
      return singleLine(1, MAX_SECRET_LENGTH);
    default:
      return storedSchema(field);
  }
}

/** Validates a stored value; an invalid one is replaced by the default. */
function storedSchema(field: Exclude<Field, { kind: 'secret' }>): z.ZodType<StoredValue> {
  switch (field.kind) {
    case 'boolean':
      return z.boolean();
    case 'integer': {
      const sentence = `Please enter a whole number from ${field.min} to ${field.max}.`;
      return z.int(sentence).min(field.min, sentence).max(field.max, sentence);
    }
    case 'money':
      return z.int().min(0);
    case 'text':
      return field.isLong ? multiLine(0, field.maxLength) : singleLine(0, field.maxLength);
    case 'choice':
      return z.enum(Object.keys(field.options), 'Please choose one of the options.');
  }
}

/** All values except secrets, with defaults for missing or invalid ones. */
export function completeValues(fields: SettingFields, stored: StoredValues): Record<string, StoredValue> {
  const values: Record<string, StoredValue> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind === 'secret') continue;
    const parsed = storedSchema(field).safeParse(stored[name]);
    values[name] = parsed.success ? parsed.data : field.default;
  }
  return values;
}

/** The values that differ from the defaults: only they are stored. */
export function differingValues(fields: SettingFields, values: StoredValues): StoredValues {
  const differs = ([name, value]: [string, unknown]) => {
    const field = fields[name];
    return field && field.kind !== 'secret' && field.default !== value;
  };
  return Object.fromEntries(Object.entries(values).filter(differs));
}

/** Values for the plug-in. @param secrets in plain text, by name */
export function settingValues(
  fields: SettingFields,
  stored: StoredValues,
  secrets: Readonly<Record<string, string>>,
): SettingValues<SettingFields> {
  return { ...completeValues(fields, stored), ...secrets } as SettingValues<SettingFields>;
}

/** Values for the API: money as decimals, secrets only as whether they are stored. */
export function wireValues(
  fields: SettingFields,
  stored: StoredValues,
  secretNames: readonly string[],
): PluginSettingsView['values'] {
  const values = completeValues(fields, stored);
  const entries = Object.entries(fields).map(([name, { kind }]) => {
    if (kind === 'secret') return [name, secretNames.includes(name)];
    const value = values[name] as StoredValue;
    return [name, kind === 'money' ? formatDecimal(value as number) : value];
  });
  return Object.fromEntries(entries) as PluginSettingsView['values'];
}
