import { SETTING_LIMITS } from '#domain/form-limits.ts';
import { call, callForMessage } from '#web/api/call.ts';
import { Banner } from '#web/ui/banner.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { firstSecret, SecretField, sentSecret, typedSecret } from './secret-field.tsx';
import { FieldGroup, SectionFrame } from './section-frame.tsx';
import type { Settings } from './settings-data.ts';
import { TestButton } from './test-button.tsx';
import { type SectionProps, useSection } from './use-section.ts';

const valuesOf = ({
  smtpHost,
  smtpPort,
  smtpUsername,
  smtpPassword,
  smtpEncryption,
  fromEmail,
  fromName,
}: Settings['email']) => ({
  smtpHost,
  smtpPort,
  smtpUsername,
  smtpEncryption,
  fromEmail,
  fromName,
  smtpPassword: firstSecret(smtpPassword),
});

/** Changing any of these requires the password again. */
const SERVER_FIELDS = ['smtpHost', 'smtpPort', 'smtpUsername', 'smtpEncryption'] as const;

/** The mail server and the sender. */
export function EmailForm({ settings, notify }: SectionProps<'email'>) {
  const section = useSection({
    section: 'email',
    name: 'Email',
    settings,
    valuesOf,
    save: ({ smtpPassword, ...fields }, revision) =>
      call('PUT /admin/settings/email', { body: { ...fields, smtpPassword: sentSecret(smtpPassword), revision } }),
    notify,
  });
  const { field } = section;
  const { watch, setValue, setError, getValues, formState } = section.form;
  const { errors } = formState;
  const typed = watch();
  const isOtherServer = SERVER_FIELDS.some((name) => typed[name] !== settings[name]) && typed.smtpHost !== '';
  // Ask before the API refuses it: the stored password is used for its own server only.
  const needsPassword = settings.smtpPassword && typed.smtpPassword === null && isOtherServer;
  return (
    <SectionFrame of={section} name="Email" saved={settings}>
      {settings.isServerFromEnvironment && (
        <Banner tone="info">
          Emails go through the server of the environment variable SMTP_URL, not the one below.
        </Banner>
      )}
      <FieldGroup title="Mail server" hint="Without one, emails wait in the outbox.">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="SMTP host"
            placeholder="smtp.example.com"
            autoComplete="off"
            spellCheck={false}
            {...field('smtpHost')}
          />
          <TextField
            label="SMTP port"
            type="number"
            inputMode="numeric"
            {...SETTING_LIMITS.smtpPort}
            step={1}
            {...field('smtpPort', { valueAsNumber: true })}
          />
          <TextField label="SMTP username" autoComplete="off" spellCheck={false} {...field('smtpUsername')} />
          <SecretField
            label="SMTP password"
            error={needsPassword ? 'Enter the password again for the new server.' : errors.smtpPassword?.message}
            isStored={settings.smtpPassword}
            value={typed.smtpPassword}
            onChange={(value) => setValue('smtpPassword', value, { shouldDirty: true })}
          />
          <SelectField label="Encryption" {...field('smtpEncryption')}>
            <option value="tls">TLS</option>
            <option value="ssl">SSL</option>
            <option value="none">None</option>
          </SelectField>
        </div>
      </FieldGroup>
      <FieldGroup title="Sender">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="From email" type="email" inputMode="email" {...field('fromEmail')} />
          <TextField label="From name" maxLength={SETTING_LIMITS.fromName} {...field('fromName')} />
        </div>
      </FieldGroup>
      <TestButton
        test={() => {
          const { smtpPassword, ...fields } = getValues();
          const body = { ...fields, smtpPassword: typedSecret(smtpPassword) };
          return callForMessage('POST /admin/settings/email/test', { body });
        }}
        notify={notify}
        onProblem={(field, message) => field in getValues() && setError(field as 'smtpHost', { message })}
      >
        Test Email Connection
      </TestButton>
      <p className="-mt-4 text-muted text-small">Sends an email to you with the settings above, saved or not.</p>
    </SectionFrame>
  );
}
