/** Back-office §9: the shop's time zone unless the merchant has set another. */
const TIME_ZONE = 'America/New_York';

const DAY = new Intl.DateTimeFormat('en-US', { timeZone: TIME_ZONE, dateStyle: 'medium' });
const MINUTE = new Intl.DateTimeFormat('en-US', { timeZone: TIME_ZONE, dateStyle: 'medium', timeStyle: 'short' });
const EXACT = new Intl.DateTimeFormat('en-US', { timeZone: TIME_ZONE, dateStyle: 'full', timeStyle: 'long' });

/** A moment of the wire as the shop's day: `Nov 21, 2026`. */
export const formatDay = (moment: string): string => DAY.format(new Date(moment));

/** `Nov 21, 2026, 3:42 PM` */
export const formatMinute = (moment: string): string => MINUTE.format(new Date(moment));

/** `Saturday, November 21, 2026 at 3:42:10 PM EST` */
export const formatExact = (moment: string): string => EXACT.format(new Date(moment));
