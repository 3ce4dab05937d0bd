import { shop, TextField } from '#plugin/web';
import { fromWallTime, toWallTime } from '../../model/wall-time.ts';

interface PublishDateFieldProps {
  value: string | null;
  onChange: (at: string | null) => void;
  error?: string | undefined;
}

/** The date of a post in the shop's time zone, from which on it is public. */
export function PublishDateField({ value, onChange, error }: PublishDateFieldProps) {
  const { timezone } = shop();
  return (
    <TextField
      label="Publish date"
      type="datetime-local"
      hint={`A date in the future schedules the post. Leave empty to publish at once. Times are in ${timezone}.`}
      value={toWallTime(value, timezone)}
      error={error}
      onChange={({ target }) => onChange(fromWallTime(target.value, timezone))}
    />
  );
}

interface ScheduleFieldsProps {
  from: string | null;
  until: string | null;
  onChange: (times: { from: string | null; until: string | null }) => void;
  error?: string | undefined;
  labels?: { readonly from: string; readonly until: string };
}

/** Start and end in the shop's time zone; an empty field is an open end. */
export function ScheduleFields({
  from,
  until,
  onChange,
  error,
  labels = { from: 'Visible from', until: 'Visible until' },
}: ScheduleFieldsProps) {
  const { timezone } = shop();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={labels.from}
        type="datetime-local"
        hint={`Leave empty to start at once. Times are in ${timezone}.`}
        value={toWallTime(from, timezone)}
        onChange={({ target }) => onChange({ from: fromWallTime(target.value, timezone), until })}
      />
      <TextField
        label={labels.until}
        type="datetime-local"
        hint="Leave empty for no end."
        value={toWallTime(until, timezone)}
        error={error}
        onChange={({ target }) => onChange({ from, until: fromWallTime(target.value, timezone) })}
      />
    </div>
  );
}
