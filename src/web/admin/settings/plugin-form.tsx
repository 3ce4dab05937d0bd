import { lazy, Suspense, useState } from 'react';
import { call, callForMessage } from '#web/api/call.ts';
import { currencySymbol } from '#web/shared/money.ts';
import type { Notify } from '#web/shared/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { MoneyField, NumberField, SelectField, Switch, TextArea, TextField } from '#web/ui/field.tsx';
import { type PluginDetail, type PluginSettings, useApplyPlugin } from './plugin-settings-data.ts';
import { firstSecret, SecretField, type SecretValue, sentSecret } from './secret-field.tsx';
import { SectionFrame } from './section-frame.tsx';
import { TestButton } from './test-button.tsx';
import { type SectionForm, useRevisionedForm } from './use-section.ts';

const PluginMailDialog = lazy(() => import('./plugin-mail-dialog.tsx'));

type Field = PluginSettings['fields'][number];
type Values = Record<string, boolean | number | string | null>;

interface SavedPlugin {
  readonly revision: number;
  readonly updatedAt: string | null;
  readonly updatedBy: string | null;
  readonly settings: PluginSettings;
  readonly plugin: PluginDetail;
}

function savedOf(plugin: PluginDetail): SavedPlugin {
  const { settings } = plugin;
  if (!settings) throw new Error('The plug-in has no settings.');
  return {
    revision: settings.revision,
    updatedAt: settings.updated_at,
    updatedBy: settings.updated_by,
    settings,
    plugin,
  };
}

const valuesOf = ({ settings: { fields, values } }: SavedPlugin): Values =>
  Object.fromEntries(
    fields.map(({ name, kind }) => [
      name,
      kind === 'secret' ? firstSecret(values[name] === true) : (values[name] ?? ''),
    ]),
  );

/** A stored secret that stays as it is is left out. */
const sentValues = (fields: readonly Field[], values: Values) =>
  Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const value = kind === 'secret' ? sentSecret(values[name] as SecretValue) : values[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** The settings of a plug-in and its mails. */
export default function PluginForm({ plugin, notify }: { plugin: PluginDetail; notify: Notify }) {
  return (
    <>
      {plugin.settings && <SettingsForm plugin={plugin} settings={plugin.settings} notify={notify} />}
      {plugin.mails.length > 0 && <PluginMails plugin={plugin} />}
    </>
  );
}

interface SettingsFormProps {
  plugin: PluginDetail;
  settings: PluginSettings;
  notify: Notify;
}

/** A form made from the plug-in's setting fields. */
function SettingsForm({ plugin, settings, notify }: SettingsFormProps) {
  const applyPlugin = useApplyPlugin();
  const section = useRevisionedForm<SavedPlugin, Values>({
    key: `settings:plugin:${plugin.name}`,
    name: settings.title,
    settings: savedOf(plugin),
    valuesOf,
    save: async (values, revision, isConfirmed) => {
      const body = { revision, values: sentValues(settings.fields, values), confirm_open_payments: isConfirmed };
      return savedOf(await call('PUT /admin/plugins/{plugin}/settings', { params: { plugin: plugin.name }, body }));
    },
    readConflict: (data) => savedOf(data as PluginDetail),
    apply: (saved) => applyPlugin(saved.plugin),
    notify,
  });
  return (
    <SectionFrame of={section} name={settings.title} saveLabel="Save Settings" saved={savedOf(plugin)}>
      {settings.fields.map((field) => (
        <PluginField key={field.name} field={field} section={section} settings={settings} />
      ))}
      {plugin.has_connection_test && (
        <>
          <TestButton
            test={() => callForMessage('POST /admin/plugins/{plugin}/test', { params: { plugin: plugin.name } })}
            notify={notify}
          >
            Test Connection
          </TestButton>
          <p className="-mt-4 text-muted text-small">Tests the saved settings.</p>
        </>
      )}
    </SectionFrame>
  );
}

interface PluginFieldProps {
  field: Field;
  section: SectionForm<Values>;
  settings: PluginSettings;
}

function PluginField({ field, section: { field: bind, form }, settings }: PluginFieldProps) {
  const { name, kind, label, min, max, max_length, is_long, options } = field;
  const hint = field.hint ?? undefined;
  switch (kind) {
    case 'boolean':
      return <Switch label={label} hint={hint} {...bind(name)} />;
    case 'integer': {
      const range = { ...(min !== null && { min }), ...(max !== null && { max }) };
      return <NumberField label={label} hint={hint} {...range} {...bind(name, { valueAsNumber: true })} />;
    }
    case 'money':
      return <MoneyField label={label} hint={hint} sign={currencySymbol()} {...bind(name)} />;
    case 'choice':
      return (
        <SelectField label={label} hint={hint} {...bind(name)}>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      );
    case 'secret':
      return (
        <SecretField
          label={label}
          hint={hint}
          error={form.formState.errors[name]?.message?.toString()}
          isStored={settings.values[name] === true}
          value={form.watch(name) as SecretValue}
          onChange={(value) => form.setValue(name, value, { shouldDirty: true })}
        />
      );
    case 'text': {
      const length = max_length === null ? {} : { maxLength: max_length };
      return is_long ? (
        <TextArea label={label} hint={hint} rows={4} {...length} {...bind(name)} />
      ) : (
        <TextField label={label} hint={hint} {...length} {...bind(name)} />
      );
    }
  }
}

function PluginMails({ plugin: { name, mails } }: { plugin: PluginDetail }) {
  const [shown, setShown] = useState<string | null>(null);
  return (
    <section aria-labelledby="plugin-mails" className="panel mt-6 max-w-3xl p-4 sm:p-6">
      <h2 id="plugin-mails" className="mb-4 font-sans font-semibold text-lg">
        Emails
      </h2>
      <ul className="grid gap-2">
        {mails.map(({ name: mail, title }) => (
          <li key={mail} className="flex flex-wrap items-center justify-between gap-3">
            {title}
            <Button look="secondary" small onClick={() => setShown(mail)}>
              Preview<span className="sr-only"> {title}</span>
            </Button>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Suspense>
          <PluginMailDialog plugin={name} mail={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </section>
  );
}
