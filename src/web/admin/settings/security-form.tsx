import { useQueryClient } from '@tanstack/react-query';
import { SETTING_LIMITS } from '#domain/form-limits.ts';
import { call } from '#web/api/call.ts';
import { Switch, TextField } from '#web/ui/field.tsx';
import { FieldGroup, SectionFrame } from './section-frame.tsx';
import type { Settings } from './settings-data.ts';
import { type SectionProps, useSection } from './use-section.ts';

const valuesOf = ({ revision: _revision, updatedAt: _at, updatedBy: _by, ...fields }: Settings['security']) => fields;

/** Rules for passwords, sessions and login, with the limits of back-office §5. */
export function SecurityForm({ settings, notify }: SectionProps<'security'>) {
  const client = useQueryClient();
  const section = useSection({
    section: 'security',
    name: 'Security',
    settings,
    valuesOf,
    save: async (values, revision) => {
      const saved = await call('PUT /admin/settings/security', { body: { ...values, revision } });
      // An admin without a second factor who switches this on is affected at once.
      await client.invalidateQueries({ queryKey: ['GET /auth/two-factor'] });
      return saved;
    },
    notify,
  });
  const { field } = section;
  const number = { type: 'number', inputMode: 'numeric', step: 1 } as const;
  return (
    <SectionFrame of={section} name="Security" saved={settings}>
      <FieldGroup title="New passwords" hint="For new accounts and password changes.">
        <TextField
          label="Minimum password length"
          {...number}
          {...SETTING_LIMITS.passwordMinLength}
          className="max-w-60"
          hint="6 to 50 characters."
          {...field('passwordMinLength', { valueAsNumber: true })}
        />
        <Switch label="Require uppercase letters" {...field('requireUppercase')} />
        <Switch label="Require numbers" {...field('requireNumbers')} />
        <Switch label="Require special characters" {...field('requireSpecialChars')} />
      </FieldGroup>
      <FieldGroup title="Sessions and logging in">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Session timeout (minutes)"
            {...number}
            {...SETTING_LIMITS.sessionTimeout}
            hint="15 to 1440. Inactive users have to log in again after this time."
            {...field('sessionTimeout', { valueAsNumber: true })}
          />
          <TextField
            label="Max login attempts"
            {...number}
            {...SETTING_LIMITS.maxLoginAttempts}
            hint="3 to 10. After this many wrong passwords the account is locked for 15 minutes."
            {...field('maxLoginAttempts', { valueAsNumber: true })}
          />
        </div>
        <Switch
          label="Require a second step for admins"
          hint="Admins without one must set it up before they can use the back office. On in production unless you switch it off."
          {...field('requireTwoFactorForAdmins')}
        />
      </FieldGroup>
    </SectionFrame>
  );
}
