import { formatDay, formatExact, formatMinute } from './dates.ts';

/** A date in the shop's time zone; the exact time is shown on hover. */
export function DateTime({ at, withTime = false }: { at: string; withTime?: boolean }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {withTime ? formatMinute(at) : formatDay(at)}
    </time>
  );
}
