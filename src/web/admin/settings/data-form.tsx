import { SETTING_LIMITS } from '#domain/form-limits.ts';
import { call } from '#web/api/call.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Link } from '#web/ui/link.tsx';
import { FieldGroup, SectionFrame } from './section-frame.tsx';
import type { Settings } from './settings-data.ts';
import { type SectionProps, useSection } from './use-section.ts';

const valuesOf = ({ revision: _revision, updatedAt: _at, updatedBy: _by, ...fields }: Settings['data']) => fields;

const HOURS = Array.from({ length: 24 }, (_none, hour) => hour);
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** When backups are made, and how long data is kept. */
export default function DataForm({ settings, timezone, notify }: SectionProps<'data'> & { timezone: string }) {
  const section = useSection({
    section: 'data',
    name: 'Data',
    settings,
    valuesOf,
    save: (values, revision) => call('PUT /admin/settings/data', { body: { ...values, revision } }),
    notify,
  });
  const { form, field } = section;
  const schedule = form.watch('backupSchedule');
  const number = { type: 'number', inputMode: 'numeric', step: 1, max: 3650 } as const;
  const days = { valueAsNumber: true };
  return (
    <SectionFrame of={section} name="Data" saved={settings}>
      <FieldGroup
        title="Backups"
        hint={
          <>
            Backups are made while the shop stays open.{' '}
            <Link to="/admin/system" className="link">
              System
            </Link>{' '}
            lists them.
          </>
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField label="Schedule" {...field('backupSchedule')}>
            <option value="off">Off</option>
            <option value="daily">Every day</option>
            <option value="weekly">Every week</option>
          </SelectField>
          <TextField
            label="Backups to keep"
            {...number}
            {...SETTING_LIMITS.backupsKept}
            hint="1 to 365. Older ones are deleted after a new backup."
            {...field('backupsKept', days)}
          />
          {schedule !== 'off' && (
            <SelectField label="Time" hint={timezone} {...field('backupHour', days)}>
              {HOURS.map((hour) => (
                <option key={hour} value={hour}>
                  {clock(hour)}
                </option>
              ))}
            </SelectField>
          )}
          {schedule === 'weekly' && (
            <SelectField label="Day" {...field('backupWeekday')}>
              {WEEKDAYS.map((day, index) => (
                <option key={day} value={String(index)}>
                  {day}
                </option>
              ))}
            </SelectField>
          )}
        </div>
      </FieldGroup>
      <FieldGroup title="How long data is kept" hint="In days; 0 means forever. Older data is deleted every hour.">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Emails"
            {...number}
            {...SETTING_LIMITS.keep}
            hint="Emails waiting to be sent are always kept."
            {...field('keepMails', days)}
          />
          <TextField label="Audit log" {...number} {...SETTING_LIMITS.keep} {...field('keepAudit', days)} />
          <TextField
            label="Abandoned checkouts"
            {...number}
            {...SETTING_LIMITS.keep}
            hint="Analytics no longer counts deleted checkouts."
            {...field('keepCheckouts', days)}
          />
          <TextField
            label="Handled events"
            {...number}
            {...SETTING_LIMITS.keepEvents}
            hint="Events that plug-ins have handled. At least 1; failed events are kept."
            {...field('keepEvents', days)}
          />
        </div>
      </FieldGroup>
    </SectionFrame>
  );
}
