/** A time span; null is an open end. Timestamps as ISO 8601 in UTC. */
export interface Schedule {
  readonly from: string | null;
  readonly until: string | null;
}

/** When the next of these appears or disappears; undefined: never. */
export function nextChange(schedules: readonly Schedule[], now: Date): Date | undefined {
  const times = schedules.flatMap(({ from, until }) => [from, until]).flatMap((time) => time ?? []);
  const next = Math.min(...times.map((time) => Date.parse(time)).filter((time) => time > now.getTime()));
  return Number.isFinite(next) ? new Date(next) : undefined;
}

/** Whether something scheduled is shown at a time: from the start on, and no longer at the end. */
export const isWithin = ({ from, until }: Schedule, now: Date): boolean =>
  (from === null || Date.parse(from) <= now.getTime()) && (until === null || Date.parse(until) > now.getTime());
