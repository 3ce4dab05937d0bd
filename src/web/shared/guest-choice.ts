import { inTab } from '#web/api/browser-storage.ts';

/** What a guest may keep on this device instead of logging in; each is asked once a session. */
type GuestData = 'cart' | 'wishlist';

const keyOf = (what: GuestData) => `keep_${what}_here`;

/** Whether this guest has chosen in this tab to keep it on the device. */
export const isKeptHere = (what: GuestData): boolean => inTab.read(keyOf(what)) !== null;

export const keepHere = (what: GuestData): void => inTab.write(keyOf(what), 'yes');
