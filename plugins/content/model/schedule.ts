/** A time span; null is an open end. Timestamps as ISO 8601 in UTC. */
export interface Schedule {
  readonly from: string | null;
  readonly until: string | null;
}

/** Whether something scheduled is shown at a time: from the start on, and no longer at the end. */
export const isWithin = ({ from, until }: Schedule, now: Date): boolean =>
  (from === null || Date.parse(from) <= now.getTime()) && (until === null || Date.parse(until) > now.getTime());
