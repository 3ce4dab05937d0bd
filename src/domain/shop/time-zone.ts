/** Time zones that a merchant can choose (back-office §3, site settings). */
export const TIME_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'UTC',
] as const;

export type TimeZone = (typeof TIME_ZONES)[number];

/** Back-office §9. */
export const DEFAULT_TIME_ZONE: TimeZone = 'America/New_York';
