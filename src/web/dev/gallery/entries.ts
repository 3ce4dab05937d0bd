import { BACK_OFFICE } from './back-office.tsx';
import { CONTROLS } from './controls.tsx';
import type { GalleryEntry } from './entry.ts';
import { STATES } from './states.tsx';
import { STOREFRONT } from './storefront.tsx';

/** All gallery entries in order. Add new components of `ui/` to the matching file. */
export const ENTRIES: readonly GalleryEntry[] = [...CONTROLS, ...STATES, ...STOREFRONT, ...BACK_OFFICE];
