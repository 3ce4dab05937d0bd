import { BACK_OFFICE } from './back-office.tsx';
import { CONTROLS } from './controls.tsx';
import type { GalleryEntry } from './entry.ts';
import { STATES } from './states.tsx';
import { STOREFRONT } from './storefront.tsx';

/** All of the gallery, in its order. A new component of `ui/` gets an entry in the file it belongs to. */
export const ENTRIES: readonly GalleryEntry[] = [...CONTROLS, ...STATES, ...STOREFRONT, ...BACK_OFFICE];
