import { SLOTS } from '#web/plugins/slots.ts';

const NAMES = Object.keys(SLOTS);
const isOfBackOffice = (name: string): boolean => name.startsWith('admin.');

/** The names of all slots, for the checks at the start. */
export const ADMIN_SLOTS = NAMES.filter(isOfBackOffice);
export const STOREFRONT_SLOTS = NAMES.filter((name) => !isOfBackOffice(name));
