import { DateTimeField } from '#plugin/admin';
import { shop } from '#plugin/web';

interface PublishDateFieldProps {
  value: string | null;
  onChange: (at: string | null) => void;
  error?: string | undefined;
}

/** The date of a post in the shop's time zone, from which on it is public. */
export function PublishDateField(props: PublishDateFieldProps) {
  return (
    <DateTimeField
      label="Publish date"
      hint={`A date in the future schedules the post. Leave empty to publish at once. Times are in ${shop().timezone}.`}
      {...props}
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
  return (
    // A narrower field would cut off its date.
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] gap-4">
      <DateTimeField
        label={labels.from}
        hint={`Leave empty to start at once. Times are in ${shop().timezone}.`}
        value={from}
        onChange={(at) => onChange({ from: at, until })}
      />
      <DateTimeField
        label={labels.until}
        hint="Leave empty for no end."
        value={until}
        error={error}
        onChange={(at) => onChange({ from, until: at })}
      />
    </div>
  );
}
