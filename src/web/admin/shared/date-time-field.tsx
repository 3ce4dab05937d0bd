import { type ReactNode, useState } from 'react';
import { unreadableMessage } from '#web/shared/forms/unreadable-inputs.ts';
import { shop } from '#web/shared/shop/shop.ts';
import { TextField } from '#web/ui/field.tsx';
import { fromWallTime, toWallTime } from './wall-time.ts';

interface DateTimeFieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** ISO 8601 in UTC; null: empty. */
  value: string | null;
  onChange: (at: string | null) => void;
}

/**
 * A date and time in the shop's time zone. It keeps its own text: while a year is typed, it is the year 2, 20 and 202
 * first, which would not be shown again as it was typed.
 */
export function DateTimeField({ value, onChange, error, ...field }: DateTimeFieldProps) {
  const { timezone } = shop();
  const [text, setText] = useState(() => toWallTime(value, timezone));
  const [seen, setSeen] = useState(value);
  const [unreadable, setUnreadable] = useState<string>();
  if (seen !== value) {
    setSeen(value);
    setUnreadable(undefined);
    if (fromWallTime(text, timezone) !== value) setText(toWallTime(value, timezone));
  }
  return (
    <TextField
      {...field}
      type="datetime-local"
      // Years have four digits: without a limit, browsers take six.
      max="9999-12-31T23:59"
      value={text}
      error={unreadable ?? error}
      onBlur={({ target }) => setUnreadable(target.validity.badInput ? unreadableMessage(target) : undefined)}
      onChange={({ target }) => {
        setText(target.value);
        if (!target.validity.badInput) setUnreadable(undefined);
        onChange(fromWallTime(target.value, timezone));
      }}
    />
  );
}
